// @ts-check
/** The enemy: card, health, attack, shield, immunity. */
import { faceUpCard, suitOf } from "../cards/images.js";
import { h } from "../ui/dom.js";
import { cardName, suitName } from "../words/reference.js";
import { suitIcon } from "../cards/suits.js";
import { t } from "../words/texts.js";

/** @import { EnemyView, Suit } from "../types" */

/** @param {EnemyView | null} enemy */
export function enemyArea(enemy) {
  if (!enemy) return h("div", { class: "enemy none" }, h("p", {}, t("enemy.none")));
  return h(
    "div",
    { class: "enemy" },
    h(
      "div",
      { class: "enemy-card" },
      faceUpCard(enemy.card),
      h("div", { class: "effects", id: "effects", "aria-hidden": "true" }),
    ),
    h(
      "div",
      { class: "enemy-facts" },
      h("h2", { class: "enemy-name" }, cardName(enemy.card)),
      health(enemy),
      h(
        "dl",
        { class: "numbers" },
        figure("attack", t("enemy.attack"), String(enemy.attack)),
        figure("shield", t("enemy.shield"), String(enemy.shield)),
        figure("strikes", t("enemy.strikes"), String(enemy.strikes_for)),
      ),
      immunity(enemy),
    ),
  );
}

/** @param {EnemyView} enemy */
function health({ damage, health: full }) {
  const left = Math.max(0, full - damage);
  return h(
    "div",
    { class: "health" },
    h(
      "meter",
      { min: 0, max: full, value: left, low: full / 4, "aria-label": t("enemy.health"), "data-health": left },
      String(left),
    ),
    h(
      "p",
      {},
      h("strong", {}, t("enemy.left", { left, full })),
      h("span", { class: "quiet" }, t("enemy.damage", { damage })),
    ),
  );
}

/** @param {string} kind @param {string} label @param {string} amount */
const figure = (kind, label, amount) =>
  h("div", { class: kind }, h("dt", {}, label), h("dd", { "data-number": kind }, amount));

/** @param {EnemyView} enemy */
function immunity({ card, immunity_cancelled: cancelled }) {
  const suit = /** @type {Suit} */ (suitOf(card));
  const text = t(cancelled ? "enemy.not-immune" : "enemy.immune", { suit: suitName(suit) });
  return h("p", { class: cancelled ? "immunity cancelled" : "immunity" }, suitIcon(suit), h("span", {}, text));
}
