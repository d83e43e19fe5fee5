// The numbers of the tabs, of the picture and of what is copied are the same numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash, least) {
  const tab = await openTab(chromium, { permissions: ["clipboard-read", "clipboard-write"] });
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(least);
  return { tab, page: tab.page, playground };
}

const numberOf = (words) => Number(words.replace(/[^\d]/g, ""));

/** Goes to a step by the timeline, as one who drags it. */
async function lookAt(page, playground, step) {
  await page.evaluate((to) => {
    const slider = document.querySelector("[data-timeline]");
    slider.value = String(to);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, step);
  await playground.waitForStep(step);
}

/** The cells of the table of a tab, row by row. */
function table(playground) {
  return playground.panel().locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText)));
}

/** What the cost tab says in all: model calls, function calls, page-ins, page-outs, tokens read and written. */
async function costs(playground) {
  const facts = await playground.panel().locator("dl.facts dd").allInnerTexts();
  const [models, functions, movements, tokens] = facts;
  const [ins, outs] = movements.replaceAll(",", "").match(/\d+/g).map(Number);
  const [read, written] = (tokens ?? "0 0").replaceAll(",", "").match(/\d+/g).map(Number);
  // “25 model calls: 17 + 3 to chain functions”: the parts after the colon are the whole.
  const [whole, parts] = models.split(":");
  if (parts) {
    const sum = parts.match(/\d+/g).reduce((total, part) => total + Number(part), 0);
    assert.equal(sum, numberOf(whole), models);
  }
  return { models: numberOf(whole), functions: numberOf(functions), ins, outs, read, written };
}

for (const [example, least, stride] of [
  ["pressure-alert", 100, 23],
  ["six-sessions", 900, 211],
]) {
  test(`the costs of the turns are those of the whole, and what left is what the ledger lists, in ${example}`, async () => {
    const { tab, page, playground } = await opened(`example=${example}&lang=en&level=3`, least);
    const { steps } = await playground.moment();
    for (let step = stride; step <= steps; step += stride) {
      await lookAt(page, playground, step);
      await playground.openTab("cost");
      const whole = await costs(playground);
      const rows = await table(playground);
      const sum = (column) => rows.reduce((total, row) => total + numberOf(row[column].split(":")[0]), 0);
      assert.equal(sum(2), whole.models, `model calls at step ${step}`);
      assert.equal(sum(3), whole.functions, `function calls at step ${step}`);
      assert.equal(sum(4), whole.read, `tokens read at step ${step}`);
      assert.equal(sum(5), whole.written, `tokens written at step ${step}`);

      await playground.openTab("evictions");
      const left = await table(playground);
      assert.equal(left.length, Math.min(whole.outs, 200), `page-outs at step ${step}`);

      await playground.openTab("prompt");
      const parts = (await table(playground)).map(([, tokens]) => numberOf(tokens));
      const all = parts.pop();
      if (parts.length > 0) assert.equal(parts.reduce((total, part) => total + part, 0), all, `the prompt at step ${step}`);
    }
    tab.assertQuiet();
    await tab.close();
  });
}

test("a jump shows what steps lead to, in the long conversation", async () => {
  const { tab, page, playground } = await opened("example=six-sessions&lang=es&level=3", 900);
  const everything = () =>
    page.evaluate(() =>
      [".sentence-text", ".main-context", ".external", ".lane", "#tab-panel"].map((part) => document.querySelector(part)?.innerText),
    );
  for (const step of [60, 333, 700]) {
    await lookAt(page, playground, step - 3);
    for (let one = 0; one < 3; one += 1) await playground.stepButton().click();
    await playground.waitForStep(step);
    const forward = await everything();
    await lookAt(page, playground, step + 3);
    for (let one = 0; one < 3; one += 1) await playground.backButton().click();
    await playground.waitForStep(step);
    assert.deepEqual(await everything(), forward, `step ${step}, coming back`);
    await lookAt(page, playground, 1);
    await lookAt(page, playground, step);
    assert.deepEqual(await everything(), forward, `step ${step}, by a jump`);
  }
  tab.assertQuiet();
  await tab.close();
});

test("what is copied of the lesson lists its page-outs and page-ins, and what they cost", async () => {
  for (const [lang, wanted] of [
    ["en", /2 model calls, 2 function calls, 2 page-ins, 4 page-outs|2 page-ins, 4 page-outs/],
    ["es", /2 page-ins, 4 page-outs|2 lecturas|4 expulsiones/],
  ]) {
    const { tab, page } = await opened(`example=five-slots&lang=${lang}`, 20);
    await page.locator(".lesson-more > summary").click();
    await page.locator(".lesson-more button").last().click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).length > 50);
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, wanted);
    assert.equal(text.split("\n").filter((line) => /^\d+\. /.test(line)).length, 6, text);
    tab.assertQuiet();
    await tab.close();
  }
});

test("what is copied of the trace ends with the numbers of the cost tab", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&lang=en&level=3", 100);
  await page.keyboard.press("End");
  await playground.openTab("cost");
  const whole = await costs(playground);
  await playground.openTab("trace");
  await playground.panel().getByRole("button", { name: "Copy" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).length > 100);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const numbers = text.trim().split("\n").at(-1).match(/\d+/g).map(Number);
  assert.deepEqual(numbers, [whole.models, whole.functions, whole.ins, whole.outs]);
  tab.assertQuiet();
  await tab.close();
});

test("each step is said with the words of the sentence, whole", async () => {
  for (const lang of ["en", "es"]) {
    const { tab, page, playground } = await opened(`example=pressure-alert&lang=${lang}&level=2`, 100);
    for (let step = 0; step < 15; step += 1) {
      await playground.stepOn();
      const { said, shown } = await page.evaluate(() => {
        const [title, words, cause] = [".sentence-title", ".sentence-text > span", ".sentence-text .cause"].map(
          (part) => document.querySelector(part).textContent,
        );
        return { said: document.querySelector('[aria-live="polite"]').textContent, shown: `${title} ${words} (${cause})` };
      });
      assert.equal(said, shown);
    }
    tab.assertQuiet();
    await tab.close();
  }
});
