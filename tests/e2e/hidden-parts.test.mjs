// What a teacher hides is not there, what a teacher locks takes no orders; everything else
// is, and one can always step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** Where each part of a link stands. */
const PARTS = {
  example: 'header select:has(option[value="five-slots"])',
  settings: "#tab-settings",
  language: 'header select:has(option[value="es"])',
  theme: 'header select:has(option[value="dark"])',
  level: 'header select:has(option[value="1"])',
  share: 'header button:text-is("Share")',
  help: 'header button:has-text("?")',
  restart: 'button:text-is("Start again")',
  conversation: ".page-conversation",
  composer: ".composer",
  timeline: ".timeline",
  play: ".transport-play",
  sentence: ".sentence",
  views: ".lesson-more",
  tabs: "#tab-panel",
  prompt: "#tab-prompt",
  evictions: "#tab-evictions",
  cost: "#tab-cost",
  trace: "#tab-trace",
  live: 'header button:has-text("Use a real model")',
};

/** What goes with a part that holds others. */
const INSIDE = {
  conversation: ["composer"],
  tabs: ["prompt", "evictions", "cost", "trace", "settings"],
};

const ALL = Object.keys(PARTS);

async function present(page) {
  const shown = [];
  for (const name of ALL) if (await page.locator(PARTS[name]).first().isVisible()) shown.push(name);
  return shown;
}

test("each part that is hidden is gone, and only that part", async () => {
  const tab = await openTab(chromium);
  const { page } = tab;
  const base = "example=pressure-alert&lang=en&level=3";
  const playground = await PlaygroundPage.open(page, `${server.url}#${base}`);
  await playground.waitForSteps(100);
  assert.deepEqual(await present(page), ALL);
  for (const name of ALL) {
    await page.evaluate((hash) => (location.hash = hash), `${base}&hide=${name}`);
    await page.locator(PARTS[name]).first().waitFor({ state: "hidden" });
    const gone = [name, ...(INSIDE[name] ?? [])];
    assert.deepEqual(await present(page), ALL.filter((part) => !gone.includes(part)), `hide=${name}`);
  }
  tab.assertQuiet();
  await tab.close();
});

test("with everything hidden one still steps, by button and by key, and nothing is wrong for axe", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(
    tab.page,
    `${server.url}#example=five-slots&lang=en&level=3&hide=header,${ALL.join(",")}`,
  );
  assert.deepEqual(await present(tab.page), []);
  const marks = () => tab.page.locator('.queue-row:not([data-state="left"]) .row-mark').allInnerTexts();
  const before = await marks();
  await playground.stepButton().click();
  await playground.stepButton().click();
  await tab.page.waitForFunction((old) => document.querySelector(".queue-row:not([data-state=left]) .row-mark").innerText !== old, before[0]);
  for (let step = 0; step < 40; step += 1) await tab.page.keyboard.press("ArrowRight");
  await tab.page.waitForFunction(() => [...document.querySelectorAll(".row-mark")].some((mark) => mark.innerText === "2′"));
  await assertAccessible(tab.page);
  await playground.assertFitsWidth();
  tab.assertQuiet();
  await tab.close();
});

test("with everything locked nothing but looking is left, by pointer or by key", async () => {
  const tab = await openTab(chromium);
  const { page } = tab;
  const playground = await PlaygroundPage.open(page, `${server.url}#example=pressure-alert&lang=en&level=3&lock=header,${ALL.join(",")}`);
  await playground.waitForSteps(100);
  const { steps } = await playground.moment();
  for (const name of ["example", "language", "theme", "level", "share", "restart", "timeline", "play"]) {
    const part = page.locator(PARTS[name]).first();
    const control = name === "timeline" ? part.locator("input") : part;
    assert.ok(await control.isDisabled(), `${name} takes orders`);
  }
  for (const control of await page.locator(".composer :is(button, textarea)").all()) assert.ok(await control.isDisabled());
  await playground.openTab("settings");
  for (const control of await playground.panel().locator("select, fieldset:first-of-type input, button[type=submit]").all()) {
    assert.ok(await control.isDisabled());
  }
  // By key it does not play either.
  await page.locator(".sentence").focus();
  const { step } = await playground.moment();
  await page.keyboard.press("k");
  assert.equal(await page.locator(PARTS.play).innerText(), "Play");
  await page.keyboard.press("ArrowRight");
  await playground.waitForStep(step + 1);
  assert.equal((await playground.moment()).steps, steps);
  await assertAccessible(page);
  tab.assertQuiet();
  await tab.close();
});
