// What the tests of live models do on the page, in a person's words.

import { PlaygroundPage } from "./page.mjs";
import { openTab } from "./harness.mjs";

/** A key of nobody's. */
export const KEY = "sk-demo-Zx81Qw7Rt5Yu3Io2Pa9SdFg";

/** The page with a live model. */
export class LivePage extends PlaygroundPage {
  /** Opens the page in a tab of its own. */
  static async openIn(browser, url, options = {}) {
    const tab = await openTab(browser, options);
    await tab.page.goto(`${url}#example=pressure-alert&level=2&lang=en`);
    const live = new LivePage(tab.page);
    await live.ready();
    await live.waitForSteps(50);
    return { tab, live };
  }

  /** Opens the dialog. */
  async openChoice() {
    await this.root.getByRole("button", { name: /Use a real model|Usar un modelo real/ }).first().click();
    await this.root.locator(".live-form").waitFor();
  }

  /** Fills the dialog; what is not given stays. */
  async choose({ provider, protocol, address, key, model = "small-1", limits = {} }) {
    if (provider) await this.choice("openrouter").selectOption(provider);
    if (protocol) await this.choice("anthropic-messages").selectOption(protocol);
    if (address) {
      await this.root.locator(".live-address").fill(address);
      await this.root.locator(".live-address").blur();
    }
    if (key) await this.root.locator(".live-key").fill(key);
    if (model) {
      await this.root.locator(".live-model").fill(model);
      await this.root.locator(".live-model").blur();
    }
    for (const [name, value] of Object.entries(limits)) {
      await this.root.getByLabel(name, { exact: true }).fill(String(value));
      await this.root.getByLabel(name, { exact: true }).blur();
    }
  }

  /** Agrees to the address, where it asks for that. */
  async confirm() {
    await this.root.locator(".live-confirm input").check();
  }

  /** Connects and begins a new conversation. */
  async begin() {
    await this.root.getByRole("button", { name: "New conversation" }).click();
    await this.line().waitFor();
  }

  /** All of it, with an endpoint of one's own. */
  async connect({ provider = "custom", ...choices }) {
    await this.openChoice();
    await this.choose({ provider, ...choices });
    if (provider === "custom") await this.confirm();
    await this.begin();
  }

  line() {
    return this.root.locator(".live-line");
  }

  trouble() {
    return this.root.locator(".live-trouble");
  }

  streamed() {
    return this.root.locator(".live-streamed");
  }

  /** Waits until the agent has said this. */
  async waitForAnswer(text) {
    await this.root.locator('.conversation-lines > li[data-kind="agent"]', { hasText: text }).first().waitFor();
  }

  /** Waits until a failure is said, and gives its words. */
  async waitForTrouble() {
    await this.trouble().waitFor();
    return this.trouble().innerText();
  }

  /** Goes back from the end until a sentence says this, a dozen steps at most. */
  async findSentence(words) {
    const { steps } = await this.moment();
    for (let step = steps; step > Math.max(steps - 12, 0); step -= 1) {
      await this.lookAt(step);
      if (words.test((await this.moment()).sentence)) return;
    }
    throw new Error(`no sentence says ${words}`);
  }

  button(name) {
    return this.root.getByRole("button", { name, exact: true });
  }
}
