// What is asked for is what opens: at its step, under its settings, and when a file is late
// or does not come.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** A tab whose files of examples wait for `gate`, or fail where it says so. */
async function gated(gate) {
  const tab = await openTab(chromium);
  await tab.page.route("**/scenarios/*.json", async (route) => ((await gate(route.request().url())) ? route.continue() : route.abort()));
  return tab;
}

test("after a download that failed, another try opens the step and the settings of the link", async () => {
  let isOnline = false;
  const tab = await gated(() => isOnline);
  await tab.page.goto(`${server.url}#example=pressure-alert&lang=en&level=3&step=1.1.said.1&window=1800`);
  const failed = tab.page.getByRole("alert");
  await failed.waitFor();
  assert.ok((await failed.innerText()).length > 20);
  isOnline = true;
  await tab.page.locator("main button").click();
  const playground = new PlaygroundPage(tab.page);
  await playground.waitForSteps(100);
  await playground.waitForStep(7);
  assert.match(await tab.page.locator(".window-sum").innerText(), /= 1,800$/);
  await tab.close();
});

test("an example that comes late does not replace what was chosen since", async () => {
  let arrive;
  const late = new Promise((done) => (arrive = done));
  const tab = await gated(async (url) => (url.includes("six-sessions") ? (await late, true) : true));
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=five-slots&lang=en&level=3`);
  await playground.choice("five-slots").selectOption("six-sessions");
  await tab.page.locator(".page-waiting").waitFor();
  await playground.choice("five-slots").selectOption("pressure-alert");
  await playground.waitForSteps(100);
  const before = await playground.moment();
  const came = tab.page.waitForResponse(/six-sessions/);
  arrive();
  await (await came).finished();
  await tab.page.waitForTimeout(600);
  assert.deepEqual(await playground.moment(), before);
  assert.equal(await playground.choice("five-slots").inputValue(), "pressure-alert");
  // Once it has come it opens without another download.
  await playground.choice("five-slots").selectOption("six-sessions");
  await playground.waitForSteps(900);
  tab.assertQuiet();
  await tab.close();
});

for (const [lang, words] of [
  ["en", /3 will not do.*1,024/],
  ["es", /3.*1024|3.*1\.024/],
]) {
  test(`a link whose window is too small opens its own example, and says why, in ${lang}`, async () => {
    const tab = await openTab(chromium);
    const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&window=3&level=3&lang=${lang}`);
    await playground.waitForSteps(100);
    assert.match(await tab.page.locator(".notice p").innerText(), words);
    assert.equal(await playground.choice("five-slots").inputValue(), "pressure-alert");
    const { step, steps } = await playground.moment();
    assert.ok(step > 1 && step < steps, "where something is about to happen");
    tab.assertQuiet();
    await tab.close();
  });
}

test("one's own items are in the link that is shared, with the moment and every setting", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(
    tab.page,
    `${server.url}#items=tea,bread%2C%20butter,%3Cb%3Ejam%3C%2Fb%3E,tea,salt&window=3&lang=en&policy=least-recently-used&seed=11&theme=dark`,
  );
  await playground.waitForSteps(5);
  for (let step = 0; step < 2; step += 1) await playground.stepOn();
  const before = await playground.moment();
  await tab.page.getByRole("button", { name: "Share" }).click();
  const link = await playground.dialog().locator("textarea").first().inputValue();
  for (const part of ["window=3", "policy=least-recently-used", "seed=11", "theme=dark", "items=tea,bread%2C%20butter"]) {
    assert.ok(link.includes(part), `${part} is not in ${link}`);
  }
  await tab.close();
  const again = await openTab(chromium, { locale: "es-ES" });
  const shared = await PlaygroundPage.open(again.page, link);
  await shared.waitForStep(before.step);
  assert.deepEqual(await shared.moment(), before);
  assert.equal(await again.page.evaluate(() => document.documentElement.dataset.theme), "dark");
  again.assertQuiet();
  await again.close();
});

test("an address that is changed by hand is obeyed, and the old one comes back", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=five-slots&lang=en&step=6.0.offered.1`);
  await playground.waitForSteps(20);
  const before = await playground.moment();
  await tab.page.evaluate(() => (location.hash = "example=pressure-alert&lang=es&level=2"));
  await playground.waitForSteps(100);
  assert.equal(await tab.page.getAttribute("html", "lang"), "es");
  await tab.page.evaluate(() => (location.hash = "example=five-slots&lang=en&level=1&step=6.0.offered.1"));
  await tab.page.waitForFunction((steps) => Number(document.querySelector("input[type=range]")?.max) === steps, before.steps);
  assert.deepEqual(await playground.moment(), before);
  tab.assertQuiet();
  await tab.close();
});
