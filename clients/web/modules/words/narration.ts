/** Events and effects as sentences. */
import { cardsOf } from "regicide-client/cards";
import { effectsOf, ofLater, ofType } from "../effects.ts";
import {
  about,
  aboutActor,
  actor,
  agentName,
  isYou,
  keeperOf,
  nameOf,
  personKey,
  type Seats,
  theCards,
} from "./names.ts";
import { plural, t, pieces } from "./texts.ts";
import { outcomeText } from "./reference.ts";
import type { GameEvent, RecordedEvent, Effect, TextKey } from "../types.ts";

const BRIEF_ORDER = ["damage", "defeat", "strike", "cancel-immunity", "shield"] as const;

/**
 * What an effect belongs to.
 * loser: of a lost game; agent: stood in for them
 */
type Context = { seats: Seats; action: string; loser: number; agent: string | null };

/** An event, then its effects; the first sentence is empty for a type of a later version. */
export function narration(event: GameEvent, seats: Seats): Sentence[] {
  const effects = effectsOf(event);
  const action = event.type === "action" ? String(event.action) : "";
  const loser = ofType(effects, "turn").at(-1)?.seat ?? event.seat;
  const context = { seats, action, loser, agent: loser === event.seat ? standInOf(event, seats) : null };
  const told = effects.map((effect) => tellable(() => effectSentence(effect, context)));
  return [tellable(() => eventSentence(event, seats)), ...told.filter((pieces) => pieces.length)];
}

/** A sentence; a plain one in place of one that has an unknown card, or cannot be built. */
function tellable(tell: () => Sentence): Sentence {
  try {
    const told = tell();
    plain(told);
    return told;
  } catch {
    return [t("event.untold")];
  }
}

/** The narration as plain texts. */
export const sentences = (event: GameEvent, seats: Seats) => narration(event, seats).map(plain);

/** The narration of an event of a record. */
export const recordedNarration = (event: RecordedEvent, seats: Seats) =>
  narration({ ...event, type: "action", agent: event.agent ?? undefined }, seats);

/** An action as advice, without its player: "play the nine of spades". */
export function actionWords(action: string, seats: Seats) {
  if (action === "yield") return t("action.yield");
  if (action === "flip") return t("action.flip");
  if (action.startsWith(">")) {
    const seat = Number(action.slice(1));
    return about("action.appoint", seats, seat, { other: nameOf(seats, seat) });
  }
  return t(action.startsWith("-") ? "action.discard" : "action.play", { cards: theCards(cardsOf(action)) });
}

/** What happened, in short parts: the event, and each of its effects in a few words, the numbers of the fight first. */
export function news(event: GameEvent, seats: Seats): Sentence[] {
  const [opening, ...told] = narration(event, seats);
  const effects = effectsOf(event);
  const isOver = effects.some(({ type }) => type === "over");
  const results = [...briefSentences(effects, seats), ...(isOver ? told.slice(-1) : [])];
  return opening?.length ? [opening, ...results.map((each, index) => [index ? " · " : " ", ...each])] : [];
}

/** The effects in a few words each; all draws are one. */
function briefSentences(effects: Effect[], seats: Seats): Sentence[] {
  const draws = ofType(effects, "draw");
  const drawn = draws.reduce((sum, { count }) => sum + count, 0);
  const own = draws.flatMap(({ seat, cards }) => (isYou(seats, seat) && cards) || []);
  const healed = ofType(effects, "heal").reduce((sum, { count }) => sum + count, 0);
  const texts = [
    ...BRIEF_ORDER.flatMap((type) => ofType(effects, type)).map(briefText),
    healed ? t("brief.healed", { count: healed }) : "",
    drawn && !own.length ? t("brief.drawn", { count: drawn }) : "",
  ];
  const yours = own.length ? [sentence("brief.drawn-yours", { count: String(drawn), cards: { cards: own } })] : [];
  return [...texts.filter(Boolean).map((text) => [text]), ...yours];
}

function eventSentence(event: GameEvent, seats: Seats): Sentence {
  if (event.type === "action") return actionSentence(event, seats);
  const text = eventText(event, seats);
  return text ? [text] : [];
}

