/** The line that tells what happened last; two lines on a telephone. */
import { withFaces } from "../cards/small_faces.ts";
import { fill, h } from "../ui/dom.ts";
import { news } from "../words/narration.ts";
import type { GameEvent, SeatView } from "../types.ts";
import type { Sentence } from "../words/sentences.ts";

export class News {
  element = h("span", { class: "news-line", id: "news" });

  /** What was shown before the last event. */
  #before: Node[] = [];

  /** Show an event and its effects in a few words; nothing changes for an event without a sentence. */
  tell(event: GameEvent, seats: SeatView[]) {
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

const part = (sentence: Sentence) => h("span", {}, ...withFaces(sentence));
