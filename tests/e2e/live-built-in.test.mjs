// The browser's own model. The browser of the tests has none: a stub of `LanguageModel` plays its
// part, with the names of the Prompt API as it is in Chrome 148 (or before, where a test says so).

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, NARROW, openTab, startChromium, startServer } from "./harness.mjs";
import { LivePage } from "./live.mjs";

const server = await startServer();
const chromium = await startChromium();

/**
 * Puts a stub in the place of the browser's model. `availability` is what it says; `answers` are
 * texts, or names of exceptions; `window` its tokens, a token being four characters.
 */
async function openWith(stub, options = {}) {
  const tab = await openTab(chromium, options);
  await tab.page.addInitScript(({ availability = "available", answers = [], window: size = 6144, old = false, isEndless = false, isAbsent = false }) => {
    if (isAbsent) return void delete window.LanguageModel;
    const seen = (window.seen = { created: [], prompted: [], destroyed: 0, aborted: 0 });
    const tokens = (text) => Math.ceil(text.length / 4);
    let state = availability;
    const failure = (name, more = {}) => Object.assign(new DOMException(`${name} it is`, name), more);
    class LanguageModel {
      static async availability(wanted) {
        seen.asked = wanted;
        return state;
      }
      static async create(options) {
        seen.created.push({ ...options, signal: undefined, monitor: undefined });
        if (state === "downloadable") {
          if (!navigator.userActivation.isActive) throw failure("NotAllowedError");
          const monitor = new EventTarget();
          options.monitor(monitor);
          for (const loaded of [0, 0.42, 1]) {
            await new Promise((done) => (window.go = done));
            monitor.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded }));
          }
          state = "available";
        }
        return new LanguageModel(options);
      }
      constructor({ initialPrompts = [], signal }) {
        this.used = initialPrompts.reduce((sum, one) => sum + tokens(one.content), 0);
        this.signal = signal;
        if (this.used > size) throw failure("QuotaExceededError", { requested: this.used, quota: size });
        const named = old ? { inputQuota: size } : { contextWindow: size };
        Object.assign(this, named);
        Object.defineProperty(this, old ? "inputUsage" : "contextUsage", { get: () => this.used });
        this[old ? "measureInputUsage" : "measureContextUsage"] = async (input) => tokens(input);
      }
      promptStreaming(input, options) {
        seen.prompted.push({ input, ...options, signal: undefined });
        const answer = answers[Math.min(seen.prompted.length, answers.length) - 1];
        if (/Error$/.test(answer)) throw failure(answer);
        const pieces = answer.match(/.{1,7}/gs);
        const session = this;
        return new ReadableStream({
          async pull(controller) {
            const stop = () => controller.error(failure("AbortError"));
            options.signal.addEventListener("abort", () => ((seen.aborted += 1), stop()), { once: true });
            if (pieces.length === 0 && !isEndless) {
              session.used += tokens(input) + tokens(answer);
              return controller.close();
            }
            if (isEndless && pieces.length === 0) return new Promise(() => {});
            controller.enqueue(pieces.shift());
          },
        });
      }
      destroy() {
        seen.destroyed += 1;
      }
    }
    window.LanguageModel = LanguageModel;
  }, stub);
  await tab.page.goto(`${server.url}#example=pressure-alert&level=2&lang=en`);
  const live = new LivePage(tab.page);
  await live.ready();
  await live.waitForSteps(50);
  await live.openChoice();
  await live.choose({ provider: "browser", model: "" });
  return { tab, live };
}

const call = (name, args) => JSON.stringify({ name, arguments: args });
const says = (message) => call("send_message", { message });

