// In the other language every word of the page is another one, but for names: whatever is
// open, at every level, in every tab and dialog.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** What is the same in both languages: names, words that Spanish took over, codes. */
const SAME = [
  /^MemGPT Playground$/,
  /^(Español|English)$/,
  /^tokens?$/i,
  /^[^\p{L}]*$/u, // numbers and signs
  /^[ƒΣK]$/, // signs and keys
  /^Alt ← →$/,
  /^(↗ |↙ )?page-(in|out)$/i, // the lesson's words
  /^(RAM|Control|Prompt|Total)$/, // spelt alike
  /^(system|user|assistant|tool)$/, // roles of a prompt
  /^[a-z]+(_[a-z]+)+$/, // functions
  /^[\d.,#′ ]+(tokens?)?$/,
];

/** Every text that is on the page in its language, shown or said: words, names, hints. */
function texts(page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const foreign = (element) => element.closest("[lang]") !== root || element.closest("code, pre, noscript, script, style, textarea");
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode;
      if (!foreign(parentElement)) found.add(data.replaceAll(/\s+/g, " ").trim());
    }
    for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [aria-valuetext]")) {
      if (foreign(element)) continue;
      for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
        if (element.hasAttribute(name)) found.add(element.getAttribute(name).trim());
      }
    }
    return [...found];
  });
}

/** Opens one thing after another, and gathers what is said. */
async function gather(page, playground, level) {
  const all = new Set();
  const look = async () => {
    for (const text of await texts(page)) all.add(text);
  };
  await look();
  if (level > 1) {
    for (const tab of ["prompt", "evictions", "cost", ...(level > 2 ? ["trace", "settings"] : [])]) {
      await playground.openTab(tab);
      await look();
    }
  }
  for (const button of [/Share|Compartir/, "?"]) {
    await page.locator("header button", { hasText: button }).click();
    await playground.dialog().waitFor();
    await look();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
  return all;
}

for (const [example, level, least, steps] of [
  ["five-slots", 1, 34, [34]],
  ["five-slots-model", 3, 28, [12]],
  ["pressure-alert", 3, 200, [75]],
]) {
  test(`no word of ${example} at level ${level} is left in the other language`, async () => {
    const said = {};
    for (const lang of ["en", "es"]) {
      const tab = await openTab(chromium, { locale: lang });
      const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=${example}&lang=${lang}&level=${level}`);
      await playground.waitForSteps(least);
      await tab.page.locator(".stage-table > summary").click();
      await tab.page.locator(".lesson-more > summary").click();
      await tab.page.locator(".lesson-more .check input").nth(1).check();
      said[lang] = new Set();
      for (const step of steps) {
        await playground.lookAt(step);
        for (const text of await gather(tab.page, playground, level)) said[lang].add(text);
      }
      assert.ok(said[lang].size > 60, `only ${said[lang].size} texts`);
      tab.assertQuiet();
      await tab.close();
    }
    const left = [...said.en].filter((text) => said.es.has(text) && !SAME.some((same) => same.test(text)));
    assert.deepEqual(left, []);
  });
}
