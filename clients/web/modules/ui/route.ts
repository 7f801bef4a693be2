/** Addresses of pages in the hash: `#/game/ID`, `#/replay/ID/move-17?review=planner-fast`, `#/puzzles/5/3`. */
import { sharedOrigin } from "../storage/api_address.ts";

/** the step is 0 without one */
export type Route = { kind: string; id: string; step: number; query: string };

const GAME_ID = /^[0-9a-f]{20}$/;
const STEP = /^(?:move-)?(\d{1,6})$/;

/** An address of a game whose id no game can have. */
export class NoGameAddress extends Error {}

/** Whether a text is the id of a game. */
export const isGameId = (id: string) => GAME_ID.test(id);

/** The id of the game of a route. Throws NoGameAddress. */
export function gameIdOf({ id }: Pick<Route, "id">) {
  if (!isGameId(id)) throw new NoGameAddress(id);
  return id;
}

/** The route of a hash; `#` in place of the last `/` leads to the same step. */
export function parseRoute(hash: string): Route {
  const [path, ...query] = hash.split("?");
  const [, , kind = "", id = "", place = ""] = path.split(/[#/]/);
  return { kind, id: decoded(id), step: Number(STEP.exec(place)?.[1] ?? 0), query: query.join("?") };
}

/** A part of an address; as it is if its escapes are malformed. */
function decoded(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The hash of a step of a replay, with the agent whose review opens with it. @param reviewer "" for none */
export const replayHash = (id: string, step: number, reviewer: string) =>
  `#/replay/${id}${step ? `/move-${step}` : ""}${reviewer ? `?review=${encodeURIComponent(reviewer)}` : ""}`;

/** The hash of the lesson that leads to a game. */
export const lessonHash = (id: string) => `#/tutorial?game=${id}`;

/** The hash of the game to which a lesson leads; that of the home page without one. */
export function afterLesson({ query }: Pick<Route, "query">) {
  const id = new URLSearchParams(query).get("game") ?? "";
  return isGameId(id) ? `#/game/${id}` : "#/";
}

/** The agent whose review the address of a replay has; "" for none. */
export const reviewerOf = ({ query }: Route) => new URLSearchParams(query).get("review") ?? "";

/** The URL of a page of this client, by which other devices reach it. */
export const pageUrl = (hash: string) => sharedOrigin + location.pathname + location.search + hash;
