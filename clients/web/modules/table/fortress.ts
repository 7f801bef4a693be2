/** The castle: its towers, its windows, and what is left of it when their enemies have fallen. */
import { svg } from "../ui/dom.ts";
import { enemyCount } from "../words/reference.ts";

/** The enemies of a tier, a row of windows. */
export const TIER = 4;
/** The windows that the ruin of the keep still has. */
const LEFT_WINDOWS = new Set([0, 1, 2, 3, 4, 7]);

export const shape = (name: string, d: string) => svg("path", { class: name, d });

export function castle(fallen: () => number) {
  const isBurning = () => fallen() >= enemyCount();
  const windows = (left: boolean) =>
    Array.from({ length: enemyCount() }, (_, index) => index)
      .filter((index) => LEFT_WINDOWS.has(index) === left)
      .map((index) => window(index, fallen));
  return svg(
    "svg",
    { class: () => (isBurning() ? "castle burning" : "castle"), viewBox: "0 0 640 400" },
    svg("linearGradient", { id: "masonry" }, svg("stop", { offset: 0 }), svg("stop", { offset: 1 })),
    glow("glow"),
    glow("blaze"),
    svg(
      "linearGradient",
      { id: "smoke", gradientUnits: "userSpaceOnUse", x1: 0, x2: 0, y1: 230, y2: -130 },
      ...[0, 0.25, 1].map((offset) => svg("stop", { offset })),
    ),
    shape("tree", REAR_TREES.map(conifer).join("")),
    shape("rock", "M-30 400C50 376 96 352 132 346L200 336H452L520 348C570 356 620 384 680 400Z"),
    shape("road", "M299 356C300 370 262 374 240 400H322C318 384 344 372 341 356Z"),
    shape("cast", "M341 356H544L640 384L560 396L400 382Z"),
    part(isBurning, enemyCount(), KEEP_RUIN, [
      ...tower(222, 40, 96, 52),
      ...tower(378, 40, 96, 52),
      ...tower(296, 48, 60, 56),
      shape("stone", block(236, 404, 128, 348, 9)),
      shape("shade", "M364 134H404V348H364Z"),
      shape("rim", "M236 128H241V348H236Z"),
      shape("course", "M246 222h22M336 226h24M290 206h18M246 286h30M320 284h36M250 158h18M344 160h16M300 148h26"),
      ...windows(false),
    ]),
    part(() => fallen() >= TIER, TIER, LEFT_RUIN, tower(118, 66, 166, 78)),
    part(() => fallen() >= 2 * TIER, 2 * TIER, RIGHT_RUIN, tower(456, 66, 146, 84)),
    ...windows(true),
    part(isBurning, "wall", WALL_RUIN, [
      shape("wall", block(96, 544, 290, 356, 24)),
      shape("rim", "M96 290H100V356H96ZM96 298H544V300H96Z"),
      shape("course", "M112 316h30M168 332h34M222 312h26M372 330h30M424 314h36M486 334h34M140 346h22M452 346h24"),
      shape("gateway", "M298 356V322C298 296 342 296 342 322V356Z"),
      shape("bars", "M309 305V356M320 302V356M331 305V356M298 322H342M298 338H342"),
    ]),
    ...Array.from({ length: enemyCount() }, (_, index) => trophy(index, fallen)),
    shape("tree", TREES.map(conifer).join("")),
    shape("tree-shade", TREES.map(shade).join("")),
  );
}

/** Trees behind the rock and before the wall: the middle of the foot of each, and its height. */
const REAR_TREES = [
  [64, 382, 44],
  [82, 374, 54],
  [100, 366, 40],
  [548, 362, 42],
  [566, 368, 56],
  [584, 374, 46],
  [604, 384, 38],
];
const TREES = [
  [30, 396, 36],
  [48, 399, 50],
  [70, 402, 40],
  [112, 388, 26],
  [124, 394, 34],
  [576, 396, 34],
  [594, 404, 52],
  [622, 402, 40],
  [520, 384, 24],
];

const [LEFT, RIGHT] = [-0.3, 0.3];

