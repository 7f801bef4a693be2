/**
 * The finished games of this device, in `localStorage`, by their ids: each is noted once, so that a second look at a
 * finished game counts nothing twice. As a file, they move to another device.
 */
import { ofApi } from "./api_address.ts";
import { getValue, keepValue, setValue } from "./items.ts";
import { isResult, type DayResult } from "./statistics.ts";

const HISTORY = "regicide.history";
const FORMAT = "regicide-history";
const VERSION = 1;
const MAX_GAMES = 5000;
export const MAX_FILE_BYTES = 4_000_000;

/** A finished game. */
export type PlayedGame = Pick<DayResult, "outcome" | "grade" | "falls"> & {
  at: string; // when it ended
  players: number;
  reason: string;
  turns: number | null; // null: not known
  feats: string[]; // all that it achieved, by the names of achievements, also what an earlier game had
  deal: string | null; // the date of a deal of a day
  practice: boolean; // it counts in no statistics
  bot: string | null; // that played on for a player of this device; then it counts in none, either
  partners?: string[]; // the names of the other players; like the next one, games of earlier versions lack them
  enemy?: string | null; // the card of the enemy that stood at the end
};

export type History = Record<string, PlayedGame>;

const GAME_ID = /^[0-9a-f]{20}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const CODE = /^[a-z-]{0,40}$/;
const AGENT = /^[a-z0-9-]{1,39}$/;
/** Each card is played once against each enemy, after three yields at most. */
const MAX_TURNS = 12 * 53 * 4;
const MAX_FEATS = 100;
const MAX_PARTNERS = 3;
/** More than the longest name with its seat. */
const MAX_PARTNER = 200;

/** The games; what is damaged is left out. */
export function playedGames(): History {
  const games = Object.entries(getValue(ofApi(HISTORY)) ?? {});
  return Object.fromEntries(games.flatMap(([id, game]) => (isPlayed(id, game) ? [[id, game]] : [])));
}

const isPlayed = (id: string, game: any): game is PlayedGame =>
  GAME_ID.test(id) &&
  isResult(game) &&
  isText(game.at, TIME) &&
  !Number.isNaN(Date.parse(game.at)) &&
  [1, 2, 3, 4].includes(game.players) &&
  (game.grade === null || game.players === 1) &&
  isText(game.reason, CODE) &&
  (game.turns === null || (Number.isInteger(game.turns) && game.turns >= 0 && game.turns <= MAX_TURNS)) &&
  isList(game.feats, MAX_FEATS, (feat) => isText(feat, CODE)) &&
  (game.deal === null || isText(game.deal, DATE)) &&
  typeof game.practice === "boolean" &&
  (game.bot === null || isText(game.bot, AGENT)) &&
  (game.partners === undefined ||
    isList(game.partners, MAX_PARTNERS, (name) => typeof name === "string" && name.length <= MAX_PARTNER));

const isText = (value: unknown, form: RegExp) => typeof value === "string" && form.test(value);

const isList = (value: unknown, most: number, isItem: (item: unknown) => boolean) =>
  Array.isArray(value) && value.length <= most && value.every(isItem);

/** Whether all is known of a game: neither a result of today's deal alone, nor noted by an earlier version. */
export const isWhole = (game: PlayedGame | undefined) => Boolean(game && game.turns !== null && game.partners);

/** Note a game, unless it is noted: then it is replaced by one of which more is known. */
export function notePlayed(id: string, game: PlayedGame) {
  const games = playedGames();
  if (games[id] && (isWhole(games[id]) || !isWhole(game))) return;
  write({ ...games, [id]: game });
}

/** Forget a game whose last action is taken back. */
export function forgetPlayed(id: string) {
  const { [id]: _, ...others } = playedGames();
  write(others);
}

/** Write the newest games. Returns what `store` does. */
function write(games: History, store = setValue) {
  const newest = Object.entries(games).sort(([, one], [, other]) => other.at.localeCompare(one.at));
  return store(ofApi(HISTORY), Object.fromEntries(newest.slice(0, MAX_GAMES)));
}

/** The games as the content of a file. */
export const historyFile = (at: string) =>
  JSON.stringify({ format: FORMAT, version: VERSION, exported_at: at, games: playedGames() }, null, 1);

/** Why a file is refused. `number` is that of its first damaged game, from 1. */
export class HistoryFault extends Error {
  constructor(
    readonly reason: "no-history" | "later-version" | "damaged" | "no-storage",
    readonly number = 0,
  ) {
    super(reason);
  }
}

/** The games of a file. Throws HistoryFault if not all of it can be read. */
export function parsedHistory(text: string): History {
  const file = parsed(text);
  const isHistory = file?.format === FORMAT && Number.isInteger(file.version) && file.version > 0;
  if (!isHistory || typeof file.games !== "object" || !file.games || Array.isArray(file.games))
    throw new HistoryFault("no-history");
  if (file.version > VERSION) throw new HistoryFault("later-version");
  const games = Object.entries(file.games);
  const damaged = games.findIndex(([id, game]) => !isPlayed(id, game));
  if (damaged >= 0) throw new HistoryFault("damaged", damaged + 1);
  return file.games;
}

function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Add the games of a file to those of this device, which stay as they are. Returns how many are new. Throws HistoryFault if
 * the storage has no room for them.
 */
export function mergeHistory(taken: History) {
  const games = playedGames();
  const others = Object.entries(taken).filter(([id]) => !(id in games));
  const room = Math.max(0, MAX_GAMES - Object.keys(games).length);
  const fitting = others.sort(([, one], [, other]) => other.at.localeCompare(one.at)).slice(0, room);
  if (!write({ ...games, ...Object.fromEntries(fitting) }, keepValue)) throw new HistoryFault("no-storage");
  return {
    added: fitting.length,
    known: Object.keys(taken).length - others.length,
    left: others.length - fitting.length,
  };
}
