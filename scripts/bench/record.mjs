// Keeps a table of figures as a page of the documentation.

import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { markdown } from "./table.mjs";

/** Beyond this share of its processors, others are at work on the machine too. */
const BUSY = 1.5;

/** Writes docs/FIGURES.md: the table, the day, the kind of machine, the command. */
export async function record({ root, groups, figures }) {
  const processors = availableParallelism();
  const isBusy = loadavg()[0] > processors * BUSY;
  const machine = `${processors} ${isBusy ? "cores that others were busy on: times are too long, sizes and bytes right" : "cores"}`;
  const text = `# Figures

What the page must reach, measured; "over" where a limit is missed. This file is written by

    make bench RECORD=1${groups.length > 0 ? ` ONLY="${groups.join(" ")}"` : ""}

on ${new Date().toISOString().slice(0, 10)}, on a machine with ${machine}. KB = 1,024 bytes, compressed by brotli at level 11.

${markdown(figures)}`;
  await writeFile(join(root, "docs/FIGURES.md"), text);
}