/** The shade of a conifer, on its right side. */
const shade = ([x, y, height]: number[]) => `M${x} ${y - height}${edge(x, y, height * RIGHT)}H${x}Z`;

export const conifer = ([x, y, height]: number[]) =>
  `${shade([x, y, height])}M${x} ${y - height}${edge(x, y, height * LEFT)}H${x}Z`;

/** One side of a conifer, from its tip to its foot. @param half its width there, negative to the left */
const edge = (x: number, y: number, half: number) => {
  const height = Math.abs(half / RIGHT);
  return `L${x + half * 0.75} ${y - height * 0.36}H${x + half * 0.45}L${x + half} ${y}`;
};

const glow = (id: string) =>
  svg(
    "radialGradient",
    { id },
    svg("stop", { offset: 0, "stop-opacity": 0.55 }),
    svg("stop", { offset: 1, "stop-opacity": 0 }),
  );

/** Whole until it has fallen, then a ruin. Whatever sinks does so behind the wall. */
const part = (hasFallen: () => boolean, name: number | "wall", ruin: () => Node[], whole: Node[]) =>
  svg(
    "g",
    { class: () => (hasFallen() ? "fallen" : "standing"), "data-part": name },
    svg("g", { class: "ruin" }, ...ruin()),
    svg("g", { class: "whole" }, ...whole),
  );

/**
 * A wall of broken masonry, with light on its upper edges.
 * @param columns for each of its columns, where it begins and how high it is @param right where the last one ends
 */
function broken(name: string, columns: string, right: number, bottom: number) {
  const numbers = columns.split(" ").map(Number);
  const outline = (x: number, y: number) => {
    const steps = numbers.flatMap((number, at) => {
      if (at % 2) return [];
      const isSlanting = at % 6 === 4;
      return [`H${number + x - (isSlanting ? 3 : 0)}L${number + x} ${numbers[at + 1] + y}`];
    });
    return `M${numbers[0] + x} ${bottom}${steps.join("")}H${right + x}V${bottom}Z`;
  };
  return [shape("edge", outline(-0.9, -2)), shape(name, outline(0, 0))];
}

/** Stones that have fallen, each with light on its upper edges. @param places where each lies, and how large it is */
function stones(...places: [x: number, y: number, size: number][]) {
  const outlines = (dx: number, dy: number) =>
    places.map(([x, y, size], at) => {
      const corners = STONES[at % STONES.length].map(([a, b]) => `${x + a * size + dx} ${y + b * size + dy}`);
      return `M${corners.join("L")}Z`;
    });
  return [shape("edge", outlines(-0.5, -1.4).join("")), shape("rubble", outlines(0, 0).join(""))];
}

/** The corners of stones, of size 1. */
const STONES = [
  [
    [-0.5, 0],
    [-0.42, -0.5],
    [0.1, -0.68],
    [0.46, -0.4],
    [0.5, 0],
  ],
  [
    [-0.6, 0],
    [-0.5, -0.36],
    [-0.1, -0.52],
    [0.56, -0.3],
    [0.6, 0],
  ],
  [
    [-0.4, 0],
    [-0.48, -0.4],
    [-0.2, -0.8],
    [0.3, -0.72],
    [0.46, -0.2],
    [0.4, 0],
  ],
];

