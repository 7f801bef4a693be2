// @ts-check
/** The hands at the end of a game, which then lie open. */
import { faceUpCard } from "../cards/images.js";
import { h } from "../ui/dom.js";
import { nameOf } from "../words/names.js";
import { t } from "../words/texts.js";

/** @import { GameView } from "../types" */

/** The hands of all seats; null if no hand is known. @param {GameView} view */
export function openHands({ hands, seats, you }) {
  if (!hands) return null;
  const row = (/** @type {string[]} */ cards, /** @type {number} */ seat) =>
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
