// Measures what the page must reach and prints one table, each figure beside
// its limit. Bytes are those of brotli at level 11, as a good host sends them;
// KB = 1,024 bytes.
//
//   make bench

import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS } from "./chromium.mjs";
import { serveFolder } from "./serve.mjs";

/** Limits of the first screen in KB. */
const FIRST_SCREEN_KB = 250;
const WASM_KB = 200;

const root = fileURLToPath(new URL("..", import.meta.url));

function compressedBytes(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

function kilobytes(bytes) {
  return (bytes / 1024).toFixed(1);
}

/**
 * The files that a browser asks for to show the first screen, with their
 * compressed sizes, largest first.
 */
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
    files.push({ name, kind: kindOf(name), raw: bytes.length, compressed: compressedBytes(bytes) });
  }
  return files.sort((a, b) => b.compressed - a.compressed);
}

/** The name of a file without the hash that each build puts into it. */
function kindOf(name) {
  return basename(name).replace(/-[0-9a-f]{8,}(?=[._])/, "");
}

function total(files, ending = "") {
  return files.filter(({ name }) => name.endsWith(ending)).reduce((sum, { compressed }) => sum + compressed, 0);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: CHROMIUM_ARGUMENTS,
  headless: true,
});
const rows = [];
try {
  const page = await firstScreen(browser, join(root, "dist"), "h1");
  const counter = await firstScreen(browser, join(root, "benches/counter/dist"), "button");
  for (const { name, kind, raw, compressed } of page) {
    rows.push([kind, kilobytes(compressed), name.endsWith(".wasm") ? `<= ${WASM_KB}` : "", `${kilobytes(raw)} before`]);
  }
  rows.push(["first screen in all", kilobytes(total(page)), `<= ${FIRST_SCREEN_KB}`, ""]);
  rows.push(["empty counter: wasm", kilobytes(total(counter, ".wasm")), "", "same profile, this run"]);
  rows.push(["empty counter: in all", kilobytes(total(counter)), "", ""]);
  const times = (total(page, ".wasm") / total(counter, ".wasm")).toFixed(1);
  rows.push(["page's wasm / counter's wasm", `${times} x`, "", ""]);
} finally {
  await browser.close();
}
print([["what (KB, brotli 11)", "figure", "limit", "note"], ...rows]);

function print(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const [index, row] of table.entries()) {
    const cells = row.map((cell, column) => (column === 1 ? cell.padStart(widths[1]) : cell.padEnd(widths[column])));
    console.log(cells.join("  ").trimEnd());
    if (index === 0) console.log(widths.map((width) => "-".repeat(width)).join("  "));
  }
}
