/**
 * The player's area: hand, controls and keyboard shortcuts; a cover between turns of players who share the device; the
 * current task only for spectators.
 */
import { fill, focus, h } from "../ui/dom.ts";
import { listen } from "../ui/keyboard.ts";
import { UnderWay } from "../ui/under_way.ts";
import { isMyTurn, momentOf } from "../game/legality.ts";
import { faceUpCard } from "../cards/images.ts";
import { about, cardsOf, nameOf } from "../words/names.ts";
import { previewOf } from "../words/reasons.ts";
import { inOrder } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import { AdviceArea } from "./advice.ts";
import { Choice, type Way, shortcut, type Commands } from "./choice.ts";
import { controls, taskText, type Handlers as ControlHandlers } from "./controls.ts";
import { showForecast } from "./enemy.ts";
import { Legend } from "../rules/legend.ts";
import { Hand } from "./hand.ts";
import type { Advice, Agent, GameView, Signal } from "../types.ts";

type Handlers = {
  act: (action: string) => Promise<void>;
  signal: (signal: Signal) => void;
  takeBack: (seat: number) => void;
  ask: (agent: string, signal: AbortSignal) => Promise<Advice>;
  absence?: Element; // the notice of a missing player
};

export class PlayerArea {
  /** The seat whose hand is visible, if several players share this device. */
  #uncovered: number | null = null;
  #view: GameView | null = null;
  #moment = "";
  #shared = false;
  /** Whether one person plays all seats of this device. */
  #alone = false;
  #bots: Agent[] = [];
  #clock = new Clock();
  /** The player for whom the person acts who plays all seats. */
  #actor = h("p", { class: "actor" });

