/** The game log: shows its end unless the reader has scrolled up, and announces new entries to screen readers. */
import { h } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { withFaces } from "../cards/small_faces.ts";
import { plain, type Sentence, news } from "../words/narration.ts";
import { t } from "../words/texts.ts";
import type { GameEvent, SeatView } from "../types.ts";

export class Log {
  #isAtEnd = true;
  #lastTop = 0;

  list = h("ol", { class: "log", tabindex: "0", "aria-label": t("log.title") });
  element = h("details", { class: "game-log" }, h("summary", {}, t("log.title")), this.list);

  constructor() {
    this.list.addEventListener("scroll", () => this.#onScroll());
    new ResizeObserver(() => this.#isAtEnd && this.#scrollToEnd()).observe(this.list);
  }

  /** Add an entry; nothing for an event without a sentence. */
  add([opening, ...effects]: Sentence[], past: boolean) {
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

/** Announce a text to screen readers, after the current announcement; a page of another site has no region for this. */
export function announce(text: string) {
  const region = document.getElementById("announcer");
  if (!region) return;
  while (region.childElementCount > 5) region.firstElementChild?.remove();
  region.append(h("p", {}, text));
}

/** The line that tells what happened last, in one or two sentences; two lines on a telephone. */
export class News {
  #sentences = signal<Sentence[]>([]);
  /** What was shown before the last event. */
  #before: Sentence[] = [];

  element = h("span", { class: "news-line", id: "news" }, () =>
    this.#sentences.value.flatMap((each, index) => [index ? " " : "", h("span", {}, ...withFaces(each))]),
  );

  /** Show an event and its effects in a few words; nothing changes for an event without a sentence. */
  tell(event: GameEvent, seats: SeatView[]) {
    const [opening, results] = news(event, seats);
    if (!opening) return;
    this.#before = this.#sentences.value;
    this.#sentences.value = results.length ? [opening, results] : [opening];
  }

  /** The last event did not happen: show the one before it. */
  withdraw() {
    this.#sentences.value = this.#before;
  }

  clear() {
    this.#sentences.value = [];
  }
}
