// llama.cpp's server with the small model of scripts/setup-llm.sh, for the tests of this folder.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createWriteStream, existsSync } from "node:fs";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const TOOLS = fileURLToPath(new URL("../../.tools/llm", import.meta.url));
const HERE = fileURLToPath(new URL(".", import.meta.url));

/**
 * Starts the server with a window of `context` tokens; it ends with the tests of this file.
 * Resolves to `{ url, log(), stop() }`.
 */
export async function startModel({ context, port = 0 }) {
  assert.ok(existsSync(`${TOOLS}/model.gguf`), "the model is not here: run these tests by make test-llm");
  const program = spawn(`${TOOLS}/bin/python`, [`${HERE}serve.py`, `${TOOLS}/model.gguf`, `${HERE}memgpt.jinja`, String(context), String(port)]);
  let log = "";
  program.stderr.on("data", (piece) => (log = (log + piece).slice(-20_000)));
  if (process.env.LLM_LOG) program.stderr.pipe(createWriteStream(process.env.LLM_LOG));
  const ended = new Promise((done) => program.on("exit", done));
  const stop = async () => {
    program.kill("SIGTERM");
    await ended;
  };
  after(stop);
  const url = await new Promise((done, fail) => {
    let said = "";
    program.stdout.on("data", (piece) => {
      said += piece;
      if (said.includes("\n")) done(JSON.parse(said.split("\n")[0]).url);
    });
    ended.then((code) => fail(new Error(`the server ended with ${code}:\n${log}`)));
  });
  return { url, log: () => log, stop };
}
