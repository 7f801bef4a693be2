// @ts-check
/**
 * A game's event stream (server-sent events) by `fetch`, because `EventSource` cannot send `Authorization`.
 * An interrupted stream resumes after the last event, without gaps and without repeats.
 */
import { effectsOf } from "../effects.js";
import { checkStatus, eventsUrl, headers, Problem } from "./api.js";

/** @import { GameEvent, Connection } from "../types" */

/** The server sends a heartbeat every 15 seconds; after this silence the connection counts as dead. */
const SILENCE_TIMEOUT_MS = 40_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 5_000;

/**
 * @typedef {object} Listener
 * @property {(event: GameEvent) => void} event a new event
 * @property {(connection: Connection) => void} connection the state of the stream has changed
 * @property {(problem: Problem) => void} problem a permanent error; the stream is closed
 */

export class Stream {
  /** @param {string} id @param {string | null} token @param {Listener} listener */
  constructor(id, token, listener) {
    this.closed = false;
    this.id = id;
    this.token = token;
    this.listener = listener;
    this.lastVersion = 1;
    this.delay = 0;
    /** Whether the game is over: the server then ends the stream from time to time, and there may be a rematch. */
    this.ended = false;
    /** Whether there is nothing more to tell. */
    this.over = false;
    this.reconnecting = false;
    /** @type {AbortController | null} */
    this.request = null;
    this.skipDelay = () => {};
  }

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

  /** Go on from what the server has, if it has lost events; give up if a retry cannot help. @param {Problem} problem */
  #recover(problem) {
    const { details } = problem;
    if (details.code === "version-conflict") {
      this.lastVersion = details.version;
      this.reconnecting = true;
    } else if (details.status < 429) this.#giveUp(problem);
  }

  /** @param {Problem} problem */
  #giveUp(problem) {
    this.closed = true;
    this.listener.problem(problem);
  }

  /** @param {AbortSignal} signal */
  async #open(signal) {
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

  /** @param {Response} response */
  async #read(response) {
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

  /**
   * The next chunk of text; aborts the connection after the silence timeout.
   * @param {ReadableStreamDefaultReader<string>} reader
   * @returns {Promise<string | undefined>}
   */
  async #readChunk(reader) {
    const timeout = setTimeout(() => this.disconnect(), SILENCE_TIMEOUT_MS);
    try {
      return (await reader.read()).value;
    } finally {
      clearTimeout(timeout);
    }
  }

  /** @param {string} frame */
  #dispatch(frame) {
    const data = frame
      .split("\n")
      .filter((line) => line.startsWith("data: "))
      .map((line) => line.slice(6))
      .join("\n");
    if (!data) return;
    /** @type {GameEvent} */
    const event = JSON.parse(data);
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
