/** The entry of today's deal on the home page. */
import { h } from "../ui/dom.ts";
import { dayEntriesOf } from "../storage/statistics.ts";
import { t } from "../words/texts.ts";

/** The date of the deal by this device's clock, in UTC. */
export const todayByClock = () => new Date().toISOString().slice(0, 10);

/** A link to the page, with what this browser has played today. @param art its picture */
export function todayTile(art: Element) {
  const entries = dayEntriesOf(todayByClock());
  const isRunning = entries.some(({ result }) => !result);
  const isDone = entries.length > 0;
  const about = isRunning ? t("today.continue") : t(isDone ? "today.tile-done" : "today.tile");
  return h(
    "a",
    { class: "tile", id: "to-today", href: "#/today" },
    art,
    h("strong", {}, t("today.title")),
    h("span", {}, about),
  );
}
