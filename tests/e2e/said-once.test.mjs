// What is not done as it was asked for is said, in words that fit what was asked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

const WORDS = {
  en: {
    link: /link/,
    again: /does not come this time/,
    clamped: /out of range or too long/,
    unknown: /no example called “nothing-like-it”/,
    unchanged: /in force already/,
    slots: /whole number from 1 to 1,000/,
    cut: /first 500 items/,
    fromHere: "Change from this step on",
  },
  es: {
    link: /enlace/,
    again: /no llega a darse esta vez/,
    clamped: /se sale de lo permitido/,
    unknown: /ningún ejemplo que se llame «nothing-like-it»/,
    unchanged: /ya están en vigor/,
    slots: /número entero de 1 a 1000/,
    cut: /500 primeros elementos/,
    fromHere: "Cambiar desde este paso",
  },
};

for (const [lang, words] of Object.entries(WORDS)) {
  const opened = async (hash) => {
    const tab = await openTab(chromium);
    const playground = await PlaygroundPage.open(tab.page, `${server.url}#lang=${lang}&level=3&${hash}`);
    return { tab, page: tab.page, playground, notice: tab.page.locator(".notice p") };
  };
  const said = async (notice, pattern, what) => {
    await notice.waitFor();
    assert.match(await notice.innerText(), pattern, what);
  };

  test(`a step that is gone is that of the link only where a link named it, in ${lang}`, async () => {
    const { tab, page, playground, notice } = await opened("example=five-slots&step=99.1.evicted.1");
    await said(notice, words.link);
    const toPageIn = async () => {
      await page.locator(".sentence").focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("]");
      while (!/Page-in/i.test(await page.locator(".sentence-title").innerText())) await page.keyboard.press("]");
    };
    const without = page.locator(".lesson-more .check input").nth(2);
    await page.locator(".lesson-more > summary").click();
    await toPageIn();
    await without.check();
    await said(notice, words.again, "without external store");
    await without.uncheck();
    await page.evaluate(() => (location.hash = "example=five-slots&level=3"));
    await notice.waitFor({ state: "detached" });

    await toPageIn();
    await playground.openTab("settings");
    await playground.panel().locator("input[type=number]").first().fill("9");
    await playground.panel().locator("button[type=submit]").click();
    await said(notice, words.again, "in more slots");
    tab.assertQuiet();
    await tab.close();
  });

  test(`what a link asks for in vain is said, in ${lang}`, async () => {
    for (const [hash, pattern] of [
      ["items=a,b,a&window=0", words.clamped],
      ["example=five-slots&seed=99999999999999999999", words.clamped],
      [`items=${"b".repeat(300)}`, words.clamped],
      ["example=nothing-like-it", words.unknown],
    ]) {
      const { tab, notice } = await opened(hash);
      await said(notice, pattern, hash);
      tab.assertQuiet();
      await tab.close();
    }
  });

  test(`settings that are in force already change nothing, and that is said, in ${lang}`, async () => {
    const { tab, page, playground, notice } = await opened("example=five-slots");
    await playground.openTab("settings");
    const before = await playground.moment();
    await playground.panel().getByRole("button", { name: words.fromHere }).click();
    await said(notice, words.unchanged);
    assert.deepEqual(await playground.moment(), before);
    assert.equal(await page.locator("dialog[open]").count(), 0);
    tab.assertQuiet();
    await tab.close();
  });

  test(`a number of slots that will not do, and a list that is too long, are answered before it runs, in ${lang}`, async () => {
    const { tab, page, playground } = await opened("example=five-slots");
    await page.locator(".lesson-more > summary").click();
    await page.locator(".lesson-more button").first().click();
    const dialog = playground.dialog();
    const slots = dialog.locator("input[type=number]");
    for (const [typed, holds] of [
      ["0", "1"],
      ["0", "1"],
      ["99999", "1000"],
      ["2.5", "5"],
      ["", "5"],
    ]) {
      await slots.fill(typed);
      await slots.press("Tab");
      assert.equal(await slots.inputValue(), holds, `“${typed}”`);
      assert.match(await dialog.innerText(), words.slots, `“${typed}”`);
    }
    await slots.fill("3");
    await slots.press("Tab");
    assert.doesNotMatch(await dialog.innerText(), words.slots);

    await dialog.locator("textarea").fill("tea,".repeat(501));
    assert.match(await dialog.innerText(), words.cut);
    await dialog.locator("textarea").fill("tea, jam, tea");
    assert.doesNotMatch(await dialog.innerText(), words.cut);

    // Typed and pressed at once: first it is said, then it runs.
    await slots.fill("0");
    await dialog.locator(".button-primary").click();
    assert.match(await dialog.innerText(), words.slots);
    assert.equal(await slots.inputValue(), "1");
    await dialog.locator(".button-primary").click();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.querySelector(".window-sum").innerText.endsWith("= 1"));
    tab.assertQuiet();
    await tab.close();
  });
}
