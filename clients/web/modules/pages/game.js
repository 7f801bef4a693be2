// @ts-check
/** The page of a game: a session, shown. */
import { complain, quiet } from "../alerts.js";
import { fill, h } from "../dom.js";
import { mine } from "../legality.js";
import { announce, Log } from "../log.js";
import { flyUp } from "../motion.js";
import { sentences } from "../narration.js";
import { Session } from "../session.js";
import { task } from "../table/controls.js";
import { endingArea } from "../table/ending.js";
import { enemyArea } from "../table/enemy.js";
import { invitation } from "../table/invitation.js";
import { Own } from "../table/own.js";
import { pilesArea, playedArea } from "../table/piles.js";
import { seatsArea } from "../table/seats.js";
import { t } from "../texts.js";

/** @import { GameView, GameEvent, Connection } from "../types" */

/**
 * Show a game; what comes back leaves it.
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
  #headed = "";

  /** @param {HTMLElement} page @param {string} id */
  constructor(page, id) {
    this.session = new Session(id, {
      view: (view) => this.show(view),
      event: (event, past) => this.hear(event, past),
      connection: (connection) => this.connected(connection),
      problem: complain,
    });
    this.log = new Log();
    this.own = new Own({ act: (action) => this.act(action), signal: (signal) => this.session.signal(signal) });
    this.parts = {
      head: h("div", { class: "head" }),
      seats: h("div", { class: "area-seats" }),
      enemy: h("div", { class: "area-enemy" }),
      piles: h("div", { class: "area-piles" }),
    };
    this.connection = h("p", { class: "connection", id: "connection", role: "status" });
    const { head, seats, enemy, piles } = this.parts;
    const story = h("div", { class: "area-log" }, this.log.element);
    fill(page, this.connection, head, h("div", { class: "table" }, seats, enemy, piles, this.own.element, story));
  }

  close() {
    this.session.close();
    this.own.close();
  }

  /** @param {GameView} view */
  show(view) {
    const { seats, enemy, piles } = this.parts;
    document.title = `${mine(view) ? "● " : ""}${t("title")}`;
    this.#head(view);
    fill(seats, seatsArea(view));
    fill(enemy, enemyArea(view.enemy));
    const chosen = view.seed_origin === "client" ? h("p", { class: "quiet" }, t("verify.client-seed")) : null;
    fill(piles, pilesArea(view), playedArea(view), chosen);
    this.own.show(view, this.session.seats.length > 1);
    this.#announce(view);
  }

  /** What is there before and after the game; left alone as long as it is the same, since names are typed there. @param {GameView} view */
  #head(view) {
    const about = JSON.stringify([view.status, view.seats.map(({ held }) => held)]);
    if (about === this.#headed) return;
    this.#headed = about;
    const again = this.session.seats.length ? () => this.#rematch() : null;
    const title = h("h1", { class: "hidden" }, t("game.title"));
    fill(
      this.parts.head,
      title,
      invitation(view, (seat, name) => this.session.sit(seat, name)),
      endingArea(view, again),
    );
  }

  /** Have it read out when it is one's turn. @param {GameView} view */
  #announce(view) {
    const said = mine(view) ? `${view.version} ${task(view)}` : "";
    if (said && said !== this.#announced) announce(task(view));
    this.#announced = said;
  }

  /** @param {string} action */
  async act(action) {
    quiet();
    await this.session.act(action);
  }

  async #rematch() {
    try {
      location.hash = `#/game/${await this.session.rematch()}`;
    } catch (error) {
      complain(error);
    }
  }

  /** @param {GameEvent} event @param {boolean} past */
  hear(event, past) {
    this.log.add(sentences(event, this.session.view?.seats ?? []), past);
    if (!past) flyUp(event);
  }

  /** @param {Connection} connection */
  connected(connection) {
    this.connection.textContent = connection === "offline" ? t("connection.offline") : "";
    this.connection.dataset.state = connection;
  }
}
