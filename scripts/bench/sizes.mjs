// What a browser downloads for the first screen, compressed by brotli at level
// 11 as a good host does, beside an empty Leptos counter built in the same run
// with the same profile. KB = 1,024 bytes. What the page fetches after it is
// listed apart: only what is proven not to be needed, since the first screen is
// used while all of it is held back.

import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { serveFolder } from "../serve.mjs";

const FIRST_SCREEN_KB = 250;
const WASM_KB = 200;

/** How long the first screen may take to move a step while the rest is held back. */
const STEP_TIMEOUT_MS = 10_000;
/** After so long without an answer of the host no more is asked for. */
const QUIET_MS = 2_000;

export async function sizeFigures({ root, browser }) {
  const page = await downloads(browser, join(root, "dist"), stepOn);
  const counter = await downloads(browser, join(root, "benches/counter/dist"), async () => {});
  const wasm = total(page.first, ".wasm");
  const counterWasm = total(counter.first, ".wasm");
  const row = (limit) => ({ name, raw, compressed }) => ({
    what: withoutHash(name),
    value: compressed,
    unit: "KB",
    most: name.endsWith(".wasm") ? limit : undefined,
    note: `${raw.toFixed(1)} before compression`,
  });
  return [
    ...page.first.map(row(WASM_KB)),
    { what: "first screen in all", value: total(page.first), unit: "KB", most: FIRST_SCREEN_KB, note: "used before anything else comes" },
    ...page.later.map(row()).map((figure) => ({ ...figure, what: `later: ${figure.what}` })),
    { what: "fetched later in all", value: total(page.later), unit: "KB" },
    { what: "empty counter, wasm", value: counterWasm, unit: "KB", note: "same profile, same run" },
    { what: "empty counter in all", value: total(counter.first), unit: "KB" },
    { what: "first wasm beside the counter's", value: wasm / counterWasm, unit: "times" },
  ];
}

/**
 * The files that a browser asks for until all is quiet, largest first, sizes in
 * KB: `later` are those that the running program fetches once a button that
 * can be pressed stands. They are held back until `use(page)` has used what is there;
 * everything else is `first`.
 */
async function downloads(browser, folder, use) {
  const server = await serveFolder(folder);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const asked = new Set();
    page.on("response", (response) => {
      if (response.url().startsWith(server.url)) asked.add(new URL(response.url()).pathname);
    });
    await page.addInitScript(() => {
      const fetch = window.fetch;
      const stands = () => document.querySelector("button:enabled");
      window.__later = [];
      const held = new Promise((release) => {
        window.__release = release;
      });
      window.fetch = async (...given) => {
        if (stands()) {
          window.__later.push(new URL(given[0]?.url ?? given[0], document.baseURI).pathname);
          await held;
        }
        return fetch(...given).finally(() => {
          window.__answered = performance.now();
        });
      };
    });
    await page.goto(server.url);
    await page.locator("button:enabled").first().waitFor();
    await page.waitForLoadState("networkidle");
    // What was asked for in another way than by fetch is here already, and counts.
    const early = new Set(asked);
    await use(page);
    await page.evaluate(() => {
      window.__answered = performance.now();
      window.__release();
    });
    // One file can lead to the next.
    await page.waitForFunction((quiet) => performance.now() - window.__answered > quiet, QUIET_MS);
    const later = new Set((await page.evaluate(() => window.__later)).filter((path) => !early.has(path)));
    const files = await Promise.all([...new Set([...asked, ...later])].map((path) => measure(folder, path)));
    const sorted = files.sort((a, b) => b.compressed - a.compressed);
    return {
      first: sorted.filter(({ path }) => !later.has(path)),
      later: sorted.filter(({ path }) => later.has(path)),
    };
  } finally {
    await context.close();
    await server.close();
  }
}

/** Moves one step on by key: throws where the first screen cannot be used. */
async function stepOn(page) {
  const timeline = page.getByRole("slider");
  const before = await timeline.inputValue();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((was) => document.querySelector("input[type=range]").value !== was, before, {
    timeout: STEP_TIMEOUT_MS,
  });
}

async function measure(folder, path) {
  const name = path === "/" ? "index.html" : path.slice(1);
  const bytes = await readFile(join(folder, name));
  return { path, name, raw: bytes.length / 1024, compressed: compressed(bytes) / 1024 };
}

function compressed(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

function withoutHash(name) {
  return basename(name).replace(/-[0-9a-f]{8,}(?=[._])/, "");
}

function total(files, ending = "") {
  return files.filter(({ name }) => name.endsWith(ending)).reduce((sum, file) => sum + file.compressed, 0);
}
