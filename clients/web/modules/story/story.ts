/** The story of a finished game, from its view and its events alone. */
import { cardsOf, totalValue } from "regicide-client/cards";
import { effectsOf, ofType } from "../effects.ts";
import type { Effect, EnemyView, GameEvent, GameResult } from "../types.ts";

/** What the story needs of a view. */
export type Ended = {
  status: string;
  result: GameResult | null;
  enemy: EnemyView | null;
  hands: string[][] | null;
};

/** A play. number: of the action in the record, from 1; amount: of the damage; enemy: against which it was. */
export type Play = { number: number; seat: number; cards: string[]; amount: number; enemy: string };
/** A fall of an enemy, at the action of this number. */
export type Fall = { number: number; seat: number; enemy: string; exact: boolean };
/** A strike at a player: the number of the action that it answered, and how much the shields left of it. */
type Strike = { number: number; enemy: string; amount: number };

export type Story = {
  at: string; // when the game ended
  turns: number; // plays and yields: each begins a turn
  plays: Play[];
  falls: Fall[];
  strikes: Strike[];
  enemies: string[]; // before each action
  events: { seat: number; effects: Effect[] }[]; // the actions
  standIns: { number: number; seat: number; agent: string }[]; // the actions of bots in place of a player
  strongest: Play | null; // the play with the most damage; of several the first one
  /** Of a strike that the player could not cover: its amount, and what the hand was worth. */
  shortfall: { strike: number; hand: number } | null;
  standing: EnemyView | null; // the enemy at the end; null after a victory
};

/** The story of a game; events after the end change nothing. */
export function storyOf({ result, enemy, hands }: Ended, events: GameEvent[]): Story {
  const actions = events.flatMap((event) => (event.type === "action" ? [event] : []));
  const enemies = enemiesOf(actions, enemy?.card ?? "");
  const at = <Kind extends "damage" | "defeat" | "strike">(type: Kind) =>
    actions.flatMap((event, index) =>
      ofType(effectsOf(event), type).map((effect) => ({ event, effect, number: index + 1, enemy: enemies[index] })),
    );
  const plays = at("damage").map(({ event, effect, number, enemy }) => {
    return { number, seat: event.seat, cards: cardsOf(event.action), amount: effect.amount, enemy };
  });
  return {
    at: events.find(isEnd)?.at ?? "",
    turns: actions.filter(({ action }) => action === "yield" || isPlay(action)).length,
    plays: [...plays, ...jesters(actions, enemies)].sort((one, other) => one.number - other.number),
    falls: at("defeat").map(({ event, effect: { enemy, exact }, number }) => ({
      ...{ number, seat: event.seat, enemy, exact },
    })),
    strikes: at("strike").map(({ effect: { amount }, number, enemy }) => ({ number, enemy, amount })),
    enemies,
    events: actions.map((event) => ({ seat: event.seat, effects: effectsOf(event) })),
    standIns: actions.flatMap(({ seat, agent }, index) => (agent ? [{ number: index + 1, seat, agent }] : [])),
    strongest: plays.reduce<Play | null>((most, play) => (play.amount > (most?.amount ?? 0) ? play : most), null),
    shortfall: shortfallOf(result, enemy, hands),
    standing: result?.outcome === "won" ? null : enemy,
  };
}

type Action = Extract<GameEvent, { type: "action" }>;

const isPlay = (action: string) => action !== "yield" && action !== "flip" && !/^[->]/.test(action);

/** The enemy before each action. @param last the enemy at the end */
function enemiesOf(actions: Action[], last: string) {
  const changes = actions.map((event) => ofType(effectsOf(event), "defeat")[0]?.enemy);
  const enemies: string[] = [];
  for (let index = actions.length - 1, enemy = last; index >= 0; index--)
    enemies[index] = enemy = changes[index] ?? enemy;
  return enemies;
}

/** The plays of jesters, which deal no damage. */
const jesters = (actions: Action[], enemies: string[]): Play[] =>
  actions.flatMap(({ action, seat }, index) =>
    action.startsWith("X") ? [{ number: index + 1, seat, cards: [action], amount: 0, enemy: enemies[index] }] : [],
  );

function shortfallOf(result: Ended["result"], enemy: Ended["enemy"], hands: Ended["hands"]) {
  if (result?.reason !== "cannot-cover-damage" || !enemy) return null;
  const hand = hands?.[result.seat];
  return hand ? { strike: enemy.strikes_for, hand: totalValue(hand) } : null;
}

/** Whether the events have reached the end. */
export const isComplete = (events: GameEvent[]) => events.some(isEnd);

const isEnd = (event: GameEvent) => ofType(effectsOf(event), "over").length > 0;

/**
 * The fallen enemies, a letter for each in order: x exactly, d otherwise, also for those that fell before the events
 * begin. @param defeated how many have fallen
 */
export const fallsText = ({ falls }: Pick<Story, "falls">, defeated: number) =>
  falls
    .map(({ exact }) => (exact ? "x" : "d"))
    .join("")
    .padStart(defeated, "d");
