/** Portraits of the court cards: a construction that draws the people of `people.ts` with one of four moods. */
import type { Person } from "./people.ts";
import type { Damage, Mood } from "./damage.ts";
import { drawn, lamp, type Shapes } from "./drawing.ts";

interface Expression {
  /** Heights of the brows: inner and outer end of the far one and the near one. */
  brows: [number, number, number, number];
  /** How open the eyes are, and the radius of an iris. */
  eyes: [number, number];
  /** The turn of the head and of what it wears, in degrees, and how low it is. */
  head: [number, number, number];
}

/** The faces of the moods; when calm, a person may have another. */
const EXPRESSIONS: Record<Mood, Expression> = {
  calm: { brows: [-5.6, -7.4, -6.4, -9.6], eyes: [0.66, 2.2], head: [0, 0, 0] },
  angry: { brows: [-2.2, -9.6, -2, -10.4], eyes: [0.8, 1.8], head: [3, 1, 3] },
  hurt: { brows: [-3, -8.6, -3, -9], eyes: [0.72, 2], head: [4, 2, 1] },
  desperate: { brows: [-10.5, -5.8, -11, -6.2], eyes: [1.3, 1.6], head: [-6, -9, 3] },
};

/** What a picture shows besides its figure. */
export type Look = Pick<Person, "colours" | "sky" | "rim">;

/** A part of a figure as if cut from paper: its shapes, and those of them that throw a shadow and have light on their edges. */
export interface Sheet {
  shapes: Shapes;
  edges: Shapes;
}

/** A person in a window, with the face of a mood. */
export function figure(person: Person, setting: Setting, mood: Mood, damage: Damage | null = null) {
  const [turn, tilt, low] = EXPRESSIONS[mood].head;
  const place = `translate(50 ${62 + low}) rotate(${turn}) scale(${person.flip ? "-1.12 1.12" : "1.12"})`;
  const hat: Shapes = [`rotate(${tilt} 0 -8)`, ...person.hat];
  const { behind, body, beard = [], back = [], collar = [], front = [] } = person;
  const rear: Shapes = [...back, [place, ...behind], ...body];
  const sheets: Shapes[] = [
    [...rear, [place, ...neck(person)], ...collar],
    [[place, ...face(person, mood), hat]],
    front,
  ];
  const edges: Shapes[] = [rear, [[place, outline(person), ...beard, hat]], front];
  const side = person.mirrored ? "translate(100 0) scale(-1 1)" : "";
  return scene(
    person,
    setting,
    sheets.map((shapes, index) => ({ shapes: [[side, ...shapes]], edges: [[side, ...edges[index]]] })),
    damage,
  );
}

/** The sheets of a figure in a window with the light of a lamp above, which they leave at its upper edge. */
export function scene(
  { colours, sky, rim }: Look,
  { backdrop, trim = ["none", 0] }: Setting,
  sheets: Sheet[],
  damage: Damage | null = null,
) {
  const picture =
    `<rect x="5" y="5.4" width="90.8" height="130.8" rx="5" fill="#fffaf0"/>` +
    `<rect x="4.6" y="4.6" width="90.8" height="130.8" rx="5" fill="${colours.R}"/>` +
    `<rect x="5.8" y="5.8" width="88.4" height="128.4" rx="4.4" fill="url(#g)" stroke="${trim[0]}" stroke-width="${trim[1]}"/>` +
    `<g clip-path="url(#c)">` +
    `<rect x="6" y="6.6" width="90" height="140" rx="5" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="3.4"/>` +
    drawn(backdrop, colours) +
    (damage?.behind ?? "") +
    sheets
      .map((sheet, index) => lit(sheet, index ? 1.6 : 3, damage?.rim ?? rim) + drawn(sheet.shapes, colours))
      .join("") +
    `<rect x="7" y="7" width="86" height="126" fill="url(#v)"/></g>`;
  return (
    `<defs>${lamp(damage?.light ?? sky)}<linearGradient id="v" x2="0" y2="1"><stop offset=".7" stop-opacity="0"/>` +
    `<stop offset="1" stop-opacity=".38"/></linearGradient>` +
    `<clipPath id="c"><path d="M7 140V0H93V129Q93 133 89 133H11Q7 133 7 129Z"/></clipPath>` +
    `<clipPath id="f"><path d="${FRAME}"/></clipPath><clipPath id="h"><path d="${FRAME}M4 -4H96V40H4Z" clip-rule="nonzero"/></clipPath></defs>` +
    (damage ? framed(damage, picture) : picture)
  );
}

/** The darkness behind a picture. */
const DARKNESS = "#0d0708";
/** The window of the frame. */
const FRAME = "M4 9Q4 4 9 4H91Q96 4 96 9V131Q96 136 91 136H9Q4 136 4 131Z";

