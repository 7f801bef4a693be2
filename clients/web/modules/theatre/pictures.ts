/**
 * What a step shows: cards and suits that fly, motions in place, numbers that count, lights, sparks, and marks, each with
 * selectors of its places on the page, and when it begins and ends as a share of the step's time.
 */
import { totalValue } from "regicide-client/cards";
import { briefText } from "../words/narration.ts";
import { plural, t } from "../words/texts.ts";
import {
  APPEAR,
  ATTACK,
  BUMP,
  COLLAPSE,
  flinch,
  HARD,
  HIDDEN,
  IMPACT,
  NUDGE,
  QUAKE,
  recoil,
  sinking,
  struck,
  THUD,
} from "./motions.ts";
import type { BoardView, Suit } from "../types.ts";
import { BEAT_MS, HEAVIEST, endsTier, isHeavy, timeOf, type Draw, type Step } from "./frames.ts";

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
  veiled?: boolean; // whether all else is dark on its way, but its name above it
  weight?: number; // from 0 to 1: how hard it strikes
};

/**
 * slam: falls on the table; toss: leaves a hand, and falls on a pile; turn: turns its face up; split: breaks in two; crown:
 * shines before it goes; lunge: strikes at its end, and goes back; stand: stays as it was; shatter: a suit that stands there, and breaks
 */
type Manner = "slam" | "toss" | "turn" | "split" | "crown" | "lunge" | "stand" | "shatter";

/** A motion of an element, which ends as it began. */
export type ElementMotion = Span & { at: string; keyframes: Keyframe[] };

/** The first number of an element, which counts; with what is full of it, a bar shows it, too. */
export type Count = Span & { at: string; from: number; to: number; full?: number };

/** A light on a place, or of the whole window around it: a shadow, a blaze of gold, embers, a red frame. */
export type Light = Span & {
  at: string[];
  kind: "flash" | "hurt" | "ring" | "veil" | "blaze" | "embers" | "blood" | "doom";
  weight?: number; // from 0 to 1: how strong it is
};

/** Sparks from the middle of a place; dust, chips and clouds of masonry from its foot. */
export type Sparks = {
  at: string[];
  kind: "blow" | "shield" | "gold" | "jest" | "dust" | "chip" | "cloud";
  begin: number;
  count: number;
};

