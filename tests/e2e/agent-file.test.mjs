// A recorded agent is opened from disk or dropped on the page: its replies play the part of
// the model, and what comes of them otherwise than it was recorded is shown with its step.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertAccessible, NARROW, openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

const own = (name) => readFile(new URL(`../agents/${name}.af`, import.meta.url));

async function opened(hash = "example=five-slots&lang=en&level=3", options = {}) {
  const tab = await openTab(chromium, options);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(15);
  return { tab, page: tab.page, playground };
}

async function give(playground, buffer, name) {
  await playground.openTab("settings");
  await playground.panel().locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
}

/** Opens a file of our own and waits until it stands. */
async function agent(name, hash, options) {
  const { tab, page, playground } = await opened(hash, options);
  await give(playground, await own(name), `${name}.af`);
  await page.locator("#tab-recording").waitFor();
  return { tab, page, playground };
}

test("a recorded agent is stepped through, and its differences lead to their steps", async () => {
  const { tab, page, playground } = await agent("harbour.v1");
  await playground.openTab("recording");
  const panel = playground.panel();
  assert.match(await panel.innerText(), /harbour\.v1\.af \(v1\)[\s\S]*harbour log/);
  const jumps = panel.locator("tbody tr").first().locator("button");
  const step = Number(await jumps.innerText());
  await jumps.click();
  await playground.waitForStep(step);
  await playground.openTab("explanation");
  assert.match(await playground.panel().innerText(), /recorded otherwise[\s\S]*recorded[\s\S]*here/);
  await page.locator(".sentence").focus();
  await page.keyboard.press("End");
  assert.match((await playground.conversation()).join("\n"), /Nora it is\.[\s\S]*10:42[\s\S]*Berth 14\./);
  await assertAccessible(page.mainFrame());
  tab.assertQuiet();
  await tab.close();
});

test("another agent of the file can be chosen, and what was open can be had again", async () => {
  const { tab, page, playground } = await agent("huerto.v2", "example=five-slots&lang=es&level=3");
  await playground.openTab("recording");
  await playground.panel().locator("select").selectOption("1");
  await page.getByText("semillero", { exact: true }).waitFor();
  await page.locator(".sentence").focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".conversation-lines")?.innerText.includes("quién eres"));
  await page.locator(".notice button").first().click();
  await page.getByText("cuaderno del huerto", { exact: true }).waitFor();
  tab.assertQuiet();
  await tab.close();
});

test("rule set and window can be changed, and what is said beside the record is answered", async () => {
  const { tab, page, playground } = await agent("harbour.v1");
  const before = await playground.moment();
  await playground.openTab("settings");
  await playground.panel().locator("input[type=number]").first().fill("8192");
  await playground.panel().locator("button[type=submit]").click();
  await page.waitForFunction((steps) => Number(document.querySelector("[data-timeline]").max) < steps, before.steps);
  await playground.openTab("recording");
  await page.getByText(/8,192 tokens/).first().waitFor();
  await page.keyboard.press("End");
  const { steps } = await playground.moment();
  await page.locator(".sentence").focus();
  await page.keyboard.press("End");
  await playground.waitForStep(steps);
  await playground.say("I have a parrot called Kiwi.");
  await playground.waitForSteps(steps + 5);
  tab.assertQuiet();
  await tab.close();
});

test("a saved run of a record comes back with its record", async () => {
  const { tab, page, playground } = await agent("harbour.v1");
  const before = await playground.moment();
  await playground.openTab("settings");
  const download = page.waitForEvent("download");
  await playground.panel().getByRole("button", { name: /Save/ }).click();
  const saved = await readFile(await (await download).path());
  const again = await opened();
  await give(again.playground, saved, "run.json");
  await again.page.locator("#tab-recording").waitFor();
  assert.equal((await again.playground.moment()).steps, before.steps);
  again.tab.assertQuiet();
  await tab.close();
  await again.tab.close();
});

/** Lets a file go over the middle of the page, as a person would. */
async function drop(page, name, buffer) {
  const bytes = [...buffer];
  await page.evaluate(({ name, bytes }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], name));
    const fire = (kind) => document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
    fire("dragover");
    globalThis.said = document.documentElement.getAttribute("data-dropping");
    fire("drop");
  }, { name, bytes });
  return page.evaluate(() => [globalThis.said, document.documentElement.getAttribute("data-dropping")]);
}

test("a file that is dropped anywhere is opened, and the page says what letting go will do", async () => {
  const { tab, page, playground } = await opened("example=five-slots&lang=en&level=1");
  // Files are taken once what is beside the picture has come.
  await page.locator("dialog").waitFor({ state: "attached" });
  const [said, after] = await drop(page, "harbour.v1.af", await own("harbour.v1"));
  assert.match(said, /Drop the file/);
  assert.equal(after, null);
  await page.locator("#tab-recording").waitFor();
  await playground.waitForSteps(60);
  tab.assertQuiet();
  await tab.close();
});

test("a file that is dropped before the program can take it is opened as soon as it can", async () => {
  const tab = await openTab(chromium);
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await tab.page.route(/\bpanels-[0-9a-f]+\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=five-slots&lang=en&level=1`);
  await drop(tab.page, "harbour.v1.af", await own("harbour.v1"));
  release();
  await tab.page.locator("#tab-recording").waitFor();
  await playground.waitForSteps(60);
  tab.assertQuiet();
  await tab.close();
});

for (const [what, name, content, says] of [
  ["a web page", "agent.af", "<!doctype html>", /web page/],
  ["UTF-16", "agent.af", Buffer.from([0xff, 0xfe, 0x7b, 0x00]), /UTF-16/],
  ["half a file", "agent.af", '{"agents": [{"name": "x", ', /line 1, column 26/],
  ["no agent", "agent.af", '{"agents": []}', /^agents: The list is empty/],
  ["a number for messages", "agent.af", '{"agents": [{"messages": 7}]}', /^agents\[0\]\.messages: It is a whole number/],
]) {
  test(`${what} is refused with its place, and what was open stays`, async () => {
    const { tab, page, playground } = await opened();
    const before = await playground.moment();
    await give(playground, Buffer.from(content), name);
    const notice = page.locator(".notice").first();
    await notice.waitFor();
    assert.match(await notice.locator("p").innerText(), says);
    assert.deepEqual(await playground.moment(), before);
    tab.assertQuiet();
    await tab.close();
  });
}

test("on a narrow page nothing is cut off", async () => {
  const { tab, page, playground } = await agent("huerto.v2", "example=five-slots&lang=es&level=3", { viewport: NARROW });
  await playground.openTab("recording");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 320, `${width} pixels wide`);
  await assertAccessible(page.mainFrame());
  tab.assertQuiet();
  await tab.close();
});
