/**
 * What stands behind the table: the castle under the sky of its tier, and the table of the tavern below it. It is added
 * after the board has been painted, and nothing in it moves on its own: a layer fades in when an enemy has fallen.
 */
import { h, svg } from "../ui/dom.ts";
import { enemyCount } from "../words/reference.ts";

/** The enemies of a tier, a row of windows. */
const TIER = 4;
const SKIES = ["dusk", "night", "dawn"];

/** @param fallen how many enemies are defeated */
export function scenery(fallen: () => number) {
  const layer = (name: string, ...content: Node[]) => h("div", { class: name }, ...content);
  return h(
    "div",
    { class: "scenery", "aria-hidden": "true", "data-tier": () => Math.min(2, Math.floor(fallen() / TIER)) },
    ...SKIES.map((sky) => layer(`sky ${sky}`)),
    layer("land", clouds(), hills(), castle(fallen)),
    layer("planks", boards()),
    layer("lamp"),
  );
}

const shape = (name: string, d: string) => svg("path", { class: name, d });

/** Flat below, each with its lit upper side. */
const clouds = () =>
  svg(
    "svg",
    { class: "clouds", viewBox: "0 0 640 200" },
    ...[
      [20, 84, 1.1],
      [250, 150, 0.7],
      [420, 52, 0.85],
    ].map(([x, y, size]) =>
      svg(
        "g",
        { transform: `translate(${x} ${y}) scale(${size})` },
        shape("cloud", "M0 0Q6 -17 34 -14Q46 -36 76 -26Q96 -48 124 -26Q150 -34 158 -14Q186 -16 196 0Z"),
        shape("cloud", "M40 0Q46 -11 62 -9Q74 -25 98 -16Q118 -27 132 -10Q150 -10 156 0Z"),
      ),
    ),
  );

export const hills = () =>
  svg(
    "svg",
    { class: "hills", viewBox: "0 0 1000 100", preserveAspectRatio: "none" },
    shape("far", "M0 58C90 20 170 34 260 50C340 12 430 30 520 44C620 8 700 26 790 40C870 22 940 30 1000 18V100H0Z"),
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

/** What is left of the keep. */
const KEEP_RUIN = "M236 348V206L252 220 262 192 284 226 300 210 318 238 336 196 352 218 372 182 390 222 404 208V348Z";

/** Whole until its tier has fallen, then a ruin. Whatever sinks does so behind the wall. */
const part = (fallen: () => number, count: number, whole: Node[], ruin: string) =>
  svg(
    "g",
    { class: () => (fallen() >= count ? "fallen" : "standing"), "data-part": count },
    shape("ruin", ruin),
    svg("g", { class: "whole" }, ...whole),
  );

export const castle = (fallen: () => number) =>
  svg(
    "svg",
    { class: "castle", viewBox: "0 0 640 400" },
    svg("linearGradient", { id: "masonry" }, svg("stop", { offset: 0 }), svg("stop", { offset: 1 })),
    svg(
      "radialGradient",
      { id: "glow" },
      svg("stop", { offset: 0, "stop-opacity": 0.55 }),
      svg("stop", { offset: 1, "stop-opacity": 0 }),
    ),
    svg("clipPath", { id: "keep-ruin" }, svg("path", { d: KEEP_RUIN })),
    shape("rock", "M30 400C70 372 96 352 132 346L200 336H452L520 348C560 356 590 380 616 400Z"),
    part(
      fallen,
      enemyCount(),
      [
        ...tower(222, 40, 96, 52),
        ...tower(378, 40, 96, 52),
        shape("stone", block(236, 404, 128, 348, 9)),
        shape("shade", "M364 134H404V348H364Z"),
        shape("rim", "M236 128H241V348H236Z"),
        shape("course", "M246 222h22M336 226h24M290 206h18M246 286h30M320 284h36M250 158h18M344 160h16M300 148h26"),
        ...tower(296, 48, 60, 56),
      ],
      KEEP_RUIN,
    ),
    part(fallen, TIER, tower(118, 66, 166, 78), "M118 348V232L128 246 136 210 150 240 162 222 172 254 184 242V348Z"),
    part(
      fallen,
      2 * TIER,
      tower(456, 66, 146, 84),
      "M456 348V222L466 238 478 196 490 230 502 210 512 246 522 232V348Z",
    ),
    shape("wall", block(96, 544, 290, 356, 24)),
    shape("rim", "M96 290H100V356H96ZM96 298H544V300H96Z"),
    shape("course", "M112 316h30M168 332h34M222 312h26M372 330h30M424 314h36M486 334h34M140 346h22M452 346h24"),
    shape("gate", "M298 356V322C298 296 342 296 342 322V356Z"),
    shape("bars", "M309 305V356M320 302V356M331 305V356M298 322H342M298 338H342"),
    svg(
      "g",
      { "clip-path": () => (fallen() >= enemyCount() ? "url(#keep-ruin)" : null) },
      ...Array.from({ length: enemyCount() }, (_, index) => window(index, fallen)),
    ),
  );

/** A window, lit until its enemy has fallen: jacks in the lowest row, kings in the highest. */
function window(index: number, fallen: () => number) {
  const [x, y] = [256 + 34 * (index % TIER), 250 - 40 * Math.floor(index / TIER)];
  return svg(
    "g",
    { class: () => (index < fallen() ? "window dark" : "window") },
    svg("circle", { class: "glow", cx: x + 8, cy: y + 12, r: 30 }),
    shape("pane", `M${x} ${y + 26}V${y + 8}C${x} ${y - 3} ${x + 16} ${y - 3} ${x + 16} ${y + 8}V${y + 26}Z`),
    shape("glint", `M${x + 3} ${y + 12}L${x + 9} ${y + 3}M${x + 5} ${y + 23}L${x + 13} ${y + 11}`),
    shape("frame", `M${x} ${y + 15}h16M${x + 8} ${y}v26`),
  );
}

/** A round tower with its roof, a loophole and a pennant. The light comes from the left. */
const tower = (x: number, width: number, top: number, roof: number) => [
  shape("stone", block(x, x + width, top, 348, 5)),
  shape("shade", `M${x + width * 0.62} ${top}H${x + width}V348H${x + width * 0.62}Z`),
  shape("rim", `M${x} ${top}h4V348h-4Z`),
  shape("gate", `M${x + width * 0.36} ${top + 18}h5v16h-5Z`),
  shape(
    "roof",
    `M${x + width / 2} ${top - roof}v-15l14 5l-14 5M${x - 6} ${top}L${x + width / 2} ${top - roof}L${x + width + 6} ${top}Z`,
  ),
  shape("rim", `M${x - 6} ${top}L${x + width / 2} ${top - roof}L${x + 1} ${top}Z`),
  shape("roof-shade", `M${x + width / 2} ${top - roof}L${x + width + 6} ${top}H${x + width * 0.58}Z`),
];

/** A wall with merlons. @param count how many */
function block(left: number, right: number, top: number, bottom: number, count: number) {
  const step = (right - left) / (2 * count - 1);
  const merlons = Array.from({ length: count - 1 }, () => `h${step}v7h${step}v-7`).join("");
  return `M${left} ${bottom}V${top}${merlons}h${step}V${bottom}Z`;
}
