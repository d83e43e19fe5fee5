// Running again under other rules, windows and policies: nothing that was said is lost, and
// a value that cannot be is answered in words.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash = "example=pressure-alert&lang=en&level=3", least = 100) {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(least);
  return { tab, page: tab.page, playground };
}

async function sayAtTheEnd({ page, playground }, words) {
  await page.keyboard.press("End");
  const { steps } = await playground.moment();
  await playground.say(words);
  await playground.waitForSteps(steps + 5);
}

/** The last things that the user said: of a long conversation only those are on the page. */
async function said(page, playground) {
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("End");
  return (await playground.conversation()).filter((line) => line.startsWith("You")).map((line) => line.replace(/\s+/g, " ")).slice(-9);
}

const windowIs = (page, words) =>
  page.waitForFunction((wanted) => document.querySelector(".window-sum")?.innerText.endsWith(wanted), words);

test("what was said is said again under another window, another policy and without external store", async () => {
  const opening = await opened();
  const { tab, page, playground } = opening;
  await sayAtTheEnd(opening, "I have a parrot called Kiwi.");
  const before = await said(page, playground);
  assert.match(before.at(-1), /Kiwi/);

  await playground.openTab("settings");
  await playground.panel().locator("input[type=number]").first().fill("1800");
  await playground.panel().locator("button[type=submit]").click();
  await windowIs(page, "= 1,800");
  assert.deepEqual(await said(page, playground), before);

  await playground.choice("least-recently-used").selectOption("least-recently-used");
  await playground.panel().locator("button[type=submit]").click();
  await playground.openTab("explanation");
  assert.deepEqual(await said(page, playground), before);

  await page.locator(".lesson-more > summary").click();
  const without = page.locator(".lesson-more .check").nth(2).locator("input");
  await without.check();
  assert.deepEqual(await said(page, playground), before);
  tab.assertQuiet();
  await tab.close();
});

test("under another rule set the same is said, and going back gives the same run", async () => {
  const opening = await opened();
  const { tab, page, playground } = opening;
  await sayAtTheEnd(opening, "I have a parrot called Kiwi.");
  const before = [await said(page, playground), await playground.moment()];
  const rules = playground.choice("miniature");
  const own = await rules.inputValue();
  const names = await rules.locator("option").evaluateAll((options) => options.map((option) => option.value));
  assert.ok(names.length >= 2);
  for (const name of names.filter((name) => name !== own)) {
    await playground.choice("miniature").selectOption(name);
    await page.waitForFunction((rules) => location.hash.includes(`rules=${rules}`), name);
    assert.equal(await playground.choice("miniature").inputValue(), name);
    assert.equal(await page.locator(".notice-broken").count(), 0);
    await playground.choice("miniature").selectOption(own);
    await page.waitForFunction((rules) => location.hash.includes(`rules=${rules}`), own);
    assert.deepEqual([await said(page, playground), await playground.moment()], before, `after ${name}`);
  }
  tab.assertQuiet();
  await tab.close();
});

test("a file that was opened starts again as it was, and runs again with every word", async () => {
  const first = await opened();
  await sayAtTheEnd(first, "I have a parrot called Kiwi.");
  await first.playground.openTab("settings");
  const download = first.page.waitForEvent("download");
  await first.playground.panel().getByRole("button", { name: /Save/ }).click();
  const file = await readFile(await (await download).path());
  await first.tab.close();

  const { tab, page, playground } = await opened("example=five-slots&lang=en&level=3", 20);
  await playground.openTab("settings");
  await playground.panel().locator("input[type=file]").setInputFiles({ name: "run.json", mimeType: "application/json", buffer: file });
  await playground.waitForSteps(100);
  const before = await said(page, playground);
  const moment = await playground.moment();

  await playground.panel().locator("input[type=number]").first().fill("1800");
  await playground.panel().locator("button[type=submit]").click();
  await windowIs(page, "= 1,800");
  assert.deepEqual(await said(page, playground), before);

  await page.getByRole("button", { name: "Start again" }).click();
  await windowIs(page, "= 2,048");
  assert.deepEqual(await said(page, playground), before);
  assert.deepEqual(await playground.moment(), moment);
  tab.assertQuiet();
  await tab.close();
});

for (const [lang, words] of [
  ["en", /whole number from ([\d,.]+) to ([\d,.]+)/],
  ["es", /número entero de ([\d\s.]+) a ([\d\s.]+)/],
]) {
  test(`a number that will not do is answered in words, and the run stays, in ${lang}`, async () => {
    const { tab, page, playground } = await opened(`example=pressure-alert&lang=${lang}&level=3`);
    const before = await playground.moment();
    await playground.openTab("settings");
    const note = playground.panel().locator("[role=status]").first();
    const fields = playground.panel().locator("input[type=number]");
    for (const [index, typed, holds] of [
      [0, "1", "1024"],
      [0, "999999999", "1048576"],
      [1, "-1", ""],
      [1, "2.5", ""],
      [1, "99999", "1000"],
      [2, "-3", "7"],
      [2, "99999999999999999999", "7"],
    ]) {
      await fields.nth(0).focus();
      await fields.nth(index).fill(typed);
      await fields.nth(index).press("Tab");
      assert.match(await note.innerText(), words, `${typed} in field ${index}`);
      assert.equal(await fields.nth(index).inputValue(), holds, `${typed} in field ${index}`);
      assert.deepEqual(await playground.moment(), before, "nothing runs before it is asked for");
    }
    await fields.nth(0).fill("1600");
    await fields.nth(0).press("Tab");
    assert.equal(await note.innerText(), "");
    tab.assertQuiet();
    await tab.close();
  });
}

test("without external store a question of the conversation is not known, at levels two and three, in both languages", async () => {
  for (const [lang, level, question, known, unknown] of [
    ["en", 2, /neighbour’s cat called\?/, /called Fluff/, /I don't know/],
    ["es", 3, /gata del vecino\?/, /llama Pelusa/, /No lo sé/],
  ]) {
    for (const [external, wanted, other] of [
      [1, known, unknown],
      [0, unknown, known],
    ]) {
      const { tab, page, playground } = await opened(`example=pressure-alert&lang=${lang}&level=${level}&external=${external}`);
      await page.keyboard.press("End");
      const lines = await playground.conversation();
      const asked = lines.findLastIndex((line) => question.test(line));
      assert.ok(asked > 0, `${question} is not asked`);
      const answers = lines.slice(asked + 1).join("\n");
      assert.match(answers, wanted);
      assert.doesNotMatch(answers, other);
      tab.assertQuiet();
      await tab.close();
    }
  }
});

test("small talk goes on in the long conversation until the window overflows, in both languages", async () => {
  for (const lang of ["en", "es"]) {
    const { tab, page, playground } = await opened(`example=six-sessions&lang=${lang}&level=3`, 900);
    await page.keyboard.press("End");
    const { steps } = await playground.moment();
    await page.locator(".suggestion-own").click();
    await playground.waitForSteps(steps + 5);
    assert.ok((await page.locator(".notice").innerText()).length > 20, "how much was said is said");
    const { step } = await playground.moment();
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("]");
    const next = await playground.moment();
    assert.equal(next.step, step + 1, "the next step is the one that stands out");
    tab.assertQuiet();
    await tab.close();
  }
});
