// @ts-check
/** The page of a game: a session, shown. */
import { complain, quiet } from "../alerts.js";
import { fill, focus, h } from "../dom.js";
import { keepName } from "../kept.js";
import { listen } from "../keyboard.js";
import { actionOf, may, mine } from "../legality.js";
import { announce, Log } from "../log.js";
import { flyUp } from "../motion.js";
import { nameOf } from "../names.js";
import { sentences } from "../narration.js";
import { Session } from "../session.js";
import { Clock } from "../table/clock.js";
import { controls, task } from "../table/controls.js";
import { endingArea } from "../table/ending.js";
import { enemyArea } from "../table/enemy.js";
import { Hand } from "../table/hand.js";
import { invitation } from "../table/invitation.js";
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
  /** The seat whose hand may be seen, where several players share this device. @type {number | null} */
  #uncovered = null;
  #announced = "";

  /** @param {HTMLElement} page @param {string} id */
  constructor(page, id) {
    this.session = new Session(id, {
      view: (view) => this.show(view),
      event: (event, past) => this.hear(event, past),
      connection: (connection) => this.connected(connection),
      problem: complain,
    });
    this.log = new Log();
    this.clock = new Clock();
    this.hand = new Hand(
      () => this.#controls(),
      () => this.#enter(),
    );
    this.controls = controls({
      act: (action) => this.act(action),
      signal: (signal) => this.session.signal(signal),
      clear: () => this.hand.clear(),
    });
    this.parts = {
      head: h("div", { class: "head" }),
      seats: h("div", { class: "area-seats" }),
      enemy: h("div", { class: "area-enemy" }),
      piles: h("div", { class: "area-piles" }),
      own: h("div", { class: "area-own" }),
    };
    this.connection = h("p", { class: "connection", id: "connection", role: "status" });
    fill(
      page,
      this.connection,
      this.parts.head,
      h(
        "div",
        { class: "table" },
        this.parts.seats,
        this.parts.enemy,
        this.parts.piles,
        this.parts.own,
        h("div", { class: "area-log" }, this.log.element),
      ),
    );
    this.stopListening = listen((key) => this.#key(key));
  }

  close() {
    this.session.close();
    this.clock.stop();
    this.stopListening();
  }

  /** @param {GameView} view */
  show(view) {
    const { head, seats, enemy, piles, own } = this.parts;
    const focused = own.contains(document.activeElement);
    document.title = `${mine(view) ? "● " : ""}${t("title")}`;
    this.clock.show(view);
    fill(
      head,
      h("h1", { class: "hidden" }, t("game.title")),
      invitation(view, (seat, name) => (keepName(name), this.session.sit(seat, name))),
      endingArea(view, this.session.seats.length ? () => this.#rematch() : null),
    );
    fill(seats, seatsArea(view));
    fill(enemy, enemyArea(view.enemy));
    fill(
      piles,
      pilesArea(view),
      playedArea(view),
      view.seed_origin === "client" ? h("p", { class: "quiet" }, t("verify.client-seed")) : null,
    );
    this.#own(view, own);
    if (focused && !own.contains(document.activeElement))
      focus(own.querySelector("button") ?? document.getElementById("ending"));
    this.#announce(view);
  }

  /** One's own place: the hand with the controls, or the cover that is between two players of one device. @param {GameView} view @param {HTMLElement} own */
  #own(view, own) {
    if (view.status !== "active") return fill(own);
    if (view.you === null)
      return fill(own, h("p", { class: "task" }, t("game.watching"), " ", task(view)), this.clock.element);
    if (this.#shared && this.#uncovered !== view.you) return fill(own, this.#cover(view));
    this.hand.show(view);
    if (!own.contains(this.hand.element))
      fill(own, h("div", { class: "own-head" }, this.controls.element, this.clock.element), this.hand.element);
    this.#controls();
  }

  get #shared() {
    return this.session.seats.length > 1;
  }

  /** @param {GameView} view */
  #cover(view) {
    if (!mine(view)) return h("p", { class: "task" }, task(view));
    const uncover = () => {
      this.#uncovered = view.you;
      this.show(view);
      focus(this.hand.element.querySelector("button"));
    };
    return h(
      "div",
      { class: "cover" },
      h("p", {}, t("cover.pass", { who: nameOf(view.seats, view.you ?? 0) })),
      h(
        "button",
        { type: "button", class: "main", id: "uncover", "data-focus": "uncover", onclick: uncover },
        t("cover.show"),
      ),
    );
  }

  #controls() {
    const { view } = this.session;
    if (view) this.controls.show(view, this.hand.codes);
  }

  /** Have it read out when it is one's turn. @param {GameView} view */
  #announce(view) {
    const said = mine(view) && view.status === "active" ? `${view.version} ${task(view)}` : "";
    if (said && said !== this.#announced) announce(task(view));
    this.#announced = said;
  }

  /** @param {string} action */
  async act(action) {
    quiet();
    this.hand.selected.clear();
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
    const lost = connection === "offline";
    this.connection.textContent = lost ? t("connection.offline") : "";
    this.connection.dataset.state = connection;
    document.body.classList.toggle("offline", lost);
  }

  #enter() {
    const { view } = this.session;
    const action = view && this.hand.codes.length && actionOf(view, this.hand.codes);
    if (action) this.act(action);
  }

  /** What a key does. @param {string} key */
  #key(key) {
    const { view } = this.session;
    if (!view || view.status !== "active" || !this.hand.element.isConnected) return undefined;
    if (/^[1-9]$/.test(key)) return () => this.hand.toggle(this.hand.cards[Number(key) - 1]);
    if (key === "Escape") return () => this.hand.clear();
    if (key === "y" && may(view, "yield")) return () => this.act("yield");
    if (key === "f" && may(view, "flip")) return () => this.act("flip");
    if (key === "p") return () => this.#enter();
    return undefined;
  }
}
