// Trunk's last step (its post_build hook). It makes of what Trunk built a page
// that fits its own policy, loads in few requests and early:
// - the program is cut into several files (scripts/split-program.mjs); the one
//   file that Trunk made of it goes,
// - the inline script that starts the program goes, since no inline script is
//   allowed; src/start.js is told in data attributes what to start,
// - any other inline script (trunk serve adds one that reloads) becomes a file,
// - the style files, many so that each stays small, become one,
// - custom.html is the same page under a policy that lets through any https
//   address, for live models at addresses of one's own.

import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { splitProgram } from "./split-program.mjs";

const { TRUNK_STAGING_DIR: folder, TRUNK_SOURCE_DIR: source, TRUNK_PROFILE: profile } = process.env;
if (!folder || !source || !profile) fail("it is run by trunk, which sets TRUNK_STAGING_DIR, TRUNK_SOURCE_DIR, TRUNK_PROFILE");
const page = join(folder, "index.html");
const PROGRAM = "memgpt-playground";

let html = await readFile(page, "utf8");
html = await moveScripts(html);
html = await joinStyles(html);
await writeFile(page, html);
await writeFile(join(folder, "custom.html"), forAnyHost(html));

async function moveScripts(html) {
  let program;
  const others = [];
  const moved = html.replace(/<script\b([^>]*)>([\s\S]*?)<\/script>/g, (whole, attributes, code) => {
    if (/\bsrc\s*=/.test(attributes)) return whole;
    const module = /import\s+init\b[^'"]*from\s*['"]([^'"]+)['"]/.exec(code)?.[1];
    const wasm = /module_or_path\s*:\s*['"]([^'"]+)['"]/.exec(code)?.[1];
    if (module && wasm) {
      program = { module, wasm };
      return "";
    }
    const name = `inline-${hash(code)}.js`;
    others.push(writeFile(join(folder, name), code));
    return `<script${attributes} src="./${name}"></script>`;
  });
  if (!program) fail("index.html holds no start script of Trunk's that it knows");
  await Promise.all(others);
  const cut = await splitProgram({ source, folder, profile, name: PROGRAM }).catch((error) => fail(error.message));
  const renamed = await exchange(moved, program, cut);

  let found = 0;
  const told = renamed.replace(/<script\b(?=[^>]*\bsrc=["']?\.?\/?start-[^"'\s>]*\.js)/g, (tag) => {
    found += 1;
    return `${tag} data-module="./${cut.module}" data-wasm="./${cut.wasm}"`;
  });
  if (found !== 1) fail(`index.html names src/start.js ${found} times instead of once`);
  return told;
}

/** The page whose policy names no providers; the program reads the attribute. */
function forAnyHost(html) {
  const wider = html
    .replace(/connect-src 'self'[^;]*;/, "connect-src 'self' https: http://localhost:* http://127.0.0.1:*;")
    .replace(/<html\b/, "<html data-any-host");
  const held = ["connect-src 'self' https: ", "<html data-any-host"].filter((part) => !wider.includes(part));
  if (held.length > 0) fail(`index.html does not hold what becomes ${held.join(" and ")}`);
  return wider;
}

/** Removes Trunk's files of the uncut program; what is fetched early is the new ones. */
async function exchange(html, old, cut) {
  await Promise.all([old.module, old.wasm, "snippets"].map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return html.replaceAll(old.module, `./${cut.module}`).replaceAll(old.wasm, `./${cut.wasm}`).replace(/<link\b[^>]*\/snippets\/[^>]*>/g, "");
}

/** In the order of the page, which the cascade follows. */
async function joinStyles(html) {
  const names = [];
  const MARK = "<!--styles-->";
  const without = html.replace(/<link\b[^>]*\brel=["']?stylesheet\b[^>]*>/g, (tag) => {
    const name = /\bhref=["']?\.\/([^"'\s>]+\.css)/.exec(tag)?.[1];
    if (!name) fail(`it cannot read the name of a style file in ${tag}`);
    names.push(name);
    return names.length === 1 ? MARK : "";
  });
  if (names.length === 0) fail("index.html names no style file");
  const styles = (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n");
  const joined = `style-${hash(styles)}.css`;
  await writeFile(join(folder, joined), styles);
  await Promise.all(names.map((name) => rm(join(folder, name))));
  return without.replace(MARK, `<link rel="stylesheet" href="./${joined}">`);
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function fail(reason) {
  console.error(`finish-page: ${reason}`);
  process.exit(1);
}
