// @ts-check
/** The results of games with today's deal: from the events, once at the end, and kept in this browser. */
import { effectsOf, ofType } from "../effects.js";
import { getEvents } from "../server/api.js";
import { tokensOf } from "../storage/saved_games.js";
import { dayEntry, noteResult } from "../storage/statistics.js";

/** @import { GameView } from "../types" */
/** @import { DayResult } from "../storage/statistics.js" */

/**
 * The result of a finished game with today's deal. It counts in the statistics if it is the first game of this deal in
 * which this browser has a seat.
 * @param {GameView} view @returns {Promise<{ result: DayResult, counts: boolean } | null>} null if it is not such a game
 */
export async function keepResult(view) {
  const { deal, id, result: end } = view;
  if (!deal || !end) return null;
  const kept = dayEntry(deal);
  if (kept?.game === id && kept.result) return { result: kept.result, counts: true };
  const falls = await fallsOf(id);
  const result = { outcome: /** @type {DayResult["outcome"]} */ (end.outcome), grade: end.grade, falls };
  if (tokensOf(id).size) noteResult(deal, id, result);
  return { result, counts: dayEntry(deal)?.game === id };
}

/** The defeated enemies in order, a letter for each: x exactly, d otherwise. @param {string} id */
async function fallsOf(id) {
  let falls = "";
  /** @type {number | null} */
  let after = 1;
  while (after !== null) {
    const { items, next } = await getEvents(id, after);
    falls += ofType(items.flatMap(effectsOf), "defeat").map(letterOf).join("");
    after = next;
  }
  return falls;
}

/** @param {{ exact: boolean }} defeat */
const letterOf = ({ exact }) => (exact ? "x" : "d");
