// Makes several files of the program, so that the first screen needs one of
// them and the others follow (src/app/on_demand.rs says what they hold):
//
//   wasm-split-cli   cuts the wasm that cargo built, with its relocations
//   wasm-bindgen     writes the JavaScript of the first part
//   wasm-opt         makes each part small
//   esbuild          makes one module of the JavaScript and of what fetches parts
//
// and puts them into a folder, with a hash of their content in their names.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { WASM_OPT } from "./wasm-opt.mjs";

const run = promisify(execFile);

const TARGET = "wasm32-unknown-unknown";
/** What the tool calls the module that fetches the other parts. */
const LINK = "__wasm_split.js";
const STREAMED = "(WebAssembly.instantiateStreaming(src, imports))";
const INSTANTIATE = fileURLToPath(new URL("../src/instantiate.js", import.meta.url));

/**
 * Cuts the binary `name` of the package in `source`, built by cargo with the
 * feature `split` under `profile` ("release" or "debug"), into `folder`.
 * Resolves to `{ module, wasm }`, the names of the two files that start it.
 * Throws errors of one line.
 */
export async function splitProgram({ source, folder, profile, name }) {
  const work = await mkdtemp(join(tmpdir(), "split-program-"));
  try {
    const names = await parts(await builtProgram(source, profile, name), work);
    if (profile === "release") await Promise.all(names.map((name) => optimise(join(work, name))));

    const renamed = new Map();
    for (const name of names) {
      const bytes = await readFile(join(work, name));
      renamed.set(name, roleOf(name).replace(/(?=(_bg)?\.wasm$)/, `-${hash(bytes)}`));
      await copyFile(join(work, name), join(folder, renamed.get(name)));
    }
    const code = withNames(await oneModule(work, profile === "release"), renamed);
    const module = `page-${hash(code)}.js`;
    await writeFile(join(folder, module), code);
    return { module, wasm: renamed.get("page_bg.wasm") };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Where cargo put the program, whatever folder it was told to use. */
async function builtProgram(source, profile, name) {
  const said = await tool("cargo", ["metadata", "--format-version", "1", "--no-deps", "--offline"], source);
  return join(JSON.parse(said).target_directory, TARGET, profile, `${name}.wasm`);
}

/** Cuts and binds; gives the names of all wasm files that the page needs. */
async function parts(program, work) {
  await tool("wasm-split-cli", [program, work, "--out-name", "page"], work);
  // The other parts use the linker's table of functions, which it would not export.
  const bindings = ["--target", "web", "--no-typescript", "--keep-lld-exports", "--out-name", "page", "--out-dir", work];
  await tool("wasm-bindgen", [...bindings, join(work, "page.wasm")], work);
  // What the page needs of it is in page_bg.wasm now.
  await rm(join(work, "page.wasm"));
  const names = (await readdir(work)).filter((name) => name.endsWith(".wasm")).sort();
  if (names.length < 2) throw new Error(`nothing was cut out of ${program}: was it built with the feature split?`);
  return names;
}

async function optimise(file) {
  await tool("wasm-opt", [...WASM_OPT, file, "-o", file]);
}

/** What a visitor's network panel shows: split_panels.wasm is panels.wasm. */
function roleOf(name) {
  return name.replace(/^split_/, "").replace(/^chunk_/, "chunk-");
}

/**
 * The text of one module that starts the page and fetches what follows. The
 * tool's own module cannot read wasm from a host that gives it another type.
 */
async function oneModule(work, minify) {
  const link = await readFile(join(work, LINK), "utf8");
  if (!link.includes(STREAMED)) throw new Error(`${LINK} does not fetch the parts in the way that it knows`);
  const taught = link.replaceAll(STREAMED, "instantiate(src, imports)");
  await writeFile(join(work, LINK), `import { instantiate } from ${JSON.stringify(INSTANTIATE)};\n${taught}`);
  const { outputFiles } = await build({
    entryPoints: [join(work, "page.js")],
    absWorkingDir: work,
    bundle: true,
    format: "esm",
    target: "esnext",
    minify,
    charset: "utf8",
    logLevel: "silent",
    write: false,
  });
  return outputFiles[0].text;
}

/** The module with the new names of the files; each must be named in it. */
function withNames(code, renamed) {
  return [...renamed].reduce((text, [name, hashed]) => {
    const quoted = new RegExp(`(?<=["'\`](?:\\./)?)${name.replaceAll(".", "\\.")}(?=["'\`])`, "g");
    if (!quoted.test(text)) throw new Error(`the module that starts the page does not name ${name}`);
    return text.replace(quoted, hashed);
  }, code);
}

/** Runs a program and gives what it printed. */
async function tool(name, options, cwd) {
  try {
    return (await run(name, options, { cwd, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    if (error.code === "ENOENT") throw new Error(`${name} is missing: run scripts/setup.sh build`);
    throw new Error(`${name} failed: ${String(error.stderr || error.message).trim().replace(/\s*\n\s*/g, " | ")}`);
  }
}

function hash(content) {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}
