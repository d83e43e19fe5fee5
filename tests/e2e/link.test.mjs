// The address says what is open; whatever stands in it, the page opens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash, options) {
  const tab = await openTab(chromium, options);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.timeline().waitFor({ state: "attached" });
  return { tab, playground };
}

test("example, step, level, language and colours of the address are there", async () => {
  const { tab, playground } = await opened("v=1&example=pressure-alert&step=1.1.said.1&level=2&lang=es&theme=dark");
  await playground.waitForStep(7);
  const html = await tab.page.evaluate(() => ({ lang: document.documentElement.lang, ...document.documentElement.dataset }));
  assert.equal(html.lang, "es");
  assert.equal(html.theme, "dark");
  assert.equal(html.level, "2");
  tab.assertQuiet();
  await tab.close();
});

test("the link that is shared leads back to the same moment", async () => {
  const { tab, playground } = await opened("example=pressure-alert&lang=en&level=3");
  await playground.waitForSteps(100);
  for (let step = 0; step < 4; step += 1) await playground.stepOn();
  const before = await playground.moment();
  await tab.page.getByRole("button", { name: "Share" }).click();
  const link = await playground.dialog().locator("textarea").first().inputValue();
  await tab.close();

  const again = await openTab(chromium, { locale: "es-ES" });
  const shared = await PlaygroundPage.open(again.page, link);
  await shared.waitForStep(before.step);
  assert.deepEqual(await shared.moment(), before);
  again.assertQuiet();
  await again.close();
});

test("a window of the address is clamped to what can be", async () => {
  for (const [window, least, most] of [
    ["0", 1, 2_000_000],
    ["99999999999999999999", 1, 2_000_000],
    ["3", 3, 3],
  ]) {
    const { tab } = await opened(`example=five-slots&lang=en&window=${window}`);
    const sum = await tab.page.locator(".window-sum").innerText();
    const slots = Number(sum.replaceAll(",", "").match(/= (\d+)$/)[1]);
    assert.ok(slots >= least && slots <= most, `${window}: ${sum}`);
    tab.assertQuiet();
    await tab.close();
  }
});

test("parts that are hidden are gone, and what is locked takes no orders", async () => {
  const { tab } = await opened("example=five-slots&lang=en&hide=share,language&lock=example");
  assert.equal(await tab.page.getByRole("button", { name: "Share" }).count(), 0);
  assert.equal(await tab.page.locator('header select:has(option[value="es"])').count(), 0);
  assert.ok(await tab.page.locator('header select:has(option[value="five-slots"])').isDisabled());
  tab.assertQuiet();
  await tab.close();
});

for (const hash of [
  "%",
  "%E0%A4%A",
  "example=<img src=x onerror=alert(1)>",
  "example=../../secret&step=9999999999999999999.0.x.1",
  "items=%3Cscript%3Ealert(1)%3C/script%3E,2,3&lang=en",
  `items=${"x,".repeat(5_000)}`,
  "level=99&lang=xx&theme=none&rules=nothing&policy=&window=-1&seed=NaN&budget=1e9",
  "v=999&example=five-slots",
  "hide=everything,,,&lock=%00",
  "&&&&====####",
  "step=start&step=end&step=💥",
]) {
  test(`whatever stands in the address, the page opens: ${hash.slice(0, 40)}`, async () => {
    const { tab, playground } = await opened(hash);
    const scripted = await tab.page.evaluate(() => document.querySelectorAll("body img, body script:not([src])").length);
    assert.equal(scripted, 0, "no markup of the address is on the page");
    assert.equal(await tab.page.locator(".notice-broken").count(), 0);
    await playground.stepButton().click();
    assert.ok((await playground.moment()).sentence.length > 5);
    tab.assertQuiet();
    await tab.close();
  });
}
