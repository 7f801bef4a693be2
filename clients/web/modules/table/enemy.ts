/** The enemy: card, health, attack, shield, immunity. */
import { faceUpCard, suitOf } from "../cards/images.ts";
import { h, svg } from "../ui/dom.ts";
import { cardName, enemyCount, suitName } from "../words/reference.ts";
import { suitIcon } from "../cards/suits.ts";
import { t } from "../words/texts.ts";
import type { BoardView, EnemyView, Suit } from "../types.ts";

/** The enemy; without one, whether all of the castle are defeated. */
export function enemyArea({ enemy, defeated }: Pick<BoardView, "enemy" | "defeated">) {
  if (!enemy) return h("div", { class: "enemy none", id: "enemy" }, h("p", {}, t(noEnemy(defeated))));
  return h(
    "section",
    { class: "enemy", id: "enemy", "aria-labelledby": "enemy-name" },
    h("div", { class: "enemy-card" }, faceUpCard(enemy.card)),
    h("div", { class: "enemy-facts" }, ...facts(enemy)),
  );
}

/** @param defeated the number of defeated enemies */
const noEnemy = (defeated: number) => (defeated === enemyCount() ? "enemy.all-defeated" : "enemy.none");

const facts = (enemy: EnemyView) => [
  h("h2", { class: "enemy-name", id: "enemy-name" }, cardName(enemy.card)),
  health(enemy),
  h(
    "dl",
    { class: "numbers" },
    figure("attack", t("enemy.attack"), enemy.attack),
    figure("shield", t("enemy.shield"), enemy.shield),
    figure("strikes", t("enemy.strikes"), enemy.strikes_for),
  ),
  immunity(enemy),
];

function health({ damage, health: full }: EnemyView) {
  const left = Math.max(0, full - damage);
  return h(
    "div",
    { class: "health" },
    healthBar(left, full),
    h(
      "p",
      {},
      h("strong", { "data-number": "health", "data-value": left }, t("enemy.left", { left, full })),
      h("span", { class: "quiet" }, t("enemy.damage", { damage })),
    ),
  );
}

/** The bar of the health that is left. */
function healthBar(left: number, full: number) {
  const share = full ? (100 * left) / full : 0;
  return h(
    "div",
    {
      class: left <= full / 4 ? "health-bar low" : "health-bar",
      role: "meter",
      "aria-label": t("enemy.health"),
      "aria-valuemin": 0,
      "aria-valuemax": full,
      "aria-valuenow": left,
      "data-health": left,
    },
    svg("svg", { "aria-hidden": "true" }, svg("rect", { width: `${share}%`, height: "100%" })),
  );
}

const figure = (kind: string, label: string, amount: number) =>
  h("div", { class: kind }, h("dt", {}, label), h("dd", { "data-number": kind, "data-value": amount }, String(amount)));

function immunity({ card, immunity_cancelled: cancelled }: EnemyView) {
  const suit = suitOf(card) as Suit;
  const text = t(cancelled ? "enemy.not-immune" : "enemy.immune", { suit: suitName(suit) });
  return h("p", { class: cancelled ? "immunity cancelled" : "immunity" }, suitIcon(suit), h("span", {}, text));
}
