/** Effects of events, by type. A server of a later version may send types that this one does not know. */
import type { Effect } from "./generated/types.js";

/** The effects of an event; none if its type has none. */
export const effectsOf = (event: object): Effect[] =>
  "effects" in event && Array.isArray(event.effects) ? event.effects : [];

/** The effects of one type. */
export const ofType = <Type extends Effect["type"]>(effects: Effect[], type: Type) =>
  effects.filter((effect): effect is Extract<Effect, { type: Type }> => effect.type === type);
