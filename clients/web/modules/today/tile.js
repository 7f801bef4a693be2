// @ts-check
/** The entry of today's deal on the home page. */
import { h } from "../ui/dom.js";
import { dayEntry } from "../storage/statistics.js";
import { t } from "../words/texts.js";

/** The date of the deal by this device's clock, in UTC. */
export const todayByClock = () => new Date().toISOString().slice(0, 10);

/** A link to the page, with what this browser has played today. */
export function todayTile() {
  const entries = [1, 2].map((players) => dayEntry({ date: todayByClock(), players }));
  const isRunning = entries.some((entry) => entry && !entry.result);
  const isDone = entries.every((entry) => entry?.result);
  const about = isRunning ? t("today.continue") : t(isDone ? "today.tile-done" : "today.tile");
  return h(
    "a",
    { class: "tile", id: "to-today", href: "#/today" },
    h("strong", {}, t("today.title")),
    h("span", {}, about),
  );
}
