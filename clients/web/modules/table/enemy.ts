/** The enemy: card, health, attack, shield, immunity. */
import { prepareEnemies } from "../cards/gallery.ts";
import { enemyCard, isLow, moodOf, suitOf } from "../cards/images.ts";
import { h } from "../ui/dom.ts";
import { autorun } from "../ui/signals.ts";
import { cardName, enemyCount, suitName } from "../words/reference.ts";
import { suitIcon } from "../cards/faces.ts";
import { t } from "../words/texts.ts";
import { strikeOf } from "../words/reasons.ts";
import type { BoardView, EnemyView, Suit, Preview } from "../types.ts";

/**
 * The enemy; without one, whether all of the castle are defeated.
 * @param preview what follows from the chosen action
 */
export function enemyArea(
  { enemy, defeated, phase }: Pick<BoardView, "enemy" | "defeated" | "phase">,
  preview?: () => Preview | null,
) {
  if (!enemy) return h("div", { class: "enemy none", id: "enemy" }, h("p", {}, t(noEnemy(defeated))));
  prepareEnemies(enemy.card);
  const mood = moodOf(enemy, phase === "suffer");
  const forecast = () => {
    const chosen = preview?.();
    return chosen ? forecastOf(enemy, chosen) : null;
  };
  return h(
    "section",
    { class: "enemy", id: "enemy", "aria-labelledby": "enemy-name", "data-mood": mood },
    h("div", { class: "enemy-card" }, enemyCard(enemy.card, mood)),
    h("div", { class: "enemy-facts" }, ...facts(enemy, forecast)),
  );
}

/** @param defeated the number of defeated enemies */
const noEnemy = (defeated: number) => (defeated === enemyCount() ? "enemy.all-defeated" : "enemy.none");

const facts = (enemy: EnemyView, forecast: () => ReturnType<typeof forecastOf> | null) => [
  h("h2", { class: "enemy-name", id: "enemy-name" }, cardName(enemy.card)),
  health(enemy, () => forecast()?.health ?? null),
  h(
    "dl",
    { class: "numbers" },
    figure("attack", t("enemy.attack"), enemy.attack),
    figure("shield", t("enemy.shield"), enemy.shield, () => forecast()?.shield),
    figure(
      "strikes",
      t("enemy.strikes"),
      enemy.strikes_for,
      () => forecast()?.strikes,
      () => forecast()?.defeats,
    ),
  ),
  immunity(enemy),
];

function health({ damage, health: full }: EnemyView, forecast: () => number | null) {
  const left = Math.max(0, full - damage);
  return h(
    "div",
    { class: "health" },
    healthBar(left, full, forecast),
    h(
      "p",
      {},
      h(
        "strong",
        { "data-number": "health", "data-value": left, "data-after": forecast },
        t("enemy.left", { left, full }),
      ),
    ),
  );
}

/** The bar of the health that is left; a ghost covers the part that the damage of the chosen action takes. */
function healthBar(left: number, full: number, forecast: () => number | null) {
  const bar = h(
    "div",
    {
      class: isLow(left / full) ? "health-bar low" : "health-bar",
      role: "meter",
      "aria-label": t("enemy.health"),
      "aria-valuemin": 0,
      "aria-valuemax": full,
      "aria-valuenow": left,
      "data-health": left,
    },
    h("span", { class: "life" }),
    h("span", { class: "ghost" }),
  );
  const share = (name: string, health: number) => bar.style.setProperty(name, String(full && health / full));
  share("--left", left);
  autorun(() => share("--after", forecast() ?? left));
  return bar;
}

/** @param isGone whether the chosen action leaves nothing of it */
const figure = (
  kind: string,
  label: string,
  amount: number,
  forecast?: () => number | null | undefined,
  isGone: () => boolean | undefined = () => false,
) =>
  h(
    "div",
    { class: () => (isGone() ? `${kind} gone` : kind) },
    h("dt", {}, label),
    h("dd", { "data-number": kind, "data-value": amount, "data-after": forecast }, String(amount)),
  );

function immunity({ card, immunity_cancelled: cancelled }: EnemyView) {
  const suit = suitOf(card) as Suit;
  const text = t(cancelled ? "enemy.not-immune" : "enemy.immune", { suit: suitName(suit) });
  return h("p", { class: cancelled ? "immunity cancelled" : "immunity" }, suitIcon(suit), h("span", {}, text));
}

/** The numbers that change; null: it stays. A defeated enemy has no shield and no strike. */
export function forecastOf(enemy: EnemyView, preview: Preview) {
  const health = enemy.health - enemy.damage;
  const changed = (before: number, after: number) => (before === after ? null : after);
  return {
    defeats: preview.defeats,
    health: changed(health, preview.health_left),
    shield: preview.defeats ? null : changed(enemy.shield, preview.shield),
    strikes: preview.defeats ? null : changed(enemy.strikes_for, strikeOf(enemy, preview.shield)),
  };
}
