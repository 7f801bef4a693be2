// @ts-check
/** The line that tells what happened last. */
import { h } from "../ui/dom.js";
import { sentences } from "../words/narration.js";

/** @import { GameEvent, SeatView } from "../types" */

export class News {
  element = h("span", { class: "news-line", id: "news" });

  /** Show the sentences of an event; nothing changes for an event without a sentence. @param {GameEvent} event @param {SeatView[]} seats */
  tell(event, seats) {
    const [opening, ...effects] = sentences(event, seats).filter(Boolean);
    if (opening) this.element.textContent = [opening, ...effects].join(" ");
  }
}
