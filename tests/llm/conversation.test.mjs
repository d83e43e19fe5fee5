// A real model on this computer, through the page's own dialog: a conversation of many turns until
// something has left the window and something has come back, and a server whose window is too
// small. The model has 135 million parameters and talks nonsense: what is asserted is what the
// page does with it, never the sense of what it says.
//
// The session of the first test is written to test-results/real-model.json; a copy of such a
// file, tests/llm/session.json, is played again without the server by `cargo test`.

import assert from "node:assert/strict";
import { mkdir, writeFile, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible, startChromium, startServer } from "../e2e/harness.mjs";
import { LivePage } from "../e2e/live.mjs";
import { startModel } from "./server.mjs";

const RESULTS = fileURLToPath(new URL("../../test-results/", import.meta.url));
const MODEL = "SmolLM2-135M-Instruct";

/** Turns that are held in any case, and at most, until something has come back. */
const TURNS = { least: 20, most: 60 };

/** What is said, in this order and then from the beginning again. */
const SAID = [
  "Hello! I am Ana.",
  "I have a dog called Bruno.",
  "Search our conversation for my dog.",
  "My bike is red.",
  "I work in a library.",
  "My sister lives in Vigo.",
  "Search our conversation for my bike.",
  "I like apple cake.",
  "My favourite colour is green.",
  "Search our conversation for the library.",
  "I play chess on Sundays.",
  "Search our conversation for my sister.",
  "I lost my umbrella.",
  "Search our conversation for apple cake.",
  "My train leaves at nine.",
  "Search our conversation for my dog.",
  "It rains today.",
  "Search our conversation for chess.",
  "The garden needs water.",
  "Search our conversation for my umbrella.",
];

const server = await startServer();
const chromium = await startChromium();

/** Opens the dialog, asks the server for its models, chooses the one and connects. */
async function connect(live, model, { window, answer }) {
  await live.openChoice();
  await live.choose({ provider: "llamacpp", address: model.url, model: "" });
  await live.button("Ask for the list of models").click();
  await live.root.locator(".live-listing", { hasText: "1 model" }).waitFor();
  const [name] = await live.root.locator("#live-models option").evaluateAll((options) => options.map((one) => one.value));
  assert.equal(name, MODEL);
  await live.choose({
    model: name,
    limits: {
      "Window of the run (tokens)": window,
      "Longest answer (tokens)": answer,
      "Most calls a turn": 3,
      "Most calls in all": 1000,
      "Most tokens in all": 10_000_000,
    },
  });
}

/** Says something and waits for what comes of it: "answered", or the words of a failure. */
async function turn(live, text) {
  await live.say(text);
  await live.root.waitForFunction(
    (said) => {
      const line = document.querySelector(".live-line");
      const lines = [...document.querySelectorAll('.conversation-lines > li[data-kind="user"]')];
      if (!lines.at(-1)?.innerText.includes(said)) return false;
      if (line?.dataset.state === "failed") return true;
      return line?.dataset.state === "resting" && !line.querySelector(".live-doing button");
    },
    text,
    { timeout: 300_000, polling: 100 },
  );
  if ((await live.line().getAttribute("data-state")) !== "failed") return "answered";
  const words = await live.trouble().innerText();
  await live.button("End the turn").click();
  await live.trouble().waitFor({ state: "detached" });
  return words;
}

/** The session as the page saves it. */
async function saved(tab, live) {
  await live.choice("3").selectOption("3");
  await live.openTab("settings");
  const [download] = await Promise.all([tab.page.waitForEvent("download"), live.button("Save to a file").click()]);
  return readFile(await download.path(), "utf8");
}

/** What has come back and what has left, as the open tab on costs counts it. */
async function movements(live) {
  const words = await live.panel().innerText();
  const number = (kind) => Number(new RegExp(`([\\d,]+) ${kind}s?\\b`).exec(words)?.[1].replaceAll(",", "") ?? 0);
  return { ins: number("page-in"), outs: number("page-out") };
}

