/** The last answers of the server in `localStorage`, for a start without it. Their names have no tokens. */
import { ConnectionFailed } from "regicide-client/errors";
import { pause } from "regicide-client/retry";
import { ofApi } from "../storage/api_address.ts";
import { getValue, itemNames, LAST_ANSWERS as PREFIX, removeItem, storeItem } from "../storage/items.ts";
import { savedGames } from "../storage/saved_games.ts";
import { isUnreachable } from "./api.ts";
import type { GameView } from "../types.ts";

const MAX_GAMES = 20;

let tell = (_at: string) => {};
/** The time after which the last answer takes the place of a late one; none while the page shows last answers. */
let patienceMs = 3_000;

/** Wait for all answers from now on, as the server answers: a page over a slow network shows what is new. */
export function awaitAnswers() {
  patienceMs = Infinity;
}

/** Set what tells that the page has the last answer, of this time, in place of a new one. */
export function onLastAnswer(listener: (at: string) => void) {
  tell = listener;
}

const itemOf = (name: string) => ofApi(PREFIX + name);

/** Store an answer. A browser whose storage is full starts without it. */
function keep(name: string, answer: unknown) {
  const text = JSON.stringify({ at: new Date().toISOString(), answer });
  if (!storeItem(itemOf(name), text)) removeItem(itemOf(name));
}

const kept = (name: string): { at: string; answer: any } | null => getValue(itemOf(name));

/** The answer to a request. Throws ConnectionFailed if it is late, and there is a last answer. */
async function inTime<Answer>(name: string, answer: Promise<Answer>): Promise<Answer> {
  if (patienceMs === Infinity || !kept(name)) return answer;
  const ended = new AbortController();
  const late = pause(patienceMs, ended.signal).then(() => Promise.reject(new ConnectionFailed("no answer in time")));
  return Promise.race([answer, late]).finally(() => ended.abort());
}

/** The answer to a request; the last one if the server is unreachable, of which the page then tells. */
export async function orLast<Answer>(name: string, request: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await inTime(name, request());
    keep(name, answer);
    return answer;
  } catch (error) {
    return last(name, error);
  }
}

/** The last answer, of which the page tells; throws the error without one. */
function last(name: string, error: unknown) {
  const found = isUnreachable(error) ? kept(name) : null;
  if (!found) throw error;
  patienceMs = Math.min(patienceMs, 0);
  tell(found.at);
  return found.answer;
}

const gameName = (id: string) => `game.${id}`;

/** Store the view of a game of this device, and remove those of games that it no longer has. */
export function keepView(view: GameView) {
  const own = savedGames().map(([id]) => gameName(id));
  if (!own.includes(gameName(view.id))) return;
  keep(gameName(view.id), { ...view, previews: null });
  const names = itemNames(`${PREFIX}game.`).filter((name) => name === ofApi(name.split("@")[0]));
  const wanted = new Set(own.slice(0, MAX_GAMES).map(itemOf)).add(itemOf(gameName(view.id)));
  names.filter((name) => !wanted.has(name)).forEach((name) => removeItem(name));
}

/** The view of a game of this device that loads. Throws ConnectionFailed if it is late. */
export const viewInTime = <View>(id: string, loading: Promise<View>) => inTime(gameName(id), loading);

/** The last view of a game of this device, of which the page tells; throws the error without one. */
export const lastView = (id: string, error: unknown): GameView => last(gameName(id), error);
