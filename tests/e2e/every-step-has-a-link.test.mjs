// Every step has a link of its own, and a link pasted into the address leads there, back and
// forth, in one and the same tab.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** The link that the share dialog gives for what is in view. */
async function shared(page, playground) {
  await page.locator("header button", { hasText: /Share|Compartir/ }).click();
  const link = await playground.dialog().locator("textarea").first().inputValue();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  return link;
}

for (const [example, lang, least, stride] of [
  ["five-slots", "es", 34, 6],
  ["six-sessions", "en", 900, 307],
]) {
  test(`the links of the steps of ${example} differ, and each leads to its step, in ${lang}`, async () => {
    const tab = await openTab(chromium);
    const { page } = tab;
    const playground = await PlaygroundPage.open(page, `${server.url}#example=${example}&lang=${lang}&level=3`);
    await playground.waitForSteps(least);
    const { steps } = await playground.moment();
    const moments = [];
    for (let step = 1; step <= steps; step += stride) {
      await playground.lookAt(step);
      moments.push({ moment: await playground.moment(), link: await shared(page, playground) });
    }
    assert.equal(new Set(moments.map(({ link }) => link)).size, moments.length, "no two steps share a link");
    for (const { moment, link } of moments.reverse()) {
      await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
      await playground.waitForStep(moment.step);
      assert.deepEqual(await playground.moment(), moment);
    }
    assert.equal(await page.locator(".notice").count(), 0);
    tab.assertQuiet();
    await tab.close();
  });
}

test("a list of one's own with commas, percent signs, markup and an emoji is the same behind its link", async () => {
  const items = ["a, b", "100 %", "<b>bold</b>", "a&b=c#d", "naïve 🦜", '"quoted"', "a, b"];
  const tab = await openTab(chromium);
  const { page } = tab;
  const playground = await PlaygroundPage.open(page, `${server.url}#example=five-slots&lang=en`);
  await page.locator(".lesson-more > summary").click();
  await page.locator(".lesson-more button").first().click();
  await playground.dialog().locator("textarea").fill(items.join("\n"));
  await playground.dialog().locator('input[type="number"]').fill("4");
  await playground.dialog().locator(".button-primary").click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.keyboard.press("End");
  const { steps } = await playground.moment();
  await playground.waitForStep(steps);
  const rows = () => page.locator(".queue-row:not([data-state=left])").allInnerTexts();
  const before = { ...(await playground.moment()), rows: await rows() };
  assert.equal(before.rows.length, 4);
  const link = await shared(page, playground);
  await tab.close();

  const again = await openTab(chromium, { locale: "es-ES" });
  const same = await PlaygroundPage.open(again.page, link);
  await same.waitForStep(steps);
  const there = await again.page.locator(".queue-row:not([data-state=left])").allInnerTexts();
  assert.deepEqual({ ...(await same.moment()), rows: there }, before);
  again.assertQuiet();
  await again.close();
});

test("settings of the address are those of the run and of the settings tab", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(
    tab.page,
    `${server.url}#example=pressure-alert&lang=en&level=3&window=3000&policy=least-recently-used&budget=2&spent=stop&seed=41`,
  );
  await playground.waitForSteps(100);
  assert.match(await tab.page.locator(".window-sum").innerText(), /= 3,000$/);
  await playground.openTab("settings");
  const numbers = await playground.panel().locator('input[type="number"]').evaluateAll((fields) => fields.map(({ value }) => value));
  assert.deepEqual(numbers, ["3000", "2", "41"]);
  assert.equal(await playground.choice("least-recently-used").inputValue(), "least-recently-used");
  assert.equal(await playground.choice("stop").inputValue(), "stop");
  assert.match(await shared(tab.page, playground), /window=3000&policy=least-recently-used&budget=2&spent=stop/);
  tab.assertQuiet();
  await tab.close();
});