/** What is wrong with the messages of a request: calls and results belong together, in order. */
function assertPaired(messages) {
  const open = [];
  for (const message of messages) {
    if (message.role === "tool") assert.ok(open.includes(message.tool_call_id), "a result has its call");
    else assert.equal(open.length, 0, "every call has its result before what follows");
    if (message.role === "tool") open.splice(open.indexOf(message.tool_call_id), 1);
    open.push(...(message.tool_calls ?? []).map((call) => call.id));
  }
  assert.equal(open.length, 0);
}

test("a conversation of twenty turns and more, until something has left and something has come back", async (test) => {
  await mkdir(RESULTS, { recursive: true });
  const model = await startModel({ context: 4096 });
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  const asked = [];
  tab.page.on("request", (request) => {
    if (request.url().startsWith(model.url) && request.method() === "POST") asked.push(request.postDataJSON());
  });
  await connect(live, model, { window: 2048, answer: 160 });
  await live.begin();
  // What streams by, picture for picture.
  await live.root.evaluate(() => {
    window.pictures = new Set();
    const place = document.querySelector(".live-streamed");
    new MutationObserver(() => window.pictures.add(place.innerText)).observe(place, { childList: true, subtree: true, characterData: true });
  });
  await live.openTab("cost");
  const came = [];
  let moved = { ins: 0, outs: 0 };
  const isDone = () => came.length >= TURNS.least && moved.ins > 0 && moved.outs > 0;
  while (!isDone() && came.length < TURNS.most) {
    came.push(await turn(live, SAID[came.length % SAID.length]));
    moved = await movements(live);
    test.diagnostic(`turn ${came.length}: ${asked.length} calls, ${moved.outs} page-outs, ${moved.ins} page-ins`);
  }
  assert.ok(moved.outs > 0, "something has left");
  assert.ok(moved.ins > 0, "something has come back");
  // A weak model may fail now and then; then it is said in words, and the turn is ended.
  const answered = came.filter((outcome) => outcome === "answered").length;
  assert.ok(answered * 2 > came.length, `${answered} of ${came.length} turns were answered`);

  const pictures = await live.root.evaluate(() => [...window.pictures]);
  assert.ok(pictures.length > came.length, "it was shown as it came");
  assert.ok(pictures.some((words) => /Calls send_message/.test(words)));
  for (const { messages, tools, stream, max_tokens: most, model: name } of asked) {
    assertPaired(messages);
    assert.deepEqual({ stream, most, name }, { stream: true, most: 160, name: MODEL });
    assert.ok(tools === undefined || tools.length === 8, "all functions, or none for a summary");
  }
  assert.ok(asked.some((request) => request.tools === undefined), "a summary was asked for");
  const line = await live.line().innerText();
  assert.match(line, new RegExp(`${MODEL} → http://127\\.0\\.0\\.1:\\d+`));
  assert.match(line, new RegExp(`calls ${asked.length} of`));
  await assertAccessible(tab.page);

  const session = await saved(tab, live);
  await writeFile(`${RESULTS}real-model.json`, session);
  const { inputs } = JSON.parse(session);
  assert.ok(inputs.filter((one) => one.input.what.user !== undefined).length >= TURNS.least);
  const { host } = new URL(model.url);
  for (const trace of [host, "127.0.0.1", ".gguf", ".tools"]) assert.ok(!session.includes(trace), `the session holds ${trace}`);
  // It is still there to be used: back to the beginning, and on.
  await live.lookAt(2);
  await live.stepOn();
  tab.assertQuiet();
  await tab.close();
});

test("a server whose window is too small says so, before and when it happens, and the page stays usable", async () => {
  const model = await startModel({ context: 1024 });
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await connect(live, model, { window: 2048, answer: 160 });
  await live.root.getByText("The model's own window has 1,024 tokens: choose a smaller one.").waitFor();
  await live.begin();
  await turn(live, "Hello! I am Ana.");
  await live.line().getByText(/The prompt had [\d,]+ tokens and the model's own window has 1,024/).waitFor();
  await live.findSentence(/refuses the prompt of [\d,]+ tokens, and nothing else may leave/);
  await assertAccessible(tab.page);
  await live.line().getByRole("button", { name: "Change…" }).click();
  await live.root.locator(".live-form").waitFor();
  await tab.close();
});
