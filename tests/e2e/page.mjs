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

  /** The button that moves one step on. */
  stepButton() {
    return this.root.locator('[aria-keyshortcuts="ArrowRight PageDown"]');
  }

  /** The button that takes one step back. */
  backButton() {
    return this.root.locator('[aria-keyshortcuts="ArrowLeft PageUp"]');
  }

  timeline() {
    return this.root.getByRole("slider");
  }

  /** The step in view, how many there are, the marks of the items in the slots, the sentence. */
  async moment() {
    const timeline = this.timeline();
    return {
      step: Number(await timeline.inputValue()),
      steps: Number(await timeline.getAttribute("max")),
      marks: await this.root.locator('.queue-row:not([data-state="left"]) .row-mark').allInnerTexts(),
      sentence: await this.root.locator(".sentence-text").innerText(),
    };
  }

  async waitForStep(step) {
    await this.root.waitForFunction((wanted) => document.querySelector("input[type=range]")?.value === String(wanted), step);
  }

  /** One step on, and back, by key. */
  async stepOn() {
    const { step } = await this.moment();
    await this.root.keyboard.press("ArrowRight");
    await this.waitForStep(step + 1);
  }

  /** Waits until a long example has come and been run to where it opens. */
  async waitForSteps(least) {
    await this.root.waitForFunction(
      (wanted) => Number(document.querySelector("input[type=range]")?.max) >= wanted,
      least,
    );
  }

  /** Opens a tab: explanation, prompt, evictions, cost, trace, settings. */
  async openTab(name) {
    await this.root.locator(`#tab-${name}`).click();
    await this.root.locator(`#tab-${name}[aria-selected=true]`).waitFor();
  }

  /** What the open tab says. */
  panel() {
    return this.root.locator("#tab-panel");
  }

  /** The words of the conversation, newest last. */
  async conversation() {
    return this.root.locator(".conversation-lines > li").allInnerTexts();
  }

  /** Says something, as a person types it. */
  async say(text) {
    await this.composer().fill(text);
    await this.composer().press("Enter");
  }

  composer() {
    return this.root.locator(".composer-text");
  }

  /** Chooses in one of the lists that have an entry of that value, wherever it stands. */
  choice(value) {
    return this.root.locator(`select:has(option[value="${value}"])`).first();
  }

  /** Goes to a step by the timeline, as one who drags it. */
  async lookAt(step) {
    await this.timeline().evaluate((slider, to) => {
      slider.value = String(to);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }, step);
    await this.waitForStep(step);
  }

  dialog() {
    return this.root.getByRole("dialog");
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
