// Levels two and three without a pointer: lists, jumps, the timeline, the question before a
// fork; and nothing that has the focus lies behind something else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { WIDE, openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash, least = 100, options = {}) {
  const tab = await openTab(chromium, options);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(least);
  return { tab, page: tab.page, playground };
}

/** Presses Tab until `selector` has the focus, as one who has only a keyboard. */
async function reach(page, selector, key = "Tab") {
  for (let press = 0; press < 150; press += 1) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${selector} is not reached by ${key}`);
}

/** The positions of the trace's lines, of one kind. */
async function positionsOf(playground, kind) {
  await playground.panel().locator("select").selectOption(kind);
  const lines = await playground.panel().locator(".trace-button").allInnerTexts();
  return lines.map((line) => Number(line.match(/^(\d+)\. /)[1]));
}

test("jumps by key stop at every page-out, page-in, call and warning that the trace has, forward and back", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&lang=en&level=3");
  await playground.openTab("trace");
  for (const kind of ["page-out", "page-in", "call", "warning"]) {
    const value = await page.locator(".transport-jump option").evaluateAll(
      (options, wanted) => options.map((option) => option.value).find((name) => name.includes(wanted)),
      kind,
    );
    const positions = await positionsOf(playground, value);
    assert.ok(positions.length > 0, `the trace has no ${kind}`);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("Home");
    await reach(page, ".transport-jump select");
    const names = await page.locator(".transport-jump option").evaluateAll((options) => options.map((option) => option.value));
    const chosen = names.indexOf(await page.locator(".transport-jump select").inputValue());
    const away = names.indexOf(value) - chosen;
    for (let press = 0; press < Math.abs(away); press += 1) await page.keyboard.press(away > 0 ? "ArrowDown" : "ArrowUp");
    assert.equal(await page.locator(".transport-jump select").inputValue(), value);

    await page.keyboard.press("Tab");
    for (const position of positions.slice(0, 12)) {
      await page.keyboard.press("Enter");
      await playground.waitForStep(position);
    }
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    for (const position of positions.slice(0, 12).reverse().slice(1)) {
      await page.keyboard.press("Enter");
      await playground.waitForStep(position);
    }
  }
  tab.assertQuiet();
  await tab.close();
});

test("on the timeline arrows go one step, Home and End to the ends, and it says where it is", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&lang=en&level=2");
  await reach(page, "[data-timeline]");
  const { step, steps } = await playground.moment();
  for (const [key, wanted] of [
    ["ArrowRight", step + 1],
    ["ArrowLeft", step],
    ["End", steps],
    ["Home", 1],
    ["PageDown", 2],
  ]) {
    await page.keyboard.press(key);
    await playground.waitForStep(wanted);
    const said = await playground.timeline().getAttribute("aria-valuetext");
    const title = (await page.locator(".sentence-title").innerText()).replace(/\.$/, "");
    assert.ok(said.includes(String(wanted)) && said.includes(title), `${said} at ${wanted}, ${title}`);
  }
  tab.assertQuiet();
  await tab.close();
});

test("an answer to the question before a fork is given by key, and the focus goes back to what was written", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&lang=en&level=2");
  await reach(page, ".composer-text");
  await page.keyboard.type("I have a parrot called Kiwi.");
  await page.keyboard.press("Enter");
  await playground.dialog().waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  assert.ok(await playground.composer().evaluate((box) => box === document.activeElement));
  assert.equal(await playground.composer().inputValue(), "I have a parrot called Kiwi.");

  await page.keyboard.press("Enter");
  await playground.dialog().waitFor();
  await reach(page, "dialog .button-primary");
  await page.keyboard.press("Enter");
  await page.locator(".futures").waitFor();
  assert.ok(await playground.composer().evaluate((box) => box === document.activeElement));
  assert.equal(await playground.composer().inputValue(), "");
  tab.assertQuiet();
  await tab.close();
});

test("a line of the trace that is pressed by key leads there and keeps the focus", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&lang=en&level=3");
  await playground.openTab("trace");
  await reach(page, ".trace-button");
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Tab");
  const line = await page.evaluate(() => document.activeElement.innerText);
  await page.keyboard.press("Enter");
  await playground.waitForStep(Number(line.match(/^(\d+)/)[1]));
  await page.waitForFunction((wanted) => document.activeElement.innerText === wanted, line);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-current")), "step");
  tab.assertQuiet();
  await tab.close();
});

for (const [level, viewport] of [
  [1, { width: 360, height: 640 }],
  [2, { width: 360, height: 640 }],
  [3, WIDE],
]) {
  test(`what has the focus is never wholly behind something else, and Shift with Tab goes the same way back, at level ${level}, ${viewport.width} px`, async () => {
    const { tab, page } = await opened(
      `example=${level === 1 ? "five-slots" : "pressure-alert"}&lang=es&level=${level}`,
      20,
      { viewport },
    );
    // A page that scrolls may need a moment.
    const look = async () => {
      let now = await lookOnce();
      for (let count = 0; count < 10 && now && !now.isSeen; count += 1) {
        await page.waitForTimeout(50);
        now = await lookOnce();
      }
      return now;
    };
    const lookOnce = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (element === document.body) return undefined;
        const box = element.getBoundingClientRect();
        const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
        const [right, bottom] = [Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
        // Nine points of what is in the window of it: one that is not covered is enough.
        const shares = [0.1, 0.5, 0.9];
        const isSeen =
          right > left &&
          bottom > top &&
          shares.some((x) =>
            shares.some((y) => {
              const there = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
              return there && (element.contains(there) || there.closest("label")?.contains(element));
            }),
          );
        const all = [...document.querySelectorAll("*")];
        return { at: all.indexOf(element), isSeen, what: `${element.tagName}.${element.className} ${element.innerText?.slice(0, 20) ?? ""}` };
      });
    const there = [];
    for (let press = 0; press < 150; press += 1) {
      await page.keyboard.press("Tab");
      const now = await look();
      if (!now) break;
      assert.ok(now.isSeen, `${now.what} has the focus behind something`);
      there.push(now.at);
    }
    assert.ok(there.length > 8 && there.length < 150, `${there.length} stops`);
    const back = [];
    for (let press = 0; press < there.length; press += 1) {
      await page.keyboard.press("Shift+Tab");
      const now = await look();
      assert.ok(now?.isSeen, `${now?.what} has the focus behind something, on the way back`);
      back.push(now.at);
    }
    assert.deepEqual(back.reverse(), there);
    tab.assertQuiet();
    await tab.close();
  });
}

test("what a link hides or locks takes no orders by key either", async () => {
  for (const [hash, key] of [
    ["lock=play", "k"],
    ["hide=play", "k"],
    ["lock=timeline", "End"],
    ["lock=timeline", "]"],
    ["hide=help", "?"],
    ["lock=help", "?"],
  ]) {
    const { tab, page, playground } = await opened(`example=five-slots&lang=en&${hash}`, 20);
    const before = await playground.moment();
    await page.keyboard.press(key);
    // A step is taken at once, and shows that keys are listened to.
    await page.keyboard.press("ArrowRight");
    await playground.waitForStep(before.step + 1);
    await page.waitForTimeout(150);
    assert.equal((await playground.moment()).step, before.step + 1, `${key} with ${hash}`);
    assert.equal(await page.locator("dialog[open]").count(), 0, `${key} with ${hash}`);
    assert.equal(await page.locator(".transport-play").filter({ hasText: "Pause" }).count(), 0, `${key} with ${hash}`);
    tab.assertQuiet();
    await tab.close();
  }
});
