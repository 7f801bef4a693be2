/**
 * What the blows have done to a picture: it hangs askew in its frame, before darkness, and each suit has its own wounds.
 * Behind a desperate enemy the castle burns.
 */
import { drawn, type Shapes } from "./drawing.ts";
import type { Suit } from "../types.ts";
import type { Look } from "./portraits.ts";

export interface Damage {
  light: string[];
  rim: string;
  place: string;
  behind: string; // before the wall, behind the figure
  wounds: string;
}

/** How an enemy looks: unhurt, the same while it strikes, at half of its health or less, at a quarter or less. */
export type Mood = "calm" | "angry" | "hurt" | "desperate";

/** A crack with light on its lower edge. */
const crack = (width: number, path: string): Shapes => [
  ["translate(.9 .8)", `o${width * 0.6} ${path}`],
  `k${width} ${path}`,
];

/** Where the picture is open: the thickness of the canvas at the lower edge, then darkness. */
const open = (path: string): Shapes => [
  ["translate(-1 1.1)", `x2 ${path}`],
  `W2.2 ${path}`,
  `w1.1 ${path}`,
  `N ${path}`,
];

/** Where it has burnt: embers around char. */
const burnt = (path: string): Shapes => [`x7 ${path}`, `B4.4 ${path}`, `U2 ${path}`, `y.7 ${path}`, `N ${path}`];

/** An arrow in a hole with cracks. @param at its transform */
const arrow = (at: string): Shapes => [
  [
    at,
    ...crack(0.9, "M2 3L6 6L6 9M-3 2L-7 5M3 -1L8 1M-3 -2L-6 -4"),
    "N M-3 -2L0 -4L4 -1L3 3L-1 4L-4 2Z",
    "x2.6 M2 2L19 -18",
    "b2.4 M0 0L15 -21",
    "c1 M-.4 -.6L14.4 -21.2",
    "w M10.5 -14.7L8.6 -20.6L13.6 -28L15 -21Z",
    "W M10.5 -14.7L16.6 -14.4L22.6 -21L15 -21Z",
    "x.5 M11.4 -16.4L10.4 -20.4M12.8 -18.4L12 -23.2M12.2 -16.6L16.4 -16.6M13.6 -18.6L18.4 -18.8",
  ],
];

const CRACKS = [...crack(1.8, "M94 52L83 46L79 55L68 50L62 58"), ...crack(1.2, "M83 46L86 36L79 30")];
const MORE_CRACKS = [...CRACKS, ...crack(1.6, "M6 92L16 86L20 94L30 88"), ...crack(1.8, "M40 4L37 16L46 23L41 34")];

/** By suit: of a hurt enemy, then what a desperate one has in addition. Clubs crush, diamonds burn, hearts are cut, spades shot. */
const WOUNDS: Record<Suit, [Shapes, Shapes]> = {
  C: [
    open("M101 -1H80L83 5L89 7L88 14L94 17L95 25L101 30Z"),
    [
      ...crack(1.8, "M70 133L66 122L72 112L64 104"),
      ...open("M101 141H64L68 133L76 135L78 126L87 127L86 115L93 112L95 103L101 98Z"),
      ...open("M-1 -1H22L20 6L13 8L14 14L7 17L6 26L-1 30Z"),
    ],
  ],
  D: [
    burnt("M-1 106Q8 104 10 111Q18 109 19 117Q27 117 27 125Q33 128 31 141H-1Z"),
    [
      ...burnt("M101 42Q91 43 90 35Q82 36 82 27Q73 27 74 18Q66 15 68 -1H101Z"),
      ...burnt("M101 141V112Q92 112 91 119Q84 120 85 127Q79 131 81 141Z"),
      ...burnt("M8 44Q12 38 17 43Q21 50 16 55Q9 56 8 44Z"),
    ],
  ],
  H: [
    [...open("M68 3Q86 16 97 42Q80 25 68 3Z"), ...open("M82 1Q92 10 99 24Q88 15 82 1Z")],
    [
      ...open("M56 3Q76 24 93 60Q71 34 56 3Z"),
      ...open("M3 90Q20 106 31 136Q12 116 3 90Z"),
      ...open("M3 106Q14 118 20 137Q8 124 3 106Z"),
    ],
  ],
  S: [
    arrow("translate(86 47) rotate(-28)"),
    [...arrow("translate(22 116) scale(-1 1)"), ...arrow("translate(13 66) scale(-1 1) rotate(-30)")],
  ],
};

/** The fire behind a desperate enemy, and its sparks. */
const FLAMES: Shapes = [
  "U M3 140V92Q9 101 8 82Q17 94 16 72Q27 92 24 108Q30 101 29 92Q38 112 32 140Z",
  "g M3 140V106Q9 112 10 98Q17 108 17 94Q24 108 21 118Q28 114 27 108Q32 122 28 140Z",
  "y M3 140V120Q9 124 11 114Q18 122 18 114Q24 126 22 140Z",
];
const EMBERS: Shapes = [
  "y @14 58 .9",
  "g @22 34 .8",
  "y @30 16 .6",
  "g @74 20 .8",
  "y @85 40 1",
  "g @80 62 .7",
  "y @90 74 .8",
  "g @66 10 .6",
];

/** A colour between two colours of six digits. */
const mixed = (one: string, other: string, share: number) =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [one, other].map((colour) => parseInt(colour.slice(at, at + 2), 16));
      return Math.round(a + (b - a) * share)
        .toString(16)
        .padStart(2, "0");
    })
    .join("")}`;

/** The red light at the edges of the wall. */
const glow = (strength: number) =>
  `<radialGradient id="w" cx=".5" cy=".4" r=".75"><stop offset=".4" stop-color="#a00c18" stop-opacity="0"/><stop offset="1" stop-color="#a00c18"/></radialGradient>` +
  `<rect x="5" y="5" width="90" height="130" fill="url(#w)" opacity="${strength}"/>`;

/** @param look its wall darkens, and light falls on its edges */
export function damageOf(mood: Mood, suit: Suit, { sky, rim }: Look): Damage | null {
  if (mood === "calm" || mood === "angry") return null;
  const [first, more] = WOUNDS[suit];
  if (mood === "hurt")
    return {
      light: sky.map((colour) => mixed(colour, "#1c0608", 0.42)),
      rim,
      place: "rotate(1.4 50 70)",
      behind: glow(0.3) + drawn(CRACKS, {}),
      wounds: drawn(first, {}),
    };
  return {
    light: [mixed(sky[0], "#ff8a3c", 0.5), mixed(sky[1], "#4a1208", 0.45), mixed(sky[2], "#0a0203", 0.5)],
    rim: "#ffb066",
    place: "rotate(-2.6 50 70)",
    behind: glow(0.45) + drawn([...MORE_CRACKS, ...FLAMES, ["translate(100 0) scale(-1 1)", ...FLAMES], ...EMBERS], {}),
    wounds: drawn([...first, ...more], {}),
  };
}
