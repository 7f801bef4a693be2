// @ts-check
/** Marking the reader's seat of a game. */

/** @import { SeatView } from "../types" */

/**
 * A game whose seat of the reader is marked as `own`, if this device has one seat alone.
 * @template {{ seats: Pick<SeatView, "seat">[] }} Game
 * @param {Game} game @param {number[]} own the seats of this device @returns {Game}
 */
export const withOwnSeat = (game, own) => ({
  ...game,
  seats: game.seats.map((each) => (own.length === 1 && each.seat === own[0] ? { ...each, own: true } : each)),
});
