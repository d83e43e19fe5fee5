// What someone new to the page stumbled over: answers that came where nobody could see them,
// questions that were not true, words that were not right at some step.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { frameOf, openTab, startChromium, startHost, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash, least, options = {}) {
  const tab = await openTab(chromium, options);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(least);
  return { tab, page: tab.page, playground };
}

/** What stands beside the first text to be copied, after its button was pressed. */
async function copied(playground) {
  await playground.root.getByRole("button", { name: "Share" }).click();
  const first = playground.dialog().locator(".copyable").first();
  await first.getByRole("button").click();
  const told = first.getByRole("status");
  await told.filter({ hasText: /./ }).waitFor();
  return { told: await told.innerText(), first };
}

test("what became of copying is said inside the dialog", async () => {
  const { tab, playground } = await opened("example=five-slots&level=1&lang=en", 30, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  assert.equal((await copied(playground)).told, "Copied.");
  tab.assertQuiet();
  await tab.close();
});

test("where a frame may not copy, the text is selected and that is said inside the dialog", async () => {
  const host = await startHost(`${server.url}#example=five-slots&level=1&lang=en`, { sandbox: "allow-scripts" });
  const tab = await openTab(chromium);
  await tab.page.goto(host.url);
  const playground = new PlaygroundPage(await frameOf(tab.page));
  await playground.waitForSteps(30);
  const { told, first } = await copied(playground);
  assert.match(told, /not allow copying.*selected/);
  const field = first.locator("textarea");
  const [from, to, length] = await field.evaluate((field) => [field.selectionStart, field.selectionEnd, field.value.length]);
  assert.deepEqual([from, to], [0, length]);
  await tab.close();
});

test("who speaks again before the answer was stepped through is not asked about the past", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&level=2&lang=en", 100);
  await page.keyboard.press("End");
  await playground.say("I have a parrot called Kiwi.");
  const { steps } = await playground.moment();
  await playground.say("My boat is called Gull.");
  await playground.waitForSteps(steps + 5);
  assert.equal(await playground.dialog().count(), 0);
  assert.equal(await page.locator(".futures").count(), 0, "there is one future");
  await playground.lookAt((await playground.moment()).steps);
  const said = (await playground.conversation()).join("\n");
  assert.match(said, /Kiwi[^]*Kiwi[^]*Gull[^]*Gull/, "both are answered, in order");
  tab.assertQuiet();
  await tab.close();
});

test("a turn that the user stopped is not said to have failed", async () => {
  const { tab, page, playground } = await opened("example=pressure-alert&level=2&lang=es", 100);
  await playground.lookAt(59);
  await playground.say("Soy zurda.");
  await playground.dialog().getByRole("button", { name: "Interrumpir aquí mismo" }).click();
  await page.locator('.line[data-kind="stopped"]', { hasText: "interrumpido" }).waitFor();
  assert.equal(await page.locator('.line[data-kind="failure"]').count(), 0);
  tab.assertQuiet();
  await tab.close();
});

for (const [lang, changed, version] of [
  ["en", /somebody changed it/, /version/],
  ["es", /alguien lo ha cambiado/, /versión/],
]) {
  test(`a file of this version that somebody changed is called that, in ${lang}`, async () => {
    const { tab, page, playground } = await opened(`example=pressure-alert&level=3&lang=${lang}`, 100);
    await playground.openTab("settings");
    const download = page.waitForEvent("download");
    await playground.panel().locator(".fields", { has: page.locator("input[type=file]") }).locator("button").first().click();
    const file = await readFile(await (await download).path(), "utf8");
    const give = async (text) => {
      await playground.panel().locator("input[type=file]").setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(text) });
      await playground.dialog().waitFor();
      const told = await playground.dialog().innerText();
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      return told;
    };
    const altered = file.replaceAll("Clara", "Carla");
    assert.notEqual(altered, file);
    const told = await give(altered);
    assert.match(told, changed);
    assert.doesNotMatch(told, version);
    // Another version's file that comes out differently is still told apart.
    assert.match(await give(altered.replace(/"engine": "[^"]+"/, '"engine": "0.0.1"')), version);
    tab.assertQuiet();
    await tab.close();
  });
}

