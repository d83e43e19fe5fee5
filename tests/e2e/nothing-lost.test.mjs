// What somebody has said or given is never lost by opening something else: it is kept, that
// is said, and one press brings it back; between the first level and the others it comes
// back by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

const LEVEL = 'header select:has(option[value="1"])';
const EXAMPLE = 'header select:has(option[value="five-slots"])';

async function chooseLevel(page, number) {
  await page.locator(LEVEL).selectOption(number);
  await page.waitForFunction((wanted) => document.documentElement.dataset.level === wanted, number);
}

async function giveItems(page, playground, items) {
  await page.locator(".lesson-more").evaluate((details) => (details.open = true));
  await page.locator(".lesson-more button").first().click();
  await playground.dialog().locator("textarea").fill(items);
  await playground.dialog().locator(".button-primary").click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

/** What there is: the steps, the one in view, the slots or rows, all that was said. */
async function open(playground) {
  return { ...(await playground.moment()), said: await playground.conversation() };
}

/** Ways to open something else, each with the text of the stage that is there then. */
const WAYS = {
  "another example": ({ page }) => page.locator(EXAMPLE).selectOption("five-slots-model"),
  "the same once more": ({ page }) => page.getByRole("button", { name: /^(Start again|Empezar de nuevo)$/ }).click(),
  "items of one's own": ({ page, playground }) => giveItems(page, playground, "tea, jam, tea"),
  "a link": ({ page }) => page.evaluate(() => (location.hash = "example=five-slots&level=3")),
  "a saved run": async ({ page, playground }) => {
    await playground.openTab("settings");
    const download = page.waitForEvent("download");
    await playground.panel().locator(".fields", { has: page.locator("input[type=file]") }).locator("button").first().click();
    await playground.panel().locator("input[type=file]").setInputFiles(await (await download).path());
  },
};

for (const [lang, words, back] of [
  ["en", "I have a parrot called Kiwi.", "Go back to it"],
  ["es", "Tengo un loro que se llama Kiwi.", "Volver a él"],
]) {
  test(`whatever is opened, a conversation is kept and comes back, in ${lang}`, async () => {
    const tab = await openTab(chromium);
    const { page } = tab;
    const playground = await PlaygroundPage.open(page, `${server.url}#example=pressure-alert&lang=${lang}&level=2`);
    await playground.waitForSteps(100);
    await page.keyboard.press("End");
    const { steps } = await playground.moment();
    await playground.say(words);
    await playground.waitForSteps(steps + 5);
    const before = await open(playground);
    assert.match(before.said.join(" "), /Kiwi/);

    for (const number of ["2", "3"]) {
      await chooseLevel(page, "1");
      assert.equal(await page.locator(EXAMPLE).inputValue(), "five-slots");
      await chooseLevel(page, number);
      assert.deepEqual(await open(playground), before, `from level 1 to level ${number}`);
    }

    for (const [name, leave] of Object.entries(WAYS)) {
      await page.locator(".notice button", { hasText: "×" }).click({ timeout: 1 }).catch(() => {});
      await leave({ page, playground });
      await page.locator(".notice button", { hasText: back }).click();
      await playground.waitForSteps(before.steps);
      await playground.waitForStep(before.step);
      assert.deepEqual(await open(playground), before, name);
    }

    // Items of one's own at the first level, and the conversation above: each in its place.
    await chooseLevel(page, "1");
    await giveItems(page, playground, "tea\njam\nmilk");
    const items = await playground.moment();
    await chooseLevel(page, "2");
    assert.deepEqual(await open(playground), before, "from one's own items");
    await chooseLevel(page, "1");
    assert.deepEqual(await playground.moment(), items, "and back to them");
    tab.assertQuiet();
    await tab.close();
  });
}

test("an example that was left is at the same step when one comes back, in the language of then", async () => {
  const tab = await openTab(chromium);
  const { page } = tab;
  const playground = await PlaygroundPage.open(page, `${server.url}#example=six-sessions&lang=es&level=2`);
  await playground.waitForSteps(900);
  await playground.lookAt(500);
  const before = await playground.moment();
  await chooseLevel(page, "1");
  await chooseLevel(page, "2");
  await playground.waitForSteps(before.steps);
  assert.deepEqual(await playground.moment(), before);
  assert.equal(await page.locator(".notice").count(), 0, "nothing of one's own was there to be kept");

  // The address is written a moment after the step.
  const written = await page.waitForFunction(() => /step=(\d+)\./.exec(location.hash)?.[1]);
  const same = await written.jsonValue();
  await chooseLevel(page, "1");
  await playground.choice("es").selectOption("en");
  await page.waitForFunction(() => document.documentElement.lang === "en");
  await chooseLevel(page, "2");
  await playground.waitForSteps(900);
  assert.match((await playground.conversation()).join(" "), /You:/);
  await page.waitForFunction((turn) => location.hash.includes(`step=${turn}.`), same);
  tab.assertQuiet();
  await tab.close();
});
