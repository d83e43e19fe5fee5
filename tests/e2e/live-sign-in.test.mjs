// OpenRouter's sign-in without a key to paste, and attempts to steal or to foist something on the
// way. OpenRouter's two addresses are played by the browser's own request routing: the page
// cannot be told another address, which is part of its safety.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { assertAccessible, frameOf, openTab, startChromium, startHost, startServer } from "./harness.mjs";
import { KEY, LivePage } from "./live.mjs";
import { says } from "./mock-provider.mjs";

const server = await startServer();
const chromium = await startChromium();

const AT = "example=pressure-alert&level=2&lang=en";
const leave = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };

/**
 * A tab in which OpenRouter is played. `agree(callback)` gives the address that it sends the person
 * back to; `exchange(body)` the answer to a code.
 */
async function openPlayed({ agree = (callback) => `${callback}&code=code-1`, exchange = () => ({ status: 200, body: JSON.stringify({ key: KEY }) }), hash = AT, path = "" } = {}) {
  const tab = await openTab(chromium);
  const seen = { authorized: [], exchanged: [], asked: [], urls: [] };
  tab.page.on("framenavigated", (frame) => seen.urls.push(frame.url()));
  await tab.page.route("https://openrouter.ai/**", async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: leave });
    if (url.pathname === "/auth") {
      seen.authorized.push(url);
      const back = agree(url.searchParams.get("callback_url"));
      return route.fulfill({ status: 302, headers: { Location: back } });
    }
    if (url.pathname === "/api/v1/auth/keys") {
      seen.exchanged.push({ body: request.postDataJSON(), headers: request.headers() });
      return route.fulfill({ headers: leave, contentType: "application/json", ...exchange(request.postDataJSON()) });
    }
    seen.asked.push(request.headers());
    return route.fulfill({ headers: leave, contentType: "text/event-stream", body: says("Hello from afar.").body });
  });
  await tab.page.goto(`${server.url}${path}#${hash}`);
  const live = new LivePage(tab.page);
  await live.ready();
  await live.waitForSteps(50);
  return { tab, live, seen };
}

/** Signs in, and waits until the dialog says what has come of it. */
async function signIn(live, words = "Signed in.") {
  await live.openChoice();
  await live.choose({ provider: "openrouter", model: "" });
  await live.button("Sign in at OpenRouter instead").click();
  await live.root.getByText(words).waitFor();
}

/** The address is that of the moment at which the person left, and nothing more. */
function assertAt(page, path = "") {
  const [before, at] = page.url().split("#");
  assert.equal(before, `${server.url}${path}`);
  for (const part of AT.split("&")) assert.ok(at.split("&").includes(part), `${part} in ${at}`);
}

/** All that the page shows and keeps. */
function traces(page) {
  return page.evaluate(() => [location.href, document.documentElement.outerHTML, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), JSON.stringify(history.state), String(window.__memgpt_returned)].join("\n"));
}

test("there and back: the key is in memory alone, and the address is what it was", async () => {
  const { tab, live, seen } = await openPlayed({ path: "index.html" });
  await signIn(live);
  await assertAccessible(tab.page);

  const asked = seen.authorized[0].searchParams;
  assert.equal(asked.get("code_challenge_method"), "S256");
  const callback = new URL(asked.get("callback_url"));
  assert.equal(callback.origin + callback.pathname, `${server.url}index.html`);
  assert.ok(callback.searchParams.get("state").length >= 43, "the state cannot be guessed");
  const { body, headers } = seen.exchanged[0];
  assert.equal(body.code, "code-1");
  assert.equal(createHash("sha256").update(body.code_verifier).digest("base64url"), asked.get("code_challenge"));
  assert.ok(!seen.authorized[0].href.includes(body.code_verifier), "the verifier went nowhere before");
  for (const name of ["authorization", "cookie", "referer"]) assert.equal(headers[name], undefined, name);

  assertAt(tab.page, "index.html");
  const left = await traces(tab.page);
  for (const secret of [KEY, "code-1", body.code_verifier, callback.searchParams.get("state")]) assert.ok(!left.includes(secret), secret.slice(0, 6));

  await live.root.getByText("There is a key for https://openrouter.ai").waitFor();
  await live.choose({ model: "some/model" });
  await live.begin();
  await live.say("Hi");
  await live.waitForAnswer("Hello from afar.");
  assert.equal(seen.asked[0].authorization, `Bearer ${KEY}`);
  // A reload forgets it.
  await tab.page.reload();
  await live.ready();
  await live.openChoice();
  await live.choose({ provider: "openrouter", model: "" });
  assert.equal(await live.root.getByText("There is a key for").count(), 0);
  await tab.close();
});

