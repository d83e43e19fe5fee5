// Each step is told five times: by the picture, by the picture as a table, by the sentence,
// by the trace and by the costs. They tell the same story, and the story adds up.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(example, lang, least) {
  const tab = await openTab(chromium, { permissions: ["clipboard-read", "clipboard-write"] });
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=${example}&lang=${lang}&level=3`);
  await playground.waitForSteps(least);
  await tab.page.locator(".stage-table > summary").click();
  await tab.page.locator(".stage-tables table").first().waitFor();
  return { tab, page: tab.page, playground };
}

/** The trace as it is copied: its lines by step, each `{ step, line }`. */
async function copiedTrace(page, playground) {
  await playground.openTab("trace");
  await playground.panel().locator("button").first().click();
  await page.locator(".notice").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const lines = text.split("\n").flatMap((line) => (line.match(/^(\d+)\. (.*)$/) ? [line.match(/^(\d+)\. (.*)$/)] : []));
  return lines.map(([, step, line]) => ({ step: Number(step), line }));
}

/** All that the page tells of the step in view, as it stands there. */
function told(page) {
  return page.evaluate(() => {
    const squeeze = (text) => text.replaceAll(/\s+/g, " ").trim();
    const text = (selector) => squeeze(document.querySelector(selector)?.textContent ?? "");
    const tables = [...document.querySelectorAll(".stage-tables table")].map((table) =>
      [...table.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => squeeze(cell.innerText))),
    );
    const slider = document.querySelector("[data-timeline]");
    return {
      step: Number(slider.value),
      steps: Number(slider.max),
      stepOf: text(".timeline-step"),
      spoken: slider.getAttribute("aria-valuetext"),
      title: text(".sentence-title").replace(/ ?\.$/, ""),
      sentence: text(".sentence-text"),
      live: text('[role="status"][aria-live="polite"][aria-atomic="true"].visually-hidden'),
      sum: text(".window-sum"),
      rows: [...document.querySelectorAll(".queue-row")].map((row) => {
        const [words, state] = [...row.querySelectorAll(":scope > span")];
        return {
          head: `${row.querySelector(".row-mark").textContent} ${words.querySelector(".visually-hidden").textContent.replace(/: $/, "")}`,
          state: row.dataset.state,
          spokenState: squeeze(state.textContent),
          tokens: squeeze(row.querySelector(".tokens").textContent),
        };
      }),
      pinned: [...document.querySelectorAll(".window-stack > :not(.queue) .tokens")].map((part) => squeeze(part.textContent)),
      store: text('[data-store="historial"] .store-note'),
      door: squeeze([...document.querySelectorAll(".door-waiting > *")].map((part) => part.textContent).join(" ")),
      inControl: [...document.querySelectorAll("[data-control]")].map((part) => squeeze(part.querySelector("h3").textContent)),
      price: text(".price-words"),
      main: tables[0],
      external: tables[1],
      now: tables[2],
      trace: text('.trace-button[aria-current="step"]'),
    };
  });
}

const numberOf = (words) => Number(words.replaceAll(/[^\d]/g, ""));

/** What holds at any step of any run. */
function assertOneStory(story) {
  const where = `step ${story.step}`;
  const [step, steps] = story.stepOf.replaceAll(/[.,](?=\d{3})/g, "").match(/\d+/g).map(Number);
  assert.deepEqual([step, steps], [story.step, story.steps], where);

  // The sentence: as it is read, as it is heard, on the timeline.
  assert.ok(story.title.length > 3, where);
  assert.ok(story.sentence.startsWith(story.title), where);
  assert.ok(story.live.startsWith(`${story.title}. `), `${where}: heard “${story.live}”, read “${story.sentence}”`);
  assert.ok(story.spoken.endsWith(story.title), `${where}: ${story.spoken}`);

  // The picture and the table: each row that is drawn is read.
  for (const row of story.rows) {
    const line = story.main.find(([head]) => head === row.head);
    assert.ok(line, `${where}: ${row.head} is drawn and not in the table`);
    if (row.tokens) assert.equal(line[2], row.tokens, `${where}: ${row.head}`);
    if (row.spokenState) assert.equal(line[3], row.spokenState, `${where}: ${row.head}`);
  }
  // The column adds up to the window, which is what is said below the picture.
  const column = story.main.reduce((sum, [, , tokens]) => sum + numberOf(tokens || "0"), 0);
  const [said, last] = [story.sum, story.main.at(-1)];
  assert.equal(last[1], said, where);
  const equation = said.match(/= ([\d.,]+)$/);
  if (equation) assert.equal(column, numberOf(equation[1]), `${where}: ${said}`);
  for (const part of story.pinned) {
    assert.ok(story.main.some(([, , tokens]) => tokens === part), `${where}: ${part} is drawn and not in the table`);
  }

  assert.equal(story.external[0][1], story.store, where);
  const cell = (head) => story.now.find(([name]) => name === head)?.[1];
  assert.equal(story.inControl.length, 1, `${where}: ${story.inControl.join(" and ")} have control`);
  assert.equal(story.now[0][1], story.inControl[0], where);
  const words = story.door.split(" ").filter((word) => word.length > 2);
  for (const word of words) assert.ok(story.now[1][1].includes(word), `${where}: at the door “${story.door}”, read “${story.now[1][1]}”`);
  assert.ok(story.now.some(([, says]) => says === story.price), `${where}: ${story.price}`);
  assert.ok(cell(story.now[0][0]));
}

/** The numbers of the cost tab, in all: model calls, function calls, page-ins, page-outs. */
async function costs(playground) {
  await playground.openTab("cost");
  const [models, functions, movements] = await playground.panel().locator("dl.facts dd").allInnerTexts();
  const [ins, outs] = movements.match(/[\d.,]+/g).map(numberOf);
  return { models: numberOf(models.split(":")[0]), functions: numberOf(functions), ins, outs };
}

const KINDS = {
  en: { models: /^Model call\b/, functions: /^Function call:/, ins: /^Page-in/, outs: /\(page-out\)/ },
  es: { models: /^Llamada al modelo/, functions: /^Llamada de función:/, ins: /^Page-in/, outs: /\(page-out\)/ },
};

/** The same, counted off the trace. */
function counted(trace, lang, step) {
  const count = (kind) => trace.filter((entry) => entry.step <= step && KINDS[lang][kind].test(entry.line)).length;
  return { models: count("models"), functions: count("functions"), ins: count("ins"), outs: count("outs") };
}

for (const [example, lang, least, stride] of [
  ["five-slots", "en", 34, 1],
  ["five-slots-model", "es", 28, 3],
  ["pressure-alert", "en", 200, 11],
  ["pressure-alert", "es", 200, 17],
]) {
  test(`picture, table, sentence, trace and costs of ${example} tell the same, in ${lang}`, async () => {
    const { tab, page, playground } = await opened(example, lang, least);
    const trace = await copiedTrace(page, playground);
    const { steps } = await playground.moment();
    assert.deepEqual(trace.map(({ step }) => step), Array.from({ length: steps }, (_, index) => index + 1));

    const seen = [];
    for (let step = 1; step <= steps; step += stride) {
      await playground.lookAt(step);
      const story = await told(page);
      assertOneStory(story);
      assert.equal(story.trace, `${step}. ${trace[step - 1].line}`);
      seen.push(story);
    }
    // Coming back, and by another way, it is the same to the letter.
    for (const story of seen.filter((_, index) => index % 4 === 0).reverse()) {
      await playground.lookAt(story.step);
      assert.deepEqual(await told(page), story);
    }
    // What it has cost at a step is what the trace tells up to there.
    for (let step = 1; step <= steps; step += stride * 3 + 1) {
      await playground.lookAt(step);
      assert.deepEqual(await costs(playground), counted(trace, lang, step), `step ${step}`);
    }
    await playground.lookAt(steps);
    const all = await costs(playground);
    assert.deepEqual(all, counted(trace, lang, steps));
    assert.ok(all.models > 0 && all.outs > 0, "something was counted");
    tab.assertQuiet();
    await tab.close();
  });
}

test("in five slots nothing is ever lost: what has arrived is in a slot or in the store, and the oldest leaves", async () => {
  const { tab, page, playground } = await opened("five-slots", "en", 34);
  const arrived = new Set();
  let before = [];
  await playground.openTab("trace");
  for (let step = 1; step <= 34; step += 1) {
    await playground.lookAt(step);
    const { trace, rows } = await told(page);
    const arrival = trace.match(/^\d+\. An item arrives: “(.+?)”/);
    if (arrival) arrived.add(arrival[1]);
    const slots = rows.filter(({ state }) => ["here", "arriving", "marked"].includes(state)).map(({ head }) => head.match(/^\d+/)[0]);
    const store = await page.locator('[data-store="historial"] .cell-mark').allInnerTexts();
    assert.ok(slots.length <= 5, `step ${step}`);
    assert.deepEqual([...new Set([...slots, ...store])].sort(), [...arrived].sort(), `step ${step}`);
    const left = trace.match(/Eviction of #(\d+)/);
    if (left) {
      assert.equal(left[1], before[0], `step ${step}: who leaves`);
      assert.deepEqual(slots, before.slice(1), `step ${step}: who stays`);
    }
    before = slots;
  }
  tab.assertQuiet();
  await tab.close();
});
