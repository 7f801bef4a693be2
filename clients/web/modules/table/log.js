// @ts-check
/** The game log: shows its end unless the reader has scrolled up, and announces new entries to screen readers. */
import { byId, h } from "../ui/dom.js";
import { withFaces } from "../cards/small_faces.js";
import { plain } from "../words/sentences.js";
import { t } from "../words/texts.js";

/** @import { Sentence } from "../words/sentences.js" */

export class Log {
  #isAtEnd = true;
  #lastTop = 0;

  constructor() {
    this.list = h("ol", { class: "log", tabindex: "0", "aria-label": t("log.title") });
    this.element = h("details", { class: "game-log", open: true }, h("summary", {}, t("log.title")), this.list);
    this.list.addEventListener("scroll", () => this.#onScroll());
    new ResizeObserver(() => this.#isAtEnd && this.#scrollToEnd()).observe(this.list);
  }

  /** Add an entry; nothing for an event without a sentence. @param {Sentence[]} sentences @param {boolean} past */
  add([opening, ...effects], past) {
    if (!opening?.length) return;
    const lines = effects.map((sentence) => h("span", {}, ...withFaces(sentence)));
    this.list.append(h("li", {}, h("strong", {}, ...withFaces(opening)), ...lines));
    if (this.#isAtEnd) this.#scrollToEnd();
    if (!past) announce([opening, ...effects].map(plain).join(" "));
  }

  /** Only scrolling up leaves the end: the event may come after the list has shrunk. */
  #onScroll() {
    const { scrollTop } = this.list;
    this.#isAtEnd = this.#hiddenBelow() < 2 || (this.#isAtEnd && scrollTop >= this.#lastTop);
    this.#lastTop = scrollTop;
  }

  /** The height of the entries below the visible ones, in pixels. */
  #hiddenBelow() {
    return this.list.scrollHeight - this.list.clientHeight - this.list.scrollTop;
  }

  #scrollToEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.#lastTop = this.list.scrollTop;
    this.#isAtEnd = true;
  }
}

/** Announce a text to screen readers, after the current announcement. @param {string} text */
export function announce(text) {
  const region = byId("announcer");
  while (region.childElementCount > 5) region.firstElementChild?.remove();
  region.append(h("p", {}, text));
}
