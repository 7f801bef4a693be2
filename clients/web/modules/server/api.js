// @ts-check
/** The API's operations, one function each. Errors are thrown as `Problem` or `Unreachable`. */
import { apiUrl } from "../storage/api_address.js";
import { invitationOf } from "../storage/own_agents.js";
import { language } from "../storage/language.js";

/** @import { Advice, Agent, AdviceRequest, GameView, CreateGameRequest, CreatedGame, GameList, AgentList, Cards, Rules, GameRecord, GameLook, GamePresence, ProblemDetails, Review, RuleSection, Signal, GameEvents, TextKey, TodaysDeals } from "../types" */

const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 250;

/** An error response (RFC 9457). */
export class Problem extends Error {
  /** @param {ProblemDetails} details @param {number} [retryAfterS] the seconds to wait before a retry */
  constructor(details, retryAfterS = 0) {
    super(details.detail);
    this.details = details;
    this.retryAfterS = retryAfterS;
  }

  get code() {
    return this.details.code;
  }
}

/** The server is unreachable, or the response is not the API's. */
export class Unreachable extends Error {
  /** @param {TextKey} [text] the reason, where an address that names an API is to blame */
  constructor(text = "alert.unreachable") {
    super(text);
    this.text = text;
  }
}

/** The server has lost the last events of a game, for example by a power failure. */
export class LostEvents extends Error {}

/** @typedef {{ token?: string | null, body?: object, key?: string, etag?: string | undefined, signal?: AbortSignal }} Options */

/** What a token never has: a damaged one is then unknown to the server, rather than an error of `fetch`. */
const NOT_IN_TOKENS = /[^\x21-\x7e]/g;

/**
 * The headers of a request.
 * @param {Options} options
 * @returns {Record<string, string>}
 */
export function headers({ token, body, key, etag }) {
  return {
    "Accept-Language": language(),
    ...(token && { Authorization: `Bearer ${token.replace(NOT_IN_TOKENS, "?")}` }),
    ...(body && { "Content-Type": "application/json" }),
    ...(key && { "Idempotency-Key": key }),
    ...(etag && { "If-None-Match": etag }),
  };
}

/**
 * Send a request, and retry after connection failures. Every request is safe to repeat: those that create something
 * have a key, an action has a version.
 * @param {string} path
 * @param {Options & { method?: string }} [options]
 * @returns {Promise<Response>}
 */
