/** The game log: shows its end unless the reader has scrolled up, and announces new entries to screen readers. */
import { over } from "../ui/disclosure.ts";
import { h } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { isYou } from "../words/names.ts";
import { withFaces } from "../cards/small_faces.ts";
import { plain, type Sentence, news } from "../words/narration.ts";
import { t } from "../words/texts.ts";
import type { GameEvent, SeatView } from "../types.ts";

export class Log {
  #isAtEnd = true;
  #lastTop = 0;

  list = h("ol", { class: "log", tabindex: "0", "aria-label": t("log.title") });
  /** What lies over the table while the log is open. */
  panel = over(t("log.title"), h("h2", {}, t("log.title")), this.list, h("p", { class: "quiet" }, t("played.none")));
  element = h("details", { class: "game-log" }, this.panel);

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

/** An event that the line tells. */
type Item = { event: GameEvent; isOwn: boolean; sentences: Sentence[] };

/**
 * The line that tells what happened last: an own action, or what the others have done since, each of them in the last
 * turn, as far as it fits: older ones are left out whole, then the last results.
 */
export class News {
  #items = signal<Item[]>([]);
  /** What was shown before the last event. */
  #before: Item[] = [];

  element = h("span", { class: "news-line", id: "news" }, () =>
    this.#items.value.length ? this.#line(this.#items.value) : [],
  );

  constructor() {
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  #line(items: Item[]) {
    queueMicrotask(() => this.#fit());
    return h("span", {}, ...items.map(newsItem));
  }

  /** Hide the oldest items, then the last results, while the line is too long. */
  #fit() {
    const { element } = this;
    const line = element.firstElementChild as HTMLElement | null;
    if (!line) return;
    const items = [...line.children];
    const results = [...(items.pop()?.children ?? [])].slice(1).reverse();
    const parts = [...items, ...results] as HTMLElement[];
    for (const part of parts) part.hidden = false;
    for (const part of parts) {
      if (line.offsetWidth <= element.clientWidth && line.offsetHeight <= element.clientHeight) return;
      part.hidden = true;
    }
  }

  /**
   * Show an event and its effects in a few words; nothing changes for an event without a sentence, or for an own
   * question to a bot, whose answer is shown.
   */
  tell(event: GameEvent, seats: SeatView[]) {
    if (event.type === "advice" && isYou(seats, event.seat)) return;
    const sentences = news(event, seats).filter(({ length }) => length);
    if (!sentences.length) return;
    this.#before = this.#items.value;
    const isOwn = event.type === "action" && isYou(seats, event.seat);
    this.#items.value = [...(isOwn ? [] : earlierNews(this.#before, event)), { event, isOwn, sentences }];
  }

  /** The last event did not happen: show the one before it. */
  withdraw() {
    this.#items.value = this.#before;
  }

  clear() {
    this.#items.value = [];
  }
}

const newsItem = ({ sentences }: Item, place: number) =>
  h("span", {}, place ? " " : "", ...sentences.map((each) => h("span", {}, ...withFaces(each))));

/** What stays before an event: it may have been told without its effects, and begin another turn of its player. */
function earlierNews(items: Item[], event: GameEvent) {
  const others = items.filter((each) => !each.isOwn && each.event.version !== event.version);
  if (event.type !== "action" || /^[->]/.test(event.action)) return others;
  return others.slice(others.findLastIndex((each) => each.event.seat === event.seat) + 1);
}
