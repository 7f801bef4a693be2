/**
 * What a step shows: cards and suits that fly, motions in place, numbers that count, lights, sparks, and marks, each with
 * selectors of its places on the page, and when it begins and ends as a share of the step's time.
 */
import { totalValue } from "regicide-client/cards";
import { briefText } from "../words/narration.ts";
import { t } from "../words/texts.ts";
import type { BoardView, Suit } from "../types.ts";
import { BEAT_MS, endsTier, timeOfFall, type Draw, type Step } from "./frames.ts";

export type Picture = {
  flights: Flight[];
  motions: ElementMotion[];
  counts: Count[];
  lights: Light[];
  sparks: Sparks[];
  marks: Mark[];
};

/** When a part of a picture begins and ends. */
type Span = { begin?: number; end?: number };

/** A card or a suit that moves. Of each list of selectors, the first visible element counts. */
export type Flight = Span & {
  card?: string | null; // its code; null: face down
  suit?: Suit;
  from: string[]; // its place before the step
  to: string[]; // its place after the step
  secret?: boolean; // whether it is face up only if its place after the step shows it
  manner?: Manner;
  lift?: number; // how much larger a card is in the middle of its way, as if it were lifted
  veiled?: boolean; // whether all else is dark on its way
};

/**
 * slam: falls on the table; toss: leaves a hand, and falls on a pile; turn: turns its face up; split: breaks in two; crown:
 * shines before it goes
 */
type Manner = "slam" | "toss" | "turn" | "split" | "crown";

/** A motion of an element, which ends as it began. */
export type ElementMotion = Span & { at: string; keyframes: Keyframe[] };

/** The first number of an element, which counts. */
export type Count = Span & { at: string; from: number; to: number };

/** A light on a place, or of the whole window around it: a shadow, a blaze of gold, a red frame. */
export type Light = Span & { at: string[]; kind: "flash" | "hurt" | "ring" | "veil" | "blaze" | "blood" };

/** Sparks from the middle of a place; dust, chips and clouds of masonry from its foot. */
export type Sparks = {
  at: string[];
  kind: "blow" | "shield" | "gold" | "dust" | "chip" | "cloud";
  begin: number;
  count: number;
};

/** A number or a few words, in the colour of its step or of a tone. On an edge of its place, it leaves that to be seen. */
export type Mark = Span & {
  text: string;
  at: string[];
  height?: "above" | "top" | "foot" | "below";
  tone?: "shield";
  weight?: number; // from 0 to 1: how large it is
  to?: string[]; // where it goes with its card
};

/** The picture of a step. */
export function pictureOf(step: Step, before: BoardView): Picture {
  const none = { flights: [], motions: [], counts: [], lights: [], sparks: [], marks: [] };
  const picture: Picture = { ...none, ...(PICTURES[step.type] as Pictured)(step, before) };
  return { ...picture, marks: picture.marks.filter(({ text }) => text) };
}

type Pictured<Type = Step["type"]> = (step: Step<Type>, before: BoardView) => Partial<Picture>;

/** The cards of a play reach the enemy, and the enemy a seat, after this share of the step's time. */
export const IMPACT = 0.25;
/** A card that falls on the table reaches it after this share of its way. */
export const LANDING = 0.72;
/** The suits of a power leave the cards before this share of the step's time, then they do what they do. */
const SIGNED = 0.4;
const WHOLE = [0, 1];
/** The part of the time of several flights that each takes; they start one after another in the rest. */
const FLIGHT_SHARE = 0.7;
/** One step of a shake, which takes the same time in a long step and in a short one: 0.18 s at normal speed. */
const SHAKE = 0.6;

