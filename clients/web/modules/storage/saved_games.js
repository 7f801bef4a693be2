// @ts-check
/**
 * Games in `localStorage`: the tokens of this device's seats and of the owner, so that a reload continues a game, and the
 * player's name.
 */

/** @import { CreatedGame, SavedGame } from "../types" */

const GAMES = "regicide.games";
const NAME = "regicide.name";
const MAX_GAMES = 50;

/** @returns {Record<string, SavedGame>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(GAMES) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Record<string, SavedGame>} games */
function write(games) {
  const newest = Object.entries(games).sort(([, one], [, other]) => other.at.localeCompare(one.at));
  localStorage.setItem(GAMES, JSON.stringify(Object.fromEntries(newest.slice(0, MAX_GAMES))));
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
      tokens,
      alone: alone ?? before?.alone,
      owner: owner?.token ?? before?.owner,
      commitment: before?.commitment ?? game.commitment,
      at: new Date().toISOString(),
    },
  });
}

/** Remove the token of a seat. @param {string} id @param {number} seat */
export function forgetSeat(id, seat) {
  const games = read();
  delete games[id]?.tokens[seat];
  write(games);
}

/** @param {string} id */
export function forgetGame(id) {
  const { [id]: _, ...others } = read();
  write(others);
}

export const savedName = () => localStorage.getItem(NAME) ?? "";

/** @param {string} name */
export const saveName = (name) => localStorage.setItem(NAME, name);
