// A saved run that somebody changed, and saved runs of every kind: what does not lead to the
// same run is said, and the rest opens as it was, whatever the language of the page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash, least = 20) {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(least);
  return { tab, page: tab.page, playground };
}

async function saved(page, playground) {
  await playground.openTab("settings");
  const download = page.waitForEvent("download");
  await playground.panel().locator(".fields", { has: page.locator("input[type=file]") }).locator("button").first().click();
  return readFile(await (await download).path(), "utf8");
}

async function give(playground, text) {
  await playground.openTab("settings");
  await playground.panel().locator("input[type=file]").setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(text) });
}

/** The last step, told. */
async function end(page, playground) {
  const { steps } = await playground.moment();
  await playground.lookAt(steps);
  return { ...(await playground.moment()), sum: await page.locator(".window-sum").innerText() };
}

for (const [what, lang, hash, least] of [
  ["of one's own items in three slots", "es", "items=tea,jam,tea,milk,bread,tea&window=3&level=3&lang=en", 15],
  ["of the model that decides, by another policy", "en", "example=five-slots-model&policy=least-recently-used&level=3&lang=en", 20],
  ["of a conversation in a smaller window", "es", "example=pressure-alert&window=1700&level=3&lang=en", 100],
]) {
  test(`a run ${what} opens again as it was on a page in ${lang}`, async () => {
    const one = await opened(hash, least);
    const before = await end(one.page, one.playground);
    const file = await saved(one.page, one.playground);
    await one.tab.close();

    const { tab, page, playground } = await opened(`example=five-slots&level=3&lang=${lang}`);
    await give(playground, file);
    await page.waitForFunction((steps) => Number(document.querySelector("[data-timeline]").max) === steps, before.steps);
    const after = await end(page, playground);
    assert.deepEqual(after.marks, before.marks);
    if (lang === "en") assert.deepEqual(after, before);
    assert.equal(await saved(page, playground), file, "saved again it is the same file");
    tab.assertQuiet();
    await tab.close();
  });
}

const ALTERED = {
  "of a later format": (file) => ({ ...file, format: 99 }),
  "with a window that cannot be": (file) => ({ ...file, settings: { ...file.settings, config: { ...file.settings.config, window: 3 } } }),
  "without its inputs": ({ inputs: _, ...file }) => file,
  "with inputs that are numbers": (file) => ({ ...file, inputs: [1, 2, 3] }),
};

test("a file that cannot be a run is refused in words, in both languages, and nothing is lost", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&level=3&lang=en", 100);
  const file = JSON.parse(await saved(page, playground));
  const said = [];
  for (const lang of ["en", "es"]) {
    await playground.choice("es").selectOption(lang);
    await page.waitForFunction((tag) => document.documentElement.lang === tag, lang);
    const before = await playground.moment();
    for (const [what, alter] of Object.entries(ALTERED)) {
      await give(playground, JSON.stringify(alter(file)));
      await page.locator(".notice").first().waitFor();
      said.push(await page.locator(".notice p").first().innerText());
      assert.ok(said.at(-1).length > 15, `${what}: ${said.at(-1)}`);
      assert.deepEqual(await playground.moment(), before, what);
      await page.locator(".notice button").click();
      await page.locator(".notice").waitFor({ state: "detached" });
    }
  }
  assert.equal(new Set(said).size, said.length, said.join(" | "));
  assert.equal(await page.locator(".notice-broken").count(), 0);
  tab.assertQuiet();
  await tab.close();
});

test("the trace is saved as the text that is copied, with its costs", async () => {
  const tab = await openTab(chromium, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = tab;
  const playground = await PlaygroundPage.open(page, `${server.url}#example=pressure-alert&level=3&lang=es`);
  await playground.waitForSteps(100);
  await playground.openTab("trace");
  await playground.panel().locator("button").nth(0).click();
  await page.locator(".notice").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const download = page.waitForEvent("download");
  await playground.panel().locator("button").nth(1).click();
  assert.equal(await readFile(await (await download).path(), "utf8"), copied);
  const { steps } = await playground.moment();
  assert.equal(copied.match(/^\d+\. /gm).length, steps);
  await page.keyboard.press("Escape");
  await playground.lookAt(steps);
  await playground.openTab("cost");
  const models = await playground.panel().locator("dl.facts dd").first().innerText();
  assert.ok(copied.trim().split("\n").at(-1).startsWith(models.split(":")[0]), `${models} / ${copied.trim().split("\n").at(-1)}`);
  tab.assertQuiet();
  await tab.close();
});
