/** The hands at the end of a game, which then lie open. */
import { faceUpCard } from "../cards/images.ts";
import { h } from "../ui/dom.ts";
import { nameOf } from "../words/names.ts";
import { t } from "../words/texts.ts";
import type { GameView } from "../types.ts";

/** The hands of all seats; null if no hand is known. */
export function openHands({ hands, seats, you }: GameView) {
  if (!hands) return null;
  const row = (cards: string[], seat: number) =>
    h(
      "li",
      { class: seat === you ? "open-hand own" : "open-hand", "data-open-hand": seat },
      h("span", { class: "label" }, nameOf(seats, seat)),
      cards.length
        ? h("span", { class: "open-hand-cards" }, ...cards.map(faceUpCard))
        : h("span", { class: "quiet" }, t("ending.no-cards")),
    );
  return h(
    "div",
    { class: "open-hands" },
    h("h3", { class: "label" }, t("ending.hands")),
    h("ul", {}, ...hands.map(row)),
  );
}
