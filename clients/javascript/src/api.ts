/** Calls of the API by their `operationId`, with a token, retries and keys. */
import type { Answer, CallOptions, ContentOf, OperationId, ParametersOf } from "./calls.js";
import { errorOf, parsed, UnexpectedResponse } from "./errors.js";
import { type Operations, ROUTES } from "./generated/operations.js";
import { attempted, DEFAULT_RETRY, repeated, type RetryPolicy } from "./retry.js";

/** Settings of a client. */
export interface ClientOptions {
  /** The token of a seat, an agent or an owner; a spectator has none. */
  token?: string | null | undefined;
  /** The languages of texts (`Accept-Language`), or a function that returns them; the browser's by default. */
  language?: string | (() => string) | undefined;
  /** What sends requests in place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  retry?: Partial<RetryPolicy> | undefined;
}

/** What no token has: with it, `fetch` would refuse the header, rather than the server the token. */
const NOT_IN_TOKENS = /[^\x21-\x7e]/g;

/** How far the clock may be from a `Date` header, which has whole seconds and may have been sent a while ago. */
const DATE_ERROR_MS = 2000;

/** A new `Idempotency-Key`. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The method of an operation, and its path with these parameters. */
function requestLine(id: OperationId, parameters: Record<string, unknown>): [method: string, path: string] {
  const [method = "", template = ""] = ROUTES[id].split(" ");
  const rest = { ...parameters };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  const query = Object.entries(rest).filter(([name, value]) => value !== undefined && name !== "body");
  const text = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
  return [method, text ? `${path}?${text}` : path];
}

export interface Api extends Operations {}

/** The operations of a server, a method for each, without what follows games. */
export class Api {
  /** The URL of the server, without a slash at its end. */
  readonly url: string;
  /** The settings, as they were given. */
  readonly options: ClientOptions;
  readonly #retry: RetryPolicy;
  #clockOffsetMs = 0;

  /** The URL is that of the page's server by default. Throws TypeError for one that is invalid. */
  constructor(url = "/", options: ClientOptions = {}) {
    this.url = new URL(url, globalThis.location?.href).href.replace(/\/+$/, "");
    this.options = options;
    this.#retry = { ...DEFAULT_RETRY, ...options.retry };
  }

  /** The time of the server in milliseconds since 1970, by its last answer that has a time; this device's until then. */
  now(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  /** Call an operation as its method does. Resolves with the status and the headers, too. */
  async send<Id extends OperationId>(
    id: Id,
    parameters: ParametersOf<Id>,
    options: CallOptions = {},
  ): Promise<Answer<ContentOf<Id>>> {
    const given: Record<string, unknown> = parameters;
    const [method, path] = requestLine(id, given);
    const key = ROUTES[id].endsWith(" key") ? (options.key ?? newKey()) : undefined;
    const headers = this.#headers({ ...options, key });
    if (given.body !== undefined) headers["Content-Type"] = "application/json";
    const init = { method, headers, body: JSON.stringify(given.body) };
    const holdMs = 1000 * Number(given.wait ?? 0);
    const attempt = () =>
      attempted(
        async (signal) => this.#read<ContentOf<Id>>(await this.#fetch(path, { ...init, signal })),
        this.#retry.timeoutMs + holdMs,
        options.signal,
        options.onTimeout,
      );
    if (options.retry === false) return attempt();
    return repeated(attempt, { ...this.#retry, deadlineMs: this.#retry.deadlineMs + holdMs }, options.signal);
  }

  /** Open the stream of a game's events after a version, with one attempt. Resolves with a stream, or the status 204. */
  async stream(
    parameters: ParametersOf<"getEvents">,
    after: number,
    { token, signal }: Pick<CallOptions, "token" | "signal">,
  ): Promise<Response> {
    const [, path] = requestLine("getEvents", parameters);
    const headers = { ...this.#headers({ token }), Accept: "text/event-stream", "Last-Event-ID": String(after) };
    const response = await this.#fetch(path, { headers, cache: "no-store", signal: signal ?? null });
    if (response.status !== 204) require(response, "text/event-stream");
    return response;
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const send = this.options.fetch ?? fetch;
    const response = await send(this.url + path, { ...init, redirect: "error" }); // no other server gets the tokens
    if (!response.ok && response.status !== 304) throw await errorOf(response);
    return response;
  }

  #headers({ token = this.options.token, key, etag }: CallOptions): Record<string, string> {
    const { language } = this.options;
    const languages = typeof language === "function" ? language() : language;
    return {
      ...(languages && { "Accept-Language": languages }),
      ...(token && { Authorization: `Bearer ${token.replace(NOT_IN_TOKENS, "?")}` }),
      ...(key && { "Idempotency-Key": key }),
      ...(etag && { "If-None-Match": etag }),
    };
  }

  async #read<Value>(response: Response): Promise<Answer<Value>> {
    const { status, headers } = response;
    const text = await response.text();
    if (!text) return { status, headers, content: undefined };
    require(response, "application/json");
    const content = parsed(text, response);
    const offsetMs = Date.parse(content.now ?? headers.get("Date")) - Date.now();
    if (content.now || Math.abs(offsetMs - this.#clockOffsetMs) > DATE_ERROR_MS) this.#clockOffsetMs = offsetMs;
    return { status, headers, content };
  }
}

/** Throw UnexpectedResponse unless a response has a media type that begins so. */
function require(response: Response, mediaType: string): void {
  const found = response.headers.get("Content-Type") ?? "no content";
  if (!found.startsWith(mediaType)) throw new UnexpectedResponse(`expected ${mediaType}, not ${found}`, response);
}

for (const id of Object.keys(ROUTES) as OperationId[])
  Object.defineProperty(Api.prototype, id, {
    async value(this: Api, parameters = {} as never, options?: CallOptions) {
      return (await this.send(id, parameters, options)).content;
    },
  });