test("at no step a Spanish word is left uncontracted or a one has a plural", async () => {
  for (const [hash, least] of [
    ["example=five-slots&level=3&lang=es", 30],
    ["example=pressure-alert&level=3&lang=es", 200],
  ]) {
    const { tab, page, playground } = await opened(hash, least);
    await playground.openTab("explanation");
    const { steps } = await playground.moment();
    for (let step = 1; step <= steps; step += 1) {
      await playground.lookAt(step);
      const text = await page.evaluate(() =>
        [".sentence-text", "#tab-panel", ".window-sum"].map((part) => document.querySelector(part)?.innerText ?? "").join("\n"),
      );
      assert.doesNotMatch(text, /(?<!\p{L})(de|a) el(?!\p{L})/iu, `step ${step} of ${hash}`);
      assert.doesNotMatch(text, /(?<![\d.,])1 (ocupadas|libres|tokens|casillas|mensajes|llamadas)/u, `step ${step} of ${hash}`);
      assert.doesNotMatch(text, /llamada 0|turno 0/, `step ${step} of ${hash}`);
    }
    tab.assertQuiet();
    await tab.close();
  }
});

test("what a page-in says of the prompt is what the prompt has at that step", async () => {
  for (const lang of ["en", "es"]) {
    const { tab, page, playground } = await opened(`example=six-sessions&level=3&lang=${lang}`, 900);
    await playground.openTab("explanation");
    const number = (text) => Number(text.replaceAll(/[.,\s]/g, ""));
    let seen = 0;
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("Home");
    for (;;) {
      const before = (await playground.moment()).step;
      await page.getByRole("button", { name: lang === "en" ? "Go to the next one" : "Ir al próximo" }).click();
      await page.waitForTimeout(150);
      const { step, sentence } = await playground.moment();
      if (step === before || !/^Page-in/.test(sentence)) break;
      seen += 1;
      const told = number(sentence.match(/([\d.,]+) tokens(?= by now)|(?<=ya va por )([\d.,]+) tokens/)[0].replace(/ tokens/, ""));
      const total = number((await playground.panel().innerText()).match(/= ([\d.,]+) tokens/)[1]);
      assert.equal(told, total, sentence);
    }
    assert.ok(seen >= 2, `${seen} page-ins in ${lang}`);
    tab.assertQuiet();
    await tab.close();
  }
});

test("the buttons to press first can be read in the system's colours", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { tab, page } = await opened("example=pressure-alert&level=2&lang=en", 100, { forcedColors: "active", colorScheme });
    const buttons = page.locator(".button-primary:not([disabled], [aria-disabled=true])");
    assert.ok((await buttons.count()) >= 2);
    for (const button of await buttons.all()) {
      const { color, background, adjust } = await button.evaluate((element) => {
        const style = getComputedStyle(element);
        return { color: style.color, background: style.backgroundColor, adjust: style.forcedColorAdjust };
      });
      assert.notEqual(color, background);
      // Else the system paints its page colour behind words of that colour.
      assert.equal(adjust, "none");
    }
    assert.equal(await page.locator("[data-timeline]").evaluate((line) => getComputedStyle(line).forcedColorAdjust), "none");
    await tab.close();
  }
});

test("where an example did not come, the way to try again is a button like any other", async () => {
  let missing = true;
  const without = await startServer({ missing: (file) => missing && /pressure-alert\.json$/.test(file) });
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${without.url}#example=pressure-alert&level=2&lang=en`);
  const retry = tab.page.getByRole("button", { name: "Try again" });
  await retry.waitFor();
  const [box, words] = [await retry.boundingBox(), await tab.page.locator(".page-waiting p").boundingBox()];
  assert.ok(box.height < 60, `it is ${box.height} px high`);
  assert.ok(box.y - (words.y + words.height) < 40, "it stands below what is said");
  missing = false;
  await retry.click();
  await playground.waitForSteps(100);
  await tab.close();
});

test("a list as a notebook prints it becomes its items", async () => {
  const { tab, page, playground } = await opened("example=five-slots&level=1&lang=en", 30);
  await page.locator("summary", { hasText: "Other ways" }).click();
  await page.getByRole("button", { name: "Use your own items" }).click();
  await playground.dialog().locator("textarea").fill("['tea', 'milk', 'tea']");
  await playground.dialog().getByRole("button", { name: "See what happens" }).click();
  await page.waitForFunction(() => location.hash.includes("items=tea,milk,tea"));
  tab.assertQuiet();
  await tab.close();
});
