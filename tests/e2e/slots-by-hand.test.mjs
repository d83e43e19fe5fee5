// Lists of one's own against a few lines that anybody can check by hand: which items end in
// the slots, how many left and how many came back, by both policies of the textbooks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

/** What the lesson's contract gives, worked out without the page. */
function byHand(items, capacity, policy) {
  const numbers = new Map();
  let slots = [];
  const counts = { ins: 0, outs: 0 };
  items.forEach((item, time) => {
    const isNew = !numbers.has(item);
    if (isNew) numbers.set(item, numbers.size + 1);
    const inView = slots.find((slot) => slot.item === item);
    if (inView) {
      inView.used = time;
      return;
    }
    if (slots.length === capacity) {
      const oldest = policy === "fifo" ? slots[0] : slots.reduce((least, slot) => (slot.used < least.used ? slot : least));
      slots = slots.filter((slot) => slot !== oldest);
      counts.outs += 1;
    }
    if (!isNew) counts.ins += 1;
    slots.push({ item, used: time, mark: `${numbers.get(item)}${isNew ? "" : "′"}` });
  });
  return { marks: slots.map(({ mark }) => mark), ...counts };
}

/** A list with many repetitions, always the same for a seed. */
function list(seed, length, kinds) {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return ["tea", "bread", "jam", "milk", "rice", "salt", "plum", "corn"][Math.floor((state / 2 ** 31) * kinds)];
  });
}

for (const policy of ["fifo", "least-recently-used"]) {
  test(`by ${policy} the page ends where one ends by hand, in one slot and in more`, async () => {
    const tab = await openTab(chromium);
    const playground = await PlaygroundPage.open(tab.page, `${server.url}#example=five-slots&level=3&lang=en`);
    await playground.openTab("cost");
    for (const capacity of [1, 2, 3, 7]) {
      const items = list(capacity * 7 + 3, 18, capacity === 7 ? 8 : 5);
      await tab.page.evaluate((hash) => (location.hash = hash), `items=${items.join(",")}&window=${capacity}&policy=${policy}&level=3&lang=en`);
      await tab.page.waitForFunction((slots) => document.querySelector(".window-sum").innerText.endsWith(`= ${slots}`), capacity);
      await playground.lookAt((await playground.moment()).steps);
      const { marks } = await playground.moment();
      const movements = await playground.panel().locator("dl.facts dd").nth(2).innerText();
      const [ins, outs] = movements.match(/\d+/g).map(Number);
      assert.deepEqual({ marks, ins, outs }, byHand(items, capacity, policy), `${capacity}: ${items.join(" ")}`);
    }
    tab.assertQuiet();
    await tab.close();
  });
}
