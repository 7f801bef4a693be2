/** The state of a table, from which its panels follow: what is shown, who plays on this device, what is chosen and sent. */
import { isMyTurn, isOver, previewOf } from "regicide-client/selection";
import { isUnstored } from "../storage/saved_games.ts";
import { UnderWay } from "../ui/under_way.ts";
import { batch, computed, derived, signal } from "../ui/signals.ts";
import { Choice, momentOf } from "./choice.ts";
import { afterCourse } from "./course.ts";
import { type Sentence, type Shown, stepSentence } from "../words/narration.ts";
import type { Agent, Connection, GameEvent, GameView, SavedGame, SeatView } from "../types.ts";

export class TableState {
  /** The newest view of the server, which may not be shown yet. */
  latest = signal<GameView | null>(null);
  /** What is shown: a view of the server, or a step on the way to one. */
  view = signal<GameView | null>(null);
  /** The discard pile of the first view. */
  #pile: string[] = [];
  /**
   * What the board shows of the view: open hands in a puzzle; after a game, the ending has them. An event that arrives
   * during a step changes nothing, so that what moves stays.
   */
  board = computed(() => {
    const view = this.view.value;
    const events = view === this.settled.value ? this.events.value : this.events.peek();
    return view && afterCourse(isOver(view) ? { ...view, hands: null } : view, this.#pile, events);
  });
  /** What the steps that are shown have told so far; null for a view of the server. */
  told = signal<Sentence | null>(null);
  /** The last shown view of the server. */
  settled = signal<GameView | null>(null);
  /** The events that have arrived, in order. */
  events = signal<GameEvent[]>([]);
  connection = signal<Connection>("connecting");
  /** The house bots. */
  bots = signal<Agent[]>([]);
  /** The game as this device has saved it. */
  #saved = signal<SavedGame | undefined>(undefined);
  /** The seats of this device. */
  own = derived(() => Object.keys(this.#saved.value?.tokens ?? {}).map(Number));
  isOwner = computed(() => Boolean(this.#saved.value?.owner));
  /** Whether several people share this device: each of them sees the own hand alone. */
  isShared = computed(() => this.own.value.length > 1 && !this.#saved.value?.alone);
  /** The seed of a game of practice; null for other games. */
  practice = computed(() => this.#saved.value?.practice ?? null);
  /** Whether one person plays several seats of this device. */
  isAlone = computed(() => this.own.value.length > 1 && !this.isShared.value);
  /** The seat whose hand is visible on a shared device. */
  uncovered = signal<number | null>(null);
  /** The version of a shown view of the server; empty for a step on the way to one. */
  settledVersion = computed(() => (this.settled.value === this.view.value && this.view.value?.version) || "");
  /** What tells the shown position apart from others. */
  moment = computed(() => (this.view.value ? momentOf(this.view.value) : ""));
  choice = new Choice(this.view, this.moment);
  /** What follows from the chosen action. */
  preview = computed(() => {
    const [view, action] = [this.view.value, this.choice.action.value];
    return (view && action && isMyTurn(view) && previewOf(view, action)) || null;
  });
  /** The own action that is sent. */
  request = new UnderWay();
  /** Whether an action can be sent: none is, and the server answers. */
  isReady = computed(() => this.request.content.value === null && this.connection.value !== "offline");
  /** What does not change from turn to turn: fields and menus stay as they are meanwhile. */
  facts = derived(() => this.settled.value && factsOf(this.settled.value));

  addEvent(event: GameEvent) {
    this.events.value = [...this.events.value, event];
  }

  /** Forget the events that the server has lost. @param version of the game before them */
  dropEvents(version: number) {
    this.events.value = this.events.value.filter((event) => event.version <= version);
  }

  /**
   * @param isSettled whether it is a view of the server, and not a step on the way to one
   * @param step that is shown on the way to one
   * @param saved the game as this device has saved it
   */
  show(view: GameView, isSettled: boolean, step: Shown | null, saved?: SavedGame) {
    batch(() => {
      this.told.value = isSettled ? null : ((step && stepSentence(step, view.seats)) ?? this.told.value);
      this.#saved.value = saved;
      if (!this.view.value) this.#pile = view.discard;
      this.view.value = view;
      if (isSettled) this.#settle(view);
    });
  }

  /** A request ends when the game has gone on. */
  #settle(view: GameView) {
    const last = this.settled.value;
    if (last && momentOf(last) !== momentOf(view)) this.request.end();
    this.settled.value = view;
    this.choice.prune();
  }
}

export type Facts = ReturnType<typeof factsOf>;

const factsOf = ({
  id,
  status,
  you,
  players,
  next,
  deal,
  result,
  hands,
  seed,
  seed_origin,
  interrupted,
  seats,
}: GameView) => ({
  ...{ id, status, you, players, next, deal, result, hands, seed, seed_origin, interrupted },
  isUnstored: isUnstored(id),
  seats: (seats as SeatView[]).map(({ seat, name, agent, held, own, stand_in, gives_up }) => ({
    ...{ seat, name, agent, held, own, stand_in, gives_up },
  })),
});
