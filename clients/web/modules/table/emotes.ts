/** The signals that the rules allow after a jester: small faces at the seats, and the buttons that send them. */
import { isMyTurn } from "regicide-client/selection";
import { h, svg } from "../ui/dom.ts";
import { computed, signal } from "../ui/signals.ts";
import { t } from "../words/texts.ts";
import type { GameView, Signal } from "../types.ts";
import type { TableState } from "./table_state.ts";

/** The signals of a seat after one jester: one, and one change of it. */
const MAX_SIGNALS = 2;

/** The signals with their keys, and their faces in a square of 24 units: a smile that shines, a head that shakes. */
const EMOTES: Record<Signal, { key: string; face: string }> = {
  eager: {
    key: "e",
    face: "M12 5.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 1 1 0-15zM9.2 11v.6M14.8 11v.6M8.6 14.6q3.4 3.6 6.8 0M12 1v2M4.6 3.6 6 5M19.4 3.6 18 5",
  },
  reluctant: {
    key: "n",
    face: "M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 1 1 0-15zM8.2 10.8h2M13.8 10.8h2M9.4 15.6q2.6-1.6 5.2 0M2.6 9l-1.4 3 1.4 3M21.4 9l1.4 3-1.4 3",
  },
};
const SIGNALS = Object.keys(EMOTES) as Signal[];

const image = (each: Signal) =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: EMOTES[each].face }));

/** The face of a signal at a seat; null without one, and for a signal of a later version. */
export function emote(each: string | null) {
  const known = SIGNALS.find((one) => one === each);
  return known ? h("span", { class: "emote", "data-emote": known }, image(known)) : null;
}

/** Sends the signals of the player, as often as the rules of the server allow. */
export class SignalSender {
  /** What was sent at a moment of the game. */
  #sent = signal({ moment: "", count: 0 });
  #isFinal = computed(() => this.#count() >= MAX_SIGNALS);

  constructor(
    readonly state: TableState,
    readonly send: (signal: Signal) => void,
  ) {}

  /** The buttons for those who wait for the player of a jester. */
  buttons(view: GameView) {
    if (view.you === null) return [];
    const own = this.#own(view);
    return SIGNALS.map((each) => {
      const onclick = () => this.#give(each);
      const state = { "aria-pressed": String(own === each), "aria-disabled": () => this.#isFinal.value && "true" };
      const names = { "data-focus": each, "data-signal": each, "aria-keyshortcuts": EMOTES[each].key };
      return h(
        "button",
        { type: "button", class: "signal", ...names, ...state, onclick },
        image(each),
        h("span", {}, t(each === "eager" ? "do.eager" : "do.reluctant")),
      );
    });
  }

  /** What a key does; undefined if nothing. */
  command(key: string, view: GameView) {
    const found = SIGNALS.find((each) => EMOTES[each].key === key);
    return found && view.phase === "appoint" && !isMyTurn(view) ? () => this.#give(found) : undefined;
  }

  /** Send a signal, unless it is the current one, or the last one was the last that is allowed. */
  #give(each: Signal) {
    const view = this.state.view.value;
    if (!view || this.#isFinal.value || this.#own(view) === each) return;
    this.#sent.value = { moment: this.state.moment.value, count: this.#count() + 1 };
    this.send(each);
  }

  #own = ({ seats, you }: GameView) => seats[you ?? -1]?.signal ?? null;

  #count() {
    const { moment, count } = this.#sent.value;
    return moment === this.state.moment.value ? count : 0;
  }
}
