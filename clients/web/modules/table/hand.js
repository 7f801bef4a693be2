// @ts-check
/** The player's hand. Cards are selected by click, by number, or by the arrow keys and the space bar. */
import { cardImage, suitOf } from "../cards.js";
import { fill, h } from "../dom.js";
import { combinable, isMyTurn } from "../legality.js";
import { card, cardName, inOrder, jesterPower, suitPower } from "../reference.js";
import { t } from "../texts.js";

/** @import { GameView } from "../types" */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 });

export class Hand {
  /** @type {Set<string>} */
  selected = new Set();
  /** @type {string[]} */
  cards = [];
  /** @type {GameView | null} */
  view = null;

  /** @param {() => void} changed @param {() => void} entered called when the player presses Enter */
  constructor(changed, entered) {
    this.changed = changed;
    this.entered = entered;
    this.element = h("div", {
      class: "hand",
      role: "group",
      "aria-label": t("hand.title"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKeydown(event),
    });
  }

  /** @param {GameView} view */
  show(view) {
    const cards = inOrder(view.hand ?? []);
    this.view = view;
    this.selected = new Set([...this.selected].filter((code) => cards.includes(code)));
    const old = new Set(this.cards);
    this.cards = cards;
    fill(this.element, ...cards.map((code, place) => this.#button(code, place, !old.has(code))));
    this.#mark();
  }

  /** The selected cards. */
  get codes() {
    return [...this.selected];
  }

  /** @param {string | undefined} code */
  toggle(code) {
    if (!code || !this.cards.includes(code)) return;
    if (!this.selected.delete(code)) this.selected.add(code);
    this.#mark();
    this.changed();
  }

  clear() {
    this.selected.clear();
    this.#mark();
    this.changed();
  }

  /** @param {string} code @param {number} place @param {boolean} fresh */
  #button(code, place, fresh) {
    const label = t("hand.card", { card: cardName(code), value: card(code).value });
    return h(
      "button",
      {
        type: "button",
        class: fresh ? "hand-card fresh" : "hand-card",
        "data-card": code,
        "data-focus": `card-${code}`,
        "aria-label": label,
        title: this.#power(code),
        "aria-keyshortcuts": String(place + 1),
        onclick: () => this.toggle(code),
      },
      cardImage(code),
      h("kbd", { "aria-hidden": "true" }, String(place + 1)),
    );
  }

  /** @param {string} code */
  #power(code) {
    const suit = suitOf(code);
    return suit ? suitPower(suit) : jesterPower();
  }

  /** Mark selected cards, and cards that cannot be combined with the selected ones. */
  #mark() {
    const view = this.view;
    const combinableCards = view && isMyTurn(view) ? combinable(view, this.codes) : new Set(this.cards);
    for (const button of this.element.querySelectorAll("button")) {
      const code = button.dataset.card ?? "";
      button.setAttribute("aria-pressed", String(this.selected.has(code)));
      button.classList.toggle("unfit", !combinableCards.has(code) && !this.selected.has(code));
    }
  }

  /** @param {KeyboardEvent} event */
  #onKeydown(event) {
    const buttons = [...this.element.querySelectorAll("button")];
    const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (event.key in STEPS) buttons.at((place + STEPS[event.key]) % buttons.length)?.focus();
    else if (event.key === "Enter") this.entered();
    else return;
    event.preventDefault();
  }
}
