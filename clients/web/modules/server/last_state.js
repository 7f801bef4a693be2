// @ts-check
/** The last answers of the server in `localStorage`, for a start without it. Their names have no tokens. */
import { getValue, itemNames, LAST_ANSWERS as PREFIX, removeItem, storeItem } from "../storage/items.js";
import { savedGames } from "../storage/saved_games.js";
import { Unreachable } from "./api.js";

/** @import { GameView } from "../types" */

const MAX_GAMES = 20;

let tell = (/** @type {string} */ _at) => {};

/** Set what tells that the page has the last answer, of this time, in place of a new one. @param {(at: string) => void} listener */
export function onLastAnswer(listener) {
  tell = listener;
}

/** Store an answer. A browser whose storage is full starts without it. @param {string} name @param {unknown} answer */
function keep(name, answer) {
  const text = JSON.stringify({ at: new Date().toISOString(), answer });
  if (!storeItem(PREFIX + name, text)) removeItem(PREFIX + name);
}

/** @param {string} name @returns {{ at: string, answer: any } | null} */
const kept = (name) => getValue(PREFIX + name);

/**
 * The answer to a request; the last one if the server is unreachable, of which the page then tells.
 * @template Answer
 * @param {string} name @param {() => Promise<Answer>} request
 * @returns {Promise<Answer>}
 */
export async function orLast(name, request) {
  try {
    const answer = await request();
    keep(name, answer);
    return answer;
  } catch (error) {
    const last = error instanceof Unreachable ? kept(name) : null;
    if (!last) throw error;
    tell(last.at);
    return last.answer;
  }
}

/** @param {string} id */
const gameName = (id) => `game.${id}`;

/** Store the view of a game of this device, and remove those of games that it no longer has. @param {GameView} view */
export function keepView(view) {
  const own = savedGames().map(([id]) => gameName(id));
  if (!own.includes(gameName(view.id))) return;
  keep(gameName(view.id), { ...view, previews: null });
  const names = itemNames(`${PREFIX}game.`);
  const wanted = new Set(own.slice(0, MAX_GAMES).map((name) => PREFIX + name)).add(PREFIX + gameName(view.id));
  names.filter((name) => !wanted.has(name)).forEach((name) => removeItem(name));
}

/**
 * The last view of a game of this device, of which the page tells; throws the error without one.
 * @param {string} id @param {unknown} error @returns {GameView}
 */
export function lastView(id, error) {
  const last = error instanceof Unreachable ? kept(gameName(id)) : null;
  if (!last) throw error;
  tell(last.at);
  return last.answer;
}