const STILL = { transform: "none" };
const BUMP = [STILL, { transform: "scale(1.5)", offset: 0.25 }, STILL];
const NUDGE = [STILL, { transform: "scale(1.12)", offset: 0.3 }, STILL];
const ATTACK = [STILL, { transform: "translateY(-22%)", offset: IMPACT, easing: "ease-out" }, STILL];
const LUNGE = [
  STILL,
  { transform: "translateY(-7%) scale(.97) rotate(-1deg)", offset: 0.12, easing: "ease-in" },
  { transform: "translateY(18%) scale(1.14) rotate(2deg)", offset: IMPACT, easing: "ease-out" },
  { transform: "translateY(12%) scale(1.1) rotate(1deg)", offset: IMPACT + 0.15 },
  STILL,
];
const FLINCH = [
  STILL,
  { transform: "translate(-6%, -3%) rotate(-5deg) scale(.94)", offset: 0.18 },
  { transform: "translate(4%, 1%) rotate(3deg) scale(.98)", offset: 0.45 },
  { transform: "translate(-2%) rotate(-1deg)", offset: 0.7 },
  STILL,
];
const SHIVER = [STILL, { transform: "translate(-2%)" }, { transform: "translate(2%)" }, STILL];
const QUAKE = [
  STILL,
  { transform: "translate(-4px, 3px)" },
  { transform: "translate(4px, -2px)" },
  { transform: "translate(-3px, -1px)" },
  { transform: "translate(2px, 1px)" },
  STILL,
];
/** The tray is struck; the second one by much. */
const FLINCHES = [
  [
    STILL,
    { transform: "translateY(6px)", offset: 0.2 },
    { transform: "translateY(-2px)", offset: 0.55 },
    { transform: "translateY(1px)", offset: 0.8 },
    STILL,
  ],
  [
    STILL,
    { transform: "translate(-3px, 12px) rotate(.35deg)", offset: 0.15 },
    { transform: "translate(5px, -4px) rotate(-.25deg)", offset: 0.4 },
    { transform: "translate(-4px, 5px)", offset: 0.6 },
    { transform: "translate(2px, -2px)", offset: 0.8 },
    STILL,
  ],
];
/** From this amount on, a strike is felt in the whole window. */
const HARD = 16;
/** A pile on which a card falls. */
const THUD = [STILL, { transform: "translateY(5%) scale(1.06)", offset: 0.3 }, STILL];
/** A part of the castle that sinks into its ruin. */
const COLLAPSE = [
  { opacity: 1, transform: "none" },
  { opacity: 1, transform: "translateX(2%)", offset: 0.06 },
  { opacity: 1, transform: "translateX(-2.5%)", offset: 0.12 },
  { opacity: 1, transform: "translateX(2%) rotate(1deg)", offset: 0.18 },
  { opacity: 1, transform: "translate(-2%, 2%) rotate(-2deg)", offset: 0.26, easing: "cubic-bezier(.6, 0, 1, .6)" },
  { opacity: 1, transform: "translate(-3%, 60%) rotate(-5deg)", offset: 0.85 },
  { opacity: 0, transform: "translate(-3%, 72%) rotate(-6deg)" },
];
const APPEAR = [{ opacity: 0 }, { opacity: 0, offset: 0.75 }, { opacity: 1 }];

const ENEMY = ".enemy-card";
const DOCK = ".area-own";
const LAND = ".table > .scenery .land";
/** The parts of the table that a king shakes, and the land behind it. */
const GROUND = [".area-seats", ".area-enemy", ".area-played", LAND];

const pile = (name: "castle" | "tavern" | "discard") => `[data-pile="${name}"] .pile-picture`;

const number = (name: "shield" | "health" | "strikes") => `[data-number="${name}"]`;

const seatOf = (seat: number) => `[data-seat="${seat}"]`;

/** The place of a card in a hand: on the page if the viewer sees it, else the seat. */
const handOf = (seat: number, card?: string) => [
  ...(card ? [`.hand [data-card="${card}"]`, `${seatOf(seat)} [data-card="${card}"]`] : []),
  seatOf(seat),
  ".hand",
];

/** The place of a card that is played. */
const played = (card: string) => [`#played [data-card="${card}"]`];

/** Flights one after another in a part of the step's time. */
function inTurn(flights: Flight[], [from, to] = WHOLE): Flight[] {
  const time = (to - from) * (flights.length > 1 ? FLIGHT_SHARE : 1);
  const pause = (to - from - time) / Math.max(1, flights.length - 1);
  return flights.map((flight, index) => {
    const begin = from + index * pause;
    return { ...flight, begin, end: begin + time };
  });
}

/** The suits of the last play, each from its card to the place where it does what it does. */
const signs = (suit: Suit, cards: string[], to: string): Flight[] =>
  inTurn(
    cards.filter((card) => card.endsWith(suit)).map((card) => ({ suit, from: played(card), to: [to] })),
    [0, SIGNED],
  );

const lastPlay = ({ played: plays }: BoardView) => plays.at(-1) ?? [];

