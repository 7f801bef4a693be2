// @ts-check
/** What tells that it has become the player's turn: the tab, a sound and a notification. */
import { isMyTurn, momentOf } from "../game/legality.js";
import { t } from "../words/texts.js";
import { notify } from "./notification.js";
import { playTurnSound } from "./sound.js";
import { markTab } from "./tab.js";

/** @import { GameView } from "../types" */

export class TurnNotice {
  /** The turn that was told; null before the first view. @type {string | null} */
  #told = null;

  /** @param {string} id of the game */
  constructor(id) {
    this.id = id;
  }

  /** @param {GameView} view */
  show(view) {
    const isTurn = isMyTurn(view);
    markTab(isTurn);
    const moment = isTurn ? momentOf(view) : "";
    if (moment && this.#told !== null && moment !== this.#told && view.phase !== "suffer") this.#tell();
    this.#told = moment;
  }

  close() {
    markTab(false);
  }

  #tell() {
    playTurnSound();
    notify(this.id, t("notice.turn"));
  }
}
