// The page as a person sees it: tests say what they do, this says where it is.
// By role and name, as a screen reader would find it.

import assert from "node:assert/strict";

/** Works on a Playwright page or on a frame of one. */
export class PlaygroundPage {
  constructor(root) {
    this.root = root;
  }

  /** Goes to the page and waits until its program has drawn something. */
  static async open(page, url) {
    await page.goto(url);
    const playground = new PlaygroundPage(page);
    await playground.ready();
    return playground;
  }

  async ready() {
    await this.heading().waitFor();
  }

  heading() {
    return this.root.getByRole("heading", { level: 1 });
  }

  /** The notice of src/start.js that says what is wrong. */
  notice() {
    return this.root.getByRole("alert").filter({ has: this.root.getByRole("heading", { level: 2 }) });
  }

  /** Nothing sticks out sideways: a narrow page is read without scrolling to the right. */
  async assertFitsWidth() {
    const { content, window } = await this.root.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      window: document.documentElement.clientWidth,
    }));
    assert.ok(content <= window, `the page is ${content} px wide in a window of ${window} px`);
  }
}
