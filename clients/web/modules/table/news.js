// @ts-check
/** The line that tells what happened last; two lines on a telephone. */
import { withFaces } from "../cards/small_faces.js";
import { fill, h } from "../ui/dom.js";
import { news } from "../words/narration.js";

/** @import { GameEvent, SeatView } from "../types" */
/** @import { Sentence } from "../words/sentences.js" */

export class News {
  element = h("span", { class: "news-line", id: "news" });

  /** What was shown before the last event. @type {Node[]} */
  #before = [];

  /** Show an event and its effects in a few words; nothing changes for an event without a sentence. @param {GameEvent} event @param {SeatView[]} seats */
  tell(event, seats) {
    const [opening, results] = news(event, seats);
    if (!opening) return;
    this.#before = [...this.element.childNodes];
    fill(this.element, part(opening), ...(results.length ? [" ", part(results)] : []));
  }

  /** The last event did not happen: show the one before it. */
  withdraw() {
    this.element.replaceChildren(...this.#before);
  }
}

/** @param {Sentence} sentence */
const part = (sentence) => h("span", {}, ...withFaces(sentence));
