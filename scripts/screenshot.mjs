// Takes a picture of the built page (dist/): for the README, and for whoever
// works on the page to look at it.
//
//   scripts/with-tools.sh node scripts/screenshot.mjs [OPTIONS]
//
//   --out FILE        where the picture goes         (test-results/screenshot.png)
//   --hash TEXT       the address after #            (none)
//   --width N         of the window, CSS pixels      (1366)
//   --height N        of the window, CSS pixels      (768)
//   --scale N         device pixels a CSS pixel      (1)
//   --zoom N          per cent, as a person zooms    (100)
//   --theme NAME      light or dark, of the system   (light)
//   --contrast        the system asks for more contrast
//   --forced-colors   the system forces its colours
//   --reduced-motion  the system asks for less motion
//   --language CODE   of the browser: es, en         (en)
//   --press KEY       pressed --times N times        (none; ArrowRight steps)
//   --times N         how often --press is repeated  (1)
//   --click NAME      the button of that name, after the keys; may be repeated
//   --wait MS         before the picture, for motion (300)
//   --full            the whole page, not only the window
//
// What the browser complains about is printed, and makes the command fail.

import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS } from "./chromium.mjs";
import { serveFolder } from "./serve.mjs";

const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: "test-results/screenshot.png" },
    hash: { type: "string", default: "" },
    width: { type: "string", default: "1366" },
    height: { type: "string", default: "768" },
    scale: { type: "string", default: "1" },
    zoom: { type: "string", default: "100" },
    theme: { type: "string", default: "light" },
    contrast: { type: "boolean", default: false },
    "forced-colors": { type: "boolean", default: false },
    "reduced-motion": { type: "boolean", default: false },
    language: { type: "string", default: "en" },
    press: { type: "string" },
    times: { type: "string", default: "1" },
    click: { type: "string", multiple: true, default: [] },
    wait: { type: "string", default: "300" },
    full: { type: "boolean", default: false },
  },
});

// Zooming makes the window smaller in CSS pixels and each of them larger.
const zoom = Number(options.zoom) / 100;
const server = await serveFolder(fileURLToPath(new URL("../dist", import.meta.url)));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: CHROMIUM_ARGUMENTS,
  headless: true,
});
let complaints = 0;
try {
  const context = await browser.newContext({
    viewport: { width: Math.round(options.width / zoom), height: Math.round(options.height / zoom) },
    deviceScaleFactor: Number(options.scale) * zoom,
    locale: options.language,
    colorScheme: options.theme,
    contrast: options.contrast ? "more" : "no-preference",
    forcedColors: options["forced-colors"] ? "active" : "none",
    reducedMotion: options["reduced-motion"] ? "reduce" : "no-preference",
  });
  const page = await context.newPage();
  const complain = (text) => {
    complaints += 1;
    console.error(`screenshot: the browser says: ${text}`);
  };
  page.on("pageerror", (error) => complain(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complain(message.text());
  });
  const hash = options.hash.replace(/^#?/, "#");
  await page.goto(server.url + (hash === "#" ? "" : hash));
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (let time = 0; options.press && time < Number(options.times); time += 1) {
    await page.keyboard.press(options.press);
  }
  for (const name of options.click) await page.getByRole("button", { name }).first().click();
  await page.waitForTimeout(Number(options.wait));
  await mkdir(dirname(options.out), { recursive: true });
  await page.screenshot({ path: options.out, fullPage: options.full });
  console.log(options.out);
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = complaints === 0 ? 0 : 1;
