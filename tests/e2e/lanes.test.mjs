// The same conversation, another model: what the user said comes again, the lanes stand
// beside each other turn by turn, and each is opened and stepped like any run.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertAccessible, NARROW, openTab, startChromium, startServer } from "./harness.mjs";
import { LivePage } from "./live.mjs";
import { chat, says, startProvider } from "./mock-provider.mjs";

const server = await startServer();
const chromium = await startChromium();

const NAMES = {
  en: { live: "Answered by a real model…", scripted: "Answered by the scripted model", begin: "The same conversation, with this model" },
  es: { live: "Que conteste un modelo real…", scripted: "Que conteste el modelo de guion", begin: "La misma conversación, con este modelo" },
};

async function opened(hash, least = 50, options = {}) {
  const tab = await openTab(chromium, options);
  await tab.page.goto(`${server.url}#${hash}`);
  const live = new LivePage(tab.page);
  await live.ready();
  await live.waitForSteps(least);
  await live.openTab("futures");
  return { tab, page: tab.page, live };
}

/** Begins a lane for a model of this provider. */
async function beginLive(live, provider, lang = "en", limits = {}) {
  await live.button(NAMES[lang].live).click();
  await live.root.locator(".live-form").waitFor();
  await live.choose({ provider: "custom", address: provider.origin });
  for (const [field, value] of Object.entries(limits)) {
    await live.root.locator(".live-form input[type=number]").nth(Number(field)).fill(String(value));
    await live.root.locator(".live-form input[type=number]").nth(Number(field)).blur();
  }
  await live.confirm();
  await live.button(NAMES[lang].begin).click();
  await live.root.locator(".lanes").waitFor();
}

const cards = (page, letter) => page.locator(`.lanes-turn [data-lane="${letter}"]`);
const answers = (page, letter) => cards(page, letter).locator(".lanes-answer");
const said = (page) => page.locator(".lanes-said").allInnerTexts();

/** Waits until the last turn has its answer in a lane. */
async function waitForLast(page, letter, text) {
  await page.locator(`.lanes-turn:last-child [data-lane="${letter}"] .lanes-answer`, { hasText: text }).first().waitFor();
}

for (const lang of ["en", "es"]) {
  test(`an example is answered again by a live model, turn by turn beside it, in ${lang}`, async () => {
    const provider = await startProvider((_, number) =>
      number === 1
        ? chat({ calls: [["core_memory_append", { label: "human", content: "Marker 77.", request_heartbeat: true }]] })
        : says(`Other ${number}.`),
    );
    const { tab, page, live } = await opened(`example=pressure-alert&lang=${lang}&level=3`);
    const before = await live.moment();
    await beginLive(live, provider, lang);
    assert.ok(await page.evaluate(() => document.activeElement?.id === "tab-panel"), "the focus is where it is read");
    const turns = await page.locator(".lanes-turn").count();
    assert.ok(turns > 10, `${turns} turns`);
    await waitForLast(page, "B", "Other");

    // What was said stands there once for both, and nothing of the old answers was sent.
    assert.equal((await said(page)).length, turns);
    const old = await answers(page, "A").allInnerTexts();
    assert.equal(old.length, turns);
    for (const { body } of provider.requests) {
      const sent = JSON.stringify(body.messages);
      for (const words of old) assert.ok(!sent.includes(words), words);
    }
    const first = page.locator(".lanes-turn").first();
    assert.equal(await first.locator(".lanes-badge").count(), 2, "it differs there, by its functions too");
    assert.match(await first.locator('[data-lane="B"]').innerText(), /append[\s\S]*send_message[\s\S]*2 (model calls|llamadas al modelo)/);
    assert.match(await page.locator(".lanes > .lanes-columns").innerText(), /A[\s\S]*B small-1/);
    const table = await page.locator(".lanes > .table-scroll tbody tr").allInnerTexts();
    assert.equal(table.length, 9);
    assert.match(table[0], new RegExp(`\\t${provider.requests.length}$`), "the model calls of the lane are those that were made");

    // Each is opened and stepped like any run.
    await cards(page, "A").nth(2).locator("button").click();
    const { steps, step } = await live.moment();
    assert.equal(steps, before.steps);
    await page.keyboard.press("Escape");
    await live.stepOn();
    assert.equal((await live.moment()).step, step + 1);
    await cards(page, "B").nth(2).locator("button").click();
    await page.waitForFunction((old) => Number(document.querySelector("[data-timeline]").max) !== old, before.steps);
    const calls = provider.requests.length;
    await live.stepOn();
    assert.equal(provider.requests.length, calls, "looking asks nothing");
    await assertAccessible(page);
    await live.assertFitsWidth();
    tab.assertQuiet();
    await tab.close();
  });
}

