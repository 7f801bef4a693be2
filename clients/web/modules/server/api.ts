/** The API's operations, one function each. Errors are thrown as `Problem` or `Unreachable`. */
import { apiUrl } from "../storage/api_address.ts";
import { invitationOf } from "../storage/own_agents.ts";
import { language } from "../storage/language.ts";
import type {
  Advice,
  Agent,
  AdviceRequest,
  GameView,
  CreateGameRequest,
  CreatedGame,
  GameList,
  AgentList,
  Cards,
  Rules,
  GameRecord,
  GameLook,
  GamePresence,
  ProblemDetails,
  Review,
  RuleSection,
  Signal,
  GameEvents,
  TextKey,
  TodaysDeals,
} from "../types.ts";

const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 250;

/** An error response (RFC 9457). */
export class Problem extends Error {
  /** @param retryAfterS the seconds to wait before a retry */
  constructor(
    readonly details: ProblemDetails,
    readonly retryAfterS: number = 0,
  ) {
    super(details.detail);
  }

  get code() {
    return this.details.code;
  }
}

/** The server is unreachable, or the response is not the API's. */
export class Unreachable extends Error {
  /** @param text the reason, where an address that names an API is to blame */
  constructor(readonly text: TextKey = "alert.unreachable") {
    super(text);
  }
}

/** The server has lost the last events of a game, for example by a power failure. */
export class LostEvents extends Error {}

type Options = { token?: string | null; body?: object; key?: string; etag?: string | undefined; signal?: AbortSignal };

/** What a token never has: a damaged one is then unknown to the server, rather than an error of `fetch`. */
const NOT_IN_TOKENS = /[^\x21-\x7e]/g;