/** A picture that hangs askew in its frame, before darkness; the figure alone leaves it at its upper edge. */
const framed = ({ place, wounds }: Damage, picture: string) =>
  `<path d="${FRAME}" fill="${DARKNESS}"/>` +
  `<g clip-path="url(#h)"><g transform="${place}">${picture}</g></g>` +
  `<g clip-path="url(#f)"><g transform="${place}">${wounds}</g>` +
  `<path d="${FRAME}" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="2.4"/></g>`;

/** The shadow of a sheet at a distance from what is behind it, and the light on its edges. */
function lit({ edges }: Sheet, distance: number, rim: string) {
  const shape = drawn(edges);
  return (
    `<g fill="#000" stroke="#000" opacity=".3" transform="translate(${-distance} ${distance * 0.9})">${shape}</g>` +
    `<g fill="${rim}" stroke="${rim}" transform="translate(.9 -.7)">${shape}</g>`
  );
}

/** What is around a figure: shapes behind it, and the colour and width of the line around the window. */
interface Setting {
  backdrop: Shapes;
  trim?: [string, number];
}

const GOLD = "#f0c75e";

/** A wall of the castle, curtains and silver, a throne and gold, the light of a stage. */
export const SETTINGS: Record<string, Setting> = {
  J: {
    backdrop: [
      "x M7 140V80H14V70H25V80H36V70H47V80H58V70H69V80H80V70H91V80H93V140Z",
      "x.8 M7 92H93M7 104H93M20 80V92M44 80V92M68 80V92M32 92V104M82 92V104",
    ],
  },
  Q: {
    trim: ["#d5dbe0", 0.9],
    backdrop: [
      "x M7 7H40Q36 44 18 66Q24 104 16 140H7ZM93 7H60Q64 44 82 66Q76 104 84 140H93Z",
      "x M7 7H24Q24 40 14 64Q16 104 12 140H7ZM93 7H76Q76 40 86 64Q84 104 88 140H93Z",
      "g M7 62Q14 68 19 65L18 70Q12 72 7 68ZM93 62Q86 68 81 65L82 70Q88 72 93 68Z",
    ],
  },
  K: {
    trim: [GOLD, 1.4],
    backdrop: [
      "x M15 140V44Q15 28 30 27Q43 24 50 8Q57 24 70 27Q85 28 85 44V140Z",
      "x M22 140V48Q22 36 34 34Q45 32 50 22Q55 32 66 34Q78 36 78 48V140Z",
      "g @15 42 3",
      "g @85 42 3",
    ],
  },
  X: {
    trim: [GOLD, 0.9],
    backdrop: [
      "x M50 62L7 7H30ZM50 62L44 0H62ZM50 62L78 7H93V20ZM50 62L93 44V70ZM50 62L93 96V130ZM50 62L7 36V60ZM50 62L7 84V120Z",
    ],
  },
};

function outline({ face: [width, jaw, chin, length], turn: t }: Person) {
  return (
    `s M${-width} -14V1Q${-width + 0.5} 9 ${t - jaw} ${length - 8}Q${t - chin - 3} ${length} ${t} ${length}` +
    `Q${t + chin + 4} ${length} ${jaw + 1} ${length - 9}Q${width} 8 ${width} 0V-14Q${width} -25 0 -25Q${-width} -25 ${-width} -14Z`
  );
}

function neck({ face: [, jaw], turn: t, woman }: Person): Shapes {
  const half = woman ? 6.5 : jaw - 3;
  return [
    `S M${-half} 10H${half}L${half + 3} 40H${-half - 3}Z`,
    `x M${t - half} 12H${half}L${half + 1} 29Q0 32 ${-half} 25Z`,
  ];
}

/** The head without what it wears. */
function face(person: Person, mood: Mood): Shapes {
  const {
    face: [width, jaw, chin, length],
    turn: t,
    age = 0,
  } = person;
  const ear = `s M${width - 1} -3q5 -3 5 3q-1 7 -5 7z`;
  const earShade = `S M${width} -1q3 -1 2.5 2q-.5 3.5 -2.5 4z`;
  const shade =
    `S M${width} -14V0Q${width} 8 ${jaw + 1} ${length - 9}Q${t + chin + 4} ${length} ${t} ${length}` +
    `Q${jaw - 4} ${length - 5} ${width - 6} 6Q${width - 3} -3 ${width - 5} -12Z`;
  const cheek = `l M${-width + 2.5} 3Q${-width + 5} 11 ${t - 4} 10Q${t - 7} 3.5 ${-width + 2.5} 3Z`;
  const brow = `l M${-width + 3} -15Q${t} -19 ${t + 8} -14Q${t} -12 ${-width + 3} -11Z`;
  const sockets = `S M${t - 13} -3Q${t - 8} -7.5 ${t - 3} -3.5Q${t - 2} 0 ${t - 3} 2.4Q${t - 8} 4 ${t - 13} 1ZM${t + 2} -3.5Q${t + 8} -8 ${t + 14} -3Q${t + 13} 2.6 ${t + 7} 4Q${t + 2} 3 ${t + 2} -3.5Z`;
  return [
    ear,
    earShade,
    outline(person),
    shade,
    brow,
    cheek,
    sockets,
    ...(person.marks ?? []),
    ...(age > 0 ? wrinkles(t, age) : []),
    ...nose(person),
    ...eyes(person, mood),
    ...(person.beard ?? []),
    ...mouth(person, mood),
    ...person.hair,
    ...brows(person, mood),
    ...wounds(person, mood),
  ];
}

