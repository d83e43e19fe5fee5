// The browser that figures are measured in.

import { chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS } from "../chromium.mjs";

export function launchChromium() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: CHROMIUM_ARGUMENTS, headless: true });
}

/**
 * Headers under which a browser gives its clock in steps of 5 microseconds
 * instead of 100.
 */
export const FINE_CLOCK = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
