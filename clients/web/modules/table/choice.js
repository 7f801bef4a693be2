// @ts-check
/** What the player has chosen and not confirmed yet: cards of the hand, or to yield or flip a jester without cards. */
import { actionOfCards, isLegal, momentOf } from "../game/legality.js";

/** @import { GameView } from "../types" */
/** @import { Hand } from "./hand.js" */

/** An action without cards that cannot be taken back. @typedef {"yield" | "flip"} Way */

export class Choice {
  /** @type {Way | null} */
  #way = null;
  #moment = "";

  /** @param {Hand} hand */
  constructor(hand) {
    this.hand = hand;
  }

  /** The chosen cards. */
  get codes() {
    return this.hand.codes;
  }

  /** Whether anything is chosen, legal or not. */
  get isMade() {
    return this.#way !== null || this.codes.length > 0;
  }

  /** Forget a way that was chosen at another moment of the game. @param {GameView} view */
  follow(view) {
    const moment = momentOf(view);
    if (moment !== this.#moment) this.#way = null;
    this.#moment = moment;
  }

  /** Choose a way instead of cards. @param {Way} way */
  chooseWay(way) {
    this.hand.clear();
    this.#way = way;
  }

  /** The cards are chosen, not a way. */
  dropWay() {
    this.#way = null;
  }

  clear() {
    this.#way = null;
    this.hand.clear();
  }

  /** The legal action that is chosen, or null. @param {GameView} view */
  action(view) {
    if (this.#way) return isLegal(view, this.#way) ? this.#way : null;
    return this.codes.length ? actionOfCards(view, this.codes) : null;
  }
}
