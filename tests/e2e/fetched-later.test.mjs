// What the first screen does without comes after it, and where it does not come
// the page says so, goes on, and gets it when asked again.

import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import { frameOf, openTab, startChromium, startHost, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const chromium = await startChromium();

/** Files of the program that are not needed to start it. */
const LATER = /\b(panels|conversation|chunk-\d+)-[0-9a-f]+\.wasm$/;
// Not the chunk, which the model needs too.
const PANELS = /\bpanels-[0-9a-f]+\.wasm$/;
const MODEL = /\bconversation-[0-9a-f]+\.wasm$/;

/** Opens the page with the files that `held` finds refused until `release()`. */
async function openWithout(held, hash) {
  let missing = true;
  const refused = [];
  const server = await startServer({
    missing: (file) => {
      const refuses = missing && held.test(file);
      if (refuses) refused.push(basename(file));
      return refuses;
    },
  });
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}${hash}`);
  const release = () => {
    missing = false;
  };
  return { tab, refused, release, playground, retry: tab.page.getByRole("button", { name: "Try again" }) };
}

test("the first screen needs nothing of what comes later", async () => {
  const { tab, refused, playground } = await openWithout(LATER, "");
  await playground.stepOn();
  await tab.page.waitForLoadState("networkidle");

  assert.ok(refused.length > 0, "something comes later");
  assert.ok(
    tab.complaints.some((complaint) => complaint.startsWith("console: Error: 404") && refused.some((file) => complaint.includes(file))),
    `the console names the file: ${tab.complaints.join("; ")}`,
  );
  assert.equal(await playground.notice().count(), 0, "the page has not stopped");
  await tab.close();
});

test("a conversation whose panels do not come opens when asked again", async () => {
  const { tab, release, playground, retry } = await openWithout(PANELS, "#example=pressure-alert&level=2&lang=en");
  await retry.first().waitFor();

  release();
  await retry.first().click();

  await playground.waitForSteps(50);
  await playground.composer().waitFor();
  await playground.openTab("cost");
  assert.notEqual(await playground.panel().innerText(), "");
  assert.equal(await retry.count(), 0);
  assert.equal(await playground.notice().count(), 0);
  await tab.close();
});

test("a conversation whose model does not come opens when asked again", async () => {
  const { tab, release, playground, retry } = await openWithout(MODEL, "#example=pressure-alert&level=2&lang=en");
  await retry.first().waitFor();

  release();
  await retry.first().click();

  await playground.waitForSteps(50);
  assert.equal(await playground.notice().count(), 0);
  await tab.close();
});

for (const [where, options, sandbox] of [
  ["on a host that does not know the type of WebAssembly", { types: { ".wasm": "application/octet-stream" } }, undefined],
  ["in a closed frame", {}, "allow-scripts"],
]) {
  test(`all of it comes ${where}`, async () => {
    const server = await startServer(options);
    const host = await startHost(`${server.url}#example=pressure-alert&level=2&lang=en`, { sandbox });
    const tab = await openTab(chromium);
    await tab.page.goto(host.url);
    const playground = new PlaygroundPage(await frameOf(tab.page));

    // A run of conversations needs every file.
    await playground.waitForSteps(50);
    await playground.composer().waitFor();

    assert.equal(await playground.notice().count(), 0);
    tab.assertQuiet();
    await tab.close();
  });
}

test("once loaded, every example opens without a connection", async () => {
  const server = await startServer();
  const tab = await openTab(chromium);
  const playground = await PlaygroundPage.open(tab.page, `${server.url}#level=1&lang=en`);
  await playground.stepOn();
  await tab.page.waitForLoadState("networkidle");
  const examples = await tab.page.evaluate(async () => {
    const files = performance.getEntriesByType("resource").map(({ name }) => /scenarios\/([^/]+)\.json$/.exec(name)?.[1]);
    return files.filter(Boolean);
  });
  assert.ok(examples.length >= 6, `all examples were fetched: ${examples}`);

  await tab.page.context().setOffline(true);
  for (const example of ["five-slots", ...examples]) {
    await tab.page.evaluate((hash) => {
      location.hash = hash;
    }, `#example=${example}&level=3&lang=en`);
    await tab.page.waitForFunction(
      (name) => new URLSearchParams(location.hash.slice(1)).get("example") === name && document.querySelector(".stage-picture"),
      example,
    );
    assert.equal(await tab.page.getByRole("button", { name: "Try again" }).count(), 0, example);
    await playground.stepOn();
  }
  // The browser itself asks for its icon again at every address.
  const requests = tab.complaints.filter((complaint) => complaint.startsWith("request:"));
  assert.deepEqual(requests.filter((complaint) => !complaint.includes("/icon.svg")), []);
  await tab.close();
});
