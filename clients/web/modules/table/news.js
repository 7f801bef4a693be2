// @ts-check
/**
 * The line above the hand that tells what happened last. On small screens, where the log is closed, the button that has
 * this line opens it.
 */
import { h } from "../ui/dom.js";
import { t } from "../words/texts.js";

export class News {
  #line = h("span", { id: "news" });

  /** @param {HTMLDetailsElement} log */
  constructor(log) {
    this.log = log;
    this.button = h("button", {
      type: "button",
      class: "news",
      "data-focus": "news",
      "aria-expanded": String(log.open),
      title: t("log.title"),
      onclick: () => (log.open = !log.open),
    });
    this.button.append(this.#line);
    log.addEventListener("toggle", () => this.button.setAttribute("aria-expanded", String(log.open)));
    this.element = h("div", { class: "area-news felt" }, this.button);
  }

  /** Show the sentences of an event; nothing changes for an event without a sentence. @param {string[]} sentences */
  show(sentences) {
    if (sentences[0]) this.#line.textContent = sentences.filter(Boolean).join(" ");
  }
}
