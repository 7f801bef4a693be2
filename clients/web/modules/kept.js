// @ts-check
/** What this device keeps: the tokens of one's seats by game, so that a reload goes on, and the language. */

/** @import { CreatedGame, KeptGame } from "./types" */

const GAMES = "regicide.games";
const NAME = "regicide.name";
const MOST = 50;

/** @returns {Record<string, KeptGame>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(GAMES) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Record<string, KeptGame>} games */
function write(games) {
  const newest = Object.entries(games).sort(([, one], [, other]) => other.at.localeCompare(one.at));
  localStorage.setItem(GAMES, JSON.stringify(Object.fromEntries(newest.slice(0, MOST))));
}

/** The games that this device has seats in, the newest first. @returns {[string, KeptGame][]} */
export const keptGames = () => Object.entries(read()).filter(([, kept]) => Object.keys(kept.tokens).length > 0);

/** @param {string} id @returns {KeptGame | undefined} */
export const keptGame = (id) => read()[id];

/** The tokens of the seats that are held here, by seat. @param {string} id @returns {Map<number, string>} */
export const tokensOf = (id) =>
  new Map(Object.entries(read()[id]?.tokens ?? {}).map(([seat, token]) => [Number(seat), token]));

/** Keep the tokens of a game, beside those that are there. @param {CreatedGame} created */
export function keepGame({ game, seats }) {
  const games = read();
  const before = games[game.id];
  const tokens = { ...before?.tokens, ...Object.fromEntries(seats.map(({ seat, token }) => [seat, token])) };
  write({
    ...games,
    [game.id]: { tokens, commitment: before?.commitment ?? game.commitment, at: new Date().toISOString() },
  });
}

/** @param {string} id */
export function forgetGame(id) {
  const { [id]: _, ...others } = read();
  write(others);
}

export const keptName = () => localStorage.getItem(NAME) ?? "";

/** @param {string} name */
export const keepName = (name) => localStorage.setItem(NAME, name);
