// What a browser downloads for the first screen, compressed by brotli at level
// 11 as a good host does, beside an empty Leptos counter built in the same run
// with the same profile. KB = 1,024 bytes.

import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { serveFolder } from "../serve.mjs";

const FIRST_SCREEN_KB = 250;
const WASM_KB = 200;

export async function sizeFigures({ root, browser }) {
  const page = await firstScreen(browser, join(root, "dist"), "h1");
  const counter = await firstScreen(browser, join(root, "benches/counter/dist"), "button");
  const wasm = total(page, ".wasm");
  const counterWasm = total(counter, ".wasm");
  return [
    ...page.map(({ name, raw, compressed }) => ({
      what: withoutHash(name),
      value: compressed,
      unit: "KB",
      most: name.endsWith(".wasm") ? WASM_KB : undefined,
      note: `${raw.toFixed(1)} before compression`,
    })),
    { what: "first screen in all", value: total(page), unit: "KB", most: FIRST_SCREEN_KB },
    { what: "empty counter, wasm", value: counterWasm, unit: "KB", note: "same profile, same run" },
    { what: "empty counter in all", value: total(counter), unit: "KB" },
    { what: "wasm beside the counter's", value: wasm / counterWasm, unit: "times" },
  ];
}

/** The files that a browser asks for until `ready` is there and all is quiet, largest first; sizes in KB. */
async function firstScreen(browser, folder, ready) {
  const server = await serveFolder(folder);
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked = new Set();
  page.on("response", (response) => {
    if (response.url().startsWith(server.url)) asked.add(new URL(response.url()).pathname);
  });
  await page.goto(server.url);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState("networkidle");
  await context.close();
  await server.close();
  const files = [];
  for (const path of asked) {
    const name = path === "/" ? "index.html" : path.slice(1);
    const bytes = await readFile(join(folder, name));
    files.push({ name, raw: bytes.length / 1024, compressed: compressed(bytes) / 1024 });
  }
  return files.sort((a, b) => b.compressed - a.compressed);
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
