// A provider on the loopback address for the tests: it answers with the bytes
// that a test gives it, cut, delayed, broken off or refused as the test says,
// and keeps what it was sent. What it answers is invented.

import { createServer } from "node:http";
import { after } from "node:test";

/**
 * Starts a provider that ends with the tests of this file. `answer(request)`
 * says what comes back to `{ method, path, headers, body }`, body parsed:
 *
 *   status, type      of HTTP                          (200, text/event-stream)
 *   headers           further ones                     ({})
 *   body              text or bytes                    ("")
 *   chunk             bytes a piece                    (all at once)
 *   delay             milliseconds before each piece   (0)
 *   hold              a promise to wait for before the last piece
 *   reset             breaks off after so many pieces
 *   cors              false: without leave for pages   (true)
 *
 * `preflight(request)` may give a status for a question for leave (204), or
 * "refused" for one without leave. Resolves to `{ origin, requests, closed }`.
 */
export async function startProvider(answer, { preflight = () => 204 } = {}) {
  const requests = [];
  const state = { closed: 0 };
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const seen = { method: request.method, path: request.url, headers: request.headers, body };
    const leave = {
      "Access-Control-Allow-Origin": request.headers.origin ?? "*",
      "Access-Control-Allow-Methods": "GET, POST",
      "Access-Control-Allow-Headers": request.headers["access-control-request-headers"] ?? "*",
    };
    if (request.method === "OPTIONS") {
      const said = preflight(seen);
      response.writeHead(said === "refused" ? 403 : said, said === "refused" ? {} : leave);
      response.end();
      return;
    }
    requests.push(seen);
    request.on("error", () => {});
    response.on("close", () => {
      if (!response.writableFinished) state.closed += 1;
    });
    await send(response, await answer(seen, requests.length), leave);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  after(() => new Promise((done) => (server.close(done), server.closeAllConnections())));
  return { origin: `http://127.0.0.1:${server.address().port}`, requests, state };
}

async function send(response, said, leave) {
  const { status = 200, type = "text/event-stream", headers = {}, body = "", chunk, delay = 0, hold, reset, cors = true } = said;
  response.writeHead(status, { "Content-Type": type, ...(cors ? leave : {}), ...headers });
  const bytes = Buffer.from(body);
  const size = chunk ?? Math.max(bytes.length, 1);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  for (const [number, piece] of pieces.entries()) {
    if (response.destroyed) return;
    if (reset === number) {
      // What was written must arrive first.
      await new Promise((done) => setTimeout(done, 200));
      return void response.destroy();
    }
    if (delay > 0) await new Promise((done) => setTimeout(done, delay));
    if (hold && number === pieces.length - 1) await hold;
    response.write(piece);
  }
  if (reset !== undefined) return void response.destroy();
  response.end();
}

async function read(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Events of a stream, one JSON value each. */
function events(values, end = "") {
  return values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("") + end;
}

/** A stream of Chat Completions: text, then calls `[name, arguments]`. */
export function chat({ text = "", calls = [], usage = { prompt_tokens: 900, completion_tokens: 12 }, reason } = {}) {
  const delta = (delta, finish_reason = null) => ({ choices: [{ index: 0, delta, finish_reason }] });
  const values = [delta({ role: "assistant", content: "" })];
  for (const word of text.match(/\S+\s*/g) ?? []) values.push(delta({ content: word }));
  calls.forEach(([name, args], index) => {
    const text = typeof args === "string" ? args : JSON.stringify(args);
    values.push(delta({ tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name, arguments: "" } }] }));
    const size = Math.max(5, Math.ceil(text.length / 500));
    for (let at = 0; at < text.length; at += size) {
      values.push(delta({ tool_calls: [{ index, function: { arguments: text.slice(at, at + size) } }] }));
    }
  });
  values.push(delta({}, reason ?? (calls.length > 0 ? "tool_calls" : "stop")));
  if (usage) values.push({ choices: [], usage });
  return { body: events(values, "data: [DONE]\n\n") };
}

/** A stream of Anthropic's Messages with one call. */
export function messages({ thinking = "", name, input }) {
  const values = [
    { type: "message_start", message: { type: "message", role: "assistant", content: [], usage: { input_tokens: 800, output_tokens: 1 } } },
    ...(thinking
      ? [
          { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
          { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: thinking } },
          { type: "content_block_stop", index: 0 },
        ]
      : []),
    { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "toolu_1", name, input: {} } },
    { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: JSON.stringify(input) } },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 20 } },
    { type: "message_stop" },
  ];
  return { body: values.map((value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`).join("") };
}

/** Lines of Ollama with one call. */
export function lines({ name, args, read = 850 }) {
  const values = [
    { message: { role: "assistant", content: "", tool_calls: [{ function: { name, arguments: args } }] }, done: false },
    { message: { role: "assistant", content: "" }, done: true, done_reason: "stop", prompt_eval_count: read, eval_count: 15 },
  ];
  return { type: "application/x-ndjson", body: values.map((value) => `${JSON.stringify(value)}\n`).join("") };
}

/** A reply that speaks to the user. */
export function says(message) {
  return chat({ calls: [["send_message", { message }]] });
}