/** The fire of the keep, before its rear wall, under smoke; a banner on what stands of it. */
const KEEP_RUIN = () => [
  svg("circle", { class: "blaze", cx: 316, cy: 200, r: 210 }),
  shape("smoke", SMOKE.map(puff).join("")),
  shape("smoke-light", SMOKE.map(([x, y, r]) => puff([x - r * 0.26, y + r * 0.3, r * 0.66])).join("")),
  ...broken(
    "inside",
    "250 226 258 210 266 216 274 196 286 203 296 186 308 193 318 181 330 190 342 201 352 214",
    374,
    348,
  ),
  ...fire(FIRE),
  shape("ember", EMBERS.map(puff).join("")),
  shape("banner-pole", "M241 150V84h2.6V150Z"),
  shape("banner", "M243.6 86C256 79 264 93 286 86L278 97L286 109C266 115 256 101 243.6 108Z"),
  shape("banner-shade", "M243.6 99C256 93 266 107 281 101L286 109C266 115 256 101 243.6 108Z"),
  ...broken(
    "stone",
    "222 172 228 158 236 149 247 158 252 173 259 190 267 199 274 217 281 228 289 237 298 232 307 240 316 236 325 241 333 231 340 219 346 207 353 199 359 187 368 179 376 189 386 183 394 197 404 214 411 231",
    418,
    348,
  ),
  shape(
    "firelight",
    "M252 348V173H259V190H267V199H274V217H281V228H298L316 238L331 241V231L340 219L353 199H368V179H386V348Z",
  ),
  shape("shade", "M386 189V348H418V231H411V214H404V197H394V189Z"),
  shape(
    "course",
    "M228 190h12M238 204h14M228 218h10M242 232h12M228 246h14M226 276h10M240 290h14M280 244h12M296 252h10M334 252h12M276 282h16M310 286h18M346 284h14M344 232h10M378 206h8M378 236h8M376 262h10",
  ),
  shape("beam", "M262 214L300 204L301 208L264 219ZM352 216L330 202L332 199L355 211Z"),
];

const LEFT_RUIN = () => [
  ...broken("inside", "124 248 132 236 142 243 152 231 164 240 172 251", 182, 348),
  shape("beam", "M146 250L176 226L179 229L150 256Z"),
  ...broken("stone", "118 214 125 205 134 211 141 222 148 230 154 226 160 243 168 256 175 263", 184, 348),
  shape("shade", "M160 248H168V256H175V263H184V348H160Z"),
  shape("course", "M122 226h12M134 238h14M122 252h10M140 262h12M126 278h16M146 284h10"),
];

const RIGHT_RUIN = () => [
  ...broken("inside", "458 232 466 222 476 229 488 216 500 224 510 238", 520, 348),
  shape("beam", "M480 232L458 212L461 209L484 227Z"),
  ...broken("stone", "456 262 463 250 470 255 477 241 484 229 490 233 497 214 504 200 513 207", 522, 348),
  shape("shade", "M500 214V348H522V207H513V200H504V214Z"),
  shape("course", "M462 274h12M478 258h12M486 244h12M482 276h14M464 286h10M492 262h6"),
];

/** With a breach, a gate in flames, and stones that have fallen before it. */
const WALL_RUIN = () => [
  ...broken(
    "wall",
    "96 314 103 306 110 290 122 297 132 290 142 297 152 290 162 299 170 309 178 304 186 318 195 326 204 335 214 331 224 337 234 328 243 316 250 307 258 290 268 297 278 290 288 297 298 290 308 297 318 290 328 297 338 290 348 297 358 290 368 297 378 290 388 297 398 290 408 297 418 303 428 299 437 311 447 305 456 290 466 297 476 290 486 297 496 290 506 299 514 310 523 304 531 318 538 327",
    544,
    356,
  ),
  shape(
    "course",
    "M112 304h14M134 310h18M118 322h16M150 326h16M108 338h18M166 340h12M268 308h14M262 326h16M276 342h14M352 308h16M378 314h18M356 332h18M392 336h16M414 314h12M440 330h18M462 310h16M486 320h18M478 338h16M506 334h14",
  ),
  shape("firelight", "M258 356V300H404V356Z"),
  shape("gateway", "M298 356V322C298 296 342 296 342 322V356Z"),
  ...fire([
    [309, 356, 16, 26],
    [322, 357, 20, 36],
    [334, 356, 14, 22],
  ]),
  shape("bars", "M309 305V322L304 330M320 302V316M331 305V330L335 338M298 322H314M326 322H342"),
  ...stones([196, 348, 22], [222, 346, 26], [246, 350, 20], [209, 340, 16], [234, 338, 14], [182, 352, 16]),
  ...stones([206, 356, 26], [176, 358, 18], [230, 357, 22], [256, 358, 17], [272, 359, 11], [160, 359, 10]),
  ...stones([412, 358, 18], [430, 358, 24], [448, 359, 14], [422, 349, 13], [462, 359, 9]),
  ...stones([526, 357, 22], [546, 358, 26], [566, 359, 15], [538, 346, 15], [582, 359, 9]),
  ...stones([92, 358, 24], [74, 359, 16], [104, 348, 14], [58, 359, 10], [110, 359, 14]),
];

