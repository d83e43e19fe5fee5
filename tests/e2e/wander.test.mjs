// Somebody who tries everything, in an order that a seed gives: whatever comes after
// whatever, the page says something true, adds up, and goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** A source of choices, always the same for a seed. */
function chooser(seed) {
  let state = seed >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const keys = (...names) => Object.fromEntries(names.map((name) => [`key ${name}`, ({ page }) => page.keyboard.press(name)]));

/** What one can do; each does nothing where it is not there. */
const DEEDS = {
  ...keys("ArrowRight", "ArrowLeft", "Shift+ArrowRight", "Alt+ArrowLeft", "Home", "End", "]", "[", "k", "+"),
  "another place on the timeline": async ({ playground, choose }) => {
    const { steps } = await playground.moment();
    await playground.lookAt(1 + choose(steps));
  },
  "the other language": ({ page }) => turn(page, "es", ["en", "es"]),
  "other colours": ({ page }) => turn(page, "dark", ["dark", "light"]),
  "level 1": ({ page }) => pick(page, 'header select:has(option[value="1"])', "1"),
  "level 2": ({ page }) => pick(page, 'header select:has(option[value="1"])', "2"),
  "level 3": ({ page }) => pick(page, 'header select:has(option[value="1"])', "3"),
  "five slots": ({ page }) => pick(page, 'header select:has(option[value="five-slots"])', "five-slots"),
  "five slots with a model": ({ page }) => pick(page, 'header select:has(option[value="five-slots"])', "five-slots-model"),
  "the warning": ({ page }) => pick(page, 'header select:has(option[value="five-slots"])', "pressure-alert"),
  "something said": async ({ page, playground, choose }) => {
    if (!(await playground.composer().isVisible())) return;
    await playground.say(["My cat is called Nube.", "¿Cómo se llama mi gato?", "7", "<b>hello</b> & 100 %"][choose(4)]);
  },
  "a suggestion": async ({ page }) => press(page, ".suggestion:not(.suggestion-own)"),
  "small talk": async ({ page }) => press(page, ".suggestion-own"),
  "the other future": async ({ page }) => press(page, ".futures button"),
  "without a store, or with it": async ({ page }) => {
    await page.locator(".lesson-more").evaluate((details) => (details.open = true));
    await page.locator(".lesson-more .check input").nth(2).click();
  },
  "another policy": async ({ page, choose }) => {
    if (!(await page.locator("#tab-settings").isVisible())) return;
    await page.locator("#tab-settings").click();
    await page.locator('#tab-panel select:has(option[value="random"])').selectOption({ index: choose(3) });
    await page.locator("#tab-panel .button").nth(choose(2)).click();
  },
  "another tab": async ({ page, choose }) => {
    const tabs = await page.locator("[role=tab]").all();
    if (tabs.length) await tabs[choose(tabs.length)].click();
  },
  "start again": ({ page }) => press(page, '.lesson > .row > button:has-text("Start again"), .lesson > .row > button:has-text("Empezar")'),
  "the share dialog": ({ page }) => page.locator("header button", { hasText: /Share|Compartir/ }).click(),
};

async function press(page, selector) {
  const button = page.locator(selector).first();
  if ((await button.count()) && (await button.isEnabled())) await button.click();
}

async function pick(page, selector, value) {
  const list = page.locator(selector);
  if ((await list.count()) && (await list.locator(`option[value="${value}"]`).count())) await list.selectOption(value);
}

async function turn(page, value, values) {
  const list = page.locator(`header select:has(option[value="${value}"])`);
  if (await list.count()) await list.selectOption(values.find((other) => other !== value) === (await list.inputValue()) ? value : values.find((other) => other !== value));
}

/** What holds whatever was done. */
async function assertSound(page, way) {
  await page.locator(".stage").waitFor();
  const now = await page.evaluate(() => {
    const text = (selector) => document.querySelector(selector)?.innerText.replaceAll(/\s+/g, " ").trim() ?? "";
    const slider = document.querySelector("[data-timeline]");
    const level = document.querySelector('header select:has(option[value="1"])');
    const language = document.querySelector('header select:has(option[value="es"])');
    return {
      step: Number(slider.value),
      steps: Number(slider.max),
      sentence: text(".sentence-text"),
      sum: text(".window-sum"),
      broken: document.querySelectorAll(".notice-broken").length,
      isLevel: level.value === document.documentElement.dataset.level,
      isLanguage: language.value === document.documentElement.lang,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });
  const where = `${JSON.stringify(now)} after ${way.slice(-12).join(", ")}`;
  assert.ok(now.step >= 1 && now.step <= now.steps, where);
  assert.ok(now.sentence.length > 8, where);
  assert.equal(now.broken, 0, where);
  assert.ok(now.isLevel && now.isLanguage, where);
  assert.ok(now.overflow <= 0, where);
  const equation = now.sum.replaceAll(/[.,](?=\d{3}\b)/g, "").match(/^(.*) = (\d+)$/);
  if (equation) {
    const parts = equation[1].match(/\d+/g).reduce((sum, part) => sum + Number(part), 0);
    assert.equal(parts, Number(equation[2]), where);
  }
}

/** Other walks than these: WANDER="17 18 19" make test-e2e FILES=tests/e2e/wander.test.mjs */
const SEEDS = (process.env.WANDER ?? "1 2").split(" ").map(Number);

for (const seed of SEEDS) {
  const example = seed % 2 ? "five-slots" : "pressure-alert";
  test(`eighty things done in the order of seed ${seed}, from ${example}`, async () => {
    const tab = await openTab(chromium);
    const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=${example}&lang=en&level=3`);
    await playground.waitForSteps(20);
    const choose = chooser(seed);
    const names = Object.keys(DEEDS);
    const way = [];
    for (let deed = 0; deed < 80; deed += 1) {
      const name = names[choose(names.length)];
      way.push(name);
      try {
        await DEEDS[name]({ page: tab.page, playground, choose });
      } catch (error) {
        assert.fail(`${way.slice(-12).join(", ")}: ${error.message}`);
      }
      // Where the page asks, one answers: yes or no.
      const dialog = tab.page.locator("dialog[open]");
      if (await dialog.count()) {
        const yes = dialog.locator(".row > .button-primary");
        if (choose(3) && (await yes.count())) await yes.first().click();
        else await tab.page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
      }
      await assertSound(tab.page, way);
    }
    tab.assertQuiet();
    await tab.close();
  });
}
