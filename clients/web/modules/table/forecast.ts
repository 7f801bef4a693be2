/** What the chosen action would change of the enemy: a ghost on the bar of its health, and its numbers afterwards. */
import { svg } from "../ui/dom.ts";
import { strikeOf } from "../words/reasons.ts";
import type { EnemyView, Preview } from "../types.ts";

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

/** Draw the forecast on the enemy of the page, or clear it. */
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