/** Where smoke rises: the middle and the radius of each puff. */
const SMOKE = [
  [306, 196, 18],
  [332, 190, 20],
  [318, 170, 24],
  [342, 156, 22],
  [316, 138, 24],
  [346, 128, 28],
  [326, 108, 26],
  [362, 98, 30],
  [340, 74, 30],
  [378, 62, 34],
  [350, 36, 28],
  [390, 22, 38],
  [428, 36, 22],
  [372, -12, 34],
  [420, -24, 42],
  [460, -2, 24],
  [404, -66, 40],
  [456, -72, 48],
  [500, -48, 28],
  [480, -118, 46],
];

const puff = ([x, y, r]: number[]) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

/** Sparks over the fire. */
const EMBERS = [
  [262, 176, 1.4],
  [276, 150, 1.8],
  [290, 128, 1.2],
  [298, 96, 1.6],
  [352, 150, 1.5],
  [364, 120, 1.9],
  [341, 84, 1.3],
  [372, 70, 1.2],
  [280, 70, 1],
  [318, 52, 1.4],
  [404, 92, 1],
];

/** Tongues of fire: the middle and the foot of each, its width and its height. */
const FIRE = [
  [268, 226, 20, 36],
  [283, 240, 28, 70],
  [301, 246, 34, 92],
  [321, 248, 42, 124],
  [343, 242, 32, 84],
  [359, 222, 22, 46],
  [166, 258, 16, 34],
  [154, 246, 12, 22],
  [470, 262, 16, 32],
  [482, 252, 12, 26],
];

/** Fire from its outer to its inner tongues. */
const fire = (tongues: number[][]) =>
  [
    ["flame", 1],
    ["flame-heart", 0.68],
    ["flame-core", 0.38],
  ].map(([name, size]) =>
    shape(
      String(name),
      tongues.map(([x, y, width, height], index) => tongue(x, y, width * +size, height * +size, index % 2)).join(""),
    ),
  );

/** A tongue of fire that bends to one side, and its tip back. */
function tongue(x: number, y: number, width: number, height: number, side: number) {
  const at = (across: number, up: number) =>
    `${Math.round((x + (side ? across : -across) * width) * 10) / 10} ${Math.round((y - up * height) * 10) / 10}`;
  const curve = (...points: [number, number][]) => `C${points.map((point) => at(...point)).join(" ")}`;
  return [
    `M${at(-0.5, 0)}`,
    curve([-0.95, 0.3], [-0.5, 0.5], [-0.22, 0.66]),
    curve([-0.02, 0.78], [-0.1, 0.9], [0.06, 1]),
    curve([0.42, 0.84], [0.12, 0.64], [0.34, 0.48]),
    curve([0.5, 0.36], [0.84, 0.22], [0.5, 0]),
    curve([0.25, -0.08], [-0.25, -0.08], [-0.5, 0]),
    "Z",
  ].join("");
}

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

/** The card of an enemy that has fallen leans against the wall, on both sides of the gate. */
function trophy(index: number, fallen: () => number) {
  const x = 272 - 28 * Math.floor(index / 2);
  const lean = `translate(${index % 2 ? 640 - x : x} 360) rotate(${(index % 2 ? -1 : 1) * (6 + ((index * 5) % 9))})`;
  return svg(
    "g",
    { class: () => (index < fallen() ? "trophy" : "trophy away"), transform: lean },
    shape("sheet", "M-8 0V-24H8V0Z"),
    shape("crown", "M-5 -8V-16L-2 -12L0 -17L2 -12L5 -16V-8Z"),
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
