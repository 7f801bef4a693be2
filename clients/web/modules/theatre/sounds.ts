/** What a step sounds like: notes in D minor, brighter for what helps the players, lower for what harms them. */
import type { Note, Sound } from "../notice/synthesizer.ts";
import { BEAT_MS, endsTier, type Step } from "./frames.ts";

/** The notes of a step that takes this time, in seconds. */
export function soundOf(step: Step, seconds: number): Sound {
  return (SOUNDS[step.type] as Sounded)(step, seconds);
}

type Sounded<Type = Step["type"]> = (step: Step<Type>, seconds: number) => Sound;

const D4_HZ = 293.66;
/** The pentatonic scale of D minor, in semitones. */
const SCALE = [0, 3, 5, 7, 10];
const MAX_COUNTED = 14;
const MAX_DEALT = 10;

/** The frequency of a tone by its distance from D4 in semitones. */
const pitch = (semitones: number) => D4_HZ * 2 ** (semitones / 12);

/** A degree of the scale, which goes on above its octave. */
const degree = (index: number) => pitch(SCALE[index % SCALE.length] + 12 * Math.floor(index / SCALE.length));

const pluck = (at: number, hz: number, gain = 0.2, length = 0.18): Note => ({ at, hz, gain, length, cutoff: 2600 });
const bell = (at: number, hz: number, gain = 0.16, length = 0.9): Note[] => [
  { at, hz, gain, length, wave: "sine" },
  { at, hz: hz * 2.76, gain: gain / 5, length: length / 3, wave: "sine" },
];
const horn = (at: number, hz: number, gain = 0.16, length = 0.5): Note[] => [
  { at, hz, gain, length, wave: "sawtooth", attack: 0.05, cutoff: 850 },
  { at, hz: hz * 1.004, gain: gain / 2, length, wave: "sawtooth", attack: 0.07, cutoff: 700 },
];
/** A blow on wood: a low tone that falls, and noise. */
const thump = (at: number, gain: number, hz = 130, length = 0.2): Note[] => [
  { at, hz, glide: hz / 2.6, gain, length, wave: "sine" },
  { at, gain: gain / 2, length: length / 3, cutoff: 900 },
];
/** A low tone that falls, as of a beast. */
const growl = (at: number, gain: number, length: number): Note[] => [
  { at, hz: pitch(-19), glide: pitch(-31), gain, length, wave: "sawtooth", cutoff: 500 },
];
/** A card on the table, or on its way. */
const paper = (at: number, gain = 0.12): Note => ({ at, gain, length: 0.05, attack: 0.008, cutoff: 2400 });
/** Metal on metal. */
const clash = (at: number, gain: number): Note[] => [
  ...[12, 19.3, 27.1].map((semitones, index) => ({ at, hz: pitch(semitones), gain: gain / (index + 1), length: 0.35 })),
  { at, gain: gain / 2, length: 0.05 },
];

/** A number of notes one after another, from and to a share of the time. */
const spread = (
  count: number,
  seconds: number,
  [from, to]: [number, number],
  note: (at: number, index: number) => Note,
) =>
  Array.from({ length: count }, (_, index) =>
    note(seconds * (from + ((to - from) * index) / Math.max(1, count)), index),
  );

/** The end of a play's flight: the cards reach the table. */
const LANDING = 0.75;
/** The cards of a play reach the enemy, and the enemy those whom it strikes. */
const IMPACT = 0.25;

/** The seal of an immunity breaks. */
const BREAK = 0.42;

/** An enemy that turns up reaches its place. */
const ARRIVAL = 0.75;

/** A rumble that grows, and stones that fall. */
const collapse = (at: number, seconds: number): Sound => [
  { at, gain: 0.3, length: seconds, attack: seconds * 0.7, cutoff: 320 },
  { at, hz: 58, glide: 34, gain: 0.3, length: seconds, wave: "sine", attack: 0.1 },
  ...[0.35, 0.55, 0.7, 0.85].flatMap((share, index) =>
    thump(at + seconds * share, 0.2 + 0.1 * index, 95 - 10 * index, 0.3),
  ),
];

/** How an enemy of each rank enters. */
const ENTRANCES: Record<string, (at: number) => Sound> = {
  J: (at) => [...thump(at, 0.35), ...horn(at, pitch(-12), 0.14, 0.4)],
  Q: (at) => [...thump(at, 0.45, 110, 0.28), ...horn(at, pitch(-12)), ...horn(at + 0.13, pitch(-5), 0.14, 0.55)],
  K: (at) => [
    ...thump(at, 0.7, 85, 0.45),
    ...thump(at + 0.17, 0.5, 75, 0.5),
    ...[-24, -17, -12, -9].flatMap((semitones) => horn(at, pitch(semitones), 0.12, 1)),
  ],
};

