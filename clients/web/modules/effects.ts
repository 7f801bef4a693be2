/** Effects of events, by type. */
import type { Effect, GameEvent } from "./types.ts";

/** The effects of an event; none if its type has none. */
export const effectsOf = (event: GameEvent): Effect[] => (event.effects ?? []) as Effect[];

/** The value for a type of a later version, which the server may send; the compiler refuses known types here. */
export const ofLater = <Value>(_later: never, value: Value) => value;

/** The effects of one type. */
export const ofType = <Type extends Effect["type"]>(effects: Effect[], type: Type): Extract<Effect, { type: Type }>[] =>
  effects.filter((effect) => effect.type === type) as Extract<Effect, { type: Type }>[];
