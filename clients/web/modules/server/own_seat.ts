/** Marking the reader's seat of a game. */
import type { SeatView } from "../types.ts";

/**
 * A game whose seat of the reader is marked as `own`, if this device has one seat alone.
 * @param own the seats of this device
 */
export const withOwnSeat = <Game extends { seats: Pick<SeatView, "seat">[] }>(game: Game, own: number[]): Game => ({
  ...game,
  seats: game.seats.map((each) => (own.length === 1 && each.seat === own[0] ? { ...each, own: true } : each)),
});
