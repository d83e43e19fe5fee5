// A run is saved to a file and opened again; what cannot be opened is refused in words.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash = "example=pressure-alert&lang=en&level=3") {
  const tab = await openTab(chromium, { permissions: ["clipboard-read", "clipboard-write"] });
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(20);
  return { tab, playground };
}

async function saved(page, playground) {
  await playground.openTab("settings");
  const download = page.waitForEvent("download");
  await playground.panel().getByRole("button", { name: /Save/ }).click();
  return readFile(await (await download).path(), "utf8");
}

async function give(page, playground, text, name = "run.json") {
  await playground.openTab("settings");
  await playground.panel().locator("input[type=file]").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

test("a run that was saved comes back with every word and future step", async () => {
  const { tab, playground } = await opened();
  await tab.page.keyboard.press("End");
  const { steps } = await playground.moment();
  await playground.say("I have a parrot called Kiwi.");
  await playground.waitForSteps(steps + 5);
  await tab.page.locator(".sentence").focus();
  await tab.page.keyboard.press("End");
  await tab.page.waitForFunction(() => document.querySelector("input[type=range]").value === document.querySelector("input[type=range]")?.max);
  const before = await playground.moment();
  const file = await saved(tab.page, playground);
  await tab.close();

  const again = await opened("example=five-slots&lang=en&level=3");
  await give(again.tab.page, again.playground, file);
  await again.playground.waitForSteps(before.steps);
  await again.tab.page.locator(".sentence").focus();
  await again.tab.page.keyboard.press("End");
  await again.playground.waitForStep(before.steps);
  assert.deepEqual(await again.playground.moment(), before);
  assert.match((await again.playground.conversation()).join("\n"), /Kiwi/);
  assert.equal(await saved(again.tab.page, again.playground), file, "saved again it is the same file");
  again.tab.assertQuiet();
  await again.tab.close();
});

for (const [what, text] of [
  ["no JSON", "hello"],
  ["nothing", ""],
  ["half a file", '{"format":1,"inputs":['],
  ["another program's file", '{"name":"x","version":3}'],
  ["a list", "[1,2,3]"],
  ["markup", "<html><script>alert(1)</script></html>"],
]) {
  test(`${what} is refused in words and nothing is lost`, async () => {
    const { tab, playground } = await opened();
    const before = await playground.moment();
    await give(tab.page, playground, text);
    const notice = tab.page.locator(".notice").first();
    await notice.waitFor();
    assert.ok((await notice.innerText()).length > 15);
    assert.deepEqual(await playground.moment(), before);
    tab.assertQuiet();
    await tab.close();
  });
}

test("trace and cost are copied as text", async () => {
  const { tab, playground } = await opened();
  await playground.openTab("trace");
  await playground.panel().getByRole("button", { name: "Copy" }).click();
  await tab.page.waitForFunction(async () => (await navigator.clipboard.readText()).length > 100);
  const trace = await tab.page.evaluate(() => navigator.clipboard.readText());
  const { steps } = await playground.moment();
  assert.ok(trace.trim().split("\n").length >= steps, "every step is in it");
  tab.assertQuiet();
  await tab.close();
});
