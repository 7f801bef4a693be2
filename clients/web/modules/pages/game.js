// @ts-check
/** The page of a game. */
import { showError, clearAlerts } from "../alerts.js";
import { fill, h } from "../dom.js";
import { isMyTurn } from "../legality.js";
import { announce, Log } from "../log.js";
import { animateEffects } from "../animations.js";
import { sentences } from "../narration.js";
import { Session } from "../session.js";
import { taskText } from "../table/controls.js";
import { endingArea } from "../table/ending.js";
import { enemyArea } from "../table/enemy.js";
import { invitation } from "../table/invitation.js";
import { PlayerArea } from "../table/player_area.js";
import { pilesArea, playedArea } from "../table/piles.js";
import { seatsArea } from "../table/seats.js";
import { t } from "../texts.js";

/** @import { GameView, GameEvent, Connection } from "../types" */

/**
 * Show a game. Returns a function that closes the page.
 * @param {HTMLElement} page @param {string} id
 */
export async function gamePage(page, id) {
  const game = new GamePage(page, id);
  try {
    await game.session.open();
  } catch (error) {
    game.close();
    throw error;
  }
  return () => game.close();
}

class GamePage {
  #announced = "";
  #renderedHead = "";

  /** @param {HTMLElement} page @param {string} id */
  constructor(page, id) {
    this.session = new Session(id, {
      view: (view) => this.show(view),
      event: (event, past) => this.addEvent(event, past),
      connection: (connection) => this.showConnection(connection),
      problem: showError,
    });
    this.log = new Log();
    this.playerArea = new PlayerArea({
      act: (action) => this.act(action),
      signal: (signal) => this.session.signal(signal),
    });
    this.parts = {
      head: h("div", { class: "head" }),
      seats: h("div", { class: "area-seats" }),
      enemy: h("div", { class: "area-enemy" }),
      piles: h("div", { class: "area-piles" }),
    };
    this.connection = h("p", { class: "connection", id: "connection", role: "status" });
    const { head, seats, enemy, piles } = this.parts;
    const log = h("div", { class: "area-log" }, this.log.element);
    fill(page, this.connection, head, h("div", { class: "table" }, seats, enemy, piles, this.playerArea.element, log));
  }

  close() {
    this.session.close();
    this.playerArea.close();
  }

  /** @param {GameView} view */
  show(view) {
    const { seats, enemy, piles } = this.parts;
    document.title = `${isMyTurn(view) ? "● " : ""}${t("title")}`;
    this.#head(view);
    fill(seats, seatsArea(view));
    fill(enemy, enemyArea(view.enemy));
    const seedNote = view.seed_origin === "client" ? h("p", { class: "quiet" }, t("verify.client-seed")) : null;
    fill(piles, pilesArea(view), playedArea(view), seedNote);
    this.playerArea.show(view, this.session.seats.length > 1);
    this.#announce(view);
  }

  /** Render the invitation or the ending, only if it has changed, because it contains a text field. @param {GameView} view */
  #head(view) {
    const key = JSON.stringify([view.status, view.next, view.seats.map(({ held }) => held)]);
    if (key === this.#renderedHead) return;
    this.#renderedHead = key;
    const rematch = this.session.seats.length ? () => this.#rematch() : null;
    const title = h("h1", { class: "hidden" }, t("game.title"));
    fill(
      this.parts.head,
      title,
      invitation(view, (seat, name) => this.session.takeSeat(seat, name)),
      endingArea(view, rematch),
    );
  }

  /** Announce the player's turn to screen readers. @param {GameView} view */
  #announce(view) {
    const text = isMyTurn(view) ? `${view.version} ${taskText(view)}` : "";
    if (text && text !== this.#announced) announce(taskText(view));
    this.#announced = text;
  }

  /** @param {string} action */
  async act(action) {
    clearAlerts();
    await this.session.act(action);
  }

  async #rematch() {
    try {
      location.hash = `#/game/${await this.session.rematch()}`;
    } catch (error) {
      showError(error);
    }
  }

  /** @param {GameEvent} event @param {boolean} past */
  addEvent(event, past) {
    this.log.add(sentences(event, this.session.view?.seats ?? []), past);
    if (!past) animateEffects(event);
  }

  /** @param {Connection} connection */
  showConnection(connection) {
    this.connection.textContent = connection === "offline" ? t("connection.offline") : "";
    this.connection.dataset.state = connection;
  }
}