/** An event other than an action as a sentence; empty for a type of a later version. */
function eventText(event: Exclude<GameEvent, { type: "action" }>, seats: Seats) {
  const { seat } = event;
  switch (event.type) {
    case "seat-taken":
      return joinText(event, seats);
    case "signal":
      return signalSentence(event.signal, seat, seats);
    case "timeout":
      return timeoutText(event, seats);
    case "seat-left":
      return t("event.seat-left", { seat: seat + 1 });
    case "cancelled":
      return t("event.cancelled");
    case "stand-in":
      return standInText(event, seats);
    case "give-up":
      return giveUpSentence(event, seats);
    case "advice":
      return about("event.advice", seats, seat, { agent: agentName(event.agent) });
    case "rematch":
      return about("event.rematch", seats, seat);
    default:
      return ofLater(event, "");
  }
}

const joinText = ({ seat, name }: Extract<GameEvent, { type: "seat-taken" }>, seats: Seats) =>
  about("event.seat-taken", seats, seat, name ? { who: name } : {});

const timeoutText = ({ seat, agent }: Extract<GameEvent, { type: "timeout" }>, seats: Seats) =>
  agent ? about("event.stand-in", seats, seat, { agent: agentName(agent) }) : about("event.timeout", seats, seat);

function standInText({ seat, agent }: Extract<GameEvent, { type: "stand-in" }>, seats: Seats) {
  if (agent && keeperOf(seats[seat])) return t("event.kept", { agent: agentName(agent), seat: seat + 1 });
  return agent
    ? about("event.handed-over", seats, seat, { agent: agentName(agent) })
    : about("event.taken-back", seats, seat);
}

/** Agents do not agree to give a game up: the event at the seat of one is its creator's. */
function giveUpSentence(event: Extract<GameEvent, { type: "give-up" }>, seats: Seats) {
  if (seats[event.seat]?.agent) return t("event.creator-gives-up");
  return about(event.agree ? "event.give-up" : "event.no-give-up", seats, event.seat);
}

/** Empty for a signal of a later version. */
function signalSentence(signal: string, seat: number, seats: Seats) {
  if (signal === "eager") return about("event.eager", seats, seat);
  return signal === "reluctant" ? about("event.reluctant", seats, seat) : "";
}

/** The agent that acted in place of the holder of a seat, if one did. */
const standInOf = (event: GameEvent, seats: Seats) =>
  (event.type === "action" && event.agent !== seats[event.seat]?.agent && event.agent) || null;

function actionSentence(event: Extract<GameEvent, { type: "action" }>, seats: Seats): Sentence {
  const { action, seat } = event;
  const agent = standInOf(event, seats);
  if (action === "yield") return [aboutActor("event.yield", seats, seat, agent)];
  if (action === "flip") return [aboutActor("event.flip", seats, seat, agent)];
  if (action.startsWith(">")) return [appointText(seat, Number(action.slice(1)), seats, agent)];
  const { key, who } = actor(action.startsWith("-") ? "event.discard" : "event.play", seats, seat, agent);
  return sentence(key, { who, cards: { cards: cardsOf(action) } });
}

function appointText(seat: number, chosen: number, seats: Seats, agent: string | null) {
  if (isYou(seats, chosen)) return aboutActor("event.appoint-you", seats, seat, agent);
  return aboutActor("event.appoint", seats, seat, agent, { other: nameOf(seats, chosen) });
}

/** An effect as a plain sentence. */
export const effectText = (effect: Effect, seats: Seats) =>
  plain(effectSentence(effect, { seats, action: "", loser: 0, agent: null }));

/** An effect as a sentence, which may have cards. */
function effectSentence(effect: Effect, context: Context): Sentence {
  switch (effect.type) {
    case "draw":
      return drawSentence(effect, context.seats);
    case "defeat":
      return sentence(effect.exact ? "effect.defeat-exact" : "effect.defeat", { enemy: { cards: [effect.enemy] } });
    case "reveal":
      return sentence("effect.reveal", { enemy: { cards: [effect.enemy] } });
    default: {
      const text = plainEffect(effect, context);
      return text ? [text] : [];
    }
  }
}

