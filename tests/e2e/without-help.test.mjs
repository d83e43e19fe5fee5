// Without storage and without a network: the page keeps working, and what is done in it is
// sent nowhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

test("where storage is refused, colours, speed and language can be changed all the same", async () => {
  const tab = await openTab(chromium);
  await tab.page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      });
    }
  });
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=en&level=3`);
  await playground.waitForSteps(100);
  await playground.choice("dark").selectOption("dark");
  await tab.page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await tab.page.keyboard.press("+");
  await playground.choice("es").selectOption("es");
  await tab.page.waitForFunction(() => document.documentElement.lang === "es");
  await playground.stepButton().click();
  assert.ok((await playground.moment()).sentence.length > 10);
  tab.assertQuiet();
  await tab.close();
});

test("what is said, changed, copied, shared and saved is sent nowhere", async () => {
  const tab = await openTab(chromium, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = tab;
  const asked = [];
  page.on("request", (request) => asked.push({ url: request.url(), method: request.method(), body: request.postData() }));
  page.on("websocket", (socket) => asked.push({ url: socket.url(), method: "WEBSOCKET" }));
  const playground = await PlaygroundPage.open(page, `${server.url}#example=pressure-alert&lang=en&level=3`);
  await playground.waitForSteps(100);
  await page.keyboard.press("End");
  const { steps } = await playground.moment();
  await playground.say("My secret word is marmalade.");
  await playground.waitForSteps(steps + 5);
  await playground.openTab("trace");
  await playground.panel().getByRole("button", { name: "Copy" }).click();
  await playground.openTab("settings");
  const download = page.waitForEvent("download");
  await playground.panel().getByRole("button", { name: /Save/ }).click();
  await download;
  await playground.panel().locator("button[type=submit]").click();
  await page.getByRole("button", { name: "Share" }).click();
  const link = await playground.dialog().locator("textarea").first().inputValue();
  await page.keyboard.press("Escape");
  await page.waitForTimeout(500);

  for (const { url, method, body } of asked) {
    assert.equal(method, "GET", url);
    assert.equal(body ?? null, null, url);
    assert.ok(url.startsWith(server.origin) || /^blob:/.test(url), url);
    assert.doesNotMatch(decodeURIComponent(url.replace(/#.*/, "")), /marmalade/);
  }
  assert.doesNotMatch(decodeURIComponent(link), /marmalade/, "a link says where, not what was said");
  tab.assertQuiet();
  await tab.close();
});

test("once an example is open, it goes on when the network is gone", async () => {
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=pressure-alert&lang=en&level=3`);
  await playground.waitForSteps(100);
  await tab.page.context().setOffline(true);
  await tab.page.keyboard.press("End");
  const { steps } = await playground.moment();
  await playground.say("I have a parrot called Kiwi.");
  await playground.waitForSteps(steps + 5);
  await playground.choice("es").selectOption("es");
  await tab.page.waitForFunction(() => document.documentElement.lang === "es");
  assert.match((await playground.conversation()).join("\n"), /Kiwi/);
  // The browser itself asks for the icon again whenever the address changes.
  const own = tab.complaints.filter((complaint) => !/icon\.svg|ERR_INTERNET_DISCONNECTED$/.test(complaint));
  assert.deepEqual(own, []);
  await tab.close();
});
