// What a server tells of its models: windows, whether they call functions, names that are paths;
// and a window that turns out to be too small.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startChromium, startServer } from "./harness.mjs";
import { LivePage } from "./live.mjs";
import { lines, says, startProvider } from "./mock-provider.mjs";

const server = await startServer();
const chromium = await startChromium();

const json = (value, more = {}) => ({ type: "application/json", body: JSON.stringify(value), ...more });

/** Opens the dialog and chooses a provider at an address, without a model. */
async function choosing(provider, address) {
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.openChoice();
  await live.choose({ provider, address, model: "" });
  return { tab, live };
}

test("Ollama is asked about the model that is named: its window is said, and one without functions is held to a schema", async () => {
  const provider = await startProvider((request) => {
    if (request.path === "/api/tags") return json({ models: [{ name: "tiny:1b" }, { name: "plain:1b" }] });
    if (request.path === "/api/show") {
      const abilities = request.body.model === "tiny:1b" ? ["completion", "tools"] : ["completion"];
      return json({ capabilities: abilities, model_info: { "general.architecture": "tiny", "tiny.context_length": 2048 } });
    }
    return lines({ name: "send_message", args: { message: "Hello!" } });
  });
  const { tab, live } = await choosing("ollama", provider.origin);
  await live.button("Ask for the list of models").click();
  await live.root.locator(".live-listing", { hasText: "2 models" }).waitFor();
  await live.choose({ model: "tiny:1b" });
  await live.root.getByText("The model's own window has 2,048 tokens").waitFor();
  assert.equal(await live.root.getByText("does not call functions by itself").count(), 0);
  await live.choose({ model: "plain:1b" });
  await live.root.getByText("it will be asked to answer as JSON held to a schema").waitFor();
  const shown = provider.requests.filter((request) => request.path === "/api/show");
  assert.deepEqual(shown.map((request) => request.body), [{ model: "tiny:1b" }, { model: "plain:1b" }]);
  await live.begin();
  await live.say("Hi");
  await live.waitForAnswer("Hello!");
  const asked = provider.requests.at(-1).body;
  assert.equal(asked.tools, undefined);
  assert.ok(asked.format.anyOf.length > 1, "it is held to a schema");
  assert.equal(asked.options.num_ctx, 2048);
  await tab.close();
});

test("an endpoint of one's own is asked nothing before the person has agreed to it", async () => {
  const provider = await startProvider(() => lines({ name: "send_message", args: { message: "Hello!" } }));
  const { tab, live } = await choosing("custom", provider.origin);
  await live.choose({ protocol: "ollama-native", model: "tiny:1b" });
  await tab.page.waitForTimeout(300);
  assert.equal(provider.requests.length, 0);
  await live.confirm();
  await live.begin();
  await live.say("Hi");
  await live.waitForAnswer("Hello!");
  await tab.close();
});

test("asking for the list keeps what the server told of the model that is named", async () => {
  const provider = await startProvider((request) => {
    if (request.path === "/api/tags") return json({ models: [{ name: "plain:1b" }] });
    if (request.path === "/api/show") {
      return json({ capabilities: ["completion"], model_info: { "general.architecture": "tiny", "tiny.context_length": 2048 } });
    }
    return lines({ name: "send_message", args: { message: "Hello!" } });
  });
  const { tab, live } = await choosing("ollama", provider.origin);
  await live.choose({ model: "plain:1b" });
  await live.root.getByText("The model's own window has 2,048 tokens").waitFor();
  const asked = () => provider.requests.filter((request) => request.path === "/api/show").length;
  const before = asked();
  await live.button("Ask for the list of models").click();
  await live.root.locator(".live-listing", { hasText: "1 model" }).waitFor();
  for (let tries = 0; asked() === before && tries < 50; tries += 1) await tab.page.waitForTimeout(100);
  assert.equal(asked(), before + 1, "it is asked about again");
  await live.root.getByText("The model's own window has 2,048 tokens").waitFor();
  await live.root.getByText("it will be asked to answer as JSON held to a schema").waitFor();
  await tab.close();
});

test("a list that comes late from one server opens no way to another", async () => {
  let release;
  const hold = new Promise((resolve) => {
    release = resolve;
  });
  const slow = await startProvider(() => json({ models: [{ name: "tiny:1b" }] }, { hold }));
  const other = await startProvider(() => lines({ name: "send_message", args: { message: "Hello!" } }));
  const { tab, live } = await choosing("custom", slow.origin);
  await live.choose({ protocol: "ollama-native" });
  await live.button("Ask for the list of models").click();
  await live.choose({ address: other.origin, model: "" });
  release();
  await tab.page.waitForTimeout(500);
  await live.choose({ model: "tiny:1b" });
  await tab.page.waitForTimeout(500);
  assert.equal(other.requests.length, 0);
  assert.equal(await live.root.locator(".live-listing", { hasText: "1 model" }).count(), 0);
  await tab.close();
});

