// Several futures: each is had again as it was, step by step, and none is lost by beginning
// another one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

async function opened(lang = "en") {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=${lang}&level=3`);
  await playground.waitForSteps(100);
  return { tab, page: tab.page, playground };
}

/** What is said at some steps of the future in view. */
async function walked(playground, steps) {
  const path = [];
  for (let step = 1; step <= steps; step += Math.floor(steps / 4)) {
    await playground.lookAt(step);
    const { marks, sentence } = await playground.moment();
    path.push({ step, marks, sentence, said: (await playground.conversation()).length });
  }
  return path;
}

const countIs = (page, steps) => page.waitForFunction((wanted) => Number(document.querySelector("[data-timeline]").max) === wanted, steps);
const countIsNot = (page, steps) => page.waitForFunction((old) => Number(document.querySelector("[data-timeline]").max) !== old, steps);

/** Says it at a step, and agrees to another future. */
async function fork(page, playground, step, words) {
  await playground.lookAt(step);
  const { steps } = await playground.moment();
  await playground.say(words);
  await playground.dialog().locator(".button-primary").click();
  await countIsNot(page, steps);
  await page.keyboard.press("Escape");
}

test("three futures from three steps, and each is as it was", async () => {
  const { tab, page, playground } = await opened();
  const first = (await playground.moment()).steps;
  const paths = { first: await walked(playground, first) };

  await fork(page, playground, 60, "I have a parrot called Kiwi.");
  const second = (await playground.moment()).steps;
  paths.second = await walked(playground, second);
  assert.notDeepEqual(paths.second, paths.first);

  await page.locator(".futures button").first().click();
  await countIs(page, first);
  await fork(page, playground, 100, "My brother is called Hugo.");
  const third = (await playground.moment()).steps;
  paths.third = await walked(playground, third);
  assert.equal(await page.locator(".futures li").count(), 2, "both other futures are offered");

  const sizes = { first, second, third };
  for (const [number, name] of [
    [1, "first"],
    [2, "second"],
    [3, "third"],
  ]) {
    await page.getByRole("button", { name: `Return to future ${number}` }).click();
    await countIs(page, sizes[name]);
    assert.deepEqual(await walked(playground, sizes[name]), paths[name], `the ${name} future`);
    assert.equal(await page.locator(".futures li").count(), 2);
  }
  tab.assertQuiet();
  await tab.close();
});

test("inside a turn one may wait for its end or interrupt; what was until then stays", async () => {
  const arrivals = [];
  for (const button of [0, 1]) {
    const { tab, page, playground } = await opened();
    await playground.lookAt(59);
    const here = await playground.moment();
    await playground.say("One more thing: I am left-handed.");
    assert.equal(await playground.dialog().locator(".row button").count(), 3);
    await playground.dialog().locator(".row button").nth(button).click();
    await countIsNot(page, here.steps);
    await playground.openTab("trace");
    const line = page.locator(".trace-button", { hasText: "left-handed" }).first();
    await line.waitFor();
    const arrived = Number((await line.innerText()).match(/^\d+/)[0]);
    arrivals.push(arrived);
    await playground.lookAt(59);
    assert.deepEqual({ ...(await playground.moment()), steps: here.steps }, here);
    tab.assertQuiet();
    await tab.close();
  }
  const [waited, interrupted] = arrivals;
  assert.ok(interrupted < waited, `interrupted it arrives at ${interrupted}, else at ${waited}`);
});

test("another policy from a step on is another future too, and the past keeps its own", async () => {
  const { tab, page, playground } = await opened();
  await playground.lookAt(90);
  const before = await playground.moment();
  await playground.openTab("settings");
  await playground.choice("least-recently-used").selectOption("least-recently-used");
  await playground.panel().getByRole("button", { name: "Change from this step on" }).click();
  await playground.dialog().locator(".button-primary").click();
  await page.locator(".futures").waitFor();
  await playground.openTab("explanation");
  await playground.lookAt(90);
  assert.match(await playground.panel().innerText(), /arrived first leaves first/);
  assert.deepEqual((await playground.moment()).marks, before.marks);
  await page.keyboard.press("End");
  await page.locator(".sentence").focus();
  await page.keyboard.press("End");
  assert.match(await playground.panel().innerText(), /least recently|longest/i);
  await page.locator(".futures button").first().click();
  await countIs(page, before.steps);
  await playground.lookAt(90);
  assert.deepEqual(await playground.moment(), before);
  tab.assertQuiet();
  await tab.close();
});

test("a suggested question and small talk ask as well, and a no changes nothing", async () => {
  const { tab, page, playground } = await opened("es");
  await playground.lookAt(60);
  const before = await playground.moment();
  for (const button of await page.locator(".suggestion").all()) {
    await button.click();
    await playground.dialog().waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    assert.deepEqual(await playground.moment(), before);
  }
  assert.equal(await page.locator(".futures").count(), 0);
  tab.assertQuiet();
  await tab.close();
});
