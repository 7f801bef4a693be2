/** The statistics of today's deals in this browser. */
import { type Child, h, svg } from "../ui/dom.ts";
import { medal } from "../story/medal.ts";
import { dayEntries, type DayEntries, type DayResult } from "../storage/statistics.ts";
import { enemyCount } from "../words/reference.ts";
import { t } from "../words/texts.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const [COLUMN_WIDTH, BAR_WIDTH, FULL_HEIGHT, LABEL_HEIGHT] = [24, 18, 84, 18];

/** @param today the date of today's deal @returns null before the first finished game */
export function statisticsPanel(today: string) {
  const { played, won, grades, streak, longest, defeated } = statistics(today, enemyCount());
  if (!played) return null;
  const figures: Figure[] = [
    [t("today.played"), [String(played)]],
    [t("today.won"), [String(won)]],
    [t("today.streak"), [String(streak)]],
    ...some(t("today.longest"), longest > streak ? longest : 0),
    ...some(t("today.gold"), grades.gold, medal("gold")),
    ...some(t("today.silver"), grades.silver, medal("silver")),
    ...some(t("today.bronze"), grades.bronze, medal("bronze")),
  ];
  return h(
    "section",
    { class: "panel day-statistics", id: "statistics" },
    h("h2", {}, t("today.statistics")),
    figureList(figures),
    h("div", { class: "day-distribution" }, h("h3", {}, t("today.distribution")), distribution(defeated)),
  );
}

/** A figure that is left out while it is 0. */
const some = (name: string, value: number, mark?: Child): Figure[] => (value ? [[name, [mark, String(value)]]] : []);

/** A name, and what it stands for. */
export type Figure = [string, Child[]];

export const figureList = (figures: Figure[]) =>
  h(
    "dl",
    { class: "figures" },
    ...figures.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, ...value))),
  );

/** A bar for each number of defeated enemies. @param counts the games, by that number */
function distribution(counts: number[]) {
  const most = Math.max(...counts, 1);
  const label = counts.flatMap((count, number) => (count ? [`${number}: ${count}`] : [])).join(", ");
  const bars = counts.map((count, number) => ({
    ...{ share: count / most, kind: count ? "bar" : "bar none" },
    ...{ top: count ? String(count) : "", foot: String(number) },
  }));
  return barChart(bars, label);
}

/** @param bars each with its height, a class, and what is written above and below it @param label for screen readers */
export function barChart(bars: { share: number; kind: string; top: string; foot?: string }[], label: string) {
  const base = LABEL_HEIGHT + FULL_HEIGHT;
  const bar = ({ share, kind, top, foot }: (typeof bars)[number], index: number) => {
    const [x, height] = [(index + 0.5) * COLUMN_WIDTH, Math.max(2, share * FULL_HEIGHT)];
    return svg(
      "g",
      { class: kind },
      svg("text", { x, y: base - height - 5 }, top),
      svg("rect", { x: x - BAR_WIDTH / 2, y: base - height, width: BAR_WIDTH, height, rx: 2 }),
      foot && svg("text", { class: "number", x, y: base + LABEL_HEIGHT - 4 }, foot),
    );
  };
  const width = bars.length * COLUMN_WIDTH;
  const size = { width: `${width / 14}em`, viewBox: `0 0 ${width} ${base + (bars[0].foot ? LABEL_HEIGHT : 0)}` };
  return svg("svg", { ...size, class: "distribution", role: "img", "aria-label": label }, ...bars.map(bar));
}

/** The statistics of the finished games. @param today the date of today's deal @param enemies in a castle */
export function statistics(today: string, enemies: number, entries: DayEntries = dayEntries()) {
  const played = Object.entries(entries).flatMap(([key, { result }]) =>
    result ? [{ date: key.split("/")[0] ?? "", result }] : [],
  );
  const count = (fits: (result: DayResult) => boolean) => played.filter(({ result }) => fits(result)).length;
  return {
    played: played.length,
    won: count(({ outcome }) => outcome === "won"),
    grades: {
      gold: count(({ grade }) => grade === "gold"),
      silver: count(({ grade }) => grade === "silver"),
      bronze: count(({ grade }) => grade === "bronze"),
    },
    /** The games by number of defeated enemies. */
    defeated: Array.from({ length: enemies + 1 }, (_, number) => count(({ falls }) => falls.length === number)),
    ...streaks(today, new Set(played.flatMap(({ date, result }) => (result.givenUp ? [] : [date])))),
  };
}

/** The days in a row with a game that was not given up, up to today, or to yesterday if today's deal was not played yet, and the most days in a row. */
function streaks(today: string, dates: Set<string>) {
  const endingAt = (date: string) => {
    let days = 0;
    for (let day = date; dates.has(day); day = dayBefore(day)) days++;
    return days;
  };
  const streak = endingAt(dates.has(today) ? today : dayBefore(today));
  return { streak, longest: Math.max(0, ...[...dates].map(endingAt)) };
}

/** @param date a day, as `2026-11-23` */
export const dayBefore = (date: string) => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);