test("a name that is a path on one server is not sent to another", async () => {
  const path = "/home/ana/secret-folder/tiny-1b.Q4.gguf";
  const first = await startProvider(() => json({ data: [{ id: path, meta: { n_ctx: 8192 } }] }));
  const second = await startProvider(() => says("Hello."));
  const { tab, live } = await choosing("llamacpp", first.origin);
  await live.button("Ask for the list of models").click();
  await live.root.locator(".live-listing", { hasText: "1 model" }).waitFor();
  await live.choose({ model: "tiny-1b.Q4.gguf" });
  await live.choose({ address: second.origin, model: "" });
  await live.begin();
  await live.say("Hi");
  await live.waitForAnswer("Hello.");
  for (const request of second.requests) assert.ok(!JSON.stringify(request.body ?? "").includes("secret-folder"));
  assert.equal(second.requests.at(-1).body.model, "tiny-1b.Q4.gguf");
  await tab.close();
});

test("LM Studio tells the window in force; what a server does not tell is no fault", async () => {
  const provider = await startProvider((request) => {
    if (request.path === "/v1/models") return json({ data: [{ id: "tiny" }] });
    if (request.path === "/api/v1/models") {
      return json({ models: [{ key: "tiny", max_context_length: 32768, loaded_instances: [{ id: "tiny", config: { context_length: 3000 } }] }] });
    }
    return says("Hello.");
  });
  const { tab, live } = await choosing("lmstudio", `${provider.origin}/v1`);
  await live.choose({ model: "tiny" });
  await live.root.getByText("The model's own window has 3,000 tokens").waitFor();
  await tab.close();

  const silent = await startProvider((request) => (request.path.endsWith("models") ? { status: 404, body: "no" } : says("Hello.")));
  const other = await choosing("lmstudio", `${silent.origin}/v1`);
  await other.live.choose({ model: "tiny" });
  await other.live.begin();
  await other.live.say("Hi");
  await other.live.waitForAnswer("Hello.");
  await other.tab.close();
});

test("of a model whose name is a path on the server only the last part is shown and recorded", async () => {
  const path = "/home/ana/secret-folder/tiny-1b.Q4.gguf";
  const provider = await startProvider((request) =>
    request.path === "/v1/models" ? json({ data: [{ id: path, meta: { n_ctx: 8192 } }] }) : says("Hello."),
  );
  const { tab, live } = await choosing("llamacpp", provider.origin);
  await live.button("Ask for the list of models").click();
  await live.root.locator(".live-listing", { hasText: "1 model" }).waitFor();
  await live.choose({ model: "tiny-1b.Q4.gguf" });
  await live.begin();
  await live.say("Hi");
  await live.waitForAnswer("Hello.");
  assert.equal(provider.requests.at(-1).body.model, path, "the server is asked by its own name");
  assert.match(await live.line().innerText(), /tiny-1b\.Q4\.gguf →/);
  for (const name of ["prompt", "cost"]) await live.openTab(name);
  assert.ok(!(await tab.page.content()).includes("secret-folder"));
  await tab.close();
});

test("a window that is too small is said with its numbers, and what to do", async () => {
  const full = { error: { code: 400, type: "exceed_context_size_error", message: "the request exceeds the available context size", n_prompt_tokens: 2310, n_ctx: 2048 } };
  const provider = await startProvider((_, number) => (number > 2 ? json(full, { status: 400 }) : says(`Answer ${number}.`)));
  const { tab, live } = await LivePage.openIn(chromium, server.url);
  await live.connect({ provider: "llamacpp", address: provider.origin });
  await live.say("Hi");
  await live.waitForAnswer("Answer 1.");
  await live.say("Hi again");
  await live.waitForAnswer("Answer 2.");
  await live.say("And again");
  await live.line().getByText("The prompt had 2,310 tokens and the model's own window has 2,048").waitFor();
  // It ends, though the provider goes on refusing: nothing is asked for ever.
  await tab.page.waitForFunction(() => document.querySelector(".live-line")?.dataset.state === "resting");
  await tab.page.waitForTimeout(500);
  const asked = provider.requests.length;
  await tab.page.waitForTimeout(1000);
  assert.equal(provider.requests.length, asked);
  await live.findSentence(/refuses the prompt of [\d,]+ tokens, and nothing else may leave/);
  await live.say("Is anybody there?");
  await tab.page.waitForFunction(() => [...document.querySelectorAll('.conversation-lines > li[data-kind="user"]')].at(-1)?.innerText.includes("anybody"));
  await tab.close();
});
