// A link carries an example and its settings. Where words were said that no link holds, the
// dialog says so, and says what does hold them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, startChromium, startServer } from "./harness.mjs";
import { PlaygroundPage } from "./page.mjs";

const server = await startServer();
const chromium = await startChromium();

for (const [lang, words, hint] of [
  ["en", "I have a parrot called Kiwi.", /not fit into a link.*save it to a file/],
  ["es", "Tengo un loro que se llama Kiwi.", /no cabe en un enlace.*guárdalo en un fichero/],
]) {
  test(`what a link does not carry is said where it is shared, and only then, in ${lang}`, async () => {
    const tab = await openTab(chromium);
    const { page } = tab;
    const playground = await PlaygroundPage.open(page, `${server.url}#example=pressure-alert&lang=${lang}&level=2`);
    await playground.waitForSteps(100);
    const share = page.locator("header button", { hasText: /Share|Compartir/ });
    await share.click();
    await playground.dialog().waitFor();
    assert.doesNotMatch(await playground.dialog().innerText(), hint);
    await page.keyboard.press("Escape");
    await page.keyboard.press("End");
    const { steps } = await playground.moment();
    await playground.say(words);
    await playground.waitForSteps(steps + 5);
    await share.click();
    await playground.dialog().waitFor();
    assert.match(await playground.dialog().innerText(), hint);
    const link = await playground.dialog().locator("textarea").first().inputValue();
    assert.doesNotMatch(decodeURIComponent(link), /Kiwi/);
    tab.assertQuiet();
    await tab.close();
  });
}
