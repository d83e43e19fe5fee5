// The lesson, step by step, by keyboard and by pointer: picture, sentence and numbers
// agree at every step, forward and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NARROW, WIDE, assertAccessible, frameOf, openTab, startChromium, startFirefox, startHost, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** What the page says at each step to its end, moved on by `move`. */
async function walk(playground, move) {
  const path = [await playground.moment()];
  for (let step = 0; step < 60; step += 1) {
    const before = path[path.length - 1];
    if (before.step === before.steps) break;
    await move();
    await playground.waitForStep(before.step + 1);
    path.push(await playground.moment());
  }
  return path;
}

for (const [locale, lang] of [
  ["es-ES", "es"],
  ["en-GB", "en"],
]) {
  test(`by keyboard to the end and back, in ${lang}`, async () => {
    const tab = await openTab(chromium, { locale, viewport: WIDE });
    const playground = await PlaygroundPage.open(tab.page, server.url);
    assert.equal(await tab.page.getAttribute("html", "lang"), lang);

    const forward = await walk(playground, () => tab.page.keyboard.press("ArrowRight"));
    const last = forward[forward.length - 1];
    assert.equal(last.step, last.steps);
    assert.deepEqual(last.marks, ["5", "6", "7", "1′", "2′"]);
    for (const moment of forward) {
      assert.ok(moment.marks.length <= 5, `${moment.marks.length} items in five slots at step ${moment.step}`);
      assert.ok(moment.sentence.length > 10, `no sentence at step ${moment.step}`);
    }

    for (const moment of forward.slice(0, -1).reverse()) {
      await tab.page.keyboard.press("ArrowLeft");
      await playground.waitForStep(moment.step);
      assert.deepEqual(await playground.moment(), moment);
    }
    await assertAccessible(tab.page);
    tab.assertQuiet();
    await tab.close();
  });
}

test("by pointer at 320 pixels the same lesson ends the same way", async () => {
  const tab = await openTab(chromium, { locale: "es-ES", viewport: NARROW });
  const playground = await PlaygroundPage.open(tab.page, server.url);

  const path = await walk(playground, () => playground.stepButton().click());

  assert.deepEqual(path[path.length - 1].marks, ["5", "6", "7", "1′", "2′"]);
  await playground.assertFitsWidth();
  tab.assertQuiet();
  await tab.close();
});

test("in a closed frame of another origin a step is a step", async () => {
  const host = await startHost(server.url, { sandbox: "allow-scripts" });
  const tab = await openTab(chromium);
  await tab.page.goto(host.url);
  const playground = new PlaygroundPage(await frameOf(tab.page));
  await playground.ready();

  const before = await playground.moment();
  await playground.stepButton().click();
  await playground.waitForStep(before.step + 1);

  tab.assertQuiet();
  await tab.close();
});

for (const lang of ["es", "en"]) {
  test(`the conversation opens where something is about to happen, in ${lang}`, async () => {
    const tab = await openTab(chromium);
    await tab.page.goto(`${server.url}#example=six-sessions&lang=${lang}`);
    const playground = new PlaygroundPage(tab.page);
    await playground.ready();
    await tab.page.waitForFunction(() => Number(document.querySelector("input[type=range]")?.max) > 1000);

    const before = await playground.moment();
    assert.ok(before.step > 1 && before.step < before.steps);
    await tab.page.keyboard.press("ArrowRight");
    await playground.waitForStep(before.step + 1);
    await assertAccessible(tab.page);
    tab.assertQuiet();
    await tab.close();
  });
}

test("in Firefox the same lesson ends the same way", async () => {
  const firefox = await startFirefox();
  const tab = await firefox.open(`${server.url}#lang=en`);
  await tab.page.waitForSelector(".sentence-text");
  const look = async () => {
    // What travels is in its place when it has come to rest.
    await tab.page.waitForFunction(() => [...document.querySelectorAll(".row-mark")].every((mark) => mark.innerText !== ""));
    return tab.page.evaluate(() => ({
      step: Number(document.querySelector("input[type=range]").value),
      steps: Number(document.querySelector("input[type=range]")?.max),
      marks: [...document.querySelectorAll('.queue-row:not([data-state="left"]) .row-mark')].map((mark) => mark.innerText),
      sentence: document.querySelector(".sentence-text").innerText,
    }));
  };
  const path = [await look()];
  while (path.at(-1).step < path.at(-1).steps) {
    await tab.page.keyboard.press("ArrowRight");
    await tab.page.waitForFunction((step) => Number(document.querySelector("input[type=range]").value) === step, {}, path.at(-1).step + 1);
    path.push(await look());
  }
  assert.deepEqual(path.at(-1).marks, ["5", "6", "7", "1′", "2′"]);
  for (const before of path.slice(0, -1).reverse()) {
    await tab.page.keyboard.press("ArrowLeft");
    await tab.page.waitForFunction((step) => Number(document.querySelector("input[type=range]").value) === step, {}, before.step);
    assert.deepEqual(await look(), before);
  }
  tab.assertQuiet();
});
