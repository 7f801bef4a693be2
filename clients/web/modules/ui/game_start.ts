/** Creating a game by a button, and opening it. */
import { api } from "../server/api.ts";
import { newKey } from "regicide-client/api";
import { saveGame, savedGames, savePractice } from "../storage/saved_games.ts";
import { followedHints, JESTERS_HINT, startHints } from "../storage/saved_hints.ts";
import type { CreateGameRequest } from "../types.ts";
import type { SingleFlight } from "./single_flight.ts";

/**
 * Create one game, however often this is called, save its tokens and open it; with hints, if it is the first one
 * of this device, or the first of a player alone, and not with the deal of a day. Throws the errors of the request.
 * @param alone whether one person plays all its seats @returns its id; undefined if another call creates it
 */
export async function startGame(
  request: CreateGameRequest,
  flight: SingleFlight,
  alone?: boolean,
  create = (body: CreateGameRequest, key: string) => api().createGame({ body }, { key }),
) {
  const created = await flight.run(request, (key) => create(request, key));
  if (!created) return;
  const isFirst = !savedGames().length || (request.players === 1 && !followedHints().includes(JESTERS_HINT));
  if (isFirst && !request.deal) startHints(created.game.id);
  saveGame(created, alone);
  location.hash = `#/game/${created.game.id}`;
  return created.game.id;
}

/**
 * Start a solo game of practice, whose seed this device knows, so that actions can be taken back; one that goes on after
 * given actions takes the place of the current page. A player who has left that page meanwhile stays elsewhere. Throws the
 * errors of the request.
 * @returns its id; undefined if another call creates it
 */
export async function startPractice(request: CreateGameRequest, flight: SingleFlight) {
  const [seed, before] = [request.seed ?? newKey(), location.hash];
  const created = await flight.run(request, (key) => api().createGame({ body: { ...request, seed } }, { key }));
  if (!created) return;
  saveGame(created);
  savePractice(created.game.id, seed);
  const address = `#/game/${created.game.id}`;
  if (location.hash === before) {
    if (request.actions) location.replace(address);
    else location.hash = address;
  }
  return created.game.id;
}
