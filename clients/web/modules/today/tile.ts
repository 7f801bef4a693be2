/** The entry of today's deal on the home page. */
import { dayEntriesOf } from "../storage/statistics.ts";
import { t } from "../words/texts.ts";

/** The date of the deal by this device's clock, in UTC. */
export const todayByClock = () => new Date().toISOString().slice(0, 10);

/** What this browser has played today. */
export function todayText() {
  const entries = dayEntriesOf(todayByClock());
  if (entries.some(({ result }) => !result)) return t("today.continue");
  return t(entries.length ? "today.tile-done" : "today.tile");
}