for (const old of [false, true]) {
  test(`a conversation with it, held to a schema, without a key and without a request (${old ? "its old names" : "its names"})`, async () => {
    const answers = [call("core_memory_append", { name: "human", content: "Bike code 4417.", request_heartbeat: true }), says("Noted: 4417."), says("4417.")];
    const { tab, live } = await openWith({ answers, old });
    const asked = [];
    tab.page.on("request", (request) => asked.push(request.url()));
    await live.root.getByText("It is ready, with a window of 6,144 tokens").waitFor();
    assert.equal(await live.root.locator("input[type=password]").count(), 0, "no key is asked for");
    assert.equal(await live.root.locator(".live-model").count(), 0, "no name either");
    await assertAccessible(tab.page);
    await live.begin();
    await live.say("My bike code is 4417.");
    await live.waitForAnswer("Noted: 4417.");
    await live.say("Which was it?");
    await live.waitForAnswer("4417.");

    const seen = await tab.page.evaluate(() => window.seen);
    assert.equal(seen.prompted.length, 3);
    const [first, second] = seen.prompted;
    assert.ok(first.responseConstraint.anyOf.some((one) => one.properties.name.enum[0] === "send_message"));
    assert.equal(first.omitResponseConstraintInput, true);
    assert.match(first.input, /My bike code is 4417/);
    const prompts = seen.created.at(-2).initialPrompts;
    assert.equal(prompts[0].role, "system");
    assert.match(prompts[0].content, /Bike code 4417/, "what it saved stands in the next prompt");
    assert.ok(prompts.every((one, at) => one.role !== "system" || at === 0));
    assert.match(prompts.at(-1).content, /"name":"core_memory_append"|"OK"/);
    assert.ok(second.input.length > 0);
    assert.equal(seen.destroyed, seen.created.length, "its memory is given back");
    const line = await live.line().innerText();
    assert.match(line, /this browser's own model: nothing leaves this computer/);
    assert.match(line, /calls 3 of 200/);
    assert.doesNotMatch(line, /estimated/);
    assert.deepEqual(asked.filter((url) => !url.startsWith(server.url)), [], "nothing was sent");
    tab.assertQuiet();
    await tab.close();
  });
}

test("what it writes is shown as it comes, and stopping ends it by its signal", async () => {
  const { tab, live } = await openWith({ answers: ["I am thinking about your bike, which was red"], isEndless: true });
  await live.begin();
  await live.say("Where is my bike?");
  await live.streamed().getByText("thinking about your bike").waitFor();
  await live.button("Stop").click();
  await live.streamed().waitFor({ state: "hidden" });
  await tab.page.waitForFunction(() => window.seen.aborted > 0);
  await tab.close();
});

test("a download begins when the person says so, and says how far it is", async () => {
  const { tab, live } = await openWith({ availability: "downloadable", answers: [says("Hello.")] });
  await live.root.getByText("The model has to be downloaded first").waitFor();
  await assertAccessible(tab.page);
  assert.equal((await tab.page.evaluate(() => window.seen.created)).length, 0, "nothing begins by itself");
  await live.button("New conversation").click();
  await live.root.getByText("The browser's own model is not ready.").waitFor();
  await live.button("Download the model").click();
  for (const percent of [0, 42]) {
    await tab.page.waitForFunction(() => window.go);
    await tab.page.evaluate(() => [window.go(), (window.go = undefined)]);
    await live.root.getByText(`Downloading the model: ${percent} %`).waitFor();
  }
  await assertAccessible(tab.page);
  await tab.page.waitForFunction(() => window.go);
  await tab.page.evaluate(() => window.go());
  await live.root.getByText("It is ready").waitFor();
  await live.begin();
  await live.say("Hi");
  await live.waitForAnswer("Hello.");
  await tab.close();
});

test("where there is none, the dialog says why", async () => {
  // The browser of the tests as it is: it may know the name and have no model behind it.
  const real = await LivePage.openIn(chromium, server.url);
  await real.live.openChoice();
  await real.live.choose({ provider: "browser", model: "" });
  await real.live.root.getByText(/has no model of its own|cannot run it|has to be downloaded/).waitFor();
  await real.tab.close();

  const without = await openWith({ isAbsent: true });
  await without.live.root.getByText("This browser has no model of its own").waitFor();
  await assertAccessible(without.tab.page);
  await without.live.button("New conversation").click();
  await without.live.root.getByText("The browser's own model is not ready.").waitFor();
  // Another one is chosen as ever.
  await without.live.choose({ provider: "openai", model: "" });
  await without.live.root.locator(".live-key").waitFor();
  await without.tab.close();

  const weak = await openWith({ availability: "unavailable" }, { viewport: NARROW });
  await weak.live.root.getByText("this device cannot run it").waitFor();
  await weak.live.assertFitsWidth();
  await weak.tab.close();
});

const FAILURES = [
  ["a window that is too small", { window: 600, answers: [says("Hi")] }, async (live) => {
    await live.line().getByText(/The prompt had [\d,]+ tokens and the model's own window has 600/).waitFor();
  }],
  ["an answer without an end", { answers: [`{"name":"send_message","arguments":{"message":"${"la ".repeat(20_000)}`] }, async (live) => {
    assert.match(await live.waitForTrouble(), /reached its limit/);
  }],
  ["an answer that the browser holds back", { answers: ["NotReadableError"] }, async (live) => {
    assert.match(await live.waitForTrouble(), /held the answer back/);
  }],
  ["a browser that fails", { answers: ["OperationError"] }, async (live) => {
    await live.line().getByText(/server failed\. Next try/).waitFor();
    await live.button("Stop").click();
  }],
];

for (const [what, stub, check] of FAILURES) {
  test(`${what} is said in words that help`, async () => {
    const { tab, live } = await openWith(stub);
    await live.root.getByText("It is ready").waitFor();
    await live.begin();
    await live.say("Hi");
    await check(live);
    await tab.close();
  });
}

test("one that cannot be held to a schema is asked to write calls as text", async () => {
  const { tab, live } = await openWith({ answers: ["NotSupportedError", says("By text.")] });
  await live.root.getByText("It is ready").waitFor();
  await live.begin();
  await live.say("Hi");
  await live.waitForAnswer("By text.");
  const seen = await tab.page.evaluate(() => window.seen.prompted);
  assert.ok(seen[0].responseConstraint && !seen[1].responseConstraint);
  await tab.close();
});