/** A number or a few words, in the colour of its step or of a tone. On an edge of its place, it leaves that to be seen. */
export type Mark = Span & {
  text: string;
  at: string[];
  height?: "above" | "foot" | "below";
  tone?: "shield" | "exact";
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

/** A card that falls on the table reaches it after this share of its way. */
export const LANDING = 0.72;
/** The suits of a power leave the cards before this share of the step's time, then they do what they do. */
const SIGNED = 0.4;
const WHOLE = [0, 1];
/** The part of the time of several flights that each takes; they start one after another in the rest. */
const FLIGHT_SHARE = 0.7;

const ENEMY = ".enemy-card";
const DOCK = ".area-own";
const LAND = ".table > .scenery .land";
/** The parts of the table that a king shakes, and the land behind it. */
const GROUND = [".area-seats", ".area-enemy", ".area-played", LAND];

const pile = (name: "castle" | "tavern" | "discard" | "jesters") => `[data-pile="${name}"] .pile-picture`;

const number = (name: "shield" | "health" | "strikes") => `[data-number="${name}"]`;

const seatOf = (seat: number) => `[data-seat="${seat}"]`;

/** The place of a card in a hand: on the page if the viewer sees it, else the seat. */
const handOf = (seat: number, card?: string) => [
  ...(card ? [`.hand [data-card="${card}"]`, `${seatOf(seat)} [data-card="${card}"]`] : []),
  seatOf(seat),
  ".hand",
];

/** What is struck of a player: the hand that the page shows, else the seat. */
const bodyOf = (seat: number, { you }: BoardView) => [...(seat === you ? [".hand"] : []), seatOf(seat)];

const cardInHand = (card: string) => `.hand [data-card="${card}"] .card`;

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
const signs = (suit: Suit, cards: string[], to: string, end = SIGNED): Flight[] =>
  inTurn(
    cards.filter((card) => card.endsWith(suit)).map((card) => ({ suit, from: played(card), to: [to] })),
    [0, end],
  );

const lastPlay = ({ played: plays }: BoardView) => plays.at(-1) ?? [];

const PICTURES: { [Type in Step["type"]]: Pictured<Type> } = {
  play: ({ seat, cards }) => ({
    lights: cards.length > 1 ? [{ at: played(cards[0]), kind: "ring", begin: LANDING }] : [],
    flights: inTurn(cards.map((card) => ({ card, from: handOf(seat, card), to: played(card), manner: "slam" }))),
    sparks: cards.map((card, index) => ({
      ...{ at: played(card), kind: "dust", count: 6 },
      begin: LANDING + (1 - LANDING) * (index / cards.length),
    })),
  }),
  yield: ({ seat }) => ({ marks: [{ text: t("seat.yielded"), at: [seatOf(seat)], height: "foot" }] }),
  flip: () => ({
    flights: [{ card: "X1", from: [pile("jesters")], to: [".hand"], manner: "turn", lift: 1.6 }],
    motions: grown("jesters", 0.3),
  }),
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
    marks: draws.map(({ seat, count }) => ({ text: t("brief.draw", { count }), at: [seatOf(seat)], height: "foot" })),
  }),
  shield: ({ amount, frame }, before) => ({
    flights: inTurn(pips(shielding(before), amount), [0, 0.8]),
    counts: [counting("shield", before, frame), counting("strikes", before, frame)],
    motions: [{ at: number("shield"), keyframes: BUMP, begin: SIGNED }],
    sparks: amount ? [{ at: [number("shield")], kind: "shield", begin: 0.6, count: 7 }] : [],
    marks: [{ text: `+${amount}`, at: [number("shield")], height: "above" }],
  }),
  damage({ amount, frame }, before) {
    const clubs = isDoubled(amount, before) ? lastPlay(before) : [];
    const [weight, begin] = [weightOf(amount), IMPACT];
    const blow: Partial<Picture> = {
      lights: [{ at: [ENEMY], kind: "flash", begin, end: begin + 0.2 + 0.4 * weight, weight }],
      sparks: [{ at: [ENEMY], kind: "blow", begin, count: Math.min(20, 3 + amount) }],
    };
    return {
      ...(amount && blow),
      flights: [
        ...signs("C", clubs, ENEMY, IMPACT),
        // Its face and its wounds show the damage from the impact on.
        { card: before.enemy?.card, from: [ENEMY], to: [ENEMY], manner: "stand", end: IMPACT },
      ],
      counts: [{ ...counting("health", before, frame), full: before.enemy?.health, begin: IMPACT, end: 0.85 }],
      motions: [
        { at: "#played .play:last-child", keyframes: ATTACK },
        ...(amount ? [{ at: ENEMY, keyframes: flinch(weight), begin }] : []),
        ...shaken(amount),
        { at: number("health"), keyframes: NUDGE, begin },
      ],
      marks: [{ text: damageText(amount, before), at: [ENEMY], height: "foot", weight, begin }],
    };
  },
  defeat(step) {
    const [time, isLast, rank] = [timeOf(step), endsTier(step), step.enemy[0]];
    const begin = isHeavy(step) ? BEAT_MS / time : 0;
    const span = { begin, end: Math.min(1, begin + FALL_MS / time) };
    const to = step.exact ? "tavern" : "discard";
    const manner = step.exact ? "crown" : "split";
    return {
      flights: [{ card: step.enemy, from: [ENEMY], to: [pile(to)], manner, ...span }],
      motions: [
        ...grown(to, span.end),
        ...(rank === "K" ? quake(span) : []),
        ...(isLast ? collapse(step.frame.defeated, begin) : []),
      ],
      lights: [
        { at: [ENEMY], kind: "veil", end: span.end },
        { at: [ENEMY], kind: step.exact ? "blaze" : "embers", ...span },
        { at: [ENEMY], kind: "ring", ...span },
      ],
      sparks: [
        { at: [ENEMY], begin: Math.max(0.1, begin), ...(step.exact ? GOLD_DUST : DUST) },
        ...(isLast ? rubble(step.frame.defeated, begin) : []),
      ],
      marks: [
        {
          ...{ text: briefText(step), at: [ENEMY], height: "foot", to: [pile(to)], ...span },
          ...{ weight: (KILLS[rank] ?? 0.1) + (step.exact ? 0.4 : 0), tone: step.exact ? "exact" : undefined },
        },
      ],
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
        { at: ".enemy-facts", keyframes: APPEAR, begin: ARRIVAL },
        ...shaken.map((at) => ({ at, keyframes: QUAKE, begin: ARRIVAL - 0.03 })),
      ],
      lights: isKing ? [{ at: [ENEMY], kind: "ring", begin: ARRIVAL }] : [],
      sparks: [{ at: [ENEMY], kind: "dust", begin: ARRIVAL - 0.05, count: dust }],
    };
  },
  strike: ({ seat, amount }, before) => ({
    flights: [
      { card: before.enemy?.card, from: [ENEMY], to: bodyOf(seat, before), manner: "lunge", weight: weightOf(amount) },
    ],
    motions: [{ at: `${ENEMY} .card`, keyframes: HIDDEN }, ...(amount ? hits(seat, amount, before) : blocked)],
    sparks: before.enemy?.shield
      ? [{ at: [number("shield")], kind: "shield", begin: IMPACT, count: Math.min(14, 4 + before.enemy.shield) }]
      : [],
    lights: amount ? wounds(seat, amount, before) : [],
    marks: [
      amount
        ? {
            ...{ text: t("brief.strike", { amount }), at: bodyOf(seat, before), weight: weightOf(amount) },
            ...{ height: seat === before.you ? undefined : "below", begin: IMPACT },
          }
        : { text: t("brief.blocked"), at: [ENEMY], height: "foot", tone: "shield" },
    ],
  }),
  /** The immunity stands before the enemy as a seal, which the jester breaks. */
  "cancel-immunity": (step, before) => ({
    flights: [
      { suit: before.enemy?.card.slice(-1) as Suit, from: [ENEMY], to: [ENEMY], manner: "shatter" },
      ...lastPlay(before).map((card) => ({
        ...{ card, from: played(card), to: [ENEMY], manner: "lunge" as const, weight: 1.6 },
        begin: (BREAK - IMPACT) / (1 - IMPACT),
      })),
    ],
    motions: [
      ...lastPlay(before).map((card) => ({ at: `${played(card)} .card`, keyframes: HIDDEN })),
      { at: ENEMY, keyframes: flinch(0.5), begin: BREAK },
      { at: ".immunity .suit-icon", keyframes: BUMP, begin: BREAK },
    ],
    lights: [{ at: [ENEMY], kind: "flash", begin: BREAK, end: BREAK + 0.3, weight: 0.5 }],
    sparks: [
      { at: [ENEMY], kind: "jest", begin: BREAK, count: 14 },
      { at: [".immunity"], kind: "jest", begin: BREAK, count: 6 },
    ],
    marks: [{ text: briefText(step), at: [ENEMY], height: "foot", weight: 0.3, begin: BREAK }],
  }),
  turn: () => ({}),
  doom: ({ seat }, before) => doom(seat, before),
  over: () => ({}),
};

