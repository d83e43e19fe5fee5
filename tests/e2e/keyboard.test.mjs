// Without a pointer: everything is reached, nothing traps, dialogs give the focus back, and
// what happens is said.

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

/** What has the focus, and whether it is seen to. */
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const name = element.getAttribute("aria-label") ?? element.innerText?.trim().slice(0, 30) ?? "";
    return {
      what: `${element.tagName} ${element.id || element.className} ${name}`,
      isBody: element === document.body,
      isSeen: box.width > 0 && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
    };
  });
}

for (const level of [1, 3]) {
  test(`Tab reaches everything at level ${level}, the focus is seen, and nothing holds it`, async () => {
    const { tab } = await opened(`example=${level === 1 ? "five-slots" : "pressure-alert"}&lang=en&level=${level}`);
    const path = [];
    for (let press = 0; press < 120; press += 1) {
      await tab.page.keyboard.press("Tab");
      const now = await focused(tab.page);
      if (now.isBody) break;
      assert.ok(now.isSeen, `the focus on ${now.what} is not seen`);
      path.push(now.what);
    }
    assert.ok(path.length < 120, `the focus never leaves the page: ${path.slice(-5).join(" → ")}`);
    for (const wanted of ["Share", "Step", "Play", "INPUT"]) {
      assert.ok(path.some((what) => what.includes(wanted)), `${wanted} is not reached: ${path.join(" → ")}`);
    }
    tab.assertQuiet();
    await tab.close();
  });
}

test("the keys that the help names do what it says", async () => {
  const { tab, playground } = await opened("example=pressure-alert&lang=en&level=3", 100);
  const { page } = tab;
  const at = async () => (await playground.moment()).step;
  const { step: start, steps } = await playground.moment();

  await page.keyboard.press("End");
  await playground.waitForStep(steps);
  await page.keyboard.press("Home");
  await playground.waitForStep(1);
  await page.keyboard.press("PageDown");
  await playground.waitForStep(2);
  await page.keyboard.press("PageUp");
  await playground.waitForStep(1);

  // One model call, one turn: each further than the one before.
  const twice = async (key) => {
    await page.keyboard.press("Home");
    await playground.waitForStep(1);
    await page.keyboard.press(key);
    await page.keyboard.press(key);
    return at();
  };
  const [event, call, turn] = [await twice("ArrowRight"), await twice("Shift+ArrowRight"), await twice("Alt+ArrowRight")];
  assert.ok(event < call && call < turn, `${event} < ${call} < ${turn}`);

  // Play and pause, by either key.
  for (const key of ["Space", "k"]) {
    await page.evaluate(() => document.activeElement.blur());
    const before = await at();
    await page.keyboard.press(key);
    await page.waitForFunction((step) => Number(document.querySelector("input[type=range]").value) > step, before);
    await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector(".transport-play").innerText.trim() === "Play");
  }

  // To the next event that stands out, and back.
  await page.keyboard.press("Home");
  await page.keyboard.press("]");
  const marked = await at();
  await page.keyboard.press("]");
  assert.ok((await at()) > marked);
  await page.keyboard.press("[");
  assert.equal(await at(), marked);
  assert.ok(start > 1);
  tab.assertQuiet();
  await tab.close();
});

test("a dialog is opened, closed by Escape, and gives the focus back", async () => {
  const { tab, playground } = await opened("example=five-slots&lang=en");
  const share = tab.page.getByRole("button", { name: "Share" });
  await share.focus();
  await tab.page.keyboard.press("Enter");
  await playground.dialog().waitFor();
  const inside = await tab.page.evaluate(() => document.activeElement.closest("dialog") !== null);
  assert.ok(inside, "the focus is in the dialog");
  await tab.page.keyboard.press("ArrowRight");
  await tab.page.keyboard.press("Escape");
  await tab.page.locator("dialog[open]").waitFor({ state: "detached" });
  assert.match((await focused(tab.page)).what, /Share/);
  assert.equal((await playground.moment()).step, 7, "keys of the dialog are not those of the page");

  await tab.page.keyboard.press("?");
  await playground.dialog().waitFor();
  await tab.page.keyboard.press("Escape");
  await tab.page.locator("dialog[open]").waitFor({ state: "detached" });
  tab.assertQuiet();
  await tab.close();
});

test("tabs are chosen by arrows, and the list takes one stop", async () => {
  const { tab, playground } = await opened("example=pressure-alert&lang=en&level=3", 100);
  await tab.page.locator("#tab-explanation").focus();
  for (const name of ["prompt", "evictions", "cost", "futures", "trace", "settings", "explanation"]) {
    await tab.page.keyboard.press("ArrowRight");
    await tab.page.locator(`#tab-${name}[aria-selected=true]`).waitFor();
    assert.equal(await tab.page.evaluate(() => document.activeElement.id), `tab-${name}`);
  }
  assert.equal(await tab.page.locator('[role=tab][tabindex="0"]').count(), 1);
  assert.ok((await playground.panel().innerText()).length > 20);
  tab.assertQuiet();
  await tab.close();
});

test("what is typed in the composer moves nothing, and boxes to tick leave the arrows to the steps", async () => {
  const { tab, playground } = await opened("example=pressure-alert&lang=en&level=2", 100);
  const { step } = await playground.moment();
  await playground.composer().focus();
  await tab.page.keyboard.type("k? [ ] + - hello");
  await tab.page.keyboard.press("ArrowLeft");
  assert.equal((await playground.moment()).step, step);
  assert.equal(await playground.composer().inputValue(), "k? [ ] + - hello");

  await tab.page.locator(".lesson-more > summary").click();
  await tab.page.locator(".lesson-more .check input").first().focus();
  await tab.page.keyboard.press("ArrowRight");
  await playground.waitForStep(step + 1);
  tab.assertQuiet();
  await tab.close();
});

test("each step is said, and playing does not say every one", async () => {
  const { tab, playground } = await opened("example=five-slots&lang=en");
  const region = tab.page.locator('[role="status"][aria-live="polite"]');
  assert.equal(await region.count(), 1);
  for (let step = 0; step < 4; step += 1) {
    await playground.stepOn();
    const sentence = await tab.page.locator(".sentence-text").innerText();
    const said = (await region.textContent()).replace(/\s+/g, " ");
    assert.ok(said.includes(sentence.split(". ")[0].slice(0, 12)), `${said} / ${sentence}`);
  }
  await tab.page.keyboard.press("Home");
  await playground.waitForStep(1);
  const counts = await tab.page.evaluate(async () => {
    let said = 0;
    const region = document.querySelector('[role="status"][aria-live="polite"]');
    const watch = new MutationObserver(() => (said += 1));
    watch.observe(region, { childList: true, characterData: true, subtree: true });
    document.querySelector(".transport-play").click();
    const range = document.querySelector("input[type=range]");
    await new Promise((done) => {
      const look = () => (Number(range.value) >= 10 ? done() : setTimeout(look, 30));
      look();
    });
    document.querySelector(".transport-play").click();
    return { said, steps: Number(range.value) - 1 };
  });
  assert.ok(counts.said < counts.steps, `${counts.said} said of ${counts.steps} steps`);
  tab.assertQuiet();
  await tab.close();
});
