// What a person waits for: from opening to the first usable step, and from the
// key to the picture of the next step. And what a page takes that is left alone.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS } from "../chromium.mjs";
import { serveFolder } from "../serve.mjs";

const run = promisify(execFile);

const OPEN_MS = 1_000;
const STEP_MS = 8;
/** A frame of a 60 Hz screen: a key comes within one, its picture is due with the next. */
const FRAME_MS = 1_000 / 60;
const STEPS = 200;
/** The longest of the examples, so that there are steps enough. */
const LONG_EXAMPLE = "#example=six-sessions";
const OPENINGS = 5;
/** Seconds that the page is watched once its example has come to its end. */
const REST_SECONDS = 30;
/** What the browser's own tools leave behind when they look. */
const SCRIPT_NOISE_KB = 64;

export async function pageFigures({ root, browser }) {
  const server = await serveFolder(join(root, "dist"));
  try {
    return [
      ...(await openingFigures(server)),
      ...(await stepFigures(server, browser)),
      ...(await restFigures(server, browser)),
    ];
  } finally {
    await server.close();
  }
}

/** Opens the page in a browser that has one core and an empty cache. */
async function openingFigures(server) {
  const launched = await chromium.launchServer({
    executablePath: process.env.CHROMIUM,
    args: CHROMIUM_ARGUMENTS,
    headless: true,
  });
  try {
    // What a process starts later runs where it does.
    await run("taskset", ["--all-tasks", "--cpu-list", "--pid", "0", String(launched.process().pid)]);
    const browser = await chromium.connect(launched.wsEndpoint());
    const openings = [];
    for (let opening = 0; opening < OPENINGS; opening += 1) openings.push(await open(browser, server.url));
    const times = openings.map(({ ready }) => ready).sort((a, b) => a - b);
    return [
      {
        what: "open to first usable step, one core",
        value: times[Math.floor(times.length / 2)],
        digits: 0,
        unit: "ms",
        most: OPEN_MS,
        note: `median of ${OPENINGS}, cold cache, loopback`,
      },
      {
        what: "layout shift after it",
        value: Math.max(...openings.map(({ shift }) => shift)),
        digits: 3,
        most: 0,
      },
    ];
  } finally {
    await launched.close();
  }
}

async function open(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { ready: undefined, shift: 0 };
    window.__seen = seen;
    new MutationObserver(() => {
      // A page with a heading and a button that can be pressed can be used.
      if (seen.ready === undefined && document.querySelector("h1") && document.querySelector("button:enabled")) {
        requestAnimationFrame(() => {
          seen.ready ??= performance.now();
        });
      }
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.startTime > (seen.ready ?? Infinity)) seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(url);
  await page.waitForFunction(() => window.__seen.ready !== undefined);
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => window.__seen);
  await context.close();
  return seen;
}

/** What a page takes more of while its trace stands still, at the end of the long example. */
async function restFigures(server, browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    for (const name of ["instantiate", "instantiateStreaming"]) {
      const original = WebAssembly[name];
      WebAssembly[name] = async (...given) => {
        const made = await original.apply(WebAssembly, given);
        window.__memory ??= (made.instance ?? made).exports.memory;
        return made;
      };
    }
  });
  await page.goto(server.url + LONG_EXAMPLE);
  await page.locator("h1").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("End");
  await page.waitForTimeout(2_000);
  const tools = await context.newCDPSession(page);
  const taken = async () => {
    await tools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await tools.send("Runtime.getHeapUsage");
    const { nodes } = await tools.send("Memory.getDOMCounters");
    const wasm = await page.evaluate(() => window.__memory.buffer.byteLength);
    return { heap: usedSize / 1024, nodes, wasm: wasm / 1024 };
  };
  await taken();
  const before = await taken();
  await page.waitForTimeout(REST_SECONDS * 1_000);
  const after = await taken();
  await context.close();
  const row = (what, part, more) => ({ what, value: after[part] - before[part], digits: 0, note: `of ${Math.round(before[part]).toLocaleString("en-US")}`, ...more });
  return [
    row(`wasm memory more after ${REST_SECONDS} s at rest`, "wasm", { unit: "KB", most: 0 }),
    row("script memory more", "heap", { unit: "KB", most: SCRIPT_NOISE_KB }),
    row("nodes of the page more", "nodes", { most: 0 }),
  ];
}

/** Steps through the long example and reads from Chromium's trace what each step cost. */
async function stepFigures(server, browser) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.url + LONG_EXAMPLE);
  await page.locator("h1").waitFor();
  await page.waitForLoadState("networkidle");
  // The focus is in the page, as after a click beside all controls.
  await page.evaluate(() => document.activeElement?.blur());
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-lighthouse"],
  });
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(50);
  }
  const trace = JSON.parse((await browser.stopTracing()).toString());
  await page.context().close();
  const steps = stepsOf(trace.traceEvents);
  const work = steps.map(({ workMs }) => workMs).sort((a, b) => a - b);
  return [
    {
      what: "main-thread work of a step, 99th percentile",
      value: work[Math.min(work.length - 1, Math.floor(work.length * 0.99))],
      digits: 2,
      unit: "ms",
      most: STEP_MS,
      note: `key to end of paint, ${work.length} steps of the longest example, which shows fewer than 1,000 items; software drawing; median ${work[work.length >> 1].toFixed(2)}`,
    },
    {
      what: "steps that miss the frame after their key",
      value: steps.filter(({ missed }) => missed).length,
      digits: 0,
      most: 0,
      note: `of ${steps.length}`,
    },
  ];
}

/**
 * For each key press: the milliseconds that the main thread worked until the
 * first frame with a paint was committed, and whether that was later than the frame
 * after the key.
 */
function stepsOf(events) {
  const complete = events.filter(({ ph, dur }) => ph === "X" && dur !== undefined);
  const keys = complete.filter(({ name, args }) => name === "EventDispatch" && args?.data?.type === "keydown");
  if (keys.length === 0) throw new Error("the trace holds no key press");
  const { pid, tid } = keys[0];
  const main = events.filter((event) => event.pid === pid && event.tid === tid).sort((a, b) => a.ts - b.ts);
  const tasks = main.filter(({ name, ph }) => name === "RunTask" && ph === "X");
  const paints = main.filter(({ name, ph }) => name === "Paint" && ph === "X");
  const frames = main.filter(({ name }) => name === "BeginMainThreadFrame");
  return keys.map((key, index) => {
    // On a busy machine the next key can come first: its work then counts for both.
    const paint = paints.find(({ ts }) => ts > key.ts);
    if (!paint) throw new Error(`step ${index + 1} drew nothing: has the example fewer steps?`);
    const last = tasks.find(({ ts, dur }) => ts <= paint.ts && paint.ts <= ts + dur) ?? paint;
    const end = last.ts + last.dur;
    const work = tasks
      .filter(({ ts, dur }) => ts + dur > key.ts && ts < end)
      .reduce((sum, { ts, dur }) => sum + Math.min(ts + dur, end) - Math.max(ts, key.ts), 0);
    const begun = frames.filter(({ ts }) => ts > key.ts && ts <= paint.ts).length;
    // A thread that is busy begins no frame: the clock tells of that one.
    return { workMs: work / 1_000, missed: begun > 1 || end - key.ts > 2_000 * FRAME_MS };
  });
}