/** A hand that does not cover a strike, and how much is missing, where that is known; all else is dark. */
function doom(seat: number, before: BoardView): Partial<Picture> {
  const { you, hand, hands, enemy } = before;
  const cards = hands?.[seat] ?? (seat === you ? hand : null);
  const missing = (enemy?.strikes_for ?? 0) - totalValue(cards ?? []);
  const text = cards ? plural("ending.short", missing) : "";
  return {
    motions: (cards ?? []).map((card, index) => ({ at: cardInHand(card), keyframes: sinking(index) })),
    lights: [{ at: bodyOf(seat, before), kind: "doom" }],
    marks: [{ text, at: bodyOf(seat, before), weight: 0.45 }],
  };
}

/** Of an amount, from 0 to 1. */
const weightOf = (amount: number) => Math.min(1, amount / HEAVIEST);

/** When the seal of an immunity breaks. */
const BREAK = 0.42;

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
  Q: { lift: 1.5, dust: 9, shaken: [".area-enemy"] },
  K: { lift: 3, dust: 18, shaken: GROUND },
};

/** How large what is written of a kill is, by the rank of the enemy. */
const KILLS: Record<string, number> = { Q: 0.3, K: 0.6 };

/** A pile that gets cards. */
const grown = (name: "tavern" | "discard" | "jesters", end = 1): ElementMotion[] =>
  [pile(name), `[data-pile="${name}"] [data-size]`].map((at) => ({ at, keyframes: NUDGE, begin: 0.6 * end, end }));

const quake = (span: Span): ElementMotion[] => GROUND.map((at) => ({ at, keyframes: QUAKE, ...span }));

/** What a hard blow shakes. */
const shaken = (amount: number) => (amount < HARD ? [] : quake({ begin: IMPACT, end: 0.75 }));

const hits = (seat: number, amount: number, { you, hand }: BoardView): ElementMotion[] => {
  if (seat !== you) return [{ at: seatOf(seat), keyframes: QUAKE, begin: IMPACT }];
  const cards = (hand ?? []).map((card, index) => ({
    ...{ at: cardInHand(card), keyframes: recoil(index, weightOf(amount)) },
    begin: IMPACT + 0.02 * Math.min(index, 4),
  }));
  return [{ at: DOCK, keyframes: struck(weightOf(amount)), begin: IMPACT }, ...cards, ...shaken(amount)];
};

const wounds = (seat: number, amount: number, { you }: BoardView): Light[] => [
  { at: [seat === you ? DOCK : seatOf(seat)], kind: "hurt", begin: IMPACT, weight: weightOf(amount) },
  ...(seat === you && amount >= HARD ? [{ at: [DOCK], kind: "blood" as const, begin: IMPACT }] : []),
];

const blocked: ElementMotion[] = [{ at: number("shield"), keyframes: BUMP, begin: IMPACT }];

/** A number of the enemy that counts from the one board to the other. */
function counting(name: "shield" | "health" | "strikes", before: BoardView, after: BoardView): Count {
  const valueOf = ({ enemy }: BoardView) => {
    if (!enemy) return 0;
    if (name === "health") return Math.max(0, enemy.health - enemy.damage);
    return name === "shield" ? enemy.shield : enemy.strikes_for;
  };
  return { at: number(name), from: valueOf(before), to: valueOf(after), begin: SIGNED };
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
