// @ts-check
/**
 * Games in `localStorage`: the tokens of this device's seats and of the owner, so that a reload continues a game, and the
 * player's name.
 */

import { ofApi } from "./api_address.js";
import { getItem, setItem, setValue, storedValue } from "./items.js";

/** @import { CreatedGame, SavedGame, SeenGame } from "../types" */

const GAMES = "regicide.games";
const NAME = "regicide.name";
const MAX_GAMES = 50;

/** The games that the storage does not take: this page knows them until it is closed. @type {Record<string, SavedGame>} */
let unstored = {};

/** The saved games, and those of this page alone. */
const read = () => ({ ...stored(), ...unstored });

/** The games in the storage; what is damaged is left out. @returns {Record<string, SavedGame>} */
function stored() {
  const saved = Object.entries(storedValue(ofApi(GAMES)) ?? {});
  return Object.fromEntries(saved.filter(([, game]) => isGame(game)).map(([id, game]) => [id, withoutDamage(game)]));
}

/** @param {any} game @returns {game is SavedGame} */
const isGame = (game) => isObject(game?.tokens) && typeof game.at === "string";

/** A game without a damaged look. @param {SavedGame} game @returns {SavedGame} */
function withoutDamage({ seen, ...game }) {
  return isLook(seen) ? { ...game, seen } : game;
}

/** @param {any} seen @returns {seen is SeenGame} */
const isLook = (seen) =>
  typeof seen?.status === "string" &&
  typeof seen.updated_at === "string" &&
  [seen.players, seen.defeated].every(Number.isInteger) &&
  Array.isArray(seen.seats) &&
  seen.seats.every(isObject);

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the tokens of a game are lost when the page is closed, because the storage is full or blocked. @param {string} id */
export const isUnstored = (id) =>
  id in unstored && JSON.stringify(stored()[id]?.tokens) !== JSON.stringify(unstored[id].tokens);

/** Whether a saved game cannot go on, as far as this device knows. @param {SavedGame} saved */
const isOver = ({ seen }) => Boolean(seen && !["waiting", "active"].includes(seen.status));

/** Write the newest games, and keep them in this page if the storage does not take them; if there are too many, those that go on stay. @param {Record<string, SavedGame>} games */
function write(games) {
  const newest = Object.entries(games).sort(([, one], [, other]) => other.at.localeCompare(one.at));
  const kept = [...newest]
    .sort(([, one], [, other]) => Number(isOver(one)) - Number(isOver(other)))
    .slice(0, MAX_GAMES);
  const all = Object.fromEntries(newest.filter((game) => kept.includes(game)));
  unstored = setValue(ofApi(GAMES), all) ? {} : all;
}

/** The games in which this device has seats, or that it owns, newest first. @returns {[string, SavedGame][]} */
export const savedGames = () =>
  Object.entries(read()).filter(([, saved]) => Object.keys(saved.tokens).length > 0 || saved.owner);

/** @param {string} id @returns {SavedGame | undefined} */
export const savedGame = (id) => read()[id];

/** The tokens of this device's seats, by seat. @param {string} id @returns {Map<number, string>} */
export const tokensOf = (id) =>
  new Map(Object.entries(read()[id]?.tokens ?? {}).map(([seat, token]) => [Number(seat), token]));

/** Add the tokens of a game to the saved ones. @param {CreatedGame} created @param {boolean} [alone] whether one person plays all its seats */
export function saveGame({ game, seats, owner }, alone) {
  const games = read();
  const before = games[game.id];
  const tokens = { ...before?.tokens, ...Object.fromEntries(seats.map(({ seat, token }) => [seat, token])) };
  write({
    ...games,
    [game.id]: {
      ...before,
      tokens,
      alone: alone ?? before?.alone,
      owner: owner?.token ?? before?.owner,
      commitment: before?.commitment ?? game.commitment,
      at: new Date().toISOString(),
    },
  });
}

/** The saved games that may have changed since this device last looked at them, newest first. */
export const unfinishedGames = () => savedGames().filter(([, saved]) => !isOver(saved));

/** Keep what games looked like, so that their list needs no request for those that are over. @param {Record<string, SeenGame>} looks by the ids of games */
export function keepLooks(looks) {
  const games = read();
  for (const [id, seen] of Object.entries(looks)) if (games[id]) games[id].seen = seen;
  write(games);
}

/** Remove the token of a seat. @param {string} id @param {number} seat */
export function forgetSeat(id, seat) {
  const games = read();
  delete games[id]?.tokens[seat];
  write(games);
}

/** @param {...string} ids */
export function forgetGame(...ids) {
  write(Object.fromEntries(Object.entries(read()).filter(([id]) => !ids.includes(id))));
}

export const savedName = () => getItem(NAME) ?? "";

/** @param {string} name */
export const saveName = (name) => setItem(NAME, name);
