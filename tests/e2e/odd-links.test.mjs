// Links that somebody mistyped, cut off or made to break the page: there is always a picture
// that adds up, a step that can be taken, and nothing sticks out of a narrow window.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

const ODD = [
  "v=99&example=../../etc",
  "level=0&lang=xx&theme=pink",
  "step=1.1.x.1",
  "step=999999999999999999999.1.evicted.1",
  "items=%",
  "items=%E0%A4%A",
  "items=%00%01a,b,%0A",
  "items=,,,",
  `items=${"a,".repeat(9_000)}`,
  `items=${encodeURIComponent("🦜".repeat(200))}`,
  "items=%3Cimg%20src=x%20onerror=alert(1)%3E,b",
  "items=__proto__,constructor,toString,__proto__&window=2",
  "items=%E2%80%AEabc,%E2%80%8B,x&window=1000",
  "rules=paper&items=a,b,a",
  "rules=paper&example=five-slots&level=1",
  "example=pressure-alert&window=1",
  "example=pressure-alert&window=99999999999",
  "example=pressure-alert&rules=miniature&policy=model-chosen",
  "example=pressure-alert&budget=0&external=0&level=1",
  "example=five-slots&example=six-sessions&EXAMPLE=x&lock=all&keys=0",
];

test("whatever a link asks for, the page shows a sound picture and steps", async () => {
  const tab = await openTab(chromium, { viewport: { width: 360, height: 700 } });
  const { page } = tab;
  const playground = await PlaygroundPage.open(page, server.url);
  for (const hash of ODD) {
    await page.evaluate((text) => (location.hash = text), hash);
    await page.waitForTimeout(30);
    await page.locator(".stage").waitFor();
    await page.keyboard.press("Home");
    await playground.waitForStep(1);
    const { steps } = await playground.moment();
    if (steps > 1) {
      await page.keyboard.press("ArrowRight");
      await playground.waitForStep(2);
    }
    await page.keyboard.press("End");
    await playground.waitForStep(steps);
    const { sum, broken } = await page.evaluate(() => ({
      sum: document.querySelector(".window-sum").innerText,
      broken: document.querySelectorAll(".notice-broken").length,
    }));
    const [parts, whole] = sum.replaceAll(",", "").split(" = ");
    assert.equal(parts.match(/\d+/g).reduce((all, part) => all + Number(part), 0), Number(whole), `${hash.slice(0, 60)}: ${sum}`);
    assert.equal(broken, 0, hash.slice(0, 60));
    await playground.assertFitsWidth();
  }
  tab.assertQuiet();
  await tab.close();
});
