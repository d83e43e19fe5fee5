// A live model from the page: conversations by three protocols, streaming, cancelling, limits,
// retries, and what is said where something fails.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, NARROW, startChromium, startServer } from "./harness.mjs";
import { KEY, LivePage } from "./live.mjs";
import { chat, lines, messages, says, startProvider } from "./mock-provider.mjs";

const server = await startServer();
const chromium = await startChromium();

/** Saves the bike code, then speaks, then searches for it. */
function script(number, say) {
  if (number === 1) {
    return say("core_memory_append", { label: "human", content: "Bike code 4417.", request_heartbeat: true });
  }
  return say("send_message", { message: number === 2 ? "Noted: 4417." : `Answer ${number}.` });
}

const PROTOCOLS = [
  {
    protocol: "openai-chat",
    path: "/v1/chat/completions",
    headers: { authorization: `Bearer ${KEY}` },
    say: (name, args) => chat({ text: "Let me see.", calls: [[name, args]] }),
  },
  {
    protocol: "anthropic-messages",
    path: "/v1/messages",
    headers: { "x-api-key": KEY, "anthropic-version": "2023-06-01", "anthropic-dangerous-direct-browser-access": "true" },
    say: (name, input) => messages({ thinking: "Let me see.", name, input }),
  },
  {
    protocol: "ollama-native",
    path: "/api/chat",
    headers: { authorization: `Bearer ${KEY}` },
    say: (name, args) => lines({ name, args }),
  },
];

for (const { protocol, path, headers, say } of PROTOCOLS) {
  test(`a conversation of several turns by ${protocol}`, async () => {
    const provider = await startProvider((_, number) => ({ ...script(number, say), chunk: 11 }));
    const { tab, live } = await LivePage.openIn(chromium, server.url);
    await live.connect({ protocol, address: provider.origin, key: KEY });

    await live.say("My bike code is 4417.");
    await live.waitForAnswer("Noted: 4417.");
    await live.say("And now?");
    await live.waitForAnswer("Answer 3.");
    await live.say("Still there?");
    await live.waitForAnswer("Answer 4.");

    assert.deepEqual(provider.requests.map((request) => request.path), Array(4).fill(path));
    for (const request of provider.requests) {
      for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name], value, name);
      for (const name of ["cookie", "referer"]) assert.equal(request.headers[name], undefined, name);
      assert.ok(!request.path.includes(KEY) && !JSON.stringify(request.body).includes(KEY));
    }
    // What it saved stands in the next prompt.
    assert.match(JSON.stringify(provider.requests[1].body), /Bike code 4417/);
    const line = await live.line().innerText();
    assert.match(line, /small-1 → http:\/\/127\.0\.0\.1:\d+/);
    assert.match(line, /calls 4 of 200/);
    await live.openTab("cost");
    assert.match(await live.panel().innerText(), /Counted by the provider/);
    tab.assertQuiet();
    await tab.close();
  });
}

test("what arrives is shown as it arrives, and can be stopped", async () => {
  let release;
  const hold = new Promise((done) => (release = done));
  const provider = await startProvider(() => ({ ...chat({ text: "I am thinking about your bike." }), chunk: 60, hold }));
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.connect({ address: provider.origin });

  await live.say("Where is my bike?");
  await live.streamed().getByText("thinking about your bike").waitFor();
  assert.match(await live.line().innerText(), /small-1 is writing/);
  await assertAccessible(tab.page);
  await live.button("Stop").click();

  await live.streamed().waitFor({ state: "hidden" });
  await assert.doesNotReject(async () => {
    for (let tries = 0; provider.state.closed === 0 && tries < 100; tries += 1) await tab.page.waitForTimeout(50);
    assert.equal(provider.state.closed, 1, "the connection was ended");
  });
  release();
  // The turn is over: something else can be said.
  assert.equal(await live.button("Stop").count(), 0);
  assert.equal(provider.requests.length, 1);
  await tab.close();
});

test("a saved live session is opened and stepped without asking again, and says who answered", async () => {
  const provider = await startProvider((_, number) => script(number, (name, args) => chat({ calls: [[name, args]] })));
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.connect({ address: provider.origin, key: KEY });
  await live.say("My bike code is 4417.");
  await live.waitForAnswer("Noted: 4417.");
  await live.choice("3").selectOption("3");
  await live.openTab("settings");
  const [download] = await Promise.all([tab.page.waitForEvent("download"), live.button("Save to a file").click()]);
  const file = await download.path();

  const second = await LivePage.openIn(chromium, server.url);
  await second.live.choice("3").selectOption("3");
  await second.live.openTab("settings");
  await second.tab.page.locator("input[type=file]").setInputFiles(file);
  await second.live.line().getByText("A live model answered in this run (small-1)").waitFor();
  const { steps } = await second.live.moment();
  assert.ok(steps > 8, `${steps} steps`);
  await second.live.lookAt(steps - 1);
  assert.ok((await second.live.conversation()).some((line) => line.includes("Noted: 4417.")));
  assert.equal(provider.requests.length, 2, "nothing was asked again");
  await second.tab.close();
  await tab.close();
});