/** An effect without cards as a sentence; empty if the sentence of the action includes it. */
function plainEffect(
  effect: Exclude<Effect, { type: "draw" | "defeat" | "reveal" }>,
  { seats, action, loser, agent }: Context,
) {
  switch (effect.type) {
    case "heal":
      return effect.count ? plural("effect.heal", effect.count) : t("effect.heal-none");
    case "shield":
      return t("effect.shield", { amount: effect.amount });
    case "damage":
      return t("effect.damage", { amount: effect.amount });
    case "strike":
      return effect.amount ? t("effect.strike", { amount: effect.amount }) : t("effect.strike-none");
    case "discard":
      return action.startsWith("-") || !effect.cards.length ? "" : plural("effect.discard", effect.cards.length);
    case "cancel-immunity":
      return t("effect.cancel-immunity");
    case "turn":
      return about("effect.turn", seats, effect.seat);
    case "over":
      return effect.reason === "timeout" ? t("over.lost") : endText(effect.reason, seats, loser, agent);
    default:
      return ofLater(effect, "");
  }
}

function drawSentence({ cards, count, seat }: Extract<Effect, { type: "draw" }>, seats: Seats): Sentence {
  const who = nameOf(seats, seat);
  if (cards?.length) return sentence(personKey("effect.draw-seen", seats, seat), { who, cards: { cards } });
  return count ? [plural(isYou(seats, seat) ? "effect.draw-you" : "effect.draw", count, { who })] : [];
}

/** An effect in one or two words; empty for effects that are visible anyway, and without a card. */
export function briefText(effect: Effect) {
  switch (effect.type) {
    case "heal":
      return effect.count ? t("brief.heal", { count: effect.count }) : "";
    case "draw":
      return effect.count ? t("brief.draw", { count: effect.count }) : "";
    case "shield":
      return t("brief.shield", { amount: effect.amount });
    case "damage":
      return t("brief.damage", { amount: effect.amount });
    case "defeat":
      return t(effect.exact ? "brief.defeat-exact" : "brief.defeat");
    case "strike":
      return t("brief.strike", { amount: effect.amount });
    case "cancel-immunity":
      return t("brief.cancel-immunity");
    case "reveal":
    case "discard":
    case "turn":
    case "over":
      return "";
    default:
      return ofLater(effect, "");
  }
}

/** A step that is shown of an event: an effect, or what the action itself changes. */
export type Shown = { type: string; seat?: number; cards?: string[]; draws?: unknown } & Partial<
  Omit<Effect, "type" | "cards" | "seat">
>;

/** What a step tells while it is shown; null for one that belongs to what was told before. */
export function stepSentence(step: Shown, seats: Seats): Sentence | null {
  const { type, seat = 0, cards = [] } = step;
  if (type === "play" && cards.length) return ofAction(cards.join("+"), seat, seats);
  if (type === "discard" && cards.length) return ofAction(cards.map((card) => `-${card}`).join(""), seat, seats);
  if (type === "yield" || type === "flip") return ofAction(type, seat, seats);
  return type === "strike" || type === "defeat" || type === "reveal" ? [effectText(step as Effect, seats)] : null;
}

const ofAction = (action: string, seat: number, seats: Seats) =>
  narration({ type: "action", seat, action, effects: [] } as unknown as GameEvent, seats)[0];

/** A text, or cards. */
type Piece = string | { cards: string[] };
export type Sentence = Piece[];

/** A sentence that goes on. */
export const withoutStop = (told: Sentence) =>
  told.map((piece) => (typeof piece === "string" ? piece.replace(/\.$/, "") : piece));

/** A text of the catalogue with its placeholders filled in. */
export const sentence = (key: TextKey, values: Record<string, Piece> = {}): Sentence => pieces(key, values);

/** A sentence with the names of its cards. */
export const plain = (sentence: Sentence) =>
  sentence.map((piece) => (typeof piece === "string" ? piece : theCards(piece.cards))).join("");

/** @param agent that stood in for the player */
export function endText(reason: string, seats: Seats, seat: number, agent: string | null = null) {
  switch (reason) {
    case "cannot-cover-damage":
      return aboutActor("over.cannot-cover-damage", seats, seat, agent);
    case "cannot-play-or-yield":
      return aboutActor("over.cannot-play-or-yield", seats, seat, agent);
    case "timeout":
      return aboutActor("over.timeout", seats, seat, agent);
    default:
      return outcomeText(reason);
  }
}
