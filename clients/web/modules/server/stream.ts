/**
 * A game's event stream (server-sent events) by `fetch`, because `EventSource` cannot send `Authorization`.
 * An interrupted stream resumes after the last event, without gaps and without repeats.
 */
import { effectsOf } from "../effects.ts";
import { checkStatus, eventsUrl, headers, Problem } from "./api.ts";
import type { GameEvent, Connection } from "../types.ts";

/** The server sends a heartbeat every 15 seconds; after this silence the connection counts as dead. */
const SILENCE_TIMEOUT_MS = 40_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 5_000;

type Listener = {
  event: (event: GameEvent) => void; // a new event
  connection: (connection: Connection) => void; // the state of the stream has changed
  problem: (problem: Problem) => void; // a permanent error; the stream is closed
};

export class Stream {
  closed = false;
  lastVersion = 1;
  delay = 0;
  /** Whether the game is over: the server then ends the stream from time to time, and there may be a rematch. */
  ended = false;
  /** Whether there is nothing more to tell. */
  over = false;
  reconnecting = false;
  request: AbortController | null = null;
  skipDelay = () => {};

  constructor(
    readonly id: string,
    readonly token: string | null,
    readonly listener: Listener,
  ) {}

  /** Follow the game until there is nothing more to tell, or the stream is closed. */
  async follow() {
    this.listener.connection("connecting");
    while (!this.closed && !this.over) {
      this.reconnecting = false;
      await this.#readOnce();
      if (this.closed || this.over || this.reconnecting) continue;
      if (!this.ended) this.listener.connection("offline");
      await this.#pause();
    }
    if (this.over) this.listener.connection("ended");
  }

  /** Reconnect immediately: a connection from before the device slept may be dead without notice. */
  reconnect() {
    this.reconnecting = true;
    this.delay = 0;
    this.disconnect();
    this.skipDelay();
  }

  /** Abort the current connection. */
  disconnect() {
    this.request?.abort();
  }

  close() {
    this.closed = true;
    this.request?.abort();
    this.skipDelay();
  }

  /** Open one connection and read it to its end. */
  async #readOnce() {
    this.request = new AbortController();
    try {
      await this.#read(await this.#open(this.request.signal));
    } catch (error) {
      if (error instanceof Problem) this.#recover(error);
    }
  }

  /** Go on from what the server has, if it has lost events; give up if a retry cannot help. */
  #recover(problem: Problem) {
    const { details } = problem;
    if (details.code === "version-conflict") {
      this.lastVersion = details.version;
      this.reconnecting = true;
    } else if (details.status < 429) this.#giveUp(problem);
  }

  #giveUp(problem: Problem) {
    this.closed = true;
    this.listener.problem(problem);
  }

  async #open(signal: AbortSignal) {
    const response = await fetch(eventsUrl(this.id), {
      signal,
      cache: "no-store",
      headers: {
        ...headers({ token: this.token }),
        Accept: "text/event-stream",
        "Last-Event-ID": String(this.lastVersion),
      },
    });
    return checkStatus(response);
  }

  async #read(response: Response) {
    if (response.status === 204) this.over = true; // nothing more to tell
    if (!response.body) return;
    this.listener.connection("live");
    this.delay = 0;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let buffer = "", chunk; (chunk = await this.#readChunk(reader)) !== undefined; ) {
      const frames = (buffer + chunk).split("\n\n");
      buffer = frames.pop() ?? "";
      frames.forEach((frame) => this.#dispatch(frame));
    }
  }

  /** The next chunk of text; aborts the connection after the silence timeout. */
  async #readChunk(reader: ReadableStreamDefaultReader<string>): Promise<string | undefined> {
    const timeout = setTimeout(() => this.disconnect(), SILENCE_TIMEOUT_MS);
    try {
      return (await reader.read()).value;
    } finally {
      clearTimeout(timeout);
    }
  }

  #dispatch(frame: string) {
    const data = frame
      .split("\n")
      .filter((line) => line.startsWith("data: "))
      .map((line) => line.slice(6))
      .join("\n");
    if (!data) return;
    const event: GameEvent = JSON.parse(data);
    this.lastVersion = event.version;
    this.ended ||= event.type === "cancelled" || effectsOf(event).some(({ type }) => type === "over");
    this.listener.event(event);
  }

  /** Wait with exponential backoff, until the delay is over or skipped. */
  async #pause() {
    this.delay = Math.min(this.delay * 2 || FIRST_DELAY_MS, MAX_DELAY_MS);
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, this.delay);
      this.skipDelay = () => (clearTimeout(timer), resolve(undefined));
    });
    this.skipDelay = () => {};
  }
}