const REFUSED = [
  ["a state of somebody else's", { agree: (callback) => callback.replace(/state=[^&]*/, "state=AAAA") + "&code=code-1" }, "belongs to another sign-in", 0],
  ["no state", { agree: (callback) => `${callback.split("?")[0]}?state=&code=code-1` }, "belongs to another sign-in", 0],
  ["no leave", { agree: (callback) => `${callback}&error=access_denied` }, "sent no code", 0],
  ["an endless code", { agree: (callback) => `${callback}&code=${"a".repeat(4000)}` }, "sent no code", 0],
  ["a code that OpenRouter refuses", { exchange: () => ({ status: 403, body: '{"error":{"message":"Invalid code"}}' }) }, "does not take the code", 1],
  ["an answer without a key", { exchange: () => ({ status: 200, body: "{}" }) }, "sent no key", 1],
  ["an answer that is a page", { exchange: () => ({ status: 200, body: "<html>" }) }, "sent no key", 1],
  ["a server that fails", { exchange: () => ({ status: 500, body: "" }) }, "sent no key", 1],
];

for (const [what, played, words, exchanged] of REFUSED) {
  test(`${what} gives no key, and says why`, async () => {
    const { tab, live, seen } = await openPlayed(played);
    await signIn(live, words);
    assert.equal(seen.exchanged.length, exchanged);
    assert.equal(await live.root.getByText("There is a key for").count(), 0);
    assertAt(tab.page);
    assert.ok(!(await traces(tab.page)).includes("code-1"));
    // What was kept for the way is used up.
    assert.equal(await tab.page.evaluate(() => JSON.stringify({ ...sessionStorage })), "{}");
    await tab.close();
  });
}

test("a code in a link that nobody asked for is not taken, whatever it says", async () => {
  const { tab, live, seen } = await openPlayed({ path: "?code=stolen-1&state=AAAA" });
  await live.root.getByText("this tab has begun no sign-in").waitFor();
  assertAt(tab.page);
  assert.equal(seen.exchanged.length, 0);
  assert.ok(!(await traces(tab.page)).includes("stolen-1"));
  await tab.close();
});

test("a code that was used comes back in vain", async () => {
  const { tab, live, seen } = await openPlayed();
  await signIn(live);
  const state = new URL(seen.authorized[0].searchParams.get("callback_url")).searchParams.get("state");
  await tab.page.goto(`${server.url}?state=${state}&code=code-1#${AT}`);
  await live.ready();
  await live.root.getByText("this tab has begun no sign-in").waitFor();
  assert.equal(seen.exchanged.length, 1);
  assert.equal(await live.root.getByText("There is a key for").count(), 0);
  await tab.close();
});

test("another tab cannot finish what this one began", async () => {
  let callback;
  const { tab, live } = await openPlayed({ agree: (asked) => ((callback = asked), "about:blank") });
  await live.openChoice();
  await live.choose({ provider: "openrouter", model: "" });
  await live.button("Sign in at OpenRouter instead").click();
  await tab.page.waitForTimeout(300);
  const other = await tab.page.context().newPage();
  const exchanged = [];
  other.on("request", (request) => request.url().includes("/auth/keys") && exchanged.push(request.url()));
  await other.goto(`${callback}&code=code-1#${AT}`);
  await new LivePage(other).root.getByText("this tab has begun no sign-in").waitFor();
  assert.deepEqual(exchanged, []);
  await tab.close();
});

for (const sandbox of [undefined, "allow-scripts", "allow-scripts allow-same-origin"]) {
  test(`inside a frame (${sandbox ?? "plain"}) it is not offered, and a code is dropped`, async () => {
    const host = await startHost(`${server.url}?code=stolen-1&state=AAAA#${AT}`, { sandbox });
    const tab = await openTab(chromium);
    const exchanged = [];
    tab.page.on("request", (request) => request.url().includes("openrouter.ai") && exchanged.push(request.url()));
    await tab.page.goto(host.url);
    const live = new LivePage(await frameOf(tab.page));
    await live.ready();
    await live.waitForSteps(50);
    await live.root.getByRole("button", { name: "Use a real model…" }).first().click();
    await live.root.getByRole("link", { name: "Open in its own tab" }).waitFor();
    assert.equal(await live.root.getByText("Sign in at OpenRouter").count(), 0);
    assert.ok(!(await live.root.evaluate(() => location.href + String(window.__memgpt_returned) + document.documentElement.outerHTML)).includes("stolen-1"));
    assert.deepEqual(exchanged, []);
    assert.ok(!JSON.stringify(await tab.page.evaluate(() => window.received)).includes("stolen-1"));
    await tab.close();
  });
}

test("other queries are left alone, and other providers offer no sign-in", async () => {
  const { tab, live } = await openPlayed({ path: "?code=course-7" });
  assertAt(tab.page, "?code=course-7");
  await live.openChoice();
  for (const provider of ["openai", "custom", "ollama", "browser"]) {
    await live.choose({ provider, model: "" });
    assert.equal(await live.root.getByText("Sign in at OpenRouter").count(), 0, provider);
  }
  await tab.close();
});
