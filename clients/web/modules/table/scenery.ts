/**
 * What stands behind the table: the castle under the sky of its tier, and the table of the tavern below it. It is added
 * after the board has been painted, and nothing in it moves on its own: a layer fades in when an enemy has fallen.
 */
import { h, svg } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { castle, conifer, shape, TIER } from "./fortress.ts";

/** How many enemies have fallen in the castle behind a page without a table. */
export const fallenBehind = signal(0);
export const sceneryBehind = () => scenery(() => fallenBehind.value);

const SKIES = ["dusk", "night", "dawn"];

/** @param fallen how many enemies are defeated */
export function scenery(fallen: () => number) {
  const layer = (name: string, ...content: Node[]) => h("div", { class: name }, ...content);
  return h(
    "div",
    { class: "scenery", "aria-hidden": "true", "data-tier": () => Math.min(2, Math.floor(fallen() / TIER)) },
    ...SKIES.map((sky) => layer(`sky ${sky}`)),
    layer("land", hills(), castle(fallen)),
    layer("planks", boards()),
    layer("lamp"),
  );
}

/** The trees behind the near hills: the middle of the foot of each, and its height. */
const WOODS = [
  [70, 80, 17],
  [82, 79, 22],
  [95, 78, 18],
  [106, 76, 13],
  [232, 76, 16],
  [245, 77, 20],
  [257, 77, 15],
  [395, 72, 15],
  [406, 70, 21],
  [418, 69, 17],
  [431, 68, 23],
  [443, 67, 16],
  [556, 64, 14],
  [567, 65, 19],
  [764, 76, 17],
  [776, 74, 22],
  [787, 73, 15],
  [800, 71, 19],
  [906, 66, 14],
  [917, 66, 20],
  [929, 66, 16],
  [985, 63, 18],
];

export const hills = () =>
  svg(
    "svg",
    { class: "hills", viewBox: "0 0 1000 100", preserveAspectRatio: "none" },
    shape("far", "M0 58C90 20 170 34 260 50C340 12 430 30 520 44C620 8 700 26 790 40C870 22 940 30 1000 18V100H0Z"),
    shape("wood", WOODS.map(conifer).join("")),
    shape("near", "M0 82C140 52 250 74 380 66C500 44 610 62 740 70C850 50 930 62 1000 54V100H0Z"),
  );

/** How many boards the table has; they meet above its far edge. */
const BOARDS = 30;
const [BOARD_UNITS, VANISHING_UNITS] = [21, -12];

/** The boards of the table from its far edge, each with its tone, its grain and a joint. */
function boards() {
  const near = (board: number) => 50 + BOARD_UNITS * (board - BOARDS / 2);
  const at = (board: number, y: number) => 50 + ((near(board) - 50) * (y - VANISHING_UNITS)) / (60 - VANISHING_UNITS);
  const board = (index: number) => {
    const tone = ((index * 7919) % 11) / 11;
    const joint = 6 + ((index * 31) % 47);
    const grain = [0.22, 0.4 + tone / 5, 0.81].map((part) => `M${at(index + part, 0)} 0L${near(index + part)} 60`);
    return svg(
      "g",
      {},
      svg("path", {
        class: "board",
        d: `M${at(index, 0)} 0H${at(index + 1, 0)}L${near(index + 1)} 60H${near(index)}Z`,
        "fill-opacity": tone / 4,
      }),
      shape("grain", `${grain.join("")}M${at(index, joint)} ${joint}H${at(index + 1, joint)}`),
    );
  };
  return svg(
    "svg",
    { class: "boards", viewBox: "0 0 100 60", preserveAspectRatio: "none" },
    ...Array.from({ length: BOARDS }, (_, index) => board(index)),
  );
}
