// Trunk's last step (its post_build hook): takes the inline script that starts
// the program out of index.html, because the page's policy allows no inline
// script, and tells src/start.js in data attributes what to start. Any other
// inline script (trunk serve adds one that reloads) becomes a file. Makes one
// style sheet of all.

import { createHash } from "node:crypto";
import { readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) fail("it is run by trunk, which sets TRUNK_STAGING_DIR");
const page = join(folder, "index.html");
let html = await readFile(page, "utf8");

let program;
const others = [];
html = html.replace(/<script\b([^>]*)>([\s\S]*?)<\/script>/g, (whole, attributes, code) => {
  if (/\bsrc\s*=/.test(attributes)) return whole;
  const module = /import\s+init\b[^'"]*from\s*['"]([^'"]+)['"]/.exec(code)?.[1];
  const wasm = /module_or_path\s*:\s*['"]([^'"]+)['"]/.exec(code)?.[1];
  if (module && wasm) {
    program = { module, wasm };
    return "";
  }
  const name = `inline-${createHash("sha256").update(code).digest("hex").slice(0, 16)}.js`;
  others.push(writeFile(join(folder, name), code));
  return `<script${attributes} src="./${name}"></script>`;
});
if (!program) fail("index.html holds no start script of Trunk's that it knows");

let found = 0;
html = html.replace(/<script\b(?=[^>]*\bsrc=["']?\.?\/?start-[^"'\s>]*\.js)/g, (tag) => {
  found += 1;
  return `${tag} data-module="${program.module}" data-wasm="${program.wasm}"`;
});
if (found !== 1) fail(`index.html names src/start.js ${found} times instead of once`);

html = await oneStyleSheet(html);
await Promise.all([...others, writeFile(page, html)]);

// All styles in one file: a browser asks once instead of once a file, and
// compression works across them.
async function oneStyleSheet(html) {
  const link = /\s*<link\b(?=[^>]*\brel=["']?stylesheet\b)[^>]*\bhref=["']?\.?\/?([^"'\s>]+\.css)[^>]*>/g;
  const names = [...html.matchAll(link)].map(([, name]) => name);
  if (names.length === 0) fail("index.html links no style sheet");
  const styles = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const all = styles.join("\n");
  const name = `style-${createHash("sha256").update(all).digest("hex").slice(0, 16)}.css`;
  await writeFile(join(folder, name), all);
  await Promise.all(names.map((name) => unlink(join(folder, name))));
  let isFirst = true;
  return html.replace(link, () => {
    const tag = isFirst ? `<link rel="stylesheet" href="./${name}">` : "";
    isFirst = false;
    return tag;
  });
}

function fail(reason) {
  console.error(`finish-page: ${reason}`);
  process.exit(1);
}
