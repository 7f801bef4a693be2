// @ts-check
/** What the chosen action would change of the enemy: a ghost on the bar of its health, and its numbers afterwards. */
import { svg } from "../ui/dom.js";
import { strikeOf } from "../words/reasons.js";

/** @import { EnemyView, Preview } from "../types" */

/** @typedef {{ health: number | null, shield: number | null, strikes: number | null }} Forecast null: it stays */

/** The numbers that change. A defeated enemy has no shield and no strike. @param {EnemyView} enemy @param {Preview} preview @returns {Forecast} */
export function forecastOf(enemy, preview) {
  const health = enemy.health - enemy.damage;
  const changed = (/** @type {number} */ before, /** @type {number} */ after) => (before === after ? null : after);
  return {
    health: changed(health, preview.health_left),
    shield: preview.defeats ? null : changed(enemy.shield, preview.shield),
    strikes: preview.defeats ? null : changed(enemy.strikes_for, strikeOf(enemy, preview.shield)),
  };
}

const NOTHING = { health: null, shield: null, strikes: null };

/** Draw the forecast on the enemy of the page, or clear it. @param {EnemyView | null} enemy @param {Preview | null} preview */
export function showForecast(enemy, preview) {
  const area = document.getElementById("enemy");
  if (!area) return;
  const forecast = enemy && preview ? forecastOf(enemy, preview) : NOTHING;
  for (const [number, after] of Object.entries(forecast)) mark(area, number, after);
  if (enemy) drawGhost(area, enemy, forecast.health ?? enemy.health - enemy.damage);
}

/** @param {Element} area @param {string} number @param {number | null} after */
function mark(area, number, after) {
  for (const element of area.querySelectorAll(`[data-number="${number}"]`)) {
    if (after === null) element.removeAttribute("data-after");
    else element.setAttribute("data-after", String(after));
  }
}

/** The ghost covers the part of the bar that the damage takes. @param {Element} area @param {EnemyView} enemy @param {number} after */
function drawGhost(area, { health, damage }, after) {
  const share = (/** @type {number} */ part) => `${(100 * part) / health}%`;
  area.querySelector(".ghost")?.remove();
  const ghost = { class: "ghost", x: share(after), width: share(health - damage - after), height: "100%" };
  if (after < health - damage) area.querySelector(".health-bar svg")?.append(svg("rect", ghost));
}
