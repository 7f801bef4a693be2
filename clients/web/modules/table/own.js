// @ts-check
/**
 * One's own place at the table: the hand with what can be done, and the keys for it; the cover that is between two
 * players of one device; or nothing but whose turn it is, for those who watch.
 */
import { fill, focus, h } from "../dom.js";
import { listen } from "../keyboard.js";
import { actionOf, may, mine } from "../legality.js";
import { nameOf } from "../names.js";
import { t } from "../texts.js";
import { Clock } from "./clock.js";
import { controls, task } from "./controls.js";
import { Hand } from "./hand.js";

/** @import { GameView, Signal } from "../types" */

/** @typedef {{ act: (action: string) => void, signal: (signal: Signal) => void }} Doing */

export class Own {
  /** The seat whose hand may be seen, where several players share this device. @type {number | null} */
  #uncovered = null;
  /** @type {GameView | null} */
  #view = null;
  #shared = false;
  #clock = new Clock();

  element = h("div", { class: "area-own" });

  /** @param {Doing} doing */
  constructor(doing) {
    this.doing = doing;
    this.hand = new Hand(
      () => this.#control(),
      () => this.#enter(),
    );
    this.controls = controls({
      act: (action) => this.#act(action),
      signal: doing.signal,
      clear: () => this.hand.clear(),
    });
    this.stopListening = listen((key) => this.#key(key));
  }

  close() {
    this.#clock.stop();
    this.stopListening();
  }

  /** @param {GameView} view @param {boolean} shared whether several players share this device */
  show(view, shared) {
    const focused = this.element.contains(document.activeElement);
    [this.#view, this.#shared] = [view, shared];
    this.#clock.show(view);
    this.#fill(view);
    if (focused && !this.element.contains(document.activeElement)) focus(this.#first());
  }

  /** @param {GameView} view */
  #fill(view) {
    if (view.status !== "active") fill(this.element);
    else if (view.you === null) fill(this.element, this.#watching(view), this.#clock.element);
    else if (this.#shared && this.#uncovered !== view.you) fill(this.element, this.#cover(view));
    else this.#lay(view);
  }

  /** Where the focus goes when what had it is gone. */
  #first() {
    return this.element.querySelector("button") ?? document.getElementById("ending");
  }

  /** @param {GameView} view */
  #watching(view) {
    return h("p", { class: "task" }, t("game.watching"), " ", task(view));
  }

  /** @param {GameView} view */
  #cover(view) {
    if (!mine(view)) return h("p", { class: "task" }, task(view));
    const who = nameOf(view.seats, view.you ?? 0);
    const properties = { type: "button", class: "main", id: "uncover", "data-focus": "uncover" };
    const show = h("button", { ...properties, onclick: () => this.#uncover(view) }, t("cover.show"));
    return h("div", { class: "cover" }, h("p", {}, t("cover.pass", { who })), show);
  }

  /** @param {GameView} view */
  #uncover(view) {
    this.#uncovered = view.you;
    this.#fill(view);
    focus(this.hand.element.querySelector("button"));
  }

  /** Lay the hand open. @param {GameView} view */
  #lay(view) {
    this.hand.show(view);
    const head = () => h("div", { class: "own-head" }, this.controls.element, this.#clock.element);
    if (!this.element.contains(this.hand.element)) fill(this.element, head(), this.hand.element);
    this.#control();
  }

  #control() {
    if (this.#view) this.controls.show(this.#view, this.hand.codes);
  }

  /** @param {string} action */
  #act(action) {
    this.hand.selected.clear();
    this.doing.act(action);
  }

  /** Play or discard the selected cards, if they make an action. */
  #enter() {
    const action = this.#view && this.hand.codes.length && actionOf(this.#view, this.hand.codes);
    if (action) this.#act(action);
  }

  /** What a key does. @param {string} key */
  #key(key) {
    const view = this.#view;
    if (!view || !this.hand.element.isConnected) return undefined;
    if (/^[1-9]$/.test(key)) return () => this.hand.toggle(this.hand.cards[Number(key) - 1]);
    if (key === "Escape") return () => this.hand.clear();
    if (key === "p" || key === "Enter") return () => this.#enter();
    const action = { y: "yield", f: "flip" }[key];
    return action && may(view, action) ? () => this.#act(action) : undefined;
  }
}
