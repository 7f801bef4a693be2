/** The players of a game beyond their cards: who is there, who is missing, and who wants a rematch. */
import { PresenceWatch } from "../server/presence.ts";
import { AbsenceArea } from "./absence.ts";
import { Presences } from "./presence.ts";
import { RematchArea } from "./rematch.ts";
import type { GameEvent, GamePresence, GameView } from "../types.ts";

/** The time after opening the page in which it asks often for a player who has not come yet. */
const COMING_MS = 120_000;

/** Whether a player shows to be there by an event of a type. */
const SHOWS_PRESENCE: Record<GameEvent["type"], boolean> = {
  action: true,
  signal: true,
  "give-up": true,
  advice: true,
  rematch: false,
  timeout: false,
  "seat-taken": false,
  "seat-left": false,
  "stand-in": false,
  cancelled: false,
};

type Handlers = {
  own: () => number[]; // the seats of this device
  rematch: (key: string) => Promise<void>;
  problem: (error: unknown) => void;
};

export class Attendance {
  absence = new AbsenceArea();
  presences = new Presences();
  /** Those in the rematch. */
  #next = new Presences();
  #openedAt = Date.now();
  #view: GameView | null = null;

  watch = new PresenceWatch((presence, id) => this.#update(presence, id));

  rematch;

  constructor(readonly handlers: Handlers) {
    this.rematch = new RematchArea(handlers.rematch, handlers.problem);
  }

  close() {
    this.watch.close();
  }

  show(view: GameView) {
    this.#view = view;
    this.presences.setOwn(this.handlers.own());
    this.watch.watch(this.#wish(view));
    this.#render();
  }

  /** Note what an event says about its player. */
  tell({ type, seat }: GameEvent) {
    if (type === "rematch") this.rematch.noteAsker(seat);
    else if (SHOWS_PRESENCE[type]) this.presences.noteActive(seat);
    if (this.#view) this.#render();
  }

  #update(presence: GamePresence, id: string) {
    const isHere = id === this.#view?.id;
    (isHere ? this.presences : this.#next).update(presence);
    const isComing = this.#others().some(({ seat }) => (isHere ? this.presences : this.#next).of(seat) === "not-yet");
    this.watch.soon = isComing && Date.now() < this.#openedAt + COMING_MS;
    this.#render();
  }

  #render() {
    if (!this.#view) return;
    const own = this.handlers.own();
    this.rematch.show(this.#view, own, this.#next);
    this.absence.show(this.#view, this.presences, own);
  }

  /** Which presence to ask for: in the rematch if there is one; not in a game that is over or has no other people. */
  #wish(view: GameView) {
    const own = this.handlers.own();
    if (view.status !== "waiting" && !this.#others().length) return null;
    if (!view.next && view.status !== "waiting" && view.status !== "active") return null;
    const isAwaited = view.status === "active" ? !own.includes(view.turn ?? -1) : true;
    const state = JSON.stringify(view.seats.map(({ held, agent }) => [held, agent]));
    return { id: view.next ?? view.id, again: own.length > 0 && isAwaited, state };
  }

  /** The seats of people on other devices. */
  #others() {
    const own = this.handlers.own();
    return this.#view?.seats.filter(({ seat, held, agent }) => held && !agent && !own.includes(seat)) ?? [];
  }
}
