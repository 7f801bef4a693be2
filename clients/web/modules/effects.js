// @ts-check
/** Effects of events, by type. */

/** @import { Effect, GameEvent } from "./types" */

/** The effects of an event; none if its type has none. @param {GameEvent} event @returns {Effect[]} */
export const effectsOf = (event) => /** @type {Effect[]} */ (event.effects ?? []);

/**
 * The value for a type of a later version, which the server may send; the compiler refuses known types here.
 * @template Value
 * @param {never} _later @param {Value} value
 */
export const ofLater = (_later, value) => value;

/**
 * The effects of one type.
 * @template {Effect["type"]} Type
 * @param {Effect[]} effects @param {Type} type
 * @returns {Extract<Effect, { type: Type }>[]}
 */
export const ofType = (effects, type) =>
  /** @type {Extract<Effect, { type: Type }>[]} */ (effects.filter((effect) => effect.type === type));
