/** The enemy: card, health, attack, shield, immunity. */
import { faceUpCard, suitOf } from "../cards/images.ts";
import { h, svg } from "../ui/dom.ts";
import { cardName, enemyCount, suitName } from "../words/reference.ts";
import { suitIcon } from "../cards/faces.ts";
import { t } from "../words/texts.ts";
import { strikeOf } from "../words/reasons.ts";
import type { BoardView, EnemyView, Suit, Preview } from "../types.ts";

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

/** null: it stays */
type Forecast = { health: number | null; shield: number | null; strikes: number | null };

/** The numbers that change. A defeated enemy has no shield and no strike. */
export function forecastOf(enemy: EnemyView, preview: Preview): Forecast {
  const health = enemy.health - enemy.damage;
  const changed = (before: number, after: number) => (before === after ? null : after);
  return {
    health: changed(health, preview.health_left),
    shield: preview.defeats ? null : changed(enemy.shield, preview.shield),
    strikes: preview.defeats ? null : changed(enemy.strikes_for, strikeOf(enemy, preview.shield)),
  };
}

const NOTHING = { health: null, shield: null, strikes: null };

/** Draw the forecast on the enemy of the page, as a ghost on the bar of its health, or clear it. */
export function showForecast(enemy: EnemyView | null, preview: Preview | null) {
  const area = document.getElementById("enemy");
  if (!area) return;
  const forecast = enemy && preview ? forecastOf(enemy, preview) : NOTHING;
  for (const [number, after] of Object.entries(forecast)) mark(area, number, after);
  if (enemy) drawGhost(area, enemy, forecast.health ?? enemy.health - enemy.damage);
}

function mark(area: Element, number: string, after: number | null) {
  for (const element of area.querySelectorAll(`[data-number="${number}"]`)) {
    if (after === null) element.removeAttribute("data-after");
    else element.setAttribute("data-after", String(after));
  }
}

/** The ghost covers the part of the bar that the damage takes. */
function drawGhost(area: Element, { health, damage }: EnemyView, after: number) {
  const share = (part: number) => `${(100 * part) / health}%`;
  area.querySelector(".ghost")?.remove();
  const ghost = { class: "ghost", x: share(after), width: share(health - damage - after), height: "100%" };
  if (after < health - damage) area.querySelector(".health-bar svg")?.append(svg("rect", ghost));
}
