/**
 * Games in `localStorage`: the tokens of this device's seats and of the owner, so that a reload continues a game, and the
 * player's name.
 */

import { ofApi } from "./api_address.ts";
import { getItem, setItem, setValue, storedValue } from "./items.ts";
import type { CreatedGame, GameView, SavedGame, SeatGrant, SeenGame } from "../types.ts";

const GAMES = "regicide.games";
const NAME = "regicide.name";
export const MAX_GAMES = 50;

/** The games that the storage does not take: this page knows them until it is closed. */
let unstored: Record<string, SavedGame> = {};

/** The saved games, and those of this page alone. */
const read = () => ({ ...stored(), ...unstored });

/** The games in the storage; what is damaged is left out. */
function stored(): Record<string, SavedGame> {
  const saved = Object.entries(storedValue(ofApi(GAMES)) ?? {});
  return Object.fromEntries(saved.flatMap(([id, game]) => (isGame(game) ? [[id, withoutDamage(game)]] : [])));
}

const isGame = (game: any): game is SavedGame => isObject(game?.tokens) && typeof game.at === "string";

/** A game without a damaged look. */
function withoutDamage({ seen, ...game }: SavedGame): SavedGame {
  return isLook(seen) ? { ...game, seen } : game;
}

const isLook = (seen: any): seen is SeenGame =>
  typeof seen?.status === "string" &&
  typeof seen.updated_at === "string" &&
  [seen.players, seen.defeated].every(Number.isInteger) &&
  Array.isArray(seen.seats) &&
  seen.seats.every(isObject);

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the tokens of a game are lost when the page is closed, because the storage is full or blocked. */
export const isUnstored = (id: string) =>
  id in unstored && JSON.stringify(stored()[id]?.tokens) !== JSON.stringify(unstored[id].tokens);

const isFinal = ({ status }: Pick<SeenGame, "status">) => !["waiting", "active"].includes(status);

/** Whether a saved game cannot go on, as far as this device knows. */
const isOver = ({ seen }: SavedGame) => Boolean(seen && isFinal(seen));

/**
 * Write the newest games, and keep them in this page if the storage does not take them; if there are too many, those that go on stay.
 */
function write(games: Record<string, SavedGame>) {
  const newest = Object.entries(games).sort(([, one], [, other]) => other.at.localeCompare(one.at));
  const kept = [...newest]
    .sort(([, one], [, other]) => Number(isOver(one)) - Number(isOver(other)))
    .slice(0, MAX_GAMES);
  const all = Object.fromEntries(newest.filter((game) => kept.includes(game)));
  unstored = setValue(ofApi(GAMES), all) ? {} : all;
}

/** The games in which this device has seats, or that it owns, newest first. */
export const savedGames = (): [string, SavedGame][] =>
  Object.entries(read()).filter(([, saved]) => Object.keys(saved.tokens).length > 0 || saved.owner);

export const savedGame = (id: string): SavedGame | undefined => read()[id];

/** The tokens of this device's seats, by seat. */
export const tokensOf = (id: string): Map<number, string> =>
  new Map(Object.entries(read()[id]?.tokens ?? {}).map(([seat, token]) => [Number(seat), token]));

type Grant = SeatGrant & Partial<CreatedGame>;

/**
 * Add the tokens of a game to the saved ones.
 * @param alone whether one person plays all its seats
 * @param at when this device got the game; the games that it got last come first
 */
export function saveGame({ game, seats, owner }: Grant, alone?: boolean, at = new Date().toISOString()) {
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
      seen: seenGame(game),
      at,
    },
  });
}

/** Make a solo game one of practice. @param seed of its deal, from which earlier positions follow */
export function savePractice(id: string, seed: string) {
  const games = read();
  if (games[id]) write({ ...games, [id]: { ...games[id], practice: seed } });
}

/**
 * Save the games of another device, as far as there is room: no game that goes on makes room for them, and none at all for one
 * that is over. Returns how many have none.
 */
export function saveTaken(taken: Grant[]): number {
  const own = read();
  const going = Object.values(own).filter((saved) => !isOver(saved)).length;
  const isKnown = ({ game }: Grant) => game.id in own;
  const others = taken
    .filter((each) => !isKnown(each))
    .sort(({ game: one }, { game: other }) => Number(isFinal(one)) - Number(isFinal(other)));
  const fitting = others.filter(
    ({ game }, before) => before < MAX_GAMES - (isFinal(game) ? Object.keys(own).length : going),
  );
  for (const grant of [...taken.filter(isKnown), ...fitting]) saveGame(grant, undefined, grant.game.updated_at);
  return others.length - fitting.length;
}

/** The members of a view that the list of games shows. */
const seenGame = (view: GameView): SeenGame => ({
  ...picked(view, "status", "players", "turn", "defeated", "updated_at"),
  seats: view.seats.map((seat) => picked(seat, "seat", "name", "agent", "held", "stand_in")),
  result: view.result && picked(view.result, "outcome", "grade"),
  isDaily: Boolean(view.deal),
});

const picked = <Whole, Name extends keyof Whole>(whole: Whole, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;

/** The saved games that may have changed since this device last looked at them, newest first. */
export const unfinishedGames = () => savedGames().filter(([, saved]) => !isOver(saved));

/** Keep what games look like, so that their list needs no request for those that are over. */
export function keepLooks(views: GameView[]) {
  const games = read();
  for (const view of views) if (games[view.id]) games[view.id].seen = seenGame(view);
  write(games);
}

/** Remove the token of a seat. */
export function forgetSeat(id: string, seat: number) {
  const games = read();
  delete games[id]?.tokens[seat];
  write(games);
}

export function forgetGame(...ids: string[]) {
  write(Object.fromEntries(Object.entries(read()).filter(([id]) => !ids.includes(id))));
}

export const savedName = () => getItem(NAME) ?? "";

/** Whether the player was asked for the name; the answer may be none. */
export const isNameAsked = () => getItem(NAME) !== null;

export const saveName = (name: string) => setItem(NAME, name);
