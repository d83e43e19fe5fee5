// Two futures beside each other: where they part, what each cost and answered; both come back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash) {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(60);
  return { tab, page: tab.page, playground };
}

const countIsNot = (page, steps) => page.waitForFunction((old) => Number(document.querySelector("[data-timeline]").max) !== old, steps);

async function fork(page, playground, step, words) {
  await playground.lookAt(step);
  const { steps } = await playground.moment();
  await playground.say(words);
  await playground.dialog().locator(".button-primary").click();
  await countIsNot(page, steps);
  await page.keyboard.press("Escape");
}

for (const [lang, words, name, jump] of [
  ["en", "I have a parrot called Kiwi.", /after turn \d+: “I have a parrot/, "Look at the first difference"],
  ["es", "Tengo un loro que se llama Kiwi.", /tras el turno \d+: «Tengo un loro/, "Ver la primera diferencia"],
]) {
  test(`after a fork at level 2 the futures are compared from the notice, in ${lang}`, async () => {
    const { tab, page, playground } = await opened(`example=pressure-alert&lang=${lang}&level=2`);
    assert.equal(await page.locator("#tab-futures").count(), 0, "nothing to compare yet");
    await fork(page, playground, 60, words);
    assert.match(await page.locator(".futures").innerText(), name);
    await page.locator(".futures > .button").click();
    const panel = playground.panel();
    await page.locator(".futures-compared").waitFor();
    assert.ok(await page.evaluate(() => document.activeElement?.id === "tab-panel"), "the focus is where it is read");
    assert.equal(await panel.locator(".futures-compared h3").count(), 4);
    assert.match(await panel.innerText(), name);
    assert.match(await panel.innerText(), /Kiwi/);
    await page.getByRole("button", { name: jump }).click();
    const { step } = await playground.moment();
    const shared = (await panel.locator(".futures-compared > p").first().innerText()).match(/\d[\d.,]*/)[0];
    assert.equal(step, Number(shared.replace(/\D/g, "")) + 1);
    await playground.assertFitsWidth();
    tab.assertQuiet();
    await tab.close();
  });
}

test("at level 3 the tab is there before, and any two of three can be chosen", async () => {
  const { tab, page, playground } = await opened("example=five-slots&rules=paper&lang=en&level=3");
  await playground.openTab("futures");
  assert.match(await playground.panel().innerText(), /only this one future/);
  await fork(page, playground, 20, "11");
  await fork(page, playground, 10, "12");
  const lists = playground.panel().locator("select");
  await lists.first().waitFor();
  assert.equal(await lists.count(), 2);
  assert.equal(await lists.first().locator("option").count(), 3);
  for (const [left, right] of [["1", "2"], ["3", "1"], ["2", "3"]]) {
    await lists.nth(0).selectOption(left);
    await lists.nth(1).selectOption(right);
    await page.waitForFunction(
      ([one, other]) => {
        const heads = [...document.querySelectorAll(".futures-compared dl:first-of-type dt")].map((head) => head.innerText);
        return heads[0]?.endsWith(one) && heads[1]?.endsWith(other);
      },
      [left, right],
    );
  }
  tab.assertQuiet();
  await tab.close();
});

test("running everything again keeps the futures, and says so", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&lang=en&level=3");
  await fork(page, playground, 60, "I have a parrot called Kiwi.");
  await playground.openTab("settings");
  await playground.choice("least-recently-used").selectOption("least-recently-used");
  await playground.panel().getByRole("button", { name: "Run everything again with these" }).click();
  await page.locator(".futures").waitFor({ state: "detached" });
  await page.locator(".notice").getByRole("button", { name: "Go back to it" }).click();
  await page.locator(".futures").waitFor();
  assert.match(await page.locator(".futures").innerText(), /Return to future 1/);
  tab.assertQuiet();
  await tab.close();
});

test("a setting in the middle of a turn is named after the call it was made in", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&lang=en&level=3");
  await playground.lookAt(59);
  await playground.openTab("settings");
  await playground.choice("least-recently-used").selectOption("least-recently-used");
  await playground.panel().getByRole("button", { name: "Change from this step on" }).click();
  await playground.dialog().locator(".button-primary").click();
  await page.locator(".futures").waitFor();
  assert.match(await page.locator(".futures").innerText(), /from call \d+ of turn \d+ on: .*policy least recently used/);
  tab.assertQuiet();
  await tab.close();
});
