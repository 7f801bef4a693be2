/**
 * The player's area: hand, controls and keyboard shortcuts; a cover between turns of players who share the device; the
 * current task only for spectators.
 */
import { sortedCards } from "regicide-client/cards";
import { appointable, isMyTurn } from "regicide-client/selection";
import { button, focus, h, type Child } from "../ui/dom.ts";
import { listen } from "../ui/keyboard.ts";
import { autorun, computed, signal } from "../ui/signals.ts";
import { faceUpCard } from "../cards/images.ts";
import { about, agentName, nameOf } from "../words/names.ts";
import { t } from "../words/texts.ts";
import { AdviceArea } from "./advice.ts";
import { type Way, shortcut, type Commands } from "./choice.ts";
import { type Lead, ownButtons, taskArea, taskText } from "./controls.ts";
import { legend } from "../rules/legend.ts";
import { SignalSender } from "./emotes.ts";
import { handArea } from "./hand.ts";
import type { Advice, GameView, Signal } from "../types.ts";
import type { Hint } from "./selection.ts";
import type { TableState } from "./table_state.ts";

type Handlers = {
  act: (action: string) => Promise<void>;
  signal: (signal: Signal) => void;
  takeBack: (seat: number) => void;
  hurry?: () => void; // show at once what the bot does that plays on
  ask: (agent: string, signal: AbortSignal) => Promise<Advice>;
  now: () => number; // the time of the server
  undo?: () => void; // takes the last action of a practice game back
  absence?: Element; // the notice of a missing player
  hint?: Hint;
  isNewcomer?: boolean; // whose legend stays in sight
  lead?: Lead;
  keys?: EventTarget; // where keys are pressed, if that is not the whole page
};

/** What the area has: the hand of the person to play, or what takes its place. */
type Kind = "hand" | "last-hand" | "spectator" | "stand-in" | "cover";

export class PlayerArea {
  #kind = computed(() => (this.state.view.value ? this.#kindOf(this.state.view.value) : null));
  #clock;
  #advice;
  #stopListening;
  #commands: Commands & { signals: SignalSender; undo: Handlers["undo"] };
  element;
  /** The advice, for the line of the news. */
  advice;

  constructor(
    readonly state: TableState,
    readonly handlers: Handlers,
  ) {
    const { view } = state;
    this.#stopListening = listen((key) => this.#keyCommand(key), handlers.keys);
    this.#clock = new Clock(() => view.value?.deadline ?? null, handlers.now);
    this.#advice = new AdviceArea(state, { ask: handlers.ask, choose: (action) => this.#adopt(action) });
    this.#commands = {
      act: (action) => void this.#act(action),
      choose: (way) => this.#chooseWay(way),
      ask: () => this.#advice.next() || void this.#advice.ask(),
      signals: new SignalSender(state, handlers.signal),
      undo: handlers.undo,
    };
    const hand = this.#handParts();
    this.element = h("div", { class: handlers.isNewcomer ? "area-own newcomer" : "area-own" }, () => {
      const kind = this.#kind.value;
      if (kind === "hand") return hand;
      return kind && this.#parts[kind](view.value as GameView);
    });
    const isOffered = () => this.#kind.value === "hand" && this.#advice.isOffered.value;
    this.advice = h("div", {}, () => isOffered() && this.#advice.element);
  }

  close() {
    this.#clock.stop();
    this.#advice.close();
    this.state.request.end();
    this.#stopListening();
  }

