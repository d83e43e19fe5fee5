// Rules, policy, window and budget can be changed; one's own items can be run; without
// external store the same question is not known; nothing that was typed is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash, least = 20) {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(least);
  return { tab, playground };
}

test("the lesson's items, or one's own, in as many slots as one likes", async () => {
  const { tab, playground } = await opened("example=five-slots&lang=en");
  await tab.page.locator(".lesson-more > summary").click();
  await tab.page.getByRole("button", { name: /own|other items|list/i }).first().click();
  await playground.dialog().waitFor();
  await playground.dialog().locator("textarea").fill("tea\nbread\njam\n<b>milk</b>\ntea");
  await playground.dialog().locator('input[type="number"]').fill("3");
  await playground.dialog().locator('input[type="number"]').press("Tab");
  await playground.dialog().locator(".button-primary").click();
  await tab.page.locator("dialog[open]").waitFor({ state: "detached" });
  await tab.page.keyboard.press("End");
  await tab.page.waitForFunction(() => document.querySelector("input[type=range]").value === document.querySelector("input[type=range]")?.max);
  const slots = await tab.page.locator(".queue-row:not([data-state=left])").allInnerTexts();
  assert.equal(slots.length, 3, slots.join(" | "));
  assert.ok(slots.some((slot) => slot.includes("<b>milk</b>")), "markup is shown as it was typed");
  assert.ok(slots.at(-1).includes("tea"), "what was asked for again is back");
  tab.assertQuiet();
  await tab.close();
});

test("one press leads to the same items with a model that decides", async () => {
  const { tab, playground } = await opened("example=five-slots&lang=en");
  await tab.page.getByRole("button", { name: /model decides/ }).click();
  await tab.page.waitForFunction(() => document.querySelector("input[type=range]")?.max === "28");
  await tab.page.keyboard.press("End");
  await tab.page.keyboard.press("ArrowLeft");
  const { marks } = await playground.moment();
  assert.equal(marks.length, 5);
  tab.assertQuiet();
  await tab.close();
});

test("policy, window and budget are changed and the run is made again with them", async () => {
  const { tab, playground } = await opened("example=pressure-alert&lang=en&level=3", 100);
  const before = await playground.moment();
  await playground.openTab("settings");
  const panel = playground.panel();
  await panel.locator('select:has(option[value="random"])').selectOption("random");
  const [window, budget, seed] = await panel.locator('input[type="number"]').all();
  await window.fill("1600");
  await budget.fill("1");
  await seed.fill("5");
  await seed.press("Tab");
  await panel.locator("button[type=submit]").click();
  await tab.page.waitForFunction((steps) => Number(document.querySelector("input[type=range]")?.max) !== steps, before.steps);
  assert.match(await tab.page.locator(".window-sum").innerText(), /= 1,600$/);
  assert.equal(await panel.locator('input[type="number"]').first().inputValue(), "1600");
  await playground.openTab("explanation");
  assert.match(await panel.innerText(), /drawn by lot/i);
  tab.assertQuiet();
  await tab.close();
});

test("a value that cannot be is answered in words, and the run stays", async () => {
  const { tab, playground } = await opened("example=pressure-alert&lang=en&level=3", 100);
  const before = await playground.moment();
  await playground.openTab("settings");
  const window = playground.panel().locator('input[type="number"]').first();
  await window.fill("1");
  await window.press("Tab");
  await playground.panel().locator("button[type=submit]").click();
  await tab.page.waitForTimeout(500);
  const shown = await playground.panel().locator('input[type="number"]').first().inputValue();
  const notice = await tab.page.locator(".notice").allInnerTexts();
  const now = await playground.moment();
  if (now.steps === before.steps) assert.ok(notice.join(" ").length > 10, "why it did not run is said");
  else assert.notEqual(shown, "1", "the value that was taken is shown");
  assert.equal(await tab.page.locator(".notice-broken").count(), 0);
  tab.assertQuiet();
  await tab.close();
});

for (const [lang, unknown] of [
  ["en", /don['’]t know/i],
  ["es", /no (lo )?sé/i],
]) {
  test(`without external store the same question is not known, in ${lang}`, async () => {
    const { tab, playground } = await opened(`example=five-slots&lang=${lang}&level=2`);
    await tab.page.locator(".lesson-more > summary").click();
    const without = tab.page.locator(".lesson-more .check").nth(2).locator("input");
    await tab.page.keyboard.press("End");
    const { steps } = await playground.moment();
    await playground.waitForStep(steps);
    assert.doesNotMatch((await playground.conversation()).join("\n"), unknown);
    await without.check();
    await tab.page.waitForFunction((before) => Number(document.querySelector("input[type=range]")?.max) !== before, steps);
    await tab.page.keyboard.press("End");
    await playground.waitForStep((await playground.moment()).steps);
    const said = (await playground.conversation()).join("\n");
    assert.match(said, unknown);
    assert.doesNotMatch(said, /search\(|buscar\(/, "nothing of the other run is left");
    tab.assertQuiet();
    await tab.close();
  });
}

test("one press chats on until the window overflows", async () => {
  const { tab, playground } = await opened("example=pressure-alert&lang=en&level=2", 100);
  await tab.page.keyboard.press("End");
  const { steps } = await playground.moment();
  await tab.page.locator(".suggestion-own").click();
  await playground.waitForSteps(steps + 10);
  await tab.page.locator(".transport-jump select").selectOption({ index: 0 });
  const flushed = await tab.page.evaluate(() => [...document.querySelectorAll(".conversation-lines > li")].map((line) => line.innerText).slice(-30).join("\n"));
  assert.match(flushed, /summar|leave/i);
  tab.assertQuiet();
  await tab.close();
});