test("a live conversation is answered again by the scripted model, which sees nothing of it", async () => {
  const provider = await startProvider((_, number) => says(`Live ${number}.`));
  const { tab, page, live } = await opened("example=pressure-alert&lang=en&level=3");
  await live.connect({ address: provider.origin });
  for (const [at, words] of ["My dog is called Rex.", "What is my dog called?"].entries()) {
    await live.say(words);
    await live.waitForAnswer(`Live ${at + 1}.`);
  }
  await live.openTab("futures");
  await live.button(NAMES.en.scripted).click();
  await waitForLast(page, "B", "Rex");
  assert.deepEqual(await answers(page, "A").allInnerTexts(), ["Live 1.", "Live 2."]);
  assert.deepEqual(await said(page), ["My dog is called Rex.", "What is my dog called?"]);
  assert.equal(provider.requests.length, 2, "nobody was asked for it");
  assert.equal(await live.line().count(), 0, "no live model answers in it");
  // The live model answers in its own future only.
  await live.button("Look at lane A").click();
  await live.line().waitFor();
  tab.assertQuiet();
  await tab.close();
});

test("a lane is stopped and goes on, within the live limits", async () => {
  let release;
  const hold = new Promise((done) => (release = done));
  const provider = await startProvider((_, number) => ({ ...says(`Other ${number}.`), ...(number === 3 ? { hold, chunk: 60 } : {}) }));
  const { tab, page, live } = await opened("example=pressure-alert&lang=en&level=3");
  // The fourth number is the most calls in all.
  await beginLive(live, provider, "en", { 3: 6 });
  const head = page.locator('.lanes > .lanes-columns [data-lane="B"]');
  await head.getByText(/^3 of \d+ said so far/).waitFor();
  await live.button("Stop").click();
  await head.getByRole("button", { name: "Go on with lane B" }).waitFor();
  assert.match(await cards(page, "B").nth(2).innerText(), /stopped/);
  assert.match(await cards(page, "B").nth(3).innerText(), /not said yet/);
  release();
  await page.waitForTimeout(300);
  assert.equal(provider.requests.length, 3, "stopped is stopped");

  await head.getByRole("button", { name: "Go on with lane B" }).click();
  assert.match(await live.waitForTrouble(), /limit of calls/i);
  assert.equal(provider.requests.length, 6);
  // The other lane meanwhile is whole, and the scripted model answers nothing in this one.
  await live.button("Look at lane A").click();
  await page.locator('.lanes > .lanes-columns [data-lane="B"]').getByRole("button", { name: "Look at lane B" }).click();
  await live.line().waitFor();
  assert.equal(await answers(page, "B").count(), 5);
  assert.match(await cards(page, "B").nth(6).innerText(), /still to be answered/);
  await assertAccessible(page);
  assert.ok(tab.complaints.every((complaint) => complaint.endsWith("net::ERR_ABORTED")), tab.complaints.join("\n"));
  await tab.close();
});