  /** What takes the place of the hand. */
  #parts: Record<Exclude<Kind, "hand">, (view: GameView) => Child[]> = {
    "last-hand": lastHand,
    spectator: (view) => [h("p", { class: "task" }, t("game.watching"), " ", taskText(view)), this.#clock.element],
    "stand-in": (view) => [this.#standIn(view, view.you ?? 0), this.#clock.element],
    cover: (view) => [this.#cover(view), this.handlers.absence],
  };

  #kindOf({ status, you, seats }: GameView): Kind {
    if (status !== "active") return "last-hand";
    if (you === null) return "spectator";
    if (seats[you]?.stand_in) return "stand-in";
    return !this.state.isShared.value || this.state.uncovered.value === you ? "hand" : "cover";
  }

  /** The hand between its texts and its buttons. */
  #handParts() {
    const { state } = this;
    const { view } = state;
    const { hint = () => null, lead = () => null } = this.handlers;
    const actor = () => view.value && (actorText(state, view.value) || null);
    const phase = computed(() => view.value?.phase);
    return [
      h("p", { class: "actor" }, actor),
      h("div", { class: "own-text" }, taskArea(state, hint, lead), this.#clock.element),
      handArea(state, () => state.choice.action.value && this.#act(state.choice.action.value)),
      h(
        "div",
        { class: () => (phase.value === "suffer" ? "own-legend absent" : "own-legend") },
        legend(() => view.value?.enemy ?? null),
      ),
      ownButtons(state, this.#commands, lead),
      this.handlers.absence,
    ];
  }

  /** The bot that plays on for the player. */
  #standIn({ seats }: GameView, seat: number) {
    const agent = agentName(seats[seat]?.stand_in ?? "");
    const isOther = this.state.own.value.length > 1;
    const text = isOther ? about("event.handed-over", seats, seat, { agent }) : t("stand-in.plays", { agent });
    const { takeBack, hurry } = this.handlers;
    const ways = [
      button("take-back", t("stand-in.back"), () => takeBack(seat), { class: "main" }),
      hurry && button("hurry", t("stand-in.hurry"), hurry),
    ];
    return h("div", { class: "cover" }, h("p", { class: "task" }, text), h("div", { class: "buttons" }, ...ways));
  }

  #cover(view: GameView) {
    if (!isMyTurn(view)) return h("p", { class: "task" }, taskText(view));
    const who = nameOf(view.seats, view.you ?? 0);
    const show = button("uncover", t("cover.show"), () => this.#uncover(view), { class: "main" });
    return h("div", { class: "cover" }, h("p", {}, t("cover.pass", { who })), show);
  }

  #uncover(view: GameView) {
    this.state.uncovered.value = view.you;
    focus(this.element.querySelector(".hand button"));
  }

  /** What a click on a seat does that the player may let go next; null if it does nothing. */
  appoint = (seat: number) => {
    const view = this.state.view.value;
    const isTarget = this.#kind.value === "hand" && view && isMyTurn(view) && appointable(view).includes(seat);
    return isTarget ? () => void this.#act(`>${seat}`) : null;
  };

  /** Select an advised action, and move the focus to its button; nothing is played. */
  #adopt(action: string) {
    this.state.choice.adopt(action);
    focus(this.element.querySelector(`#act, [data-action="${CSS.escape(action)}"]`));
  }

  /** Send an action, unless one is under way. The choice stays until the game has gone on. */
  #act(action: string) {
    if (!this.state.isReady.value || this.state.choice.isFirstPress()) return;
    return this.state.request.run(action, () => this.handlers.act(action));
  }

  /** Choose a yield or a flip, whose confirmation gets the focus, or confirm the chosen one. */
  #chooseWay(way: Way) {
    const { choice } = this.state;
    if (choice.action.value === way) return void this.#act(way);
    choice.chooseWay(way);
    focus(this.element.querySelector("#act"));
  }

  /** Whether the focus is on nothing that arrow keys move: on the page, or on the texts and buttons of the hand. */
  get #mayEnter() {
    const { activeElement: active } = this.element.getRootNode() as Document | ShadowRoot;
    return !active || active.matches("body, #page") || this.element.contains(active);
  }

  /** After a choice by a key, Enter confirms it, and does not ask for advice again. */
  #leaveAdvice() {
    const { activeElement: active } = this.element.getRootNode() as Document | ShadowRoot;
    if (active && this.advice.contains(active)) focus(this.element.querySelector("#act"));
  }

  /** Move the focus to the selected card, or to the first or last one. */
  #enterHand(place: number) {
    const cards = [...this.element.querySelectorAll<HTMLElement>(".hand button")];
    focus(cards.find((each) => each.ariaPressed === "true") ?? cards.at(place) ?? null);
  }

  /** The command of a key. */
  #keyCommand(key: string) {
    const view = this.state.view.value;
    if (!view || this.#kind.value !== "hand") return undefined;
    if (key in ENTRIES && this.#mayEnter) return () => this.#enterHand(ENTRIES[key]);
    const command = this.#commands.signals.command(key, view) ?? shortcut(key, view, this.state.choice, this.#commands);
    return command && /^[1-9c]$/.test(key) ? () => (command(), this.#leaveAdvice()) : command;
  }
}

/** The place in the hand that a key enters. */
const ENTRIES: Record<string, number> = { ArrowRight: 0, ArrowLeft: -1, Home: 0, End: -1 };

/** For whom a person acts who plays all of several seats; empty for others. */
export function actorText({ isAlone, practice }: TableState, { seats, you }: GameView) {
  if (practice.value !== null) return t("practice.title");
  return isAlone.value ? t("own.acting", { who: nameOf(seats, you ?? 0) }) : "";
}

/** The cards that the player holds at the end, unless the ending has the hands of all. */
function lastHand(view: GameView) {
  const cards = view.hands ? [] : sortedCards(view.hand ?? []).map(faceUpCard);
  const label = { class: "hand last-hand", role: "group", "aria-label": t("hand.title") };
  return cards.length ? [h("div", label, ...cards)] : [];
}

/** The time left for the current action. */
export class Clock {
  #left = signal("");
  #tick = setInterval(() => this.#draw(), 1000);
  element = h("p", { class: "clock", role: "timer" }, () => this.#left.value);

  constructor(
    readonly deadline: () => string | null,
    readonly now: () => number,
  ) {
    autorun(() => this.#draw());
  }

  stop() {
    clearInterval(this.#tick);
  }

  #draw() {
    const deadline = this.deadline();
    const seconds = deadline ? Math.max(0, Math.ceil((Date.parse(deadline) - this.now()) / 1000)) : 0;
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.#left.value = deadline ? t("clock.left", { left }) : "";
  }
}
