// Measures what the page must reach and prints one table, each figure beside
// its limit, all in one run. It says "over" where a limit is missed, and does
// not fail: figures of time are for eyes, not for tests. Where something cannot
// be measured it says so, prints the rest and fails.
//
//   make bench                        everything
//   make bench ONLY="sizes engine"    some of: sizes engine page
//   make bench RECORD=1               keeps the table in docs/FIGURES.md too

import { fileURLToPath } from "node:url";
import { launchChromium } from "./bench/browser.mjs";
import { engineFigures } from "./bench/engine.mjs";
import { pageFigures } from "./bench/page.mjs";
import { record } from "./bench/record.mjs";
import { sizeFigures } from "./bench/sizes.mjs";
import { print } from "./bench/table.mjs";

const GROUPS = { sizes: sizeFigures, engine: engineFigures, page: pageFigures };

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`bench: there is no group ${unknown.join(", ")}; groups: ${Object.keys(GROUPS).join(", ")}`);
  process.exit(2);
}

const browser = await launchChromium();
try {
  const rows = [];
  for (const [name, measure] of Object.entries(GROUPS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`bench: measuring ${name}`);
    try {
      rows.push(...(await measure({ root, browser })));
    } catch (error) {
      // What else was measured is still worth reading.
      console.error(`bench: ${name} could not be measured:`, error);
      process.exitCode = 1;
    }
  }
  print(rows);
  // Only a whole table replaces the one that is kept.
  if (process.env.RECORD && !process.exitCode) await record({ root, groups: wanted, figures: rows });
} finally {
  await browser.close();
}
