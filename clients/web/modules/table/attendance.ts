/** The players of a game beyond their cards: who is there, who is missing, and who wants a rematch. */
import { PresenceWatch } from "../server/presence.ts";
import { RematchArea } from "./rematch.ts";
import { button, fill, h } from "../ui/dom.ts";
import { nameOf } from "../words/names.ts";
import { formatMinutes, formatList, t } from "../words/texts.ts";
import { announce } from "./log.ts";
import type { GameEvent, GamePresence, GameView, SeatPresence, SeatView } from "../types.ts";

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

const GONE_AFTER_MS = 60_000;

type Absence = {
  key: string; // one that was dismissed is not shown again
  text: string;
  isTurn: boolean; // whether the game waits for the player
  isGone?: boolean; // whether the player was there before
};

/** Players who are missing: those who have not come yet, and the one whose turn it is and who has gone. */
export class AbsenceArea {
  /** In the player's area, in the room of the buttons: while the game waits for another player, it has none. */
  element = h("div", { class: "absence-place" });
  /** In the line of the news, which is empty before the first action. */
  line = h("span", { class: "absence-line" });
  #shown = "";
  #dismissed = "";

  /** @param own the seats of this device */
  show(view: GameView, presences: Presences, own: number[]) {
    const absence = own.length && view.status === "active" ? absenceOf(view, presences) : null;
    const key = absence ? JSON.stringify(absence) : "";
    if (key === this.#shown) return;
    this.#shown = key;
    const isDismissed = absence?.key === this.#dismissed;
    const ways = t(view.deal ? "friends.gone-ways-day" : "friends.gone-ways");
    fill(this.element, absence?.isTurn && !isDismissed ? this.#panel(absence, ways) : null);
    fill(this.line, absence && !absence.isTurn ? lineOf(absence) : null);
    if (absence?.isGone && !isDismissed) announce(absence.text);
  }

  /** @param ways what the players can do if one has gone */
  #panel({ text, key }: Absence, ways: string) {
    const dismiss = () => {
      this.#dismissed = key;
      this.element.replaceChildren();
    };
    return h(
      "section",
      { class: "absence", id: "absence", "aria-label": t("friends.missing") },
      h("p", {}, text, " ", h("span", { class: "quiet" }, ways)),
      h(
        "div",
        { class: "buttons" },
        button("absence-wait", t("friends.wait"), dismiss),
        button("absence-ways", t("friends.ways"), openWays),
      ),
    );
  }
}

const lineOf = ({ text }: Absence) => h("span", { id: "absence" }, text, " ", t("friends.not-yet-ways"));

/** Who is missing; null if the game can go on. */
function absenceOf(view: GameView, presences: Presences): Absence | null {
  const people = view.seats.filter(({ agent, stand_in: standIn }) => !agent && !standIn);
  const coming = people.filter(({ seat }) => presences.of(seat) === "not-yet").map(({ seat }) => seat);
  const turn = people.find(({ seat }) => seat === view.turn)?.seat ?? -1;
  const isTurn = coming.includes(turn);
  if (isTurn || (coming.length && view.version === 1)) {
    const names = formatList(coming.map((seat) => nameOf(view.seats, seat)));
    return { key: `coming ${coming}`, isTurn, text: t("friends.coming", { names }) };
  }
  if (presences.awayMs(turn) < GONE_AFTER_MS) return null;
  const values = { who: nameOf(view.seats, turn), time: formatMinutes(presences.awayMs(turn)) };
  return { key: `gone ${turn} ${view.version}`, isTurn: true, isGone: true, text: t("friends.gone", values) };
}

/** Open the ways out of the game, and move the focus there. */
function openWays() {
  const ways = document.querySelector("details.ways");
  ways?.setAttribute("open", "");
  ways?.scrollIntoView({ block: "center" });
  ways?.querySelector("summary")?.focus();
}

type Whereabouts = "here" | "away" | "not-yet" | "unknown";

/** Whether the players of a game are there: a dot at each seat, with a text for screen readers. */
export class Presences {
  /** Seats that have done something: their players have come, perhaps on the device of another one. */
  #active: Set<number> = new Set();
  /** The dots on the page, each with its seat. */
  #dots: Map<HTMLElement, number> = new Map();
  #presence: GamePresence | null = null;
  #own: number[] = [];

  update(presence: GamePresence) {
    this.#presence = presence;
    this.#renderAll();
  }

  /** Note that the player of a seat has done something. */
  noteActive(seat: number) {
    this.#active.add(seat);
  }

  /** Set the seats of this device, whose players are here. */
  setOwn(seats: number[]) {
    this.#own = seats;
    this.#renderAll();
  }

  /** Where the player of a seat is. */
  of(seat: number): Whereabouts {
    if (this.#own.includes(seat)) return "here";
    const found = this.#of(seat);
    if (!found) return "unknown";
    if (found.present) return "here";
    if (found.seen_at) return "away";
    return this.#active.has(seat) ? "unknown" : "not-yet";
  }

  /** How long a player is away, in milliseconds by the clock of the server. */
  awayMs(seat: number) {
    const seenAt = this.#of(seat)?.seen_at;
    return this.of(seat) === "away" && seenAt ? Date.parse(this.#presence?.now ?? "") - Date.parse(seenAt) : 0;
  }

  /** A new dot of a seat; null for an open seat and for a bot. */
  dot({ seat, held, agent }: SeatView) {
    if (!held || agent) return null;
    const dot = h("span", { class: "presence" });
    this.#dots.set(dot, seat);
    this.#render(dot, seat);
    return dot;
  }

  /** Add the dots to the seats of a board, except for those of this device. */
  mark(board: Element, seats: SeatView[]) {
    for (const seat of seats) {
      const dot = this.#own.includes(seat.seat) ? null : this.dot(seat);
      if (dot) board.querySelector(`.seat[data-seat="${seat.seat}"] .seat-head`)?.prepend(dot);
    }
  }

  #of(seat: number): SeatPresence | undefined {
    return this.#presence?.seats[seat];
  }

  /** Render the dots that are still on the page. */
  #renderAll() {
    for (const [dot, seat] of [...this.#dots]) {
      if (dot.isConnected) this.#render(dot, seat);
      else this.#dots.delete(dot);
    }
  }

  #render(dot: HTMLElement, seat: number) {
    const where = this.of(seat);
    if (dot.dataset.presence === where && where !== "away") return;
    const text = whereText(where, this.awayMs(seat));
    dot.dataset.presence = where;
    dot.title = text;
    dot.replaceChildren(...(text ? [h("span", { class: "hidden" }, text)] : []));
  }
}

/** Where a player is, in a few words. */
function whereText(where: Whereabouts, awayMs: number) {
  if (where === "here") return t("friends.here");
  if (where === "away") return t("friends.away", { time: formatMinutes(awayMs) });
  return where === "not-yet" ? t("friends.not-yet") : "";
}
