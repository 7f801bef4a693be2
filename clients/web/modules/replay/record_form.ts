/** Whether what a link has is the record of a game: all that its replay shows has a form that the rules give. */
import { enemyOf, parseCard } from "regicide-client/cards";
import { parsePosition } from "regicide-client/records";
import { endsWithoutAction } from "./chances.ts";
import type { Effect } from "../types.ts";

/** Games have 50 to 150 events. */
const MAX_EVENTS = 400;
const MAX_EFFECTS = 30;
const MAX_CARDS = 54;
const MAX_AMOUNT = 1000;
const MAX_TEXT = 200;

/** What each type of effect has; others may have any members. */
const MEMBERS: Partial<Record<Effect["type"], string[]>> = {
  heal: ["count"],
  draw: ["seat", "count"],
  shield: ["amount"],
  damage: ["amount"],
  defeat: ["enemy"],
  reveal: ["enemy"],
  strike: ["amount"],
  discard: ["cards"],
  turn: ["seat"],
  over: ["reason"],
};

const isText = (value: unknown) => typeof value === "string" && value.length <= MAX_TEXT;
const isName = (value: unknown) => value === undefined || value === null || isText(value);
const isNumber = (value: unknown, end: number) => Number.isInteger(value) && 0 <= Number(value) && Number(value) < end;
const isCard = (code: unknown) => typeof code === "string" && parseCard(code)?.code === code;
const isList = (value: unknown, most: number, isItem: (item: any, index: number) => boolean) =>
  Array.isArray(value) && value.length <= most && value.every(isItem);

export function isGameRecord(record: any): boolean {
  const players = record?.players;
  const isSeat = (seat: unknown) => isNumber(seat, players);
  return (
    isNumber(players, 5) &&
    isList(record.seats, players, (each, index) => each?.seat === index && isName(each.name) && isName(each.agent)) &&
    record.seats.length === players &&
    isText(record.seed) &&
    isName(record.nonce) &&
    isName(record.commitment) &&
    isPosition(record.start, players) &&
    isList(record.events, MAX_EVENTS, (event) => isEvent(event, players)) &&
    (record.incidents === undefined || isList(record.incidents, MAX_EVENTS, (each) => isText(each?.type))) &&
    (record.result === null ||
      (isResult(record.result, isSeat) && (record.events.length > 0 || endsWithoutAction(record))))
  );
}

const isResult = (result: any, isSeat: (seat: unknown) => boolean) =>
  ["won", "lost"].includes(result?.outcome) &&
  isText(result.reason) &&
  isSeat(result.seat) &&
  isNumber(result.defeated, 13) &&
  [null, "gold", "silver", "bronze"].includes(result.grade);

const isEvent = (event: any, players: number) =>
  isNumber(event?.seat, players) &&
  isName(event.agent) &&
  isAction(event.action, players) &&
  isList(event.effects, MAX_EFFECTS, (effect) => isEffect(effect, players)) &&
  isPosition(event.position, players);

function isAction(action: unknown, players: number) {
  if (!isText(action)) return false;
  const text = String(action);
  if (text === "yield" || text === "flip") return true;
  if (text.startsWith(">")) return isNumber(Number(text.slice(1)), players);
  return text.replace(/^-/, "").split(/[+-]/).every(isCard);
}

function isEffect(effect: any, players: number) {
  const forms: Record<string, (value: unknown) => boolean> = {
    cards: (cards) => isList(cards, MAX_CARDS, isCard),
    enemy: isCard,
    seat: (seat) => isNumber(seat, players),
    amount: (amount) => isNumber(amount, MAX_AMOUNT),
    count: (count) => isNumber(count, MAX_CARDS),
    reason: isText,
  };
  const isWhole = (name: string) => Object.hasOwn(effect, name);
  return (
    isText(effect?.type) &&
    (MEMBERS[effect.type as Effect["type"]] ?? []).every(isWhole) &&
    Object.entries(forms).every(([name, isForm]) => !isWhole(name) || isForm(effect[name]))
  );
}

function isPosition(line: unknown, players: number) {
  if (typeof line !== "string") return false;
  const { castle, tavern, discard, played, hands, turn, flips, heals } = parsePosition(line);
  const cards = [...castle, ...tavern, ...discard, ...played.flat(), ...hands.flat()];
  return (
    isList(cards, MAX_CARDS, isCard) &&
    castle.length <= 12 &&
    castle.every(enemyOf) &&
    hands.length === players &&
    isNumber(turn, players) &&
    isNumber(flips, 3) &&
    isNumber(heals, MAX_AMOUNT)
  );
}
