// What every end-to-end test stands on: the built page on a free loopback port,
// browsers that fail a test on what they complain about, an accessibility
// check, and a page of another origin that shows ours in a frame.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";
import { serveFolder } from "../../scripts/serve.mjs";
import { CHROMIUM_ARGUMENTS } from "../../scripts/chromium.mjs";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** Widths and heights that the page is tried at. */
export const WIDE = { width: 1366, height: 768 };
export const NARROW = { width: 320, height: 640 };

/**
 * Serves the built page until the tests of this file end; `options` are those
 * of serveFolder. Resolves to `{ origin, url }`.
 */
export async function startServer(options = {}) {
  const server = await serveFolder(DIST, options);
  after(() => server.close());
  return server;
}

/** Starts Chromium, which ends with the tests of this file. */
export async function startChromium() {
  const browser = await chromium.launch({
    executablePath: needed("CHROMIUM"),
    args: CHROMIUM_ARGUMENTS,
    headless: true,
  });
  after(() => browser.close());
  return browser;
}

/**
 * Opens a tab of its own with nothing remembered. `options` are those of
 * Playwright's newContext; the language is English unless `locale` says
 * otherwise. The tab has `assertQuiet()`: fails when the browser complained.
 */
export async function openTab(browser, options = {}) {
  const context = await browser.newContext({ viewport: WIDE, locale: "en-GB", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => complaints.push(`request: ${request.url()} ${request.failure()?.errorText}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`response: ${response.status()} ${response.url()}`);
  });
  return {
    page,
    complaints,
    assertQuiet: () => assert.deepEqual(complaints, [], "the browser complained"),
    close: () => context.close(),
  };
}

/**
 * Starts Debian's Firefox through WebDriver BiDi. `open(url, viewport)` gives a
 * Puppeteer page with the same `assertQuiet()`.
 */
export async function startFirefox() {
  const profile = await mkdtemp(join(tmpdir(), "memgpt-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: needed("FIREFOX"),
    headless: true,
    userDataDir: profile,
    extraPrefsFirefox: { "intl.accept_languages": "en-GB, en", "app.update.enabled": false },
  });
  after(async () => {
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  return {
    async open(url, viewport = WIDE) {
      const page = await browser.newPage();
      const complaints = [];
      page.on("console", (message) => {
        if (["error", "warn"].includes(message.type())) complaints.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
      await page.setViewport(viewport);
      await page.goto(url);
      return { page, assertQuiet: () => assert.deepEqual(complaints, [], "the browser complained") };
    },
  };
}

/** The marks of the rules that the page is held to. */
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

let axeSource;

/** Fails on any violation of WCAG 2.2 A or AA that axe finds in a page or frame. */
export async function assertAccessible(frame) {
  axeSource ??= await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await frame.evaluate(axeSource);
  const violations = await frame.evaluate(async (tags) => {
    const result = await window.axe.run(document, {
      runOnly: tags,
      resultTypes: ["violations"],
      preload: false, // it would add styles, which the page's policy forbids
    });
    return result.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
    }));
  }, AXE_TAGS);
  assert.deepEqual(violations, [], "axe found violations");
}

/**
 * A page of another origin and another site (localhost, another port) that
 * shows `address` in a frame, and keeps in `window.received` what the frame
 * says to it. `sandbox` is the attribute of the frame, undefined for none.
 */
export async function startHost(address, { sandbox, width = 800, height = 600 } = {}) {
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><h1>A course</h1>
<iframe title="MemGPT Playground" src="${escaped(address)}" width="${width}" height="${height}"${
    sandbox === undefined ? "" : ` sandbox="${escaped(sandbox)}"`
  }></iframe>
<script>window.received = []; addEventListener("message", (event) => received.push({ data: event.data, origin: event.origin }));</script>`;
  const server = createServer((request, response) => {
    const found = new URL(request.url, "http://localhost").pathname === "/";
    response.writeHead(found ? 200 : 204, { "Content-Type": "text/html; charset=utf-8" });
    response.end(found ? html : undefined);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  after(() => new Promise((done) => (server.close(done), server.closeAllConnections())));
  return { url: `http://localhost:${server.address().port}/` };
}

/** The frame of a host page once it has loaded something. */
export async function frameOf(page) {
  const element = await page.waitForSelector("iframe");
  return element.contentFrame();
}

/** A program that scripts/with-tools.sh found. */
function needed(name) {
  const program = process.env[name];
  assert.ok(program, `${name} is not set: run the tests by make test-e2e, which finds the browsers`);
  return program;
}
