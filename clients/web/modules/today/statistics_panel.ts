/** The statistics of today's deals in this browser. */
import { h, svg } from "../ui/dom.ts";
import { statistics } from "../storage/statistics.ts";
import { enemyCount } from "../words/reference.ts";
import { t } from "../words/texts.ts";

const [ROW_HEIGHT, BAR_HEIGHT, LABEL_WIDTH, FULL_WIDTH] = [18, 13, 26, 240];

/** @param today the date of today's deal */
export function statisticsPanel(today: string) {
  const { played, won, grades, streak, longest, defeated } = statistics(today, enemyCount());
  const figures: [string, string | number][] = [
    [t("today.played"), played],
    [t("today.won"), won],
    [t("today.streak"), streak],
    [t("today.longest"), longest],
    [t("today.gold"), grades.gold],
    [t("today.silver"), grades.silver],
    [t("today.bronze"), grades.bronze],
  ];
  const content = played
    ? [
        h(
          "dl",
          { class: "figures" },
          ...figures.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))),
        ),
        h("h3", {}, t("today.distribution")),
        distribution(defeated),
      ]
    : [h("p", { class: "quiet" }, t("today.no-games"))];
  return h(
    "section",
    { class: "panel day-statistics", id: "statistics" },
    h("h2", {}, t("today.statistics")),
    ...content,
    h("p", { class: "quiet" }, t("today.kept")),
  );
}

/** A bar for each number of defeated enemies. @param counts the games, by that number */
function distribution(counts: number[]) {
  const most = Math.max(...counts, 1);
  const bar = (count: number, number: number) => {
    const y = number * ROW_HEIGHT;
    const width = Math.max(2, (count / most) * FULL_WIDTH);
    return svg(
      "g",
      { class: count ? "bar" : "bar none" },
      svg("text", { x: LABEL_WIDTH - 6, y: y + BAR_HEIGHT - 2, "text-anchor": "end" }, String(number)),
      svg("rect", { x: LABEL_WIDTH, y, width, height: BAR_HEIGHT, rx: 3 }),
      count ? svg("text", { x: LABEL_WIDTH + width + 6, y: y + BAR_HEIGHT - 2 }, String(count)) : null,
    );
  };
  const label = counts.flatMap((count, number) => (count ? [`${number}: ${count}`] : [])).join(", ");
  const size = `0 0 ${LABEL_WIDTH + FULL_WIDTH + 30} ${counts.length * ROW_HEIGHT}`;
  return svg("svg", { viewBox: size, class: "distribution", role: "img", "aria-label": label }, ...counts.map(bar));
}