const PICTURES: { [Type in Step["type"]]: Pictured<Type> } = {
  play: ({ seat, cards }) => ({
    flights: inTurn(cards.map((card) => ({ card, from: handOf(seat, card), to: played(card), manner: "slam" }))),
    sparks: cards.map((card, index) => ({
      ...{ at: played(card), kind: "dust", count: 6 },
      begin: LANDING + (1 - LANDING) * (index / cards.length),
    })),
  }),
  yield: ({ seat }) => ({ marks: [{ text: t("seat.yielded"), at: [seatOf(seat)], height: "below" }] }),
  flip: () => ({}),
  discard({ seat, cards }) {
    const flights = inTurn(
      cards.map((card) => ({ card, from: handOf(seat, card), to: [pile("discard")], manner: "toss" })),
    );
    const falls = flights.map(({ begin = 0, end = 1 }) => begin + (end - begin) * LANDING);
    return {
      flights,
      motions: falls.map((begin) => ({ at: pile("discard"), keyframes: THUD, begin, end: Math.min(1, begin + 0.3) })),
      sparks: falls.map((begin) => ({ at: [pile("discard")], kind: "dust", begin, count: 5 })),
    };
  },
  heal: (step, before) => ({
    flights: [
      ...signs("H", lastPlay(before), pile("discard")),
      ...inTurn(
        (step.cards ?? []).slice(0, MAX_SHOWN).map((card) => ({ card, from: [pile("discard")], to: [pile("tavern")] })),
        [step.count ? SIGNED / 2 : 0, 1],
      ),
    ],
    motions: step.count ? grown("tavern") : [],
    marks: [{ text: briefText(step), at: [pile("tavern")] }],
  }),
  deal: ({ draws }, before) => ({
    flights: [...signs("D", lastPlay(before), pile("tavern")), ...inTurn(dealt(draws, before), [SIGNED / 2, 1])],
    motions: draws.map(({ seat }) => ({ at: `${seatOf(seat)} .count`, keyframes: BUMP, begin: 0.5 })),
    marks: draws.map(({ seat, count }) => ({ text: t("brief.draw", { count }), at: [seatOf(seat)], height: "below" })),
  }),
  shield: ({ amount, frame }, before) => ({
    flights: inTurn(pips(shielding(before), amount), [0, 0.8]),
    counts: [counting("shield", before, frame, [SIGNED, 1]), counting("strikes", before, frame, [SIGNED, 1])],
    motions: [{ at: number("shield"), keyframes: BUMP, begin: SIGNED }],
    sparks: amount ? [{ at: [number("shield")], kind: "shield", begin: 0.6, count: 7 }] : [],
    marks: [{ text: `+${amount}`, at: [number("shield")], height: "above" }],
  }),
  damage: ({ amount, frame }, before) => ({
    flights: isDoubled(amount, before)
      ? inTurn(
          lastPlay(before)
            .filter((card) => card.endsWith("C"))
            .map((card) => ({ suit: "C", from: played(card), to: [ENEMY] })),
          [0, IMPACT],
        )
      : [],
    counts: [counting("health", before, frame, [IMPACT, 0.85])],
    motions: [
      { at: "#played .play:last-child", keyframes: ATTACK },
      ...(amount ? [{ at: ENEMY, keyframes: FLINCH, begin: IMPACT }] : []),
      { at: number("health"), keyframes: NUDGE, begin: IMPACT },
      { at: ".health-bar rect:not(.ghost)", keyframes: drained(before, frame) },
    ],
    lights: amount ? [{ at: [ENEMY], kind: "flash", begin: IMPACT, end: IMPACT + 0.3 }] : [],
    sparks: amount ? [{ at: [ENEMY], kind: "blow", begin: IMPACT, count: Math.min(14, 4 + amount) }] : [],
    marks: [{ text: damageText(amount, before), at: [ENEMY], height: "top", weight: weightOf(amount) }],
  }),
  defeat(step) {
    const [time, isLast] = [timeOfFall(step), endsTier(step)];
    const begin = step.exact || isLast ? BEAT_MS / time : 0;
    const span = { begin, end: Math.min(1, begin + FALL_MS / time) };
    const to = step.exact ? "tavern" : "discard";
    const manner = step.exact ? "crown" : "split";
    const blaze: Light[] = [
      { at: [ENEMY], kind: "veil", end: span.end },
      { at: [ENEMY], kind: "blaze", ...span },
    ];
    return {
      flights: [{ card: step.enemy, from: [ENEMY], to: [pile(to)], manner, ...span }],
      motions: [...grown(to, span.end), ...(isLast ? collapse(step.frame.defeated, begin) : [])],
      lights: begin ? blaze : [{ at: [ENEMY], kind: "flash", end: 0.25 }],
      sparks: [
        { at: [ENEMY], begin: Math.max(0.1, begin), ...(step.exact ? GOLD_DUST : DUST) },
        ...(isLast ? rubble(step.frame.defeated, begin) : []),
      ],
      marks: [{ text: briefText(step), at: [ENEMY], height: "top", to: [pile(to)], ...span }],
    };
  },
  clear: (_, before) => ({
    flights: inTurn(
      before.played
        .flat()
        .slice(-MAX_SHOWN)
        .map((card) => ({ card, from: played(card), to: [pile("discard")] })),
    ),
    motions: grown("discard"),
  }),
  reveal({ enemy }) {
    const { lift, dust, shaken } = ENTRANCES[enemy[0]] ?? ENTRANCES.J;
    const [isKing, to] = [shaken === GROUND, [`${ENEMY} [data-card]`]];
    return {
      flights: [{ card: enemy, from: [pile("castle")], to, manner: "turn", lift, veiled: isKing, end: ARRIVAL }],
      motions: [
        { at: ".enemy-facts", keyframes: APPEAR },
        ...shaken.map((at) => ({ at, keyframes: QUAKE, begin: ARRIVAL - 0.03 })),
      ],
      lights: isKing ? [{ at: [ENEMY], kind: "ring", begin: ARRIVAL }] : [],
      sparks: [{ at: [ENEMY], kind: "dust", begin: ARRIVAL - 0.05, count: dust }],
    };
  },
  strike: ({ seat, amount }, before) => ({
    motions: [{ at: ENEMY, keyframes: LUNGE }, ...(amount ? hits(seat, amount, before) : blocked)],
    sparks: before.enemy?.shield
      ? [{ at: [number("shield")], kind: "shield", begin: IMPACT, count: Math.min(14, 4 + before.enemy.shield) }]
      : [],
    lights: amount ? wounds(seat, amount, before) : [],
    marks: [
      amount
        ? { text: t("brief.strike", { amount }), at: [ENEMY], height: "foot", weight: weightOf(amount) }
        : { text: t("brief.blocked"), at: [ENEMY], height: "foot", tone: "shield" },
    ],
  }),
  "cancel-immunity": (step, before) => ({
    flights: lastPlay(before).map((card) => ({ card, from: played(card), to: [".immunity"], end: 0.8 })),
    motions: [
      { at: ENEMY, keyframes: SHIVER, begin: 0.4 },
      { at: ".immunity", keyframes: NUDGE, begin: 0.5 },
    ],
    sparks: [{ at: [".immunity"], kind: "gold", begin: 0.6, count: 8 }],
    marks: [{ text: briefText(step), at: [ENEMY], height: "foot" }],
  }),
  turn: () => ({}),
  over: () => ({}),
};