test("the limit of calls for a turn holds against a model that never stops, and is said", async () => {
  const provider = await startProvider(() =>
    chat({ calls: [["conversation_search", { query: "more", page: 1, request_heartbeat: true }]] }),
  );
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.connect({ address: provider.origin, limits: { "Most calls a turn": 4 } });
  await live.say("Search for ever.");
  await tab.page.waitForFunction(() => {
    const line = document.querySelector(".live-line");
    return line?.dataset.state === "failed" || /in this turn 4 of 4/.test(line?.innerText ?? "");
  });
  await tab.page.waitForTimeout(500);
  assert.equal(provider.requests.length, 4);
  await tab.close();
});

test("the limit of calls in all holds, and can be raised", async () => {
  const provider = await startProvider(() => says("Yes."));
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.connect({ address: provider.origin, limits: { "Most calls in all": 1 } });
  await live.say("one");
  await live.waitForAnswer("Yes.");
  await live.say("two");
  assert.match(await live.waitForTrouble(), /limit of calls is reached/);
  assert.equal(provider.requests.length, 1);
  await live.line().getByRole("button", { name: "Change…" }).click();
  await live.root.getByLabel("Most calls in all", { exact: true }).fill("5");
  await live.button("Only change the limits").click();
  await live.button("Ask again").click();
  await tab.page.waitForFunction(() => document.querySelectorAll('.conversation-lines > li[data-kind="agent"]').length >= 2);
  assert.equal(provider.requests.length, 2);
  await tab.close();
});

test("a busy provider is asked again after a countdown in sight", async () => {
  const busy = { status: 429, type: "application/json", body: '{"error":{"message":"Please try again in 1.2s.","code":"rate_limit_exceeded"}}' };
  const provider = await startProvider((_, number) => (number === 1 ? busy : says("Here I am.")));
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.connect({ address: provider.origin });
  await live.say("Hello?");
  await live.line().getByText(/Next try in \d second/).waitFor();
  await live.waitForAnswer("Here I am.");
  assert.equal(provider.requests.length, 2);
  await tab.close();
});

const FAILURES = [
  ["a wrong key", { status: 401, type: "application/json", body: '{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}' }, /does not accept the key\. It has been forgotten/],
  ["no money", { status: 402, type: "application/json", body: '{"error":{"message":"Insufficient credits","code":402}}' }, /no credit/],
  ["a model that there is not", { status: 404, type: "application/json", body: '{"error":{"message":"The model does not exist","code":"model_not_found"}}' }, /no model of that name/],
  ["a quota of a day", { status: 429, type: "application/json", body: '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}' }, /no credit|quota/],
  ["a page in place of an answer", { type: "text/html", body: "<html><body>Welcome</body></html>" }, /not what the protocol says/],
  ["a stream that breaks off", { body: 'data: {"choices":[{"index":0,"delta":{"content":"I rem"}}]}\n\ndata: {"cho', chunk: 30, reset: 2 }, /ended before its end/],
  ["a call written as text", { body: 'data: {"choices":[{"index":0,"delta":{"content":"<tool_call>{\\"name\\":\\"send_message\\",\\"arguments\\":{\\"message\\":\\"Hi\\"}}</tool_call>"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n' }, /plain text\. It was not carried out/],
  ["an answer without leave", { ...says("Hi"), cors: false }, /The browser does not say why/],
];

for (const [what, said, words] of FAILURES) {
  test(`${what} is said in words that help, and the turn can be ended`, async () => {
    const provider = await startProvider(() => said);
    const { tab, live } = await LivePage.openIn(chromium, server.url);
    await live.connect({ address: provider.origin, key: KEY });
    await live.say("Hello?");
    assert.match(await live.waitForTrouble(), words);
    if (what === "an answer without leave") await live.trouble().getByText("not started").waitFor();
    await assertAccessible(tab.page);
    await live.button("End the turn").click();
    await live.trouble().waitFor({ state: "detached" });
    await tab.close();
  });
}

