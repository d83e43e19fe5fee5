// The language, the colours and the level of the page can be changed at any step, and
// nothing is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** The select that holds an entry of that value. */
function choice(page, value) {
  return page.locator(`header select:has(option[value="${value}"])`);
}

test("another language keeps the step, what was said and what was typed", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=en&level=3`);
  await playground.waitForSteps(100);
  await tab.page.keyboard.press("End");
  const { steps } = await playground.moment();
  await playground.say("I have a parrot called Kiwi.");
  await playground.waitForSteps(steps + 5);
  await playground.composer().fill("half a sentence");
  const before = await playground.moment();
  // Without who speaks and without quotation marks, which are of the page.
  const own = (line) => line.replace(/^.*:\n/, "").replaceAll(/[«»“”]/g, '"');
  const said = async () => (await playground.conversation()).map(own).filter((line) => /^\w.*(Kiwi|James)/.test(line));
  const words = await said();
  assert.ok(words.length > 0);

  await choice(tab.page, "es").selectOption("es");
  await tab.page.waitForFunction(() => document.documentElement.lang === "es");
  const spanish = await playground.moment();
  assert.equal(spanish.step, before.step);
  assert.equal(spanish.steps, before.steps);
  assert.equal(await playground.composer().inputValue(), "half a sentence");
  // What was said stays in the language in which it was said.
  assert.deepEqual(await said(), words);

  await choice(tab.page, "en").selectOption("en");
  await tab.page.waitForFunction(() => document.documentElement.lang === "en");
  assert.deepEqual(await playground.moment(), before);
  tab.assertQuiet();
  await tab.close();
});

test("an example to which nothing was added is played in the other language, at the same moment", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=en&level=3`);
  await playground.waitForSteps(100);
  const where = async () => (await playground.panel().locator("dd").first().innerText()).match(/\d+/g);
  const before = await where();
  await choice(tab.page, "es").selectOption("es");
  await tab.page.waitForFunction(() => document.documentElement.lang === "es");
  assert.deepEqual(await where(), before);
  assert.match((await playground.conversation()).join("\n"), /cumpleaños/);
  tab.assertQuiet();
  await tab.close();
});

test("no word of the other language is left on the page", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=five-slots&lang=es`);
  await choice(tab.page, "en").selectOption("en");
  await tab.page.waitForFunction(() => document.documentElement.lang === "en");
  const all = await tab.page.evaluate(() => document.body.innerText);
  assert.doesNotMatch(all, /\b(casillas?|elemento|Paso|Ayuda|Compartir|Almacén)\b/);
  assert.equal(await tab.page.title(), "MemGPT Playground");
  await playground.ready();
  tab.assertQuiet();
  await tab.close();
});

test("colours and level change without moving", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=en&level=3`);
  await playground.waitForSteps(100);
  const before = await playground.moment();
  for (const theme of ["dark", "light"]) {
    await choice(tab.page, "dark").selectOption(theme);
    await tab.page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
    assert.deepEqual(await playground.moment(), before);
  }
  await tab.page.locator("header select").first().selectOption({ index: 1 });
  await tab.page.waitForFunction(() => document.documentElement.dataset.level === "2");
  assert.deepEqual(await playground.moment(), before);
  tab.assertQuiet();
  await tab.close();
});
