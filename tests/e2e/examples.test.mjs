// The examples about faults, documents and thrashing, as somebody opens them: each opens where
// something is about to happen, says what happens then, and its questions get an answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(hash, least) {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#${hash}`);
  await playground.waitForSteps(least);
  return { tab, page: tab.page, playground };
}

/** The sentence of the moment in view. */
const said = async (playground) => (await playground.moment()).sentence;

for (const [lang, fault, nothing, cost] of [
  ["es", /No hay ninguna función personal_diary_add/, /No cambia nada/, /Leerlo cuesta 1 llamada más/],
  ["en", /There is no function personal_diary_add/, /Nothing changes/, /Reading it costs 1 further model call/],
]) {
  test(`the unreliable manager opens before its first fault and says what it costs, in ${lang}`, async () => {
    const { tab, playground } = await opened(`example=unreliable-manager&level=2&lang=${lang}`, 150);
    await playground.stepOn();
    const sentence = await said(playground);
    assert.match(sentence, fault);
    assert.match(sentence, nothing);
    await playground.stepOn();
    assert.match(await said(playground), cost);
    tab.assertQuiet();
    await tab.close();
  });
}

test("plain text that reaches nobody stands in the conversation, and is said to reach nobody", async () => {
  const { tab, page, playground } = await opened("example=unreliable-manager&level=2&lang=en&step=plain-text", 150);
  const line = page.locator('.line[data-kind="unspoken"]');
  await line.waitFor();
  assert.match(await line.innerText(), /Tuesday is better/);
  await playground.stepOn();
  assert.match(await said(playground), /nobody sees/);
  tab.assertQuiet();
  await tab.close();
});

for (const [lang, why, title] of [
  ["es", /Ninguna política lo arregla/, "Por qué ninguna política lo arregla"],
  ["en", /No policy helps/, "Why no policy helps"],
]) {
  test(`where everything is needed at once the page says why no policy helps, and shows it, in ${lang}`, async () => {
    const { tab, page, playground } = await opened(`example=everything-at-once&level=3&lang=${lang}&step=spent`, 100);
    assert.match(await said(playground), why);
    await page.getByRole("heading", { name: title }).waitFor();
    const rows = await page.locator(".policies tbody tr").allInnerTexts();
    assert.equal(rows.length, 5);
    for (const row of rows.slice(0, 4)) assert.match(row, /\b5\s+12\s+12\s+\d+\s+5 (de|of) 12/, row);
    assert.match(rows[4], /\b12\s+0\s+0\s+1\s+12 (de|of) 12/);
    // Before the question nothing of it is there.
    await playground.lookAt(3);
    await page.locator(".policies").waitFor({ state: "detached" });
    tab.assertQuiet();
    await tab.close();
  });
}

test("at the first level it plays in five slots like the lesson", async () => {
  const { tab, playground } = await opened("example=everything-at-once&lang=es", 100);
  await playground.stepOn();
  await tab.page.keyboard.press("End");
  await tab.page.keyboard.press("ArrowLeft");
  assert.match(await said(playground), /No lo sé/);
  await playground.assertFitsWidth();
  tab.assertQuiet();
  await tab.close();
});

for (const [lang, interrupt, rag] of [
  ["es", /interrupción/, /RAG/],
  ["en", /interrupt/, /RAG/],
]) {
  test(`a document is an interrupt, is read by pages, and the page speaks of RAG, in ${lang}`, async () => {
    const { tab, page, playground } = await opened(`example=three-documents&level=2&lang=${lang}&step=2.0.arrived.1`, 150);
    assert.match(await said(playground), interrupt);
    await page.evaluate(() => (location.hash = location.hash.replace(/step=[^&]*/, "step=second-page")));
    await page.waitForFunction(() => /RAG/.test(document.querySelector(".tabs-panel")?.innerText ?? ""));
    assert.match(await playground.panel().innerText(), rag);
    tab.assertQuiet();
    await tab.close();
  });
}

test("the suggested questions get an answer that is not empty", async () => {
  for (const example of ["unreliable-manager", "three-documents"]) {
    for (const lang of ["es", "en"]) {
      const { tab, page, playground } = await opened(`example=${example}&level=2&lang=${lang}`, 150);
      await page.keyboard.press("End");
      const count = await page.locator(".suggestion").count();
      assert.ok(count >= 3, `${example} ${lang}`);
      for (let nth = 0; nth < count; nth += 1) {
        const before = (await playground.moment()).steps;
        await page.locator(".suggestion").nth(nth).click();
        await page.waitForFunction((steps) => Number(document.querySelector("[data-timeline]").max) > steps, before);
        await page.locator(".sentence").first().click();
        await page.keyboard.press("End");
        assert.ok((await page.locator('.line[data-kind="agent"]').last().innerText()).length > 8);
      }
      tab.assertQuiet();
      await tab.close();
    }
  }
});
