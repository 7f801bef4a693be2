// @ts-check
/** The game log: shows its end, and announces new entries to screen readers. */
import { byId, h } from "../ui/dom.js";
import { t } from "../words/texts.js";

export class Log {
  #isAtEnd = true;

  constructor() {
    this.list = h("ol", { class: "log", tabindex: "0", "aria-label": t("log.title") });
    this.element = h("details", { class: "game-log", open: true }, h("summary", {}, t("log.title")), this.list);
    this.list.addEventListener("scroll", () => (this.#isAtEnd = this.#hiddenBelow() < 2));
    new ResizeObserver(() => this.#isAtEnd && this.#scrollToEnd()).observe(this.list);
  }

  /** Add an entry; nothing for an event without a sentence. @param {string[]} sentences @param {boolean} past */
  add([opening, ...effects], past) {
    if (!opening) return;
    this.list.append(h("li", {}, h("strong", {}, opening), ...effects.map((text) => h("span", {}, text))));
    this.#scrollToEnd();
    if (!past) announce([opening, ...effects].join(" "));
  }

  /** The height of the entries below the visible ones, in pixels. */
  #hiddenBelow() {
    return this.list.scrollHeight - this.list.clientHeight - this.list.scrollTop;
  }

  #scrollToEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.#isAtEnd = true;
  }
}

/** Announce a text to screen readers, after the current announcement. @param {string} text */
export function announce(text) {
  const region = byId("announcer");
  while (region.childElementCount > 5) region.firstElementChild?.remove();
  region.append(h("p", {}, text));
}