function eyes({ turn: t, eye: [size, narrow] }: Person, mood: Mood): Shapes {
  const [open, iris] = EXPRESSIONS[mood].eyes;
  const o = open * narrow;
  const one = (x: number, half: number): Shapes => [
    `v M${x - half} .4Q${x} ${-4 * o - 0.4} ${x + half} 0Q${x} ${2.8 * o + 0.8} ${x - half} .4Z`,
    `a @${x - 0.6} ${-0.3 * o} ${iris * Math.min(1, size)} ${Math.min(iris, 2.5 * o + 0.5)}`,
    `k @${x - 0.6} ${-0.3 * o} ${iris * 0.55}`,
    `v @${x - 1.3} ${-1 * o} .6`,
    `S M${x - half - 0.6} .4Q${x} ${-4 * o - 0.6} ${x + half + 0.8} 0Q${x} ${-5 * o - 2.2} ${x - half - 0.6} .4Z`,
    `k1.3 M${x - half - 0.4} .6Q${x} ${-4 * o - 0.6} ${x + half + 0.8} -.2`,
  ];
  return [...one(t - 7.6, 3.8 * size), ...one(t + 7.4, 4.3 * size)];
}

function brows({ turn: t, brow, temper }: Person, mood: Mood): Shapes {
  const [farIn, farOut, nearIn, nearOut] = (mood === "calm" && temper) || EXPRESSIONS[mood].brows;
  const arch = mood === "calm" ? -1.8 : -0.6;
  return [
    `H M${t - 3.6} ${farIn}Q${t - 8} ${Math.min(farIn, farOut) + arch} ${t - 13} ${farOut}Q${t - 8} ${Math.min(farIn, farOut) + arch + brow * 1.3} ${t - 3.6} ${farIn + brow}Z`,
    `H M${t + 2.6} ${nearIn}Q${t + 8} ${Math.min(nearIn, nearOut) + arch} ${t + 14} ${nearOut}Q${t + 9} ${Math.min(nearIn, nearOut) + arch + brow * 1.4} ${t + 2.6} ${nearIn + brow}Z`,
  ];
}

/** Noses: straight, hooked, broad, snub. */
const NOSES = [
  (t: number): Shapes => [
    `S M${t + 1.4} -3L${t - 3.4} 8.4Q${t - 2} 11 ${t + 3.8} 10Q${t + 2} 4 ${t + 1.4} -3Z`,
    `t M${t - 3.6} 9Q${t - 2} 11.6 ${t} 11L${t + 4} 9.8Q${t + 1} 13 ${t - 3.6} 9Z`,
    `l.9 M${t - 0.6} -2L${t - 3} 7`,
  ],
  (t: number): Shapes => [
    `S M${t + 1.4} -4Q${t - 4} 1 ${t - 3.4} 6L${t - 4} 11Q${t - 1} 11.4 ${t + 4} 9.6Q${t + 1.6} 4 ${t + 1.4} -4Z`,
    `t M${t - 4.2} 10.4Q${t - 1} 10.6 ${t + 4.2} 9.2Q${t + 1} 13.4 ${t - 4.2} 10.4Z`,
    `l1 M${t - 0.8} -3Q${t - 4} 2 ${t - 3.8} 6`,
  ],
  (t: number): Shapes => [
    `S M${t + 1.6} -3L${t - 3} 6Q${t - 6} 9 ${t - 3} 11L${t + 5} 10.6Q${t + 3} 4 ${t + 1.6} -3Z`,
    `t M${t - 5} 9.6Q${t - 3} 10.4 ${t} 11Q${t + 3} 10.6 ${t + 5.6} 9.6Q${t + 4} 13 ${t} 12.6Q${t - 4} 13 ${t - 5} 9.6Z`,
    `l1.2 M${t - 0.4} -2L${t - 2} 6`,
  ],
  (t: number): Shapes => [
    `S M${t + 1} 0L${t - 2} 7Q${t - 2} 9.4 ${t + 3} 9.4Q${t + 2} 4 ${t + 1} 0Z`,
    `t M${t - 3} 8.2Q${t - 1} 10 ${t + 3.4} 9Q${t} 11.6 ${t - 3} 8.2Z`,
    `l @${t - 1.6} 6.8 1.1`,
  ],
];

