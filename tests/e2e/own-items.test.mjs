// Items of one's own belong to who gave them: another level does not put an example in their
// place, and starting again runs the same list in as many slots.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** The items in the slots at the end, and how many slots there are. */
async function end(page, playground) {
  await playground.lookAt((await playground.moment()).steps);
  const { steps, marks } = await playground.moment();
  return { steps, marks, sum: await page.locator(".window-sum").innerText() };
}

for (const lang of ["en", "es"]) {
  test(`a list of one's own stays at every level, and starts again in as many slots, in ${lang}`, async () => {
    const tab = await openTab(chromium);
    const { page } = tab;
    const playground = await PlaygroundPage.open(page, `${server.url}#example=five-slots&lang=${lang}&level=1`);
    await page.locator(".lesson-more > summary").click();
    await page.locator(".lesson-more button").first().click();
    await playground.dialog().locator("textarea").fill("tea\njam\nmilk\ntea\nbread");
    await playground.dialog().locator('input[type="number"]').fill("3");
    await playground.dialog().locator(".button-primary").click();
    await page.waitForFunction(() => document.querySelector(".window-sum").innerText.endsWith("= 3"));
    const before = await end(page, playground);
    const level = page.locator('header select:has(option[value="1"])');
    for (const number of ["2", "3", "1", "3", "1"]) {
      await level.selectOption(number);
      await page.waitForFunction((wanted) => document.documentElement.dataset.level === wanted, number);
      assert.deepEqual(await end(page, playground), before, `level ${number}`);
    }
    await page.getByRole("button", { name: /^(Start again|Empezar de nuevo)$/ }).click();
    await page.waitForFunction((steps) => document.querySelector("[data-timeline]").value !== String(steps), before.steps);
    assert.deepEqual(await end(page, playground), before, "started again");
    tab.assertQuiet();
    await tab.close();
  });
}
