// Acting in the past: asked first, and what came after can be had again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function inThePast(lang) {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=${lang}&level=3`);
  await playground.waitForSteps(100);
  return { tab, playground };
}

for (const [lang, words, answer] of [
  ["en", "My favourite colour is green.", /green/i],
  ["es", "Mi color favorito es el verde.", /verde/i],
]) {
  test(`something said in the past asks first, forks, and the old future comes back, in ${lang}`, async () => {
    const { tab, playground } = await inThePast(lang);
    const before = await playground.moment();

    await playground.say(words);
    await playground.dialog().waitFor();
    assert.deepEqual(await playground.moment(), before, "nothing happens before the answer");

    // Not at all: all is as it was, and the words are still there.
    await playground.dialog().getByRole("button").last().click();
    await playground.dialog().waitFor({ state: "detached" }).catch(() => {});
    assert.deepEqual(await playground.moment(), before);
    assert.equal(await playground.composer().inputValue(), words);

    await playground.composer().press("Enter");
    await playground.dialog().locator(".button-primary").click();
    await tab.page.waitForFunction((steps) => Number(document.querySelector("input[type=range]")?.max) !== steps, before.steps);
    await tab.page.locator(".futures").waitFor();
    await tab.page.waitForFunction(
      (said) => [...document.querySelectorAll(".conversation-lines > li")].some((line) => line.innerText.includes(said)),
      words,
    );
    await tab.page.keyboard.press("End");
    assert.match((await playground.conversation()).join("\n"), answer);

    await tab.page.locator(".futures button").first().click();
    await tab.page.waitForFunction((steps) => Number(document.querySelector("input[type=range]")?.max) === steps, before.steps);
    assert.doesNotMatch((await playground.conversation()).join("\n"), new RegExp(words.slice(0, 12)));
    await tab.page.locator(".futures").waitFor();
    tab.assertQuiet();
    await tab.close();
  });
}

test("at the last step one just goes on", async () => {
  const { tab, playground } = await inThePast("en");
  await tab.page.keyboard.press("End");
  const { steps } = await playground.moment();
  await playground.say("I have a parrot called Kiwi.");
  await tab.page.waitForFunction((before) => Number(document.querySelector("input[type=range]")?.max) > before, steps);
  assert.equal(await tab.page.locator("dialog[open]").count(), 0);
  assert.equal(await playground.composer().inputValue(), "");
  tab.assertQuiet();
  await tab.close();
});
