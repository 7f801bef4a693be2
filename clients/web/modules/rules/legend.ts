/** A legend of the suits at the hand. */
import { suitIcon } from "../cards/faces.ts";
import { h } from "../ui/dom.ts";
import { derived } from "../ui/signals.ts";
import { suitName } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import { suitOf } from "../cards/images.ts";
import type { EnemyView, Suit, TextKey } from "../types.ts";

/** The suits in the order of their powers. */
const WORDS: Record<Suit, TextKey> = {
  H: "rules.legend.H",
  D: "rules.legend.D",
  S: "rules.legend.S",
  C: "rules.legend.C",
};
const SUITS = Object.keys(WORDS) as Suit[];

/** The powers against an enemy: its immunity strikes one out. */
export function legend(enemy: () => EnemyView | null) {
  const stopped = derived(() => SUITS.map((suit) => stoppedReason(suit, enemy())));
  return h("ul", { class: "legend", "aria-label": t("rules.legend.title") }, () =>
    SUITS.map((suit, index) => item(suit, stopped.value[index])),
  );
}

/** @param stopped why its power does nothing */
const item = (suit: Suit, stopped: string) =>
  h(
    "li",
    { "data-explain": `suit:${suit}`, "data-why": stopped || null, class: `suit-${suit}` },
    suitIcon(suit),
    h("span", { class: "hidden" }, suitName(suit)),
    h(stopped ? "s" : "span", {}, t(WORDS[suit])),
  );

/** The suit whose power an enemy's immunity stops, or null. */
const stoppedSuit = (enemy: EnemyView | null) => (enemy && !enemy.immunity_cancelled ? suitOf(enemy.card) : null);

/** What the immunity of an enemy does to a suit; empty if it does nothing. */
export const stoppedReason = (suit: Suit | null, enemy: EnemyView | null) =>
  suit && suit === stoppedSuit(enemy) ? t("rules.stopped", { suit: suitName(suit) }) : "";
