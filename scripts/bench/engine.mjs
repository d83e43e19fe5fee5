// Builds benches/engine natively and for wasm, and runs both. Natively the clock is that of
// the processor; in the browser it is the wall's, so that other work on the machine counts.

import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { serveFolder } from "../serve.mjs";
import { WASM_OPT } from "../wasm-opt.mjs";
import { FINE_CLOCK } from "./browser.mjs";

const run = promisify(execFile);

const EVENTS_A_SECOND = { native: 1_000_000, wasm: 300_000 };
/** A frame of a 60 Hz screen. */
const FRAME_MS = 16.7;
const LATE_TO_EARLY = 1.2;
const BYTES_A_MESSAGE = 400;

export async function engineFigures({ root, browser }) {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const crate = join(root, "benches/engine");
  const env = { ...process.env, CARGO_TARGET_DIR: target };
  await run("cargo", ["build", "--quiet", "--profile", "native"], { cwd: crate, env });
  const native = JSON.parse((await run(join(target, "native/engine-bench"))).stdout);
  const wasm = await inBrowser({ target, crate, env, browser });
  return [...rows("native", native), ...rows("wasm", wasm), ...memory(native)];
}

/** Runs the same measurements compiled to wasm, in a page of their own. */
async function inBrowser({ target, crate, env, browser }) {
  const folder = join(target, "bench-engine");
  await run("cargo", ["build", "--quiet", "--release", "--lib", "--target", "wasm32-unknown-unknown"], { cwd: crate, env });
  const built = join(target, "wasm32-unknown-unknown/release/engine_bench.wasm");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run("wasm-bindgen", ["--target", "web", "--no-typescript", "--out-dir", folder, built]);
  const module = join(folder, "engine_bench_bg.wasm");
  await run("wasm-opt", [...WASM_OPT, "-o", module, module]);
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Engine</title>");

  const server = await serveFolder(folder, { headers: FINE_CLOCK });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await page.goto(server.url);
    return await page.evaluate(async () => {
      const { default: init, measure_in_browser } = await import("/engine_bench.js");
      await init();
      return JSON.parse(measure_in_browser(() => performance.now()));
    });
  } finally {
    await context.close();
    await server.close();
  }
}

function rows(where, figures) {
  return [
    {
      what: `engine events a second, ${where}`,
      value: figures.events_a_second,
      digits: 0,
      least: EVENTS_A_SECOND[where],
      note: `${count(figures.run_events)} events of a free conversation with flushes and without searches, indexed; fastest block ${count(figures.events_a_second_at_best)}`,
    },
    {
      what: `turn ${count(figures.late_turn)} beside turn 1,000, ${where}`,
      value: figures.late_to_early,
      digits: 2,
      unit: "times",
      most: LATE_TO_EARLY,
      note: `${figures.late_turn_us.toFixed(1)} us beside ${figures.early_turn_us.toFixed(1)} us, no search`,
    },
    {
      what: `turn ${count(figures.search_turn)} beside turn 1,000, one search a turn, ${where}`,
      value: figures.search_late_to_early,
      digits: 2,
      unit: "times",
      note: `${figures.search_turn_us.toFixed(0)} us; what matches grows with the run`,
    },
    {
      what: `longest jump among ${count(figures.jump_events)} events, ${where}`,
      value: figures.jump_longest_ms,
      digits: 3,
      unit: "ms",
      most: FRAME_MS,
      note: `of 2,000; median ${figures.jump_median_ms.toFixed(3)}`,
    },
  ];
}

function count(number) {
  return Math.round(number).toLocaleString("en-US");
}

function memory(figures) {
  return [
    {
      what: "memory a message beyond its text",
      value: figures.bytes_a_message,
      digits: 0,
      unit: "bytes",
      most: BYTES_A_MESSAGE,
      note: "100,000 messages, native; trace and checkpoints included, no searches",
    },
    { what: "search index a message", value: figures.index_bytes_a_message, digits: 0, unit: "bytes", note: "apart" },
    {
      what: "of the memory, recall storage alone",
      value: figures.stored_bytes_a_message,
      digits: 0,
      unit: "bytes",
      note: "the rest is trace and checkpoints",
    },
  ];
}