test("a redirect is not followed, wherever it leads", async () => {
  const elsewhere = await startProvider(() => says("I got your key."));
  const provider = await startProvider(() => ({ status: 307, headers: { Location: `${elsewhere.origin}/v1/chat/completions` } }));
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.connect({ address: provider.origin, key: KEY });
  await live.say("Hello?");
  assert.match(await live.waitForTrouble(), /The browser does not say why/);
  assert.equal(elsewhere.requests.length, 0);
  await tab.close();
});

test("a server that is not started, and one that does not answer this page, get the exact command", async () => {
  const provider = await startProvider(() => lines({ name: "send_message", args: { message: "Hi" } }), { preflight: () => "refused" });
  for (const address of ["http://127.0.0.1:9", provider.origin]) {
    const { tab, live } = await LivePage.openIn(chromium, server.url);
    await live.connect({ provider: "ollama", address, model: "tiny:1b" });
    await live.say("Hello?");
    await live.trouble().getByText(`OLLAMA_ORIGINS=${server.origin} ollama serve`).waitFor();
    await live.trouble().getByText("not started").waitFor();
    await tab.close();
  }
  assert.equal(provider.requests.length, 0);
});

test("a prompt that the server cut is noticed", async () => {
  const provider = await startProvider(() => lines({ name: "send_message", args: { message: "Hello!" }, read: 2048 }));
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.connect({ provider: "ollama", address: provider.origin, model: "tiny:1b", limits: { "Window of the run (tokens)": 16000 } });
  await live.say(`Remember all of this: ${"the bike code is 4417 and the garage key hangs in the hall; ".repeat(160)}`);
  await live.waitForAnswer("Hello!");
  assert.match(await live.line().innerText(), /read only 2,048 tokens/);
  const { body } = provider.requests.find((request) => request.path === "/api/chat");
  assert.ok(body.options.num_ctx >= 16_000, "it was told its window");
  await tab.close();
});

test("a window that overflows is emptied, and what left is summarised by the same model", async () => {
  const provider = await startProvider(({ body }, number) =>
    body.tools ? says(`Answer ${number}: ${"it is a long story about the garden and the roof. ".repeat(20)}`) : chat({ text: "They spoke of a garden." }),
  );
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.connect({ address: provider.origin, limits: { "Window of the run (tokens)": 1536, "Longest answer (tokens)": 256 } });
  const summary = live.root.locator('.conversation-lines > li[data-kind="summary"]');
  for (let turn = 1; turn <= 8 && (await summary.count()) === 0; turn += 1) {
    const before = provider.requests.length;
    await live.say(`Message ${turn}`);
    for (let waits = 0; provider.requests.length === before && waits < 400; waits += 1) await tab.page.waitForTimeout(25);
    await tab.page.waitForFunction(() => {
      const line = document.querySelector(".live-line");
      return line?.dataset.state === "resting" && !line.querySelector(".live-doing button");
    });
  }
  assert.ok((await summary.count()) > 0, "something was summarised");
  const asked = provider.requests.filter((request) => !request.body.tools);
  assert.ok(asked.length > 0);
  assert.ok(provider.requests.some((request) => JSON.stringify(request.body).includes("They spoke of a garden.")));
  tab.assertQuiet();
  await tab.close();
});

test("the list of models is read from the provider, and brings window and price", async () => {
  const list = { data: [{ id: "b-large", context_length: 2048, pricing: { prompt: "0.000002", completion: "0.000004" } }, { id: "a-small" }] };
  const provider = await startProvider(() => ({ type: "application/json", body: JSON.stringify(list) }));
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.openChoice();
  await live.choose({ provider: "custom", address: provider.origin, model: "" });
  await live.button("Ask for the list of models").click();
  await live.root.locator(".live-listing", { hasText: "2 models" }).waitFor();
  assert.deepEqual(await live.root.locator("#live-models option").evaluateAll((options) => options.map((one) => one.value)), ["a-small", "b-large"]);
  await live.choose({ model: "b-large" });
  assert.equal(await live.root.getByLabel("$ for a million tokens read", { exact: true }).inputValue(), "2.000");
  await live.root.getByText("The model's own window has 2,048 tokens").waitFor();
  await tab.close();
});

test("the dialog and the line are accessible, and fit into 320 pixels", async () => {
  const provider = await startProvider(() => says("Hello."));
  const { tab, live } = await LivePage.openIn(chromium, server.url, { viewport: NARROW });
  await live.openChoice();
  await live.choose({ provider: "custom", address: provider.origin });
  await assertAccessible(tab.page);
  await live.assertFitsWidth();
  await live.confirm();
  await live.begin();
  await live.say("Hi");
  await live.waitForAnswer("Hello.");
  await assertAccessible(tab.page);
  await live.assertFitsWidth();
  await tab.close();
});