const VICTORY: Sound = [
  ...[0, 4, 7, 12].flatMap((semitones, index) => horn(index * 0.12, pitch(semitones), 0.14, 0.5)),
  ...[0, 7, 12, 16].flatMap((semitones) => horn(0.5, pitch(semitones), 0.1, 1.1)),
  ...[24, 28, 31].flatMap((semitones, index) => bell(0.5 + index * 0.08, pitch(semitones), 0.06, 0.95)),
  ...thump(0.5, 0.4),
];
const LOSS: Sound = [
  ...[5, 3, 0, -5].flatMap((semitones, index) => horn(index * 0.18, pitch(semitones - 12), 0.12, 0.6)),
  ...thump(0.6, 0.35, 70, 0.7),
  ...bell(0.6, pitch(-24), 0.15, 1),
];

const SOUNDS: { [Type in Step["type"]]: Sounded<Type> } = {
  play: ({ cards }, seconds) => [
    ...spread(cards.length, seconds, [0, LANDING], (at) => paper(at)),
    ...cards.flatMap((_, index) => thump(seconds * (1 - (1 - LANDING) / (index + 1)), 0.3, 150 + 12 * index, 0.14)),
  ],
  yield: () => [pluck(0, pitch(-5), 0.16, 0.25), pluck(0.12, pitch(-12), 0.16, 0.35)],
  flip: () => [{ at: 0, gain: 0.2, length: 0.22, attack: 0.15, cutoff: 1800 }, ...bell(0.18, pitch(14), 0.15, 0.4)],
  /** Each card leaves the hand, and falls on the pile. */
  discard: ({ cards }, seconds) => [
    ...spread(cards.length, seconds, [0, 0.4], (at) => paper(at, 0.16)),
    ...cards.flatMap((_, index) => thump(seconds * (LANDING + 0.2 * (index / cards.length)), 0.22, 105, 0.13)),
  ],
  heal: ({ count }) =>
    count ? [0, 4, 7].flatMap((semitones, index) => bell(index * 0.07, pitch(semitones + 12), 0.1, 0.5)) : [],
  deal({ draws }, seconds) {
    const count = draws.reduce((sum, draw) => sum + draw.count, 0);
    const ticks = spread(Math.min(count, MAX_DEALT), seconds, [0.25, 0.95], (at) => pluck(at, pitch(31), 0.12, 0.06));
    return ticks.flatMap((tick) => [paper(tick.at, 0.5), tick]);
  },
  shield: ({ amount }, seconds) => (amount ? clash(seconds * 0.5, 0.12) : []),
  /** The number counts up: a tone for each point, one above the other. */
  damage({ amount }, seconds) {
    if (!amount) return thump(seconds * IMPACT, 0.15);
    const count = spread(Math.min(amount, MAX_COUNTED), seconds, [IMPACT, 1], (at, index) =>
      pluck(at, degree(index), 0.14 + 0.004 * index),
    );
    return [...thump(seconds * IMPACT, Math.min(0.75, 0.3 + amount / 40)), ...count];
  },
  /** After the beat of an exact kill, bells; with its tier, a part of the castle falls. */
  defeat({ exact, ...step }, seconds) {
    const isLast = endsTier(step);
    const at = exact || isLast ? BEAT_MS / 1000 : 0;
    const fall: Sound = exact
      ? [12, 19, 24, 31].flatMap((semitones, index) => bell(at + index * 0.06, pitch(semitones), 0.12, 1.1))
      : [...thump(at, 0.5, 110, 0.35), { at, hz: pitch(-5), glide: pitch(-17), gain: 0.2, length: 0.4, cutoff: 900 }];
    return isLast ? [...fall, ...collapse(at, Math.max(0.3, seconds - at))] : fall;
  },
  clear: (_, seconds) => spread(3, seconds, [0, 0.7], (at) => paper(at, 0.5)),
  reveal: ({ enemy }, seconds) => (ENTRANCES[enemy[0]] ?? ENTRANCES.J)(seconds * ARRIVAL),
  /** The stronger, the lower and the louder; a blocked strike rings on the shield. */
  strike({ amount }, seconds) {
    const at = seconds * IMPACT;
    if (!amount) return [...clash(at, 0.16), ...thump(at, 0.2, 180, 0.12)];
    const strength = Math.min(1, amount / 20);
    return [
      { at: 0, gain: 0.1, length: at + 0.05, attack: at, cutoff: 700 },
      ...thump(at, 0.25 + 0.5 * strength, 120 - 40 * strength, 0.2 + 0.4 * strength),
      ...growl(at, 0.1 + 0.3 * strength, 0.2 + 0.2 * strength),
    ];
  },
  doom: () => [...thump(0, 0.35, 60, 0.5), ...bell(0.05, pitch(-24), 0.12, 0.9)],
  /** The bells of the jester go up and down, and the seal cracks. */
  "cancel-immunity": (_, seconds) => [
    ...[24, 17, 22, 15].flatMap((semitones, index) => bell(index * 0.06, pitch(semitones), 0.14, 0.35)),
    { at: seconds * BREAK, gain: 0.4, length: 0.12, cutoff: 3000 },
  ],
  turn: () => [],
  over: ({ outcome }) => (outcome === "won" ? VICTORY : LOSS),
};

/** A card is chosen: the higher, the more are; or it is put back. */
export const choiceSound = (before: number, after: number): Sound =>
  after > before
    ? [paper(0, 0.1), pluck(0, degree(4 + after), 0.4, 0.14)]
    : [paper(0, 0.1), pluck(0, degree(2), 0.36, 0.1)];
