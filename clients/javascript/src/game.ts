/** A game as followed state: its current view, updated after each event. */
import type { Answer, ContentOf, Given, OperationId, ParametersOf } from "./calls.js";
import type { Api } from "./api.js";
import { ApiError, Problem } from "./errors.js";
import { effectsOf, ofType } from "./effects.js";
import { type Connection, follow } from "./events.js";
import type { Effect, GameEvent, GameView, SeatToken } from "./generated/types.js";
import { pause } from "./retry.js";
import { isMyTurn, isOver } from "./selection.js";

/** How to follow a game. */
export interface GameOptions {
  /** The seats of this device, as a new game has them: the view is that of the seat to act. Default: the client's token. */
  seats?: readonly SeatToken[] | undefined;
  /** Whether views have the previews of plays. Default: false. */
  previews?: boolean | undefined;
  /** The version after which events are of interest. Default: that of the first view; 1: all events. */
  after?: number | undefined;
  /** Whether to wait for the rematch after the end of the game. Default: false. */
  rematch?: boolean | undefined;
  /** A view from before to begin with, in place of a request. */
  view?: GameView | undefined;
  /** Closes the game. */
  signal?: AbortSignal | undefined;
}

/** What is called while a game goes on. */
export interface GameListener {
  /** A new view. */
  view?(view: GameView): void;
  /** An earlier view: the server has lost the last events, for example by a power failure. */
  rewind?(view: GameView): void;
  /** A new event; past: from before the first view. The view may be newer, or is about to be. */
  event?(event: GameEvent, isPast: boolean): void;
  /** Another state of the connection. */
  connection?(connection: Connection): void;
  /**
   * The view is refused; or the server refuses the token of a seat, which is none of the device's any more; or the game
   * cannot be followed any more, and is closed.
   */
  problem?(error: ApiError): void;
}

/** What is known when a request begins: the version of the view, and how often the server has lost events. */
type Known = { version: number; rewinds: number };
type OfGame = { [Id in OperationId]: ParametersOf<Id> extends { game_id: string } ? Id : never }[OperationId];

/** A game that is followed until it is over, or closed. To be made by `client.game`. */
export class Game implements AsyncIterable<GameView> {
  readonly client: Api;
  readonly id: string;
  readonly #options: GameOptions;
  /** The tokens of the seats of this device. */
  #tokens = new Map<number, string>();
  #view: GameView | undefined;
  #connection: Connection = "connecting";
  readonly #listeners = new Set<GameListener>();
  /** What wakes the iterations, after each view and at the end. */
  readonly #woken = new Set<() => void>();
  /** The ETag of the view. */
  #etag: string | undefined;
  readonly #closed = new AbortController();
  #following = new AbortController();
  /** Why the iterations end: the game cannot be followed, or no seat of the device is left. */
  #failure: ApiError | undefined;
  /** The own call under way that ends a token: its refusal is no loss. */
  #ending: Promise<unknown> | undefined;
  /** The refusals of tokens that are to be told. */
  readonly #refused: Problem[] = [];
  #refreshing: Promise<void> | undefined;
  #isStale = false;
  #rewinds = 0;
  /** The version of the last event. */
  #lastVersion = 1;
  /** The version of the first view. */
  #openedAt = 0;
  /** The events that are told, one after another. */
  #told = Promise.resolve();

  private constructor(client: Api, id: string, options: GameOptions) {
    this.client = client;
    this.id = id;
    this.#options = options;
    this.#hold(options.seats ?? []);
  }

