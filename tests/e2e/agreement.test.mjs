// Picture, sentence, trace and numbers hang on the same event: at every step they say the
// same, and a step is what it was when one comes back to it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** All that the page says of a step but the trace, which is another tab. */
async function everything(page) {
  return page.evaluate(() => {
    const text = (selector) => document.querySelector(selector)?.innerText ?? null;
    return {
      step: document.querySelector("input[type=range]").value,
      sentence: text(".sentence-text"),
      sum: text(".window-sum"),
      main: text(".main-context"),
      external: text(".external"),
      lane: text(".lane"),
      door: text(".door"),
      panel: text("#tab-panel"),
    };
  });
}

for (const [example, lang, stride] of [
  ["five-slots", "es", 1],
  ["five-slots-model", "en", 1],
  ["pressure-alert", "es", 9],
  ["pressure-alert", "en", 9],
]) {
  test(`coming back to a step of ${example} shows what was there, in ${lang}`, async () => {
    const tab = await openTab(chromium);
    const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=${example}&lang=${lang}&level=3`);
    await playground.waitForSteps(20);
    await tab.page.keyboard.press("Home");
    await playground.waitForStep(1);

    const there = [await everything(tab.page)];
    const { steps } = await playground.moment();
    for (let step = 1; step + stride <= steps; step += stride) {
      for (let one = 0; one < stride; one += 1) await tab.page.keyboard.press("ArrowRight");
      await playground.waitForStep(step + stride);
      there.push(await everything(tab.page));
    }
    for (const before of there.reverse().slice(1)) {
      for (let one = 0; one < stride; one += 1) await tab.page.keyboard.press("ArrowLeft");
      await playground.waitForStep(before.step);
      assert.deepEqual(await everything(tab.page), before);
    }
    tab.assertQuiet();
    await tab.close();
  });
}

test("the line of the trace that is marked is the step in view, and says what the sentence says", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=en&level=3`);
  await playground.waitForSteps(100);
  await playground.openTab("trace");
  for (let step = 0; step < 40; step += 1) {
    // By pointer: the focus is on the tabs, where arrows choose a tab.
    await playground.stepButton().click();
    const { step: now, sentence } = await playground.moment();
    const line = await tab.page.locator('.trace-button[aria-current="step"]').innerText();
    assert.match(line, new RegExp(`^${now}\\. `), `step ${now} and the line “${line}”`);
    // Both name the same messages: every #number of the line is in the sentence, or on the stage.
    const stage = await tab.page.locator(".stage").innerText();
    for (const [mark] of line.matchAll(/#\d+/g)) {
      assert.ok(sentence.includes(mark) || stage.includes(mark), `${mark} of “${line}” is nowhere: ${sentence}`);
    }
  }
  tab.assertQuiet();
  await tab.close();
});

test("the parts of the window sum to what is said, and the numbers of the prompt tab are those of the sentence", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=en&level=3`);
  await playground.waitForSteps(100);
  let seen = 0;
  for (let step = 0; step < 60; step += 1) {
    await playground.stepOn();
    const sum = await tab.page.locator(".window-sum").innerText();
    const numbers = sum.replaceAll(",", "").match(/^(\d+) used \+ (\d+) free \+ (\d+) kept for the answer = (\d+)$/);
    const facts = (await playground.panel().innerText()).replaceAll(",", "");
    const parts = facts.match(/((?:\d+ [a-z ]+ \+ )+\d+ [a-z ]+) = (\d+) tokens/);
    assert.ok(parts, `no parts in: ${facts}`);
    const whole = [...parts[1].matchAll(/\d+/g)].reduce((total, [number]) => total + Number(number), 0);
    assert.equal(whole, Number(parts[2]), facts);
    if (!numbers) continue;
    seen += 1;
    const [used, free, kept, window] = numbers.slice(1).map(Number);
    assert.equal(used + free + kept, window, sum);
    assert.equal(used, whole, `${sum} and ${parts[0]}`);
  }
  assert.ok(seen > 30, `only ${seen} sums were seen`);
  tab.assertQuiet();
  await tab.close();
});