test("a recorded agent and a saved run are answered again too", async () => {
  const buffer = await readFile(new URL("../agents/harbour.v1.af", import.meta.url));
  const { tab, page, live } = await opened("example=five-slots&lang=en&level=3", 15);
  assert.equal(await page.locator(".lanes-start").count(), 0, "items are no conversation");
  const open = async (name, file) => {
    await live.openTab("settings");
    await live.panel().locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer: file });
  };
  await open("harbour.v1.af", buffer);
  await page.locator("#tab-recording").waitFor();
  await live.openTab("futures");
  await live.button(NAMES.en.scripted).click();
  await page.locator(".lanes").waitFor();
  assert.match(await page.locator(".lanes > .lanes-columns").innerText(), /the recorded agent[\s\S]*the scripted model/);
  const turns = await page.locator(".lanes-turn").count();
  assert.ok(turns > 1);
  assert.equal(await cards(page, "B").locator(".lanes-calls").count() > 0, true);

  // No recorded agent answers in it, and the page does not say so.
  assert.equal(await page.locator("#tab-recording").count(), 0);
  // As a file the lane is a run, and a source again.
  const steps = (await live.moment()).steps;
  await live.openTab("settings");
  const [download] = await Promise.all([page.waitForEvent("download"), live.panel().getByRole("button", { name: /Save/ }).first().click()]);
  await open("run.json", await readFile(await download.path()));
  await page.locator(".futures").waitFor({ state: "detached" });
  assert.equal((await live.moment()).steps, steps);
  await live.openTab("futures");
  const provider = await startProvider(() => says("Fine."));
  await beginLive(live, provider);
  await waitForLast(page, "B", "Fine.");
  assert.equal(await page.locator(".lanes-turn").count(), turns);
  assert.match(await page.locator(".lanes > .lanes-columns").innerText(), /A the scripted model[\s\S]*B small-1/);
  tab.assertQuiet();
  await tab.close();
});

test("narrow, the lanes stand below each other under the same turn, and by key everything is reached", async () => {
  const provider = await startProvider((_, number) => says(`Other ${number}.`));
  const { tab, page, live } = await opened("example=pressure-alert&lang=en&level=3", 50, { viewport: NARROW });
  await beginLive(live, provider);
  await waitForLast(page, "B", "Other");
  const turn = page.locator(".lanes-turn").nth(3);
  const [a, b] = [await turn.locator('[data-lane="A"]').boundingBox(), await turn.locator('[data-lane="B"]').boundingBox()];
  assert.ok(b.y >= a.y + a.height && Math.abs(a.x - b.x) < 1, "B is below A");
  await live.assertFitsWidth();
  // At the end nothing lies half behind the dock.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await assertAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const [left, right] = [await turn.locator('[data-lane="A"]').boundingBox(), await turn.locator('[data-lane="B"]').boundingBox()];
  assert.ok(right.x >= left.x + left.width && Math.abs(left.y - right.y) < 1, "B is beside A");
  // By key: from the panel through both heads into the turns.
  await page.locator("#tab-panel").focus();
  const reached = [];
  for (let presses = 0; presses < 14; presses += 1) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText.trim()));
  }
  for (const name of ["Answered by the scripted model", "Look at lane A", "Look at the first difference", "See it from step 2: turn 1 of lane A"]) {
    assert.ok(reached.includes(name), `${name} in ${reached.join(" | ")}`);
  }
  tab.assertQuiet();
  await tab.close();
});

test("what has the focus keeps it while a live model goes on", async () => {
  const provider = await startProvider((_, number) => ({ ...says(`Other ${number}.`), delay: 60 }));
  const { tab, page, live } = await opened("example=pressure-alert&lang=en&level=3");
  await beginLive(live, provider);
  const button = cards(page, "A").nth(1).locator("button");
  await button.focus();
  await waitForLast(page, "B", "Other");
  assert.ok(await button.evaluate((element) => element === document.activeElement));
  tab.assertQuiet();
  await tab.close();
});
