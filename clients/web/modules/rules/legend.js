// @ts-check
/** A legend of the suits at the hand, which can be closed; whether it is open is remembered. */
import { suitIcon } from "../cards/suits.js";
import { preference, setPreference } from "../storage/preferences.js";
import { fill, h } from "../ui/dom.js";
import { suitName } from "../words/reference.js";
import { t } from "../words/texts.js";
import { stoppedReason } from "./stopped.js";

/** @import { EnemyView, Suit, TextKey } from "../types" */

/** The suits in the order of their powers. @type {Record<Suit, TextKey>} */
const WORDS = { H: "rules.legend.H", D: "rules.legend.D", S: "rules.legend.S", C: "rules.legend.C" };
const SUITS = /** @type {Suit[]} */ (Object.keys(WORDS));

export class Legend {
  #list = h("ul", { class: "legend-suits" });
  #summary = h("summary", { title: t("rules.legend.title"), "aria-label": t("rules.legend.title") });
  element = h("details", { class: "legend", open: preference("legend") }, this.#summary, this.#list);

  constructor() {
    fill(this.#summary, ...SUITS.map(suitIcon));
    this.element.addEventListener("toggle", () => setPreference("legend", this.element.open));
  }

  /** Show the powers against an enemy: its immunity strikes one out. @param {EnemyView | null} enemy */
  show(enemy) {
    fill(this.#list, ...SUITS.map((suit) => item(suit, stoppedReason(suit, enemy))));
  }
}

/** @param {Suit} suit @param {string} stopped why its power does nothing */
const item = (suit, stopped) =>
  h(
    "li",
    { "data-explain": `suit:${suit}`, "data-why": stopped || null, class: `suit-${suit}` },
    suitIcon(suit),
    h("span", { class: "hidden" }, suitName(suit)),
    h(stopped ? "s" : "span", {}, t(WORDS[suit])),
  );