/** The headers of a request. */
export function headers({ token, body, key, etag }: Options): Record<string, string> {
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
 */
async function send(path: string, options: Options & { method?: string } = {}): Promise<Response> {
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

/** Compare the clock of the server, which a response has, with that of this device. */
function timed(response: Response) {
  clockOffsetMs = Date.parse(response.headers.get("Date") ?? "") - Date.now() || clockOffsetMs;
  return response;
}

/** Return a successful response, throw an error response. */
export async function checkStatus(response: Response) {
  if (response.ok || response.status === 304) return response;
  if (response.headers.get("Content-Type")?.startsWith("application/problem+json"))
    throw new Problem(await response.json(), Number(response.headers.get("Retry-After")));
  throw new Unreachable(response.status === 404 ? "api.foreign" : undefined);
}

const get = async (path: string, options?: Options) => (await send(path, options)).json().catch(refuse);

/** Throw Unreachable for a body that is not JSON. */
function refuse(error: unknown): never {
  throw error instanceof SyntaxError ? new Unreachable("api.foreign") : error;
}

const post = async (path: string, options: Options) => (await send(path, { ...options, method: "POST" })).json();

const game = (id: string) => `/v1/games/${encodeURIComponent(id)}`;

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

export const getCards = (): Promise<Cards> => get("/v1/cards");

export const getRules = (): Promise<Rules> => get("/v1/rules");

/** The rules of the game in sections. */
export const getRuleSections = async (): Promise<RuleSection[]> => (await get("/v1/rules?include=sections")).sections;

export const listHouseBots = (): Promise<AgentList> => get("/v1/agents?house=true&limit=100");

/** The agent with a name; null if there is none. */
export async function findAgent(name: string): Promise<Agent | null> {
  const { items } = await get(`/v1/agents?prefix=${encodeURIComponent(name)}&limit=1`);
  return items[0]?.name === name ? items[0] : null;
}

/** The public games that go on. */
export const listGames = (limit: number): Promise<GameList> => get(`/v1/games?status=waiting,active&limit=${limit}`);

export const createGame = (request: CreateGameRequest, key: string = newKey()): Promise<CreatedGame> =>
  post("/v1/games", { body: request, key });

export const takeSeat = (id: string, seat: number, name: string | null, key: string = newKey()): Promise<CreatedGame> =>
  post(`${game(id)}/seats/${seat}`, { body: { name }, key });

export const rematch = (id: string, token: string, key: string = newKey()): Promise<CreatedGame> =>
  post(`${game(id)}/rematch`, { token, key });

export const act = (id: string, token: string, version: number, action: string): Promise<GameView> =>
  post(`${game(id)}/actions`, { token, body: { version, action } });

export const sendSignal = (id: string, token: string, signal: Signal) =>
  post(`${game(id)}/signals`, { token, body: { signal } });

/** Leave a seat of a waiting game. */
export const leaveSeat = (id: string, token: string, seat: number) =>
  send(`${game(id)}/seats/${seat}`, { method: "DELETE", token });

/** Cancel a waiting game. */
export const cancelGame = (id: string, owner: string) => send(game(id), { method: "DELETE", token: owner });

/** An agent that gets a seat, with the invitation by which it takes seats, if this device has one. */
export const invited = (agent: string) => ({ agent, ...(invitationOf(agent) && { invitation: invitationOf(agent) }) });

/** Let an agent have an open seat. */
export const fillSeat = (id: string, owner: string, seat: number, agent: string) =>
  send(`${game(id)}/seats/${seat}`, { method: "PUT", token: owner, body: invited(agent) });

/** Let an agent play on for the holder of a seat. */
export const handOver = (id: string, token: string, seat: number, agent: string) =>
  send(`${game(id)}/seats/${seat}/stand-in`, { method: "PUT", token, body: invited(agent) });

/** Take a seat back from the agent that plays on. */
export const takeBack = (id: string, token: string, seat: number) =>
  send(`${game(id)}/seats/${seat}/stand-in`, { method: "DELETE", token });

export const sayGiveUp = (id: string, token: string, agree: boolean) =>
  post(`${game(id)}/give-up`, { token, body: { agree } });

/** Ask an agent for advice; the answer may be pending. */
export const askAdvice = (id: string, token: string, wish: AdviceRequest, signal: AbortSignal): Promise<Advice> =>
  post(`${game(id)}/advice`, { token, body: wish, signal });

/** Wait for the answer of an agent. */
export const getAdvice = (
  id: string,
  token: string,
  advice: string,
  { wait, limit }: { wait: number; limit: number },
  signal: AbortSignal,
): Promise<Advice> =>
  get(`${game(id)}/advice/${encodeURIComponent(advice)}?wait=${wait}&limit=${limit}`, { token, signal });

/** Games as a spectator sees them. */
export const lookAtGames = async (ids: string[]): Promise<GameLook[]> =>
  (await post("/v1/games/views", { body: { games: ids.map((id) => ({ id })) } })).items;

/** The deals of this day, and how the house bots did. */
export const getTodaysDeal = (): Promise<TodaysDeals> => get("/v1/deals/today");

/** A page of the events of a game after a version, as a seat or a spectator sees them. */
export const getEvents = (id: string, after: number, token: string | null = null): Promise<GameEvents> =>
  get(`${game(id)}/events?after=${after}&limit=100`, { token });

/** Which players follow a game. */
export const getPresence = (id: string): Promise<GamePresence> => get(`${game(id)}/presence`);

export const getRecord = (id: string): Promise<GameRecord> => get(`${game(id)}/record`);

/** The longest wait of a request for a review, in seconds. */
const REVIEW_WAIT_S = 20;
const DEFAULT_PAUSE_S = 2;

/** The review of a finished game by an agent, or the seconds after which to ask again while it is computed. */
export async function getReview(
  id: string,
  agent: string,
  signal: AbortSignal,
): Promise<{ review: Review; pauseS?: undefined } | { review: null; pauseS: number }> {
  const query = `agent=${encodeURIComponent(agent)}&wait=${REVIEW_WAIT_S}`;
  const response = await send(`${game(id)}/review?${query}`, { signal });
  if (response.status !== 202) return { review: await response.json() };
  return { review: null, pauseS: Number(response.headers.get("Retry-After")) || DEFAULT_PAUSE_S };
}

/**
 * The view of a seat, with the previews of its plays, or of a spectator without a token; null if it still has this ETag.
 */
export async function getGame(
  id: string,
  token: string | null,
  etag?: string,
): Promise<{ view: GameView; etag: string } | null> {
  const response = await send(`${game(id)}${token ? "?include=previews" : ""}`, { token, etag });
  return response.status === 304 ? null : { view: await response.json(), etag: response.headers.get("ETag") ?? "" };
}

const MAX_WAIT_S = 60;

/** The URL of a game's event stream, which waits for a rematch after the end of the game. */
export const eventsUrl = (id: string) => `${apiUrl()}${game(id)}/events?wait=${MAX_WAIT_S}`;
