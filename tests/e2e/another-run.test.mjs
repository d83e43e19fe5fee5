// Another example, other settings: the page shows the run that is open and nothing of the
// one before, however alike their numbers are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** What is shown of the run: slots and queue, conversation, stores. */
function shown(page) {
  return page.evaluate(() =>
    Object.fromEntries(
      [".queue-rows", ".conversation-lines", ".external", ".working-context", ".window-sum", ".sentence-text", "#tab-panel"].map(
        (part) => [part, document.querySelector(part)?.innerText ?? ""],
      ),
    ),
  );
}

async function fresh(hash, least) {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(least);
  return { tab, playground };
}

for (const [before, after, least] of [
  ["five-slots", "five-slots-model", 28],
  ["five-slots-model", "five-slots", 34],
  ["pressure-alert", "six-sessions", 1_000],
  ["six-sessions", "pressure-alert", 200],
]) {
  test(`${after} after ${before} looks as ${after} alone`, async () => {
    const alone = await fresh(`example=${after}&level=2&lang=en`, least);
    const wanted = { opening: await shown(alone.tab.page) };
    await alone.tab.page.keyboard.press("End");
    await alone.playground.waitForStep((await alone.playground.moment()).steps);
    wanted.end = await shown(alone.tab.page);
    await alone.tab.close();

    const { tab, playground } = await fresh(`example=${before}&level=2&lang=en`, 20);
    await tab.page.keyboard.press("End");
    const { steps } = await playground.moment();
    await playground.waitForStep(steps);
    await tab.page.locator(`header select:has(option[value="${after}"])`).selectOption(after);
    await tab.page.waitForFunction((old) => Number(document.querySelector("input[type=range]")?.max ?? old) !== old, steps);
    await playground.waitForSteps(least);
    assert.deepEqual(await shown(tab.page), wanted.opening);
    await tab.page.locator(".sentence").focus();
    await tab.page.keyboard.press("End");
    await playground.waitForStep((await playground.moment()).steps);
    assert.deepEqual(await shown(tab.page), wanted.end);
    tab.assertQuiet();
    await tab.close();
  });
}
