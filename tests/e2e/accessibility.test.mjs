// WCAG 2.2 AA at every level, in both colours and languages, wide and narrow; and what a
// narrow or still page must hold to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NARROW, WIDE, assertAccessible, openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash, least, options) {
  const tab = await openTab(chromium, options);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(least);
  return { tab, playground };
}

const VIEWS = [
  { example: "five-slots", level: 1, least: 20 },
  { example: "pressure-alert", level: 2, least: 100 },
  { example: "pressure-alert", level: 3, least: 100 },
];

for (const { example, level, least } of VIEWS) {
  for (const theme of ["light", "dark"]) {
    for (const [lang, viewport] of [
      ["es", NARROW],
      ["en", WIDE],
    ]) {
      test(`axe finds nothing at level ${level}, ${theme}, ${lang}, ${viewport.width} px`, async () => {
        const { tab, playground } = await opened(`example=${example}&level=${level}&theme=${theme}&lang=${lang}`, least, { viewport });
        await assertAccessible(tab.page);
        await playground.assertFitsWidth();
        if (level === 3) {
          for (const name of ["prompt", "evictions", "cost", "trace", "settings"]) {
            await playground.openTab(name);
            await assertAccessible(tab.page);
            await playground.assertFitsWidth();
          }
        }
        for (const button of [lang === "es" ? "Compartir" : "Share", "?"]) {
          await tab.page.locator("header button", { hasText: button }).click();
          await playground.dialog().waitFor();
          await assertAccessible(tab.page);
          await tab.page.keyboard.press("Escape");
          await tab.page.locator("dialog[open]").waitFor({ state: "detached" });
        }
        await tab.page.locator(".stage-table > summary").click();
        await assertAccessible(tab.page);
        tab.assertQuiet();
        await tab.close();
      });
    }
  }
}

for (const { example, level, least } of VIEWS) {
  test(`at 360 by 640 the buttons and the sentence are in view at level ${level}, however far one has scrolled`, async () => {
    const { tab, playground } = await opened(`example=${example}&level=${level}&lang=es`, least, { viewport: { width: 360, height: 640 } });
    for (const top of [0, 400, 100_000]) {
      await tab.page.evaluate((to) => scrollTo(0, to), top);
      for (const part of [playground.stepButton(), playground.backButton(), tab.page.locator(".sentence-text")]) {
        const box = await part.boundingBox();
        assert.ok(box.y >= 0 && box.y < 640, `at ${box.y} px, scrolled to ${top}`);
      }
    }
    const { document, page } = await tab.page.evaluate(() => ({
      document: window.document.documentElement.scrollHeight,
      page: window.document.querySelector(".page").getBoundingClientRect().bottom + scrollY,
    }));
    assert.ok(document <= page + 2, `the document is ${document} px high, its content ${page} px`);
    tab.assertQuiet();
    await tab.close();
  });
}

test("with less motion the same states are shown, and nothing travels", async () => {
  const states = [];
  for (const reducedMotion of ["reduce", "no-preference"]) {
    const { tab, playground } = await opened("example=five-slots&lang=en", 20, { reducedMotion });
    const path = [];
    for (let step = 0; step < 14; step += 1) {
      await playground.stepOn();
      if (reducedMotion === "reduce") {
        const moving = await tab.page.evaluate(
          () => document.getAnimations().filter((animation) => animation.effect.getComputedTiming().activeDuration > 50).length,
        );
        assert.equal(moving, 0, "something moves");
      } else {
        // What travels is in its place when it has come to rest.
        await tab.page.waitForFunction(() => [...document.querySelectorAll(".row-mark")].every((mark) => mark.innerText !== ""));
      }
      path.push(await playground.moment());
    }
    states.push(path);
    tab.assertQuiet();
    await tab.close();
  }
  assert.deepEqual(states[0], states[1]);
});