  /** Get the view, and follow the game from there. Rejects with an ApiError if there is no view. */
  static async open(client: Api, id: string, options: GameOptions = {}): Promise<Game> {
    const game = new Game(client, id, options);
    options.signal?.throwIfAborted();
    options.signal?.addEventListener("abort", () => game.close(), { signal: game.#closed.signal });
    game.#view = options.view;
    if (!options.view) await game.#load();
    game.#openedAt = game.view.version;
    game.#lastVersion = options.after ?? game.#openedAt;
    game.#follow();
    game.#reconnectOnWake();
    return game;
  }

  /** The current view. */
  get view(): GameView {
    if (!this.#view) throw new TypeError("the game is not open yet");
    return this.#view;
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** The seats of this device, the first one first. */
  get seats(): readonly SeatToken[] {
    return [...this.#tokens].map(([seat, token]) => ({ seat, token }));
  }

  /** Go on with other seats. */
  set seats(seats: readonly SeatToken[]) {
    this.#hold(seats);
    if (!this.#closed.signal.aborted) this.#failure = undefined;
    this.#follow();
    void this.refresh();
  }

  /** Call a listener from now on. Returns what ends that. */
  subscribe(listener: GameListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The current view and each newer one, until the game is over or closed. Throws if it cannot be followed any more, if
   * the server refuses the last seat of the device, and the reason of the signal.
   */
  async *views(signal?: AbortSignal): AsyncGenerator<GameView, void> {
    let wake = () => {};
    const woken = () => wake();
    this.#woken.add(woken);
    signal?.addEventListener("abort", woken);
    try {
      for (let seen: GameView | undefined; !seen || !isOver(seen); ) {
        signal?.throwIfAborted();
        const change = new Promise<void>((resolve) => (wake = resolve));
        const isClosed = this.#closed.signal.aborted;
        if (this.#view !== seen && !isClosed) yield (seen = this.view);
        else if (this.#failure) throw this.#failure;
        else if (isClosed) return;
        else await change;
      }
    } finally {
      this.#woken.delete(woken);
      signal?.removeEventListener("abort", woken);
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<GameView, void> {
    return this.views();
  }

  /** The view as soon as a seat of this device is to act, or the game is over. Rejects as `views`, and if it is closed. */
  async turn(signal?: AbortSignal): Promise<GameView> {
    for await (const view of this.views(signal)) if (isMyTurn(view)) return view;
    if (!isOver(this.view)) this.#closed.signal.throwIfAborted();
    return this.view;
  }

  /** Take an action from the seat of the current view. Resolves with the view after it. */
  async act(action: string, signal?: AbortSignal): Promise<GameView> {
    const known = this.#known();
    const parameters = { game_id: this.id, body: { version: this.view.version, action } };
    const options = { token: this.#tokenOf(this.view.you), signal, onTimeout: this.#onTimeout };
    const answer = await this.#changing(this.client.send("act", parameters, options));
    const { version, you, previews } = answer.content!;
    const isOfOther = this.#tokens.size > 1 && this.#seat(answer.content) !== you;
    if (isOfOther || (this.#options.previews && !previews)) await this.#reach(version);
    if (version !== this.view.version) this.#update(answer, known);
    return this.view;
  }

  /**
   * Call another operation of the game with the token of the options; without one, from the seat of the parameters if it
   * is one of the device's, else from that of the current view.
   */
  async call<Id extends OfGame>(
    id: Id,
    ...[parameters, options]: Given<Omit<ParametersOf<Id>, "game_id">>
  ): Promise<ContentOf<Id>> {
    const all = { ...parameters, game_id: this.id } as unknown as ParametersOf<Id> & { seat?: number };
    const { seat } = all;
    const token = this.#tokenOf(seat) ?? this.#tokenOf(this.view.you);
    let sent = this.client.send(id, all, { token, onTimeout: this.#onTimeout, ...options });
    const isNew = id === "replaceSeatToken";
    if (this.#tokens.has(seat ?? -1) && (isNew || id === "leaveSeat")) {
      sent = sent.then((answer) => {
        const others = this.seats.filter((each) => each.seat !== seat);
        this.seats = isNew ? [...others, answer.content as SeatToken] : others;
        return answer;
      });
      this.#ending = sent.catch(() => {});
    }
    const { content } = await this.#changing(sent);
    await this.refresh();
    return content as ContentOf<Id>;
  }

  /** Get the current view. A request that is under way may be too early: it is followed by another one. */
  refresh(): Promise<void> {
    this.#isStale = true;
    return (this.#refreshing ??= this.#refreshed().finally(() => (this.#refreshing = undefined)));
  }

  /** Get a view of a version, or a newer one, unless it is there, or a request that is under way gets it. */
  async #reach(version: number): Promise<void> {
    await this.#refreshing;
    if (this.view.version < version) await this.refresh();
  }

  async #refreshed(): Promise<void> {
    try {
      while (this.#isStale && !this.#closed.signal.aborted) {
        this.#isStale = false;
        await this.#load();
      }
    } catch (error) {
      if (this.#closed.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      if (!error.isTransient) this.#tell("problem", error);
    }
  }

  /** Connect again at once: a connection from before the device slept may be dead without notice. */
  reconnect(): void {
    if (this.#connection !== "ended") this.#follow();
    void this.refresh();
  }

  /** End all requests and iterations. */
  close(): void {
    this.#closed.abort();
    this.#following.abort();
    this.#listeners.clear();
    this.#woken.forEach((wake) => wake());
  }

  /** Wait for a call that changes the game. After a refusal, the view is current. */
  async #changing<Value>(call: Promise<Value>): Promise<Value> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof Problem) await this.refresh();
      throw error;
    }
  }

  /** Get the view of the seat to act, which the view of another one may have to say first. */
  async #load(): Promise<void> {
    const include = this.#options.previews ? { include: ["previews" as const] } : {};
    for (let seat = this.#seat(), isOfSeat = false; !isOfSeat; ) {
      const [known, token] = [this.#known(), this.#tokenOf(seat)];
      const parameters = { game_id: this.id, ...include, ...(seat !== undefined && { seat }) };
      const options = { token, etag: this.#etag, signal: this.#closed.signal, onTimeout: this.#onTimeout };
      try {
        const answer = await this.client.send("getGame", parameters, options);
        const next = this.#seat(answer.content);
        isOfSeat = next === seat;
        if (isOfSeat) this.#update(answer, known);
        seat = next;
      } catch (error) {
        if (!token || !(error instanceof Problem && [401, 403].includes(error.status ?? 0))) throw error;
        await this.#ending;
        if (this.#tokenOf(seat) === token) this.#lose(seat, error);
        seat = this.#seat();
      }
    }
    // not before a game that opens has listeners
    for (const error of this.#refused.splice(0)) void pause(0).then(() => this.#tell("problem", error));
  }

  /** Go on with the other seats of this device after the refusal of a token. */
  #lose(seat: number | undefined, error: Problem): void {
    this.#tokens.delete(seat ?? -1);
    if (!this.#tokens.size) this.#failure = error;
    this.#woken.forEach((wake) => wake());
    if (this.#openedAt) this.#follow();
    this.#refused.push(error);
  }

  /** The seat for the view: of the device's seats the one to act, else that of the last view, else the first. */
  #seat(view = this.#view): number | undefined {
    const { turn = null, you = null, seats = [] } = view ?? {};
    if (turn !== null && this.#tokens.has(turn) && !seats[turn]?.stand_in) return turn;
    return you !== null && this.#tokens.has(you) ? you : this.#firstSeat();
  }

  #firstSeat(): number | undefined {
    return this.seats[0]?.seat;
  }

  #hold(seats: readonly SeatToken[]): void {
    this.#tokens = new Map(
      seats.map(({ seat, token }) => [seat, token] as const).sort(([one], [other]) => one - other),
    );
  }

  /** The token of a seat; undefined, for the client's token, if it is none of the device's. */
  #tokenOf(seat: number | null | undefined): string | undefined {
    return this.#tokens.get(seat ?? -1);
  }

  #known(): Known {
    return { version: this.#view?.version ?? 0, rewinds: this.#rewinds };
  }

  /**
   * Take the view of an answer, if it has another one, unless a newer one has come before it. A view that is older than
   * the one known when its request began counts as newer: the server has lost events.
   */
  #update({ content: view, headers }: Answer<GameView>, known: Known): void {
    const etag = headers.get("ETag") ?? undefined;
    if (!view || (etag && etag === this.#etag)) return;
    const isRewound = view.version < known.version;
    if (known.rewinds < this.#rewinds || (!isRewound && view.version < this.#known().version)) return;
    this.#view = view;
    this.#etag = etag;
    this.#woken.forEach((wake) => wake());
    if (!isRewound) return this.#tell("view", view);
    this.#rewinds++;
    this.#openedAt = Math.min(this.#openedAt, view.version);
    this.#lastVersion = view.version;
    this.#tell("rewind", view);
    this.#follow();
  }

  #follow(): void {
    this.#following.abort();
    if (!this.#closed.signal.aborted) void this.#read((this.#following = new AbortController()).signal);
  }

  async #read(signal: AbortSignal): Promise<void> {
    const onConnection = (connection: Connection) => signal.aborted || this.#onConnection(connection);
    const token = this.#tokenOf(this.#firstSeat());
    const { rematch } = this.#options;
    const isOffline = this.#connection === "offline";
    const options = { after: this.#lastVersion, token, rematch, isOffline, onConnection, signal };
    try {
      for await (const event of follow(this.client, this.id, options)) this.#onEvent(event);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.#failure = error;
      this.#onConnection("ended");
      this.#tell("problem", error);
      this.close();
    }
  }

  /** The server is silent, and the stream may be: another one is opened. */
  readonly #onTimeout = () => {
    if (this.#connection !== "live" && this.#connection !== "polling") return;
    this.#onConnection("offline");
    this.#follow();
  };

  #onConnection(connection: Connection): void {
    const isNew = connection !== this.#connection;
    this.#connection = connection;
    if (isNew) this.#tell("connection", connection);
    if (connection === "live" || connection === "polling") void this.refresh();
  }

  #onEvent(event: GameEvent): void {
    this.#lastVersion = event.version;
    const isPast = event.version <= this.#openedAt;
    this.#told = this.#told.then(async () => {
      this.#tell("event", isPast ? event : await this.#withOwnDraws(event), isPast);
      void this.#reach(event.version);
    });
  }

  /** An event with the cards that all seats of the device draw: the events of one seat name those of this seat alone. */
  async #withOwnDraws(event: GameEvent): Promise<GameEvent> {
    if (this.#tokens.size < 2) return event;
    const unnamed = ofType(effectsOf(event), "draw").filter(({ count, cards }) => count > 0 && !cards);
    const tokens = unnamed.flatMap(({ seat }) => this.#tokens.get(seat) ?? []);
    const requests = tokens.map((token) =>
      this.client.getEvents({ game_id: this.id, after: event.version - 1 }, { token }),
    );
    const pages = await Promise.all(requests).catch(() => []);
    const seen = pages.flatMap(({ items }) => items.filter(({ version }) => version === event.version));
    const named = seen.flatMap((each) => ofType(effectsOf(each), "draw")).filter(({ cards }) => cards);
    if (!named.length) return event;
    const effects = effectsOf(event).map(
      (effect): Effect => (effect.type === "draw" && named.find(({ seat }) => seat === effect.seat)) || effect,
    );
    return { ...event, effects } as GameEvent;
  }

  /** Call the listeners. What one throws concerns no other. */
  #tell<Kind extends keyof GameListener>(kind: Kind, ...given: Parameters<NonNullable<GameListener[Kind]>>): void {
    for (const listener of [...this.#listeners])
      try {
        (listener[kind] as ((...given: unknown[]) => void) | undefined)?.(...given);
      } catch (error) {
        void Promise.reject(error);
      }
  }

  /** In browsers: connect again when the page is visible again, or the network has changed. */
  #reconnectOnWake(): void {
    const { signal } = this.#closed;
    for (const change of ["online", "offline"])
      globalThis.addEventListener?.(change, () => this.reconnect(), { signal });
    const wake = () => document.hidden || this.reconnect();
    globalThis.document?.addEventListener("visibilitychange", wake, { signal });
  }
}