/** Of the mark of an amount: a strike of a king has all of it. */
const weightOf = (amount: number) => Math.min(1, amount / 20);

const GOLD_DUST = { kind: "gold", count: 16 } as const;
const DUST = { kind: "dust", count: 12 } as const;

/** The time of the way of a fallen enemy in milliseconds at normal speed. */
const FALL_MS = 400;

const partOf = (defeated: number) => `${LAND} [data-part="${defeated}"]`;

/** The part of the castle that falls with its tier. */
const collapse = (defeated: number, begin: number): ElementMotion[] => [
  { at: `${partOf(defeated)} .whole`, keyframes: COLLAPSE, begin },
  { at: LAND, keyframes: QUAKE, begin: begin + 0.25, end: begin + 0.5 },
  { at: LAND, keyframes: QUAKE, begin: begin + 0.6, end: 1 },
];

const rubble = (defeated: number, begin: number): Sparks[] =>
  [0.1, 0.25, 0.4, 0.55].flatMap((later) =>
    (["cloud", "chip"] as const).map((kind) => ({
      ...{ at: [`${partOf(defeated)} .ruin`], kind, begin: begin + later, count: 9 },
    })),
  );

/** An enemy that turns up is at its place after this share of the step's time. */
const ARRIVAL = 0.8;

/** How an enemy enters: each rank is heavier than the one below. */
const ENTRANCES: Record<string, { lift: number; dust: number; shaken: string[] }> = {
  J: { lift: 1.15, dust: 5, shaken: [] },
  Q: { lift: 1.4, dust: 9, shaken: [".area-enemy"] },
  K: { lift: 1.9, dust: 18, shaken: GROUND },
};