  #legend = new Legend();
  /** The legend of the suits, next to the hand. */
  legend = h("div", { class: "own-legend" }, this.#legend.element);

  element = h("div", { class: "area-own" });
  /** The advice, which has an area of its own. */
  aside = h("div", { class: "area-advice" });

  hand = new Hand(
    () => this.#selectionChanged(),
    () => this.#confirm(),
  );
  choice = new Choice(this.hand);
  request = new UnderWay(() => this.#updateControls());
  stopListening = listen((key) => this.#keyCommand(key));
  advice;
  commands: Commands & ControlHandlers;
  controls;

  constructor(readonly handlers: Handlers) {
    this.advice = new AdviceArea({ ask: handlers.ask, choose: (action) => this.#choose(action) });
    this.commands = {
      act: (action) => void this.#act(action),
      choose: (way) => this.#chooseWay(way),
      select: (codes) => this.hand.select(codes),
      toggle: (index) => this.hand.toggle(this.hand.cards[index]),
      clear: () => this.#clear(),
      ask: () => void this.advice.ask(),
      signal: handlers.signal,
    };
    this.controls = controls(this.commands, this.request);
  }

  close() {
    this.#clock.stop();
    this.advice.close();
    this.request.close();
    this.stopListening();
  }

  /**
   * @param shared whether this device has several seats @param alone whether one person plays all these seats
   * @param settled whether this is a view of the server, and not a step on the way to one
   */
  show(view: GameView, shared: boolean, bots: Agent[], alone: boolean = false, settled: boolean = true) {
    const focused = this.element.contains(document.activeElement);
    if (settled) this.#endRequest(momentOf(view));
    [this.#view, this.#shared, this.#bots, this.#alone] = [view, shared, bots, shared && alone];
    this.choice.follow(view);
    this.#clock.show(view);
    this.#fill(view);
    if (focused && !this.element.contains(document.activeElement)) focus(this.#focusTarget());
  }

  /** A request ends when the game has gone on. */
  #endRequest(moment: string) {
    if (this.#moment && moment !== this.#moment) this.request.end();
    this.#moment = moment;
  }

  #fill(view: GameView) {
    if (!this.#hasControls(view)) fill(this.aside);
    if (view.status !== "active") this.#showLastHand(view);
    else if (view.you === null) fill(this.element, this.#spectatorTask(view), this.#clock.element);
    else if (view.seats[view.you]?.stand_in) fill(this.element, this.#standIn(view, view.you), this.#clock.element);
    else if (this.#hasControls(view)) this.#showHand(view);
    else fill(this.element, this.#cover(view), this.handlers.absence ?? null);
  }

  /** The element that gets the focus when the focused one is removed. */
  #focusTarget() {
    return this.element.querySelector("button") ?? document.getElementById("ending");
  }

  /** Whether the person of this device plays the visible hand. */
  #hasControls({ status, you, seats }: GameView) {
    if (status !== "active" || you === null || seats[you]?.stand_in) return false;
    return !this.#shared || this.#alone || this.#uncovered === you;
  }

  /** The cards that the player holds at the end, unless the ending has the hands of all. */
  #showLastHand(view: GameView) {
    const cards = view.hands ? [] : inOrder(view.hand ?? []).map(faceUpCard);
    const label = { class: "hand last-hand", role: "group", "aria-label": t("hand.title") };
    fill(this.element, ...(cards.length ? [h("div", label, ...cards)] : []));
  }

  #spectatorTask(view: GameView) {
    return h("p", { class: "task" }, t("game.watching"), " ", taskText(view));
  }

  /** The bot that plays on for the player. */
  #standIn(view: GameView, seat: number) {
    const agent = view.seats[seat]?.stand_in ?? "";
    const text = this.#shared
      ? about("event.handed-over", view.seats, seat, { agent })
      : t("stand-in.plays", { agent });
    const properties = { type: "button", class: "main", id: "take-back", "data-focus": "take-back" };
    const takeBack = h("button", { ...properties, onclick: () => this.handlers.takeBack(seat) }, t("stand-in.back"));
    return h("div", { class: "cover" }, h("p", { class: "task" }, text), takeBack);
  }

  #cover(view: GameView) {
    if (!isMyTurn(view)) return h("p", { class: "task" }, taskText(view));
    const who = nameOf(view.seats, view.you ?? 0);
    const properties = { type: "button", class: "main", id: "uncover", "data-focus": "uncover" };
    const show = h("button", { ...properties, onclick: () => this.#uncover(view) }, t("cover.show"));
    return h("div", { class: "cover" }, h("p", {}, t("cover.pass", { who })), show);
  }

  #uncover(view: GameView) {
    this.#uncovered = view.you;
    this.#fill(view);
    focus(this.hand.element.querySelector("button"));
  }

  /** Show the hand between its texts and its buttons, and the advice. */
  #showHand(view: GameView) {
    this.hand.show(view);
    this.#legend.show(view.enemy);
    this.legend.classList.toggle("absent", view.phase === "suffer");
    this.advice.show(view, this.#bots);
    const text = () => h("div", { class: "own-text" }, this.controls.element, this.#clock.element);
    fill(this.#actor, this.#alone ? t("own.acting", { who: nameOf(view.seats, view.you ?? 0) }) : "");
    const absence = this.handlers.absence ?? null;
    const parts = () => [this.#actor, text(), this.hand.element, this.legend, this.controls.buttons, absence];
    if (!this.element.contains(this.hand.element)) fill(this.element, ...parts());
    if (!this.aside.contains(this.advice.element)) fill(this.aside, this.advice.element);
    this.#updateControls();
  }

  /** Show the controls, and on the enemy what the chosen action would change. */
  #updateControls() {
    const view = this.#view;
    if (!view) return;
    this.controls.show(view, this.choice, this.advice.chosen);
    const action = isMyTurn(view) && this.hand.element.isConnected ? this.choice.action(view) : null;
    showForecast(view.enemy, action ? previewOf(view, action) : null);
  }

  #selectionChanged() {
    this.choice.dropWay();
    this.advice.mark(null);
    this.#updateControls();
  }

  /** Select the cards of an action, and move the focus to its button; nothing is played. */
  #choose(action: string) {
    if (action === "yield" || action === "flip") this.choice.chooseWay(action);
    else this.hand.select(cardsOf(action));
    this.advice.mark(action);
    this.#updateControls();
    const button =
      this.element.querySelector(`[data-action="${CSS.escape(action)}"]`) ?? this.element.querySelector("#act");
    focus(button);
    button?.scrollIntoView({ block: "nearest" });
  }

  /** Send an action, unless one is under way. The choice stays until the game has gone on. */
  #act(action: string) {
    return this.request.run(action, () => this.handlers.act(action));
  }

  /** Choose a yield or a flip, or confirm the chosen one. */
  #chooseWay(way: Way) {
    if (this.#view && this.choice.action(this.#view) === way) return void this.#act(way);
    this.choice.chooseWay(way);
    this.#updateControls();
  }

  #clear() {
    this.choice.clear();
    this.#updateControls();
  }

  /** Confirm the chosen action, if it is legal. */
  #confirm() {
    const action = this.#view && this.choice.action(this.#view);
    if (action) this.#act(action);
  }

  /** The command of a key. */
  #keyCommand(key: string) {
    const view = this.#view;
    if (!view || !this.hand.element.isConnected) return undefined;
    return shortcut(key, view, this.choice, this.commands);
  }
}

/** The time left for the current action. */
export class Clock {
  #deadline = 0;
  /** The time of the server minus that of this device. */
  #offset = 0;
  #tick = setInterval(() => this.#draw(), 1000);

  element = h("p", { class: "clock", role: "timer" });

  show({ deadline, now }: GameView) {
    this.#offset = Date.parse(now) - Date.now();
    this.#deadline = deadline ? Date.parse(deadline) : 0;
    this.#draw();
  }

  stop() {
    clearInterval(this.#tick);
  }

  #draw() {
    const seconds = Math.max(0, Math.ceil((this.#deadline - Date.now() - this.#offset) / 1000));
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.element.textContent = this.#deadline ? t("clock.left", { left }) : "";
  }
}