async function send(path, options = {}) {
  const init = {
    method: options.method ?? "GET",
    headers: headers(options),
    ...(options.body && { body: JSON.stringify(options.body) }),
    ...(options.signal && { signal: options.signal }),
  };
  for (let delay = FIRST_DELAY_MS, attemptsLeft = MAX_ATTEMPTS; ; delay *= 2, attemptsLeft--) {
    try {
      return await checkStatus(timed(await fetch(apiUrl() + path, init)));
    } catch (error) {
      if (!(error instanceof TypeError) || attemptsLeft === 1 || !navigator.onLine)
        throw error instanceof TypeError ? new Unreachable() : error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

let clockOffsetMs = 0;

/** The time of the server in milliseconds since 1970, to a second; that of this device before the first response. */
export const serverNow = () => Date.now() + clockOffsetMs;

/** Compare the clock of the server, which a response has, with that of this device. @param {Response} response */
function timed(response) {
  clockOffsetMs = Date.parse(response.headers.get("Date") ?? "") - Date.now() || clockOffsetMs;
  return response;
}

/**
 * Return a successful response, throw an error response.
 * @param {Response} response
 */
export async function checkStatus(response) {
  if (response.ok || response.status === 304) return response;
  if (response.headers.get("Content-Type")?.startsWith("application/problem+json"))
    throw new Problem(await response.json(), Number(response.headers.get("Retry-After")));
  throw new Unreachable(response.status === 404 ? "api.foreign" : undefined);
}

/** @param {string} path @param {Options} [options] */
const get = async (path, options) => (await send(path, options)).json().catch(refuse);

/** Throw Unreachable for a body that is not JSON. @param {unknown} error @returns {never} */
function refuse(error) {
  throw error instanceof SyntaxError ? new Unreachable("api.foreign") : error;
}

/** @param {string} path @param {Options} options */
const post = async (path, options) => (await send(path, { ...options, method: "POST" })).json();

/** @param {string} id */
const game = (id) => `/v1/games/${encodeURIComponent(id)}`;

/** A new `Idempotency-Key`. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const REACHABLE_TIMEOUT_MS = 20_000;

/** Whether the server answers, without a retry. */
export const isReachable = () =>
  fetch(`${apiUrl()}/v1/games?limit=1`, { cache: "no-store", signal: AbortSignal.timeout(REACHABLE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** @returns {Promise<Cards>} */
export const getCards = () => get("/v1/cards");

/** @returns {Promise<Rules>} */
export const getRules = () => get("/v1/rules");

/** The rules of the game in sections. @returns {Promise<RuleSection[]>} */
export const getRuleSections = async () => (await get("/v1/rules?include=sections")).sections;

/** @returns {Promise<AgentList>} */
export const listHouseBots = () => get("/v1/agents?house=true&limit=100");

/** The agent with a name; null if there is none. @param {string} name @returns {Promise<Agent | null>} */
export async function findAgent(name) {
  const { items } = await get(`/v1/agents?prefix=${encodeURIComponent(name)}&limit=1`);
  return items[0]?.name === name ? items[0] : null;
}

/** The public games that go on. @param {number} limit @returns {Promise<GameList>} */
export const listGames = (limit) => get(`/v1/games?status=waiting,active&limit=${limit}`);

/** @param {CreateGameRequest} request @param {string} [key] @returns {Promise<CreatedGame>} */
export const createGame = (request, key = newKey()) => post("/v1/games", { body: request, key });

/** @param {string} id @param {number} seat @param {string | null} name @param {string} [key] @returns {Promise<CreatedGame>} */
export const takeSeat = (id, seat, name, key = newKey()) => post(`${game(id)}/seats/${seat}`, { body: { name }, key });

/** @param {string} id @param {string} token @param {string} [key] @returns {Promise<CreatedGame>} */
export const rematch = (id, token, key = newKey()) => post(`${game(id)}/rematch`, { token, key });

/** @param {string} id @param {string} token @param {number} version @param {string} action @returns {Promise<GameView>} */
export const act = (id, token, version, action) => post(`${game(id)}/actions`, { token, body: { version, action } });

/** @param {string} id @param {string} token @param {Signal} signal */
export const sendSignal = (id, token, signal) => post(`${game(id)}/signals`, { token, body: { signal } });

/** Leave a seat of a waiting game. @param {string} id @param {string} token @param {number} seat */
export const leaveSeat = (id, token, seat) => send(`${game(id)}/seats/${seat}`, { method: "DELETE", token });

/** Cancel a waiting game. @param {string} id @param {string} owner */
export const cancelGame = (id, owner) => send(game(id), { method: "DELETE", token: owner });

/** An agent that gets a seat, with the invitation by which it takes seats, if this device has one. @param {string} agent */
export const invited = (agent) => ({ agent, ...(invitationOf(agent) && { invitation: invitationOf(agent) }) });

/** Let an agent have an open seat. @param {string} id @param {string} owner @param {number} seat @param {string} agent */
export const fillSeat = (id, owner, seat, agent) =>
  send(`${game(id)}/seats/${seat}`, { method: "PUT", token: owner, body: invited(agent) });

/** Let an agent play on for the holder of a seat. @param {string} id @param {string} token @param {number} seat @param {string} agent */
export const handOver = (id, token, seat, agent) =>
  send(`${game(id)}/seats/${seat}/stand-in`, { method: "PUT", token, body: invited(agent) });

/** Take a seat back from the agent that plays on. @param {string} id @param {string} token @param {number} seat */
export const takeBack = (id, token, seat) => send(`${game(id)}/seats/${seat}/stand-in`, { method: "DELETE", token });

/** @param {string} id @param {string} token @param {boolean} agree */
export const sayGiveUp = (id, token, agree) => post(`${game(id)}/give-up`, { token, body: { agree } });

/** Ask an agent for advice; the answer may be pending. @param {string} id @param {string} token @param {AdviceRequest} wish @param {AbortSignal} signal @returns {Promise<Advice>} */
export const askAdvice = (id, token, wish, signal) => post(`${game(id)}/advice`, { token, body: wish, signal });

/** Wait for the answer of an agent. @param {string} id @param {string} token @param {string} advice @param {{ wait: number, limit: number }} query @param {AbortSignal} signal @returns {Promise<Advice>} */
export const getAdvice = (id, token, advice, { wait, limit }, signal) =>
  get(`${game(id)}/advice/${encodeURIComponent(advice)}?wait=${wait}&limit=${limit}`, { token, signal });

/** Games as a spectator sees them. @param {string[]} ids @returns {Promise<GameLook[]>} */
export const lookAtGames = async (ids) =>
  (await post("/v1/games/views", { body: { games: ids.map((id) => ({ id })) } })).items;

/** The deals of this day, and how the house bots did. @returns {Promise<TodaysDeals>} */
export const getTodaysDeal = () => get("/v1/deals/today");

/** A page of the events of a game after a version, as a seat or a spectator sees them. @param {string} id @param {number} after @param {string | null} [token] @returns {Promise<GameEvents>} */
export const getEvents = (id, after, token = null) => get(`${game(id)}/events?after=${after}&limit=100`, { token });

/** Which players follow a game. @param {string} id @returns {Promise<GamePresence>} */
export const getPresence = (id) => get(`${game(id)}/presence`);

/** @param {string} id @returns {Promise<GameRecord>} */
export const getRecord = (id) => get(`${game(id)}/record`);

/** The longest wait of a request for a review, in seconds. */
const REVIEW_WAIT_S = 20;
const DEFAULT_PAUSE_S = 2;

/**
 * The review of a finished game by an agent, or the seconds after which to ask again while it is computed.
 * @param {string} id @param {string} agent @param {AbortSignal} signal
 * @returns {Promise<{ review: Review, pauseS?: undefined } | { review: null, pauseS: number }>}
 */
export async function getReview(id, agent, signal) {
  const query = `agent=${encodeURIComponent(agent)}&wait=${REVIEW_WAIT_S}`;
  const response = await send(`${game(id)}/review?${query}`, { signal });
  if (response.status !== 202) return { review: await response.json() };
  return { review: null, pauseS: Number(response.headers.get("Retry-After")) || DEFAULT_PAUSE_S };
}

/**
 * The view of a seat, with the previews of its plays, or of a spectator without a token; null if it still has this ETag.
 * @param {string} id @param {string | null} token @param {string} [etag]
 * @returns {Promise<{ view: GameView, etag: string } | null>}
 */
export async function getGame(id, token, etag) {
  const response = await send(`${game(id)}${token ? "?include=previews" : ""}`, { token, etag });
  return response.status === 304 ? null : { view: await response.json(), etag: response.headers.get("ETag") ?? "" };
}

const MAX_WAIT_S = 60;

/** The URL of a game's event stream, which waits for a rematch after the end of the game. @param {string} id */
export const eventsUrl = (id) => `${apiUrl()}${game(id)}/events?wait=${MAX_WAIT_S}`;