/** A pile that gets cards. */
const grown = (name: "tavern" | "discard", end = 1): ElementMotion[] =>
  [pile(name), `[data-pile="${name}"] [data-size]`].map((at) => ({ at, keyframes: NUDGE, begin: 0.6 * end, end }));

const hits = (seat: number, amount: number, before: BoardView): ElementMotion[] => [
  { at: number("strikes"), keyframes: BUMP },
  {
    ...(seat === before.you
      ? { at: DOCK, keyframes: FLINCHES[amount < HARD ? 0 : 1] }
      : { at: seatOf(seat), keyframes: QUAKE }),
    ...SHOCK,
  },
];

/** When a strike is felt. */
const SHOCK = { begin: IMPACT, end: IMPACT + SHAKE };

const wounds = (seat: number, amount: number, { you }: BoardView): Light[] => [
  { at: [seat === you ? DOCK : seatOf(seat)], kind: "hurt", ...SHOCK },
  ...(seat === you && amount >= HARD ? [{ at: [DOCK], kind: "blood" as const, begin: IMPACT }] : []),
];

const blocked: ElementMotion[] = [{ at: number("shield"), keyframes: BUMP, begin: IMPACT }];

/** A number of the enemy that counts from the one board to the other. */
function counting(name: "shield" | "health" | "strikes", before: BoardView, after: BoardView, [begin, end]: number[]) {
  const valueOf = ({ enemy }: BoardView) => {
    if (!enemy) return 0;
    if (name === "health") return Math.max(0, enemy.health - enemy.damage);
    return name === "shield" ? enemy.shield : enemy.strikes_for;
  };
  return { at: number(name), from: valueOf(before), to: valueOf(after), begin, end };
}

/** The bar of the health that is left, which the enemy loses from the impact on. */
function drained(before: BoardView, after: BoardView): Keyframe[] {
  const bar = ({ enemy }: BoardView) => ({
    transform: `scaleX(${enemy ? Math.max(0, enemy.health - enemy.damage) / enemy.health : 0})`,
  });
  return [
    bar(before),
    { ...bar(before), offset: IMPACT, easing: "ease-out" },
    { ...bar(after), offset: 0.85 },
    bar(after),
  ];
}

/** Whether clubs have doubled the damage of the last play. */
function isDoubled(amount: number, before: BoardView) {
  const value = totalValue(lastPlay(before));
  return value > 0 && amount === 2 * value;
}

/** The damage, and how clubs double it. */
const damageText = (amount: number, before: BoardView) =>
  isDoubled(amount, before) ? t("brief.damage-doubled", { value: amount / 2, amount }) : t("brief.damage", { amount });

/** The spades that begin to count: those of the last play, or of all plays before a jester. */
function shielding(before: BoardView) {
  const last = lastPlay(before);
  return (last[0]?.startsWith("X") ? before.played.flat() : last).filter((card) => card.endsWith("S"));
}

const MAX_PIPS = 8;

/** The pips that leave spades for the shield, as many as it grows by. */
const pips = (spades: string[], amount: number): Flight[] =>
  spades.flatMap((card) =>
    Array.from({ length: Math.min(MAX_PIPS, Math.ceil(amount / spades.length)) }, () => ({
      ...{ suit: "S" as const, from: played(card), to: [number("shield")] },
    })),
  );

const MAX_SHOWN = 12;

/**
 * One card for each player in turn, as long as the player draws. Of the others' cards, the known top cards of the tavern
 * are face up alone: an event may name more than the viewer of the board sees.
 */
function dealt(draws: Draw[], before: BoardView): Flight[] {
  const rounds = Math.max(...draws.map(({ count }) => count));
  const order = Array.from({ length: rounds }, (_, round) =>
    draws.filter(({ count }) => count > round).map(({ seat, cards }) => ({ seat, card: cards?.[round] })),
  ).flat();
  return order.slice(0, MAX_SHOWN).map((draw, index) => {
    const card = draw.seat === before.you || before.hands ? draw.card : undefined;
    const known = before.tavern_top[index];
    const [from, to] = [[pile("tavern")], handOf(draw.seat, card)];
    return known || !card ? { card: known ?? null, from, to } : { card, from, to, secret: true, manner: "turn" };
  });
}
