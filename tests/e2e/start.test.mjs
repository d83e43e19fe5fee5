// The page starts wherever it may be put, and where it cannot it says why.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  NARROW,
  WIDE,
  assertAccessible,
  frameOf,
  openTab,
  startChromium,
  startFirefox,
  startHost,
  startServer,
} from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

for (const viewport of [WIDE, NARROW]) {
  test(`it starts at ${viewport.width} pixels, without a complaint`, async () => {
    const tab = await openTab(chromium, { viewport });
    const playground = await PlaygroundPage.open(tab.page, server.url);

    assert.equal(await playground.notice().count(), 0);
    await playground.assertFitsWidth();
    await assertAccessible(tab.page);
    tab.assertQuiet();
    await tab.close();
  });
}

test("it starts in Firefox", async () => {
  const firefox = await startFirefox();
  const { page, assertQuiet } = await firefox.open(server.url);

  await page.waitForSelector("h1");

  assert.equal(await page.$("#start-notice"), null);
  assertQuiet();
});

test("it starts in a sub-folder of its host", async () => {
  const elsewhere = await startServer({ base: "/course/memory/" });
  const tab = await openTab(chromium);

  await PlaygroundPage.open(tab.page, elsewhere.url);

  tab.assertQuiet();
  await tab.close();
});

test("it starts when the host does not know the type of WebAssembly", async () => {
  const old = await startServer({ types: { ".wasm": "application/octet-stream" } });
  const tab = await openTab(chromium);

  await PlaygroundPage.open(tab.page, old.url);

  tab.assertQuiet();
  await tab.close();
});

for (const sandbox of [undefined, "allow-scripts allow-same-origin", "allow-scripts"]) {
  test(`it starts in a frame of another origin, sandbox ${sandbox ?? "absent"}`, async () => {
    const host = await startHost(server.url, { sandbox });
    const tab = await openTab(chromium);
    await tab.page.goto(host.url);
    const frame = await frameOf(tab.page);
    const playground = new PlaygroundPage(frame);

    await playground.ready();

    assert.equal(await frame.evaluate(() => self.origin), sandbox === "allow-scripts" ? "null" : server.origin);
    assert.equal(await playground.notice().count(), 0);
    await assertAccessible(frame);
    tab.assertQuiet();
    await tab.close();
  });
}

/** Opens `address` and gives what the notice says. */
async function noticeAt(address, { locale = "en-GB", prepare = async () => {} } = {}) {
  const tab = await openTab(chromium, { locale });
  await prepare(tab.page);
  await tab.page.goto(address);
  const notice = new PlaygroundPage(tab.page).notice();
  await notice.waitFor();
  const said = { text: await notice.innerText(), lang: await notice.getAttribute("lang") };
  await assertAccessible(tab.page);
  await tab.close();
  return said;
}

test("opened as a file it says how to open it", async () => {
  const file = new URL("../../dist/index.html", import.meta.url).href;

  const en = await noticeAt(file);
  assert.match(en.text, /The page cannot start[^]*opened as a file/);
  assert.equal(en.lang, "en");

  const es = await noticeAt(file, { locale: "es-ES" });
  assert.match(es.text, /La página no puede empezar[^]*como fichero/);
  assert.equal(es.lang, "es");
});

test("the language of the address comes before that of the browser", async () => {
  const said = await noticeAt(`${new URL("../../dist/index.html", import.meta.url).href}#lang=es`);

  assert.equal(said.lang, "es");
});

test("without WebAssembly it says so", async () => {
  const said = await noticeAt(server.url, {
    prepare: (page) => page.addInitScript(() => delete globalThis.WebAssembly),
  });

  assert.match(said.text, /has no WebAssembly/);
});

for (const part of [".wasm", ".js"]) {
  test(`when its ${part} file is missing it names it`, async () => {
    const broken = await startServer({ missing: (file) => file.endsWith(part) && !/\bstart-[^/]*$/.test(file) });

    const said = await noticeAt(broken.url);

    assert.match(said.text, /could not be downloaded[^]*404 http/);
    assert.ok(said.text.includes(part));
  });
}

test("when its program is blocked it says so", async () => {
  const strict = await startServer({ headers: { "Content-Security-Policy": "script-src 'self'" } });

  assert.match((await noticeAt(strict.url)).text, /not allowed to run/);
});

test("in a closed frame whose host sends no permission it says what to change", async () => {
  const shut = await startServer({ headers: { "Access-Control-Allow-Origin": undefined } });
  const host = await startHost(shut.url, { sandbox: "allow-scripts" });
  const tab = await openTab(chromium, { locale: "es-ES" });
  await tab.page.goto(host.url);
  const notice = new PlaygroundPage(await frameOf(tab.page)).notice();

  await notice.waitFor();

  assert.match(await notice.innerText(), /sandbox sin allow-same-origin[^]*Access-Control-Allow-Origin: \*/);
  await tab.close();
});

test("without JavaScript it asks for it in both languages", async () => {
  const host = await startHost(server.url, { sandbox: "" });
  const tab = await openTab(chromium);
  await tab.page.goto(host.url);
  const frame = await frameOf(tab.page);

  // By style selector: what stands in a noscript element is hidden from roles.
  await frame.locator("noscript p").first().waitFor({ state: "visible" });
  assert.match((await frame.locator("noscript").allInnerTexts()).join(), /necesita JavaScript[^]*needs JavaScript/);

  await tab.close();
});

test("when the start script never comes, styles alone show why", async () => {
  const deaf = await startServer({ missing: (file) => /\bstart-[^/]*\.js$/.test(file) });
  const tab = await openTab(chromium);
  await tab.page.goto(deaf.url);
  const notice = tab.page.locator("#start-blocked");
  assert.equal(await notice.isVisible(), false, "not before some seconds have passed");

  await tab.page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));

  assert.ok(await notice.isVisible());
  assert.match(await notice.innerText(), /no ha llegado[^]*has not arrived/);
  await tab.close();
});

test("a program that breaks leaves its picture, a notice and a way to go on", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, server.url);
  await tab.page.waitForFunction(() => document.getElementById("start-loading") === null);

  await tab.page.evaluate(() => window.__memgpt_broken("the reason"));

  const notice = playground.notice();
  assert.match(await notice.innerText(), /stopped because of an error[^]*the reason/);
  assert.ok(await playground.heading().isVisible());
  await assertAccessible(tab.page);
  await notice.getByRole("button", { name: "Reload" }).click();
  await playground.ready();
  assert.equal(await playground.notice().count(), 0);
  await tab.close();
});

test("a trap in the program is noticed whoever caused it", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, server.url);

  await tab.page.evaluate(() => {
    setTimeout(() => {
      throw new WebAssembly.RuntimeError("unreachable");
    });
  });

  await playground.notice().waitFor();
  assert.match(await playground.notice().innerText(), /unreachable/);
  await tab.close();
});
