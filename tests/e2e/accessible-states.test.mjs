// WCAG 2.2 AA where the page is not at rest: a question, a notice, words about a value, a
// fork, the long conversation; with forced colours and at the last step too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NARROW, WIDE, assertAccessible, openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

for (const [lang, viewport, theme] of [
  ["es", WIDE, "dark"],
  ["en", NARROW, "light"],
]) {
  test(`axe finds nothing in what comes up, in ${lang}, ${viewport.width} px, ${theme}`, async () => {
    const tab = await openTab(chromium, { viewport });
    const { page } = tab;
    const playground = await PlaygroundPage.open(page, `${server.url}#example=six-sessions&lang=${lang}&level=3&theme=${theme}`);
    await playground.waitForSteps(900);
    const check = async () => {
      await assertAccessible(page);
      await playground.assertFitsWidth();
    };
    await check();

    await playground.say("Kiwi");
    await playground.dialog().waitFor();
    await check();
    await page.locator("dialog .button-primary").click();
    await page.locator(".futures").waitFor();
    await check();

    await playground.openTab("settings");
    const window = playground.panel().locator("input[type=number]").first();
    await window.fill("1");
    await window.press("Tab");
    await check();

    await playground.panel().locator("input[type=file]").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{") });
    await page.locator(".notice").waitFor();
    await check();

    await page.locator(".lesson-more > summary").click();
    await page.locator(".lesson-more .check input").nth(1).check();
    await page.locator(".transport-more > summary").click();
    await playground.openTab("explanation");
    await check();

    await page.locator(".lesson-more button").first().click();
    await playground.dialog().waitFor();
    await check();
    tab.assertQuiet();
    await tab.close();
  });
}

test("with forced colours the focus, the chosen tab and the buttons are still seen", async () => {
  const tab = await openTab(chromium, { forcedColors: "active" });
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=en&level=3`);
  await playground.waitForSteps(100);
  await tab.page.locator("#tab-cost").click();
  await tab.page.keyboard.press("Tab");
  await tab.page.keyboard.press("Shift+Tab");
  const seen = await tab.page.evaluate(() => {
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    const look = ({ color, backgroundColor, borderBlockEndColor, borderBlockEndWidth, borderBlockEndStyle, textDecorationLine, fontWeight }) =>
      [color, backgroundColor, borderBlockEndColor, borderBlockEndWidth, borderBlockEndStyle, textDecorationLine, fontWeight].join(" ");
    const focus = getComputedStyle(document.activeElement);
    return {
      focus: focus.outlineStyle !== "none" && parseFloat(focus.outlineWidth) >= 1,
      tabs: look(style("#tab-cost")) !== look(style("#tab-prompt")),
      button: parseFloat(style(".transport-play").borderTopWidth) >= 1 && style(".transport-play").borderTopStyle !== "none",
    };
  });
  assert.deepEqual(seen, { focus: true, tabs: true, button: true });
  tab.assertQuiet();
  await tab.close();
});

test("at the last step nothing sticks out at 320 pixels", async () => {
  for (const [example, least] of [
    ["five-slots", 20],
    ["pressure-alert", 100],
  ]) {
    const tab = await openTab(chromium, { viewport: NARROW });
    const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=${example}&lang=es`);
    await playground.waitForSteps(least);
    await tab.page.keyboard.press("End");
    await assertAccessible(tab.page);
    await playground.assertFitsWidth();
    tab.assertQuiet();
    await tab.close();
  }
});
