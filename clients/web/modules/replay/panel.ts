/** The moves and the review of a replay: beside the table on a wide screen or a telephone on its side, else where their buttons open them. */
import { h } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { t } from "../words/texts.ts";
import type { TextKey } from "../types.ts";

type Part = "moves" | "review";

/** As in the style sheet. */
const WIDE = "(min-width: 75rem) and (min-height: 35rem), (min-width: 36rem) and (max-height: 34.99rem)";

export class Panel {
  #shown = signal<Part | "">("");
  #wide = matchMedia(WIDE);
  element;

  /** @param ways where the buttons are without a place beside the table @param onOpen called when a part is shown */
  constructor(
    moves: Element,
    review: Element,
    ways: Element,
    readonly onOpen: () => void,
  ) {
    const tabs = h("div", { class: "tabs" }, this.#tab("review", "review.tab"), this.#tab("moves", "moves.title"));
    this.element = h("div", { class: "record-side", "data-shown": () => this.#shown.value || null }, review, moves);
    const place = () => (this.#wide.matches ? this.element : ways).prepend(tabs);
    this.#wide.addEventListener("change", place);
    place();
    if (this.#wide.matches) this.#shown.value = "moves";
  }

  /** Show a part. */
  open(part: Part) {
    this.#shown.value = part;
    this.onOpen();
  }

  #tab = (part: Part, label: TextKey) =>
    h(
      "button",
      {
        ...{ type: "button", class: "tab", id: `show-${part}`, "aria-controls": part },
        "aria-expanded": () => String(this.#shown.value === part),
        onclick: () => (this.#shown.value === part && !this.#wide.matches ? (this.#shown.value = "") : this.open(part)),
      },
      t(label),
    );
}
