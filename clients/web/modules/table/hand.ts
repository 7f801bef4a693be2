/** The player's hand. Cards are selected by click, by number, or by the arrow keys and the space bar. */
import { cardImage, suitOf, rankOf } from "../cards/images.ts";
import { fill, h } from "../ui/dom.ts";
import { combinable, isMyTurn } from "../game/legality.ts";
import { stoppedReason } from "../rules/legend.ts";
import { card, cardName, inOrder, comboLimits } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import type { GameView } from "../types.ts";

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export class Hand {
  selected: Set<string> = new Set();
  cards: string[] = [];
  view: GameView | null = null;

  element = h("div", {
    class: "hand",
    role: "group",
    "aria-label": t("hand.title"),
    onkeydown: (event: KeyboardEvent) => this.#onKeydown(event),
  });

  constructor(
    readonly onChange: () => void,
    readonly onEnter: () => void,
  ) {}

  show(view: GameView) {
    const cards = inOrder(view.hand ?? []);
    this.view = view;
    this.selected = new Set([...this.selected].filter((code) => cards.includes(code)));
    if (String(cards) !== String(this.cards)) this.#fill(cards);
    this.#mark();
  }

  /** Render the cards; a hand that has not changed stays, so that a click on a card is not lost. */
  #fill(cards: string[]) {
    const old = new Set(this.cards);
    this.cards = cards;
    fill(this.element, ...cards.map((code, index) => this.#button(code, index, !old.has(code))));
  }

  /** The selected cards. */
  get codes() {
    return [...this.selected];
  }

  toggle(code: string | undefined) {
    if (!code || !this.cards.includes(code)) return;
    if (!this.selected.delete(code)) this.selected.add(code);
    this.#mark();
    this.onChange();
  }

  clear() {
    this.select([]);
  }

  /** Select these cards alone. */
  select(codes: string[]) {
    this.selected = new Set(codes.filter((code) => this.cards.includes(code)));
    this.#mark();
    this.onChange();
  }

  #button(code: string, index: number, isNew: boolean) {
    const label = t("hand.card", { card: cardName(code), value: card(code).value });
    return h(
      "button",
      {
        type: "button",
        class: isNew ? "hand-card fresh" : "hand-card",
        "data-card": code,
        "data-focus": `card-${code}`,
        "aria-label": label,
        "aria-keyshortcuts": String(index + 1),
        onclick: () => this.toggle(code),
      },
      cardImage(code),
      h("kbd", { "aria-hidden": "true" }, String(index + 1)),
    );
  }

  /** Mark selected cards, and cards that cannot be combined with the selected ones. */
  #mark() {
    const view = this.view;
    const fitting = view && isMyTurn(view) ? combinable(view, this.codes) : new Set(this.cards);
    for (const button of this.element.querySelectorAll("button")) {
      const code = button.dataset.card ?? "";
      button.setAttribute("aria-pressed", String(this.selected.has(code)));
      const dimmed = !fitting.has(code) && !this.selected.has(code);
      button.classList.toggle("dimmed", dimmed);
      const stopped = view?.phase === "play" ? stoppedReason(suitOf(code), view.enemy) : "";
      button.dataset.why = dimmed && this.selected.size ? dimmedReason(code, this.codes) : stopped;
    }
  }

  #onKeydown(event: KeyboardEvent) {
    const buttons = [...this.element.querySelectorAll("button")];
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key in STEPS) buttons.at((index + STEPS[event.key]) % buttons.length)?.focus();
    else if (event.key === "Enter") this.onEnter();
    else return;
    event.preventDefault();
  }
}

/** Why a card is dimmed: no play has it together with the selected cards, of which there is at least one. */
export function dimmedReason(code: string, selected: string[]) {
  const cards = [...selected, code];
  const kinds = cards.map((each) => card(each).kind);
  const { low, high, total } = comboLimits();
  if (kinds.includes("jester")) return t("rules.dimmed.jester");
  if (kinds.includes("companion")) return t("rules.dimmed.companion");
  if (new Set(cards.map(rankOf)).size === 1) return t("rules.dimmed.total", { total });
  return t("rules.dimmed.combo", { low, high });
}