const nose = ({ nose: kind, turn: t }: Person) => NOSES[kind](t);

function mouth({ turn, lip, woman, mouthAt: y = 15.6 }: Person, mood: Mood): Shapes {
  const t = turn - 0.4;
  if (mood === "hurt" || mood === "angry")
    return [
      `k M${t - 6} ${y - 0.6}Q${t} ${y - 2.6} ${t + 6} ${y - 1.2}Q${t + 6.4} ${y + 2.4} ${t} ${y + 2.4}Q${t - 6} ${y + 2.4} ${t - 6} ${y - 0.6}Z`,
      `v M${t - 5} ${y - 0.4}Q${t} ${y - 1.8} ${t + 5} ${y - 0.6}L${t + 4.6} ${y + 1.4}H${t - 4.6}Z`,
      `k.5 M${t - 2.6} ${y - 1.2}v2.6M${t} ${y - 1.4}v2.8M${t + 2.6} ${y - 1.2}v2.6`,
    ];
  if (mood === "desperate")
    return [
      `k M${t - 4.6} ${y - 0.4}Q${t} ${y - 4} ${t + 4.6} ${y - 0.6}Q${t + 5.4} ${y + 4.6} ${t} ${y + 4.8}Q${t - 5.4} ${y + 4.8} ${t - 4.6} ${y - 0.4}Z`,
      `v M${t - 3.6} ${y - 0.6}Q${t} ${y - 3} ${t + 3.6} ${y - 0.8}L${t + 3} ${y + 0.4}H${t - 3}Z`,
      `p M${t - 3} ${y + 3.4}Q${t} ${y + 1} ${t + 3} ${y + 3.4}Q${t} ${y + 4.8} ${t - 3} ${y + 3.4}Z`,
    ];
  const full = woman ? 1.5 : 1;
  return [
    `p M${t - 5.4} ${y}Q${t - 2} ${y - 2.2 * full} ${t - 0.4} ${y - 1.1 * full}Q${t + 1.6} ${y - 2.2 * full} ${t + 5.6} ${y - 0.8}Q${t} ${y + 1} ${t - 5.4} ${y}Z`,
    ...(lip
      ? [
          `P M${t - 4.4} ${y + 0.2}Q${t} ${y + 1.2} ${t + 4.6} ${y - 0.4}Q${t + 2} ${y + 3.2 * full} ${t - 1} ${y + 2.6 * full}Q${t - 3} ${y + 2} ${t - 4.4} ${y + 0.2}Z`,
        ]
      : []),
    `k.9 M${t - 5.6} ${y - 0.4}Q${t - 3} ${y + 0.6} ${t} ${y + 0.3}Q${t + 3.6} ${y + 0.2} ${t + 6.2} ${y - 1.6}`,
  ];
}

const wrinkles = (t: number, age: number): Shapes => [
  `t.7 M${t - 6.6} 10.5Q${t - 8.4} 13 ${t - 8.2} 15.4M${t + 6} 10.4Q${t + 8.4} 13 ${t + 8.4} 15.6`,
  ...(age > 1
    ? [
        `t.6 M${t - 12} 3.6Q${t - 8} 5.8 ${t - 4.4} 4M${t + 3.6} 4.4Q${t + 8} 6.4 ${t + 12} 3.8M${t - 6} -14.6Q${t} -15.8 ${t + 7} -14.4M${t - 5} -12Q${t} -13 ${t + 6} -11.8`,
      ]
    : []),
];

function wounds({ turn: t, face: [width] }: Person, mood: Mood): Shapes {
  if (mood === "calm" || mood === "angry") return [];
  const scratch = `u1.1 M${t - 12} 6.4L${t - 6.4} 9.6M${t - 11.6} 9L${t - 7.4} 11.4`;
  const drops = (x: number, y: number) => `z M${x} ${y}q-2.6 4 0 5q2.6 -1 0 -5z`;
  if (mood === "hurt") return [scratch, drops(width - 3.4, -6)];
  return [
    scratch,
    `j M${t + 3} -1.6Q${t + 8} 8.4 ${t + 14} 1.6Q${t + 12} 7 ${t + 7} 6.4Q${t + 3} 5 ${t + 3} -1.6Z`,
    drops(width - 2, -9),
    drops(width - 5, 4),
    drops(-width + 2.4, -7),
    `w M${t + 6.2} 10.6l7.4 -3.4 1.6 3.4 -7.4 3.4z`,
    `W.6 M${t + 9} 9.4l1.8 3.6M${t + 11.2} 8.4l1.8 3.6`,
  ];
}
