// @ts-check
/** The last answers of the server in `localStorage`, for a start without it. Their names have no tokens. */
import { ofApi } from "../storage/api_address.js";
import { getValue, itemNames, LAST_ANSWERS as PREFIX, removeItem, storeItem } from "../storage/items.js";
import { savedGames } from "../storage/saved_games.js";
import { Unreachable } from "./api.js";
import { pause } from "./pause.js";

/** @import { GameView } from "../types" */

const MAX_GAMES = 20;

let tell = (/** @type {string} */ _at) => {};
/** The time after which the last answer takes the place of a late one; none while the page shows last answers. */
let patienceMs = 3_000;

/** Wait for all answers from now on, as the server answers: a page over a slow network shows what is new. */
export function awaitAnswers() {
  patienceMs = Infinity;
}

/** Set what tells that the page has the last answer, of this time, in place of a new one. @param {(at: string) => void} listener */
export function onLastAnswer(listener) {
  tell = listener;
}

/** @param {string} name */
const itemOf = (name) => ofApi(PREFIX + name);

/** Store an answer. A browser whose storage is full starts without it. @param {string} name @param {unknown} answer */
function keep(name, answer) {
  const text = JSON.stringify({ at: new Date().toISOString(), answer });
  if (!storeItem(itemOf(name), text)) removeItem(itemOf(name));
}

/** @param {string} name @returns {{ at: string, answer: any } | null} */
const kept = (name) => getValue(itemOf(name));

/**
 * The answer to a request. Throws Unreachable if it is late, and there is a last answer.
 * @template Answer
 * @param {string} name @param {Promise<Answer>} answer @returns {Promise<Answer>}
 */
async function inTime(name, answer) {
  if (patienceMs === Infinity || !kept(name)) return answer;
  const ended = new AbortController();
  const late = pause(patienceMs, ended.signal).then(() => Promise.reject(new Unreachable()));
  return Promise.race([answer, late]).finally(() => ended.abort());
}

/**
 * The answer to a request; the last one if the server is unreachable, of which the page then tells.
 * @template Answer
 * @param {string} name @param {() => Promise<Answer>} request
 * @returns {Promise<Answer>}
 */
export async function orLast(name, request) {
  try {
    const answer = await inTime(name, request());
    keep(name, answer);
    return answer;
  } catch (error) {
    return last(name, error);
  }
}

/** The last answer, of which the page tells; throws the error without one. @param {string} name @param {unknown} error */
function last(name, error) {
  const found = error instanceof Unreachable ? kept(name) : null;
  if (!found) throw error;
  patienceMs = Math.min(patienceMs, 0);
  tell(found.at);
  return found.answer;
}

/** @param {string} id */
const gameName = (id) => `game.${id}`;

/** Store the view of a game of this device, and remove those of games that it no longer has. @param {GameView} view */
export function keepView(view) {
  const own = savedGames().map(([id]) => gameName(id));
  if (!own.includes(gameName(view.id))) return;
  keep(gameName(view.id), { ...view, previews: null });
  const names = itemNames(`${PREFIX}game.`).filter((name) => name === ofApi(name.split("@")[0]));
  const wanted = new Set(own.slice(0, MAX_GAMES).map(itemOf)).add(itemOf(gameName(view.id)));
  names.filter((name) => !wanted.has(name)).forEach((name) => removeItem(name));
}

/** The view of a game of this device that loads. Throws Unreachable if it is late. @param {string} id @param {Promise<void>} loading */
export const viewInTime = (id, loading) => inTime(gameName(id), loading);

/**
 * The last view of a game of this device, of which the page tells; throws the error without one.
 * @param {string} id @param {unknown} error @returns {GameView}
 */
export const lastView = (id, error) => last(gameName(id), error);
