/** The events of a game as they happen: by event stream, and by long polls where streams do not get through. */
import type { Api } from "./api.js";
import { ApiError, parsed, Problem, UnexpectedResponse } from "./errors.js";
import { effectsOf } from "./effects.js";
import type { GameEvent } from "./generated/types.js";
import { Backoff, pause } from "./retry.js";

/**
 * How a client follows a game: `live` by the stream, `polling` without one, `offline` after failures, `ended` when nothing
 * more follows.
 */
export type Connection = "connecting" | "live" | "polling" | "offline" | "ended";

/** What to follow of a game. */
export interface FollowOptions {
  /** The version after which events are of interest. Default: 1, all events. */
  after?: number | undefined;
  /** The seat, for an agent with several. */
  seat?: number | undefined;
  /** The token in place of the client's; null: none. */
  token?: string | null | undefined;
  /** Whether to wait for the event `rematch` after the end of the game. Default: false. */
  rematch?: boolean | undefined;
  /** Whether the server has just been silent: the first stream that fails is then no reason to poll. Default: false. */
  isOffline?: boolean | undefined;
  /** Is called with each state of the connection, and again with each sign of life while it polls. */
  onConnection?: ((connection: Connection) => void) | undefined;
  /** Ends the iteration; it throws the reason. */
  signal?: AbortSignal | undefined;
}

/** The server begins a stream at once; a proxy that waits for its end lets nothing through. */
const FIRST_CHUNK_TIMEOUT_MS = 5_000;
/** The server sends a heartbeat every 15 seconds. */
const SILENCE_TIMEOUT_MS = 40_000;
const DELAYS = { firstDelayMs: 500, maxDelayMs: 5_000 };
const POLL_WAIT_S = 25;
/** The time of polls before the next attempt to open a stream. */
const POLLING_MS = 300_000;
/** A first poll that takes longer, or follows failures, says that the server was silent, rather than the stream. */
const PROMPT_MS = 1_000;
const REMATCH_WAIT_S = 60;
/** Characters of an event in a stream: the longest have some 10,000. */
const MAX_EVENT_LENGTH = 1_000_000;

const endsGame = (event: GameEvent) =>
  event.type === "cancelled" || effectsOf(event).some(({ type }) => type === "over");

/**
 * The events of a game after a version, each once and in their order, of unknown types, too. Lost connections are opened
 * again. Throws the problem if the game cannot be followed.
 */
export async function* follow(client: Api, id: string, options: FollowOptions = {}): AsyncGenerator<GameEvent, void> {
  const { seat, token, rematch = false, onConnection: report = () => {}, signal } = options;
  let { after = 1, isOffline = false } = options;
  const viewer = { game_id: id, ...(seat !== undefined && { seat }) };
  const backoff = new Backoff(DELAYS);
  let isEnded = false;
  let isOver = false;

  function* news(events: GameEvent[]) {
    for (const event of events.filter(({ version }) => version > after)) {
      after = event.version;
      isEnded ||= endsGame(event);
      isOver = event.type === "cancelled" || event.type === "rematch" || (isEnded && !rematch);
      yield event;
    }
  }

  /** One stream to its end. Returns whether it got through until then. */
  async function* streamed(): AsyncGenerator<GameEvent, boolean> {
    const connection = new AbortController();
    const ends = signal ? AbortSignal.any([signal, connection.signal]) : connection.signal;
    let isThrough = false;
    const soon = async <Value>(answer: Promise<Value>) => {
      const timer = setTimeout(() => connection.abort(), isThrough ? SILENCE_TIMEOUT_MS : FIRST_CHUNK_TIMEOUT_MS);
      return answer.finally(() => clearTimeout(timer));
    };
    try {
      const parameters = { ...viewer, ...(rematch && { wait: REMATCH_WAIT_S }) };
      const response = await soon(client.stream(parameters, after, { token, signal: ends }));
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      if (!reader) return (isOver = response.status === 204);
      for (let rest = "", chunk = await soon(reader.read()); !chunk.done; chunk = await soon(reader.read())) {
        if (!isThrough) report("live");
        isThrough = true;
        backoff.reset();
        const frames = (rest + chunk.value).split("\n\n");
        rest = frames.pop() ?? "";
        if (rest.length > MAX_EVENT_LENGTH) throw new UnexpectedResponse("an event is too long", response);
        yield* news(frames.flatMap((frame) => eventOf(frame, response)));
      }
      return isThrough;
    } catch (error) {
      signal?.throwIfAborted();
      if (connection.signal.aborted) return false;
      if (error instanceof ApiError || error instanceof TypeError) return isThrough;
      throw error;
    } finally {
      connection.abort();
    }
  }

  async function* polled(): AsyncGenerator<GameEvent, void> {
    const end = performance.now() + POLLING_MS;
    for (let wait = 0; performance.now() < end && !isOver; wait = POLL_WAIT_S) {
      const [began, before] = [performance.now(), after];
      const page = await client.getEvents({ ...viewer, after, wait }, { token, signal, retry: false });
      const isOutage = !wait && (isOffline || performance.now() - began > PROMPT_MS);
      backoff.reset();
      report("polling");
      yield* news(page.items);
      if (isOutage) return;
      if (after === before && wait && performance.now() - began < 1000) await pause(DELAYS.maxDelayMs, signal);
    }
  }

  while (!isOver) {
    if (!isEnded && !isOffline) report("connecting");
    try {
      if (!(yield* streamed())) yield* polled();
      isOffline = false;
      if (!isOver) await pause(backoff.next(), signal);
    } catch (error) {
      if (error instanceof Problem && error.details.code === "version-conflict") {
        after = error.details.version; // the server has lost events
        await pause(backoff.next(), signal);
        continue;
      }
      if (!(error instanceof ApiError && error.isTransient)) throw error;
      isOffline = true;
      report("offline");
      await pause(backoff.next(error), signal);
    }
  }
  report("ended");
}

/** The event of a frame of a stream; none of a comment. */
function eventOf(frame: string, response: Response): GameEvent[] {
  const lines = frame.split("\n").filter((line) => line.startsWith("data:"));
  return lines.length ? [parsed(lines.map((line) => line.slice(5)).join("\n"), response)] : [];
}
