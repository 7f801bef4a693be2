/** The players of a game beyond their cards: who is there, who is missing, and who wants a rematch. */
import { PresenceWatch } from "../server/presence.ts";
import { button, h } from "../ui/dom.ts";
import { autorun, computed, derived, type ReadonlySignal, signal, untracked } from "../ui/signals.ts";
import { nameOf } from "../words/names.ts";
import { formatMinutes, formatList, t } from "../words/texts.ts";
import { announce } from "./log.ts";
import { rematchArea } from "./rematch.ts";
import type { TableState } from "./table_state.ts";
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
  rematch: (key: string) => Promise<void>;
  problem: (error: unknown) => void;
};

export class Attendance {
  presences;
  absence;
  rematch;
  /** Those in the rematch. */
  #next;
  /** Who asked for the rematch. */
  #asker = signal<number | null>(null);
  #openedAt = Date.now();
  watch = new PresenceWatch((presence, id) => this.#update(presence, id));

  constructor(
    readonly state: TableState,
    { rematch, problem }: Handlers,
  ) {
    this.presences = new Presences(state.own);
    this.#next = new Presences(state.own);
    this.absence = new AbsenceArea(state, this.presences);
    this.rematch = rematchArea(state, this.#next, this.#asker, rematch, problem);
    autorun(() => {
      const wish = state.settled.value && this.#wish(state.settled.value);
      untracked(() => this.watch.watch(wish));
    });
  }

  close() {
    this.watch.close();
  }

  /** Note what an event says about its player. */
  tell({ type, seat }: GameEvent) {
    if (type === "rematch") this.#asker.value = seat;
    else if (SHOWS_PRESENCE[type]) this.presences.noteActive(seat);
  }

  #update(presence: GamePresence, id: string) {
    const view = this.state.settled.value;
    const presences = id === view?.id ? this.presences : this.#next;
    presences.update(presence);
    const isComing = view !== null && this.#others(view).some(({ seat }) => presences.of(seat) === "not-yet");
    this.watch.soon = isComing && Date.now() < this.#openedAt + COMING_MS;
  }

  /** Which presence to ask for: in the rematch if there is one; not in a game that is over or has no other people. */
  #wish(view: GameView) {
    const own = this.state.own.value;
    if (view.status !== "waiting" && !this.#others(view).length) return null;
    if (!view.next && view.status !== "waiting" && view.status !== "active") return null;
    const isAwaited = view.status === "active" ? !own.includes(view.turn ?? -1) : true;
    const state = JSON.stringify(view.seats.map(({ held, agent }) => [held, agent]));
    return { id: view.next ?? view.id, again: own.length > 0 && isAwaited, state };
  }

  /** The seats of people on other devices. */
  #others({ seats }: GameView) {
    const own = this.state.own.value;
    return seats.filter(({ seat, held, agent }) => held && !agent && !own.includes(seat));
  }
}

const GONE_AFTER_MS = 60_000;

type Absence = {
  key: string; // one that was dismissed is not shown again
  who: string;
  text: string;
  isTurn: boolean; // whether the game waits for the player
  isGone?: boolean; // whether the player was there before
};

/** Players who are missing: those who have not come yet, and the one whose turn it is and who has gone. */
export class AbsenceArea {
  #dismissed = signal("");
  /** In the player's area, in the room of the buttons: while the game waits for another player, it has none. */
  element;
  /** In the line of the news, which is empty before the first action. */
  line;

  constructor({ settled, own, isOwner }: Pick<TableState, "settled" | "own" | "isOwner">, presences: Presences) {
    const absence = derived(() => {
      const view = settled.value;
      if (!view || !own.value.length || view.status !== "active") return null;
      const found = absenceOf(view, presences);
      return found?.key === this.#dismissed.value ? null : found;
    });
    const ways = ({ who }: Absence) => {
      if (settled.value?.deal) return t("friends.gone-ways-day");
      return isOwner.value ? t("friends.gone-ways-owner", { who }) : t("friends.gone-ways");
    };
    this.element = h("div", { class: "absence-place" }, () => {
      const found = absence.value;
      return (
        found?.isTurn &&
        this.#panel(
          found,
          untracked(() => ways(found)),
        )
      );
    });
    this.line = h(
      "span",
      { class: "absence-line" },
      () => absence.value && !absence.value.isTurn && lineOf(absence.value),
    );
    autorun(() => absence.value?.isGone && announce(absence.value.text));
  }

  /** @param ways what the players can do if one has gone */
  #panel({ text, key }: Absence, ways: string) {
    return h(
      "section",
      { class: "absence", id: "absence", "aria-label": t("friends.missing") },
      h("p", {}, text, " ", h("span", { class: "quiet" }, ways)),
      h(
        "div",
        { class: "buttons" },
        button("absence-wait", t("friends.wait"), () => (this.#dismissed.value = key)),
        button("absence-ways", t("friends.ways"), () => document.getElementById("ways")?.click()),
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
    return { key: `coming ${coming}`, who: names, isTurn, text: t("friends.coming", { names }) };
  }
  if (presences.awayMs(turn) < GONE_AFTER_MS) return null;
  const values = { who: nameOf(view.seats, turn), time: formatMinutes(presences.awayMs(turn)) };
  const text = t("friends.gone", values);
  return { key: `gone ${turn} ${view.version}`, who: values.who, isTurn: true, isGone: true, text };
}

type Whereabouts = "here" | "away" | "not-yet" | "unknown";

/** Whether the players of a game are there: a dot at each seat, with a text for screen readers. */
export class Presences {
  /** Seats that have done something: their players have come, perhaps on the device of another one. */
  #active = signal<number[]>([]);
  #presence = signal<GamePresence | null>(null);

  /** @param own the seats of this device, whose players are here */
  constructor(readonly own: ReadonlySignal<number[]>) {}

  update(presence: GamePresence) {
    this.#presence.value = presence;
  }

  /** Note that the player of a seat has done something. */
  noteActive(seat: number) {
    if (!this.#active.value.includes(seat)) this.#active.value = [...this.#active.value, seat];
  }

  /** Where the player of a seat is. */
  of(seat: number): Whereabouts {
    if (this.own.value.includes(seat)) return "here";
    const found = this.#of(seat);
    if (!found) return "unknown";
    if (found.present) return "here";
    if (found.seen_at) return "away";
    return this.#active.value.includes(seat) ? "unknown" : "not-yet";
  }

  /** How long a player is away, in milliseconds by the clock of the server. */
  awayMs(seat: number) {
    const seenAt = this.#of(seat)?.seen_at;
    return this.of(seat) === "away" && seenAt ? Date.parse(this.#presence.value?.now ?? "") - Date.parse(seenAt) : 0;
  }

  /** The dot of a seat; null for an open seat and for a bot. */
  dot({ seat, held, agent }: Pick<SeatView, "seat" | "held" | "agent">) {
    const text = computed(() => whereText(this.of(seat), this.awayMs(seat)));
    const properties = { class: "presence", "data-presence": () => this.of(seat), title: () => text.value };
    return held && !agent && h("span", properties, () => text.value && h("span", { class: "hidden" }, text.value));
  }

  #of(seat: number): SeatPresence | undefined {
    return this.#presence.value?.seats[seat];
  }
}

/** Where a player is, in a few words. */
function whereText(where: Whereabouts, awayMs: number) {
  if (where === "here") return t("friends.here");
  if (where === "away") return t("friends.away", { time: formatMinutes(awayMs) });
  return where === "not-yet" ? t("friends.not-yet") : "";
}
