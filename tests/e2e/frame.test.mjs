// Inside another page: its height is told, nothing is kept, and nothing is fetched from elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf, openTab, startChromium, startHost, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

test("the page around is told the height, in both ways, and comes to rest", async () => {
  const host = await startHost(`${server.url}#example=pressure-alert&level=2&lang=en`, { sandbox: "allow-scripts" });
  const tab = await openTab(chromium);
  await tab.page.goto(host.url);
  const playground = new PlaygroundPage(await frameOf(tab.page));
  await playground.ready();
  await playground.waitForSteps(100);
  // A host that follows, as course sites do.
  const rest = await tab.page.evaluate(async () => {
    const frame = document.querySelector("iframe");
    const heights = () => received.map(({ data }) => data).filter((data) => data?.subject === "lti.frameResize");
    let seen = 0;
    for (let still = 0; still < 10; still += 1) {
      const all = heights();
      if (all.length > seen) {
        seen = all.length;
        still = 0;
        frame.height = all.at(-1).height;
      }
      if (seen > 40) break;
      await new Promise((done) => setTimeout(done, 60));
    }
    const own = received.map(({ data }) => data).filter((data) => data?.source === "memgpt-playground");
    return { seen, own: own.length, last: heights().at(-1)?.height, ownLast: own.at(-1)?.height };
  });
  assert.ok(rest.seen > 0 && rest.seen <= 40, `${rest.seen} heights were told`);
  assert.equal(rest.own, rest.seen);
  assert.equal(rest.ownLast, rest.last);
  assert.ok(rest.last > 300 && rest.last < 5_000, `${rest.last} px`);
  tab.assertQuiet();
  await tab.close();
});

test("nothing is fetched but the page's own files, and nothing is kept of a frame", async () => {
  const host = await startHost(`${server.url}#example=six-sessions&level=3&lang=es`, { sandbox: "allow-scripts allow-same-origin" });
  const tab = await openTab(chromium);
  const asked = [];
  tab.page.on("request", (request) => asked.push(request.url()));
  await tab.page.goto(host.url);
  const frame = await frameOf(tab.page);
  const playground = new PlaygroundPage(frame);
  await playground.ready();
  await playground.waitForSteps(1_000);
  const foreign = asked.filter((url) => !url.startsWith(server.origin) && !url.startsWith(host.url) && !/^(data|blob):/.test(url));
  assert.deepEqual(foreign, []);
  // Where the browser forbids storage to frames, there is nothing to look into.
  const kept = await frame.evaluate(() => {
    try {
      return localStorage.length + sessionStorage.length;
    } catch {
      return 0;
    }
  });
  assert.equal(kept, 0);
  tab.assertQuiet();
  await tab.close();
});
