// @ts-check
/** The page of a game. */
import { showError, clearAlerts, clearUnreachable } from "../ui/alerts.js";
import { houseBots } from "../ui/bot_choice.js";
import { fill, focus, h } from "../ui/dom.js";
import { isMyTurn, momentOf } from "../game/legality.js";
import { announce, Log } from "../table/log.js";
import { nameOf } from "../words/names.js";
import { narration } from "../words/narration.js";
import { TurnNotice } from "../notice/turn_notice.js";
import { isUnstored, savedGame } from "../storage/saved_games.js";
import { LostEvents } from "../server/api.js";
import { withoutDrawnCards } from "../server/own_draws.js";
import { Session } from "../server/session.js";
import { taskText } from "../table/controls.js";
import { Attendance } from "../table/attendance.js";
import { endingArea } from "../table/ending.js";
import { Board } from "../table/board.js";
import { agreementArea, waysOut } from "../table/giving_up.js";
import { invitation } from "../table/invitation.js";
import { listenForSkips } from "../theatre/skipping.js";
import { Stage } from "../theatre/stage.js";
import { Theatre } from "../theatre/theatre.js";
import { PlayerArea } from "../table/player_area.js";
import { dock } from "../table/dock.js";
import { explainThings } from "../rules/explainer.js";
import { News } from "../table/news.js";
import { t } from "../words/texts.js";

/** @import { Agent, GameView, GameEvent, Connection } from "../types" */

/**
 * Show a game. Returns a function that closes the page.
 * @param {HTMLElement} page @param {string} id
 */
export async function gamePage(page, id) {
  const game = new GamePage(page, id);
  try {
    await Promise.all([game.session.open(), game.loadBots()]);
  } catch (error) {
    game.close();
    throw error;
  }
  return () => game.close();
}

class GamePage {
  /** The changes of seats, and the ends before the end. */
  #handlers = {
    takeSeat: (/** @type {number} */ seat, /** @type {string | null} */ name) => this.session.takeSeat(seat, name),
    leaveSeat: (/** @type {number} */ seat) => this.session.leaveSeat(seat),
    fillSeat: (/** @type {number} */ seat, /** @type {string} */ bot) => this.session.fillSeat(seat, bot),
    cancel: () => this.session.cancel(),
    handOver: (/** @type {number} */ seat, /** @type {string} */ bot) => this.session.handOver(seat, bot),
    takeBack: (/** @type {number} */ seat) => this.session.takeBack(seat),
    sayGiveUp: (/** @type {boolean} */ agree) => this.session.sayGiveUp(agree),
  };
  #announced = "";
  /** What the rarely changing parts were rendered from, because they contain fields. @type {Map<Element, string>} */
  #rendered = new Map();
  /** The house bots. @type {Agent[]} */
  #bots = [];

  /** @param {HTMLElement} page @param {string} id */
  constructor(page, id) {
    this.page = page;
    this.stage = new Stage((frame) => this.show(/** @type {GameView} */ (frame), false));
    this.theatre = new Theatre({
      draw: (frame, settled) => this.show(frame, settled),
      enter: (step, before, duration) => this.stage.enter(step, before, duration),
      finish: () => this.stage.finish(),
      isInstant: () => this.stage.isInstant(),
      open: (event) => this.news.tell({ ...event, effects: [] }, this.session.view?.seats ?? []),
      withdraw: () => this.news.withdraw(),
      tell: (event, past) => this.addEvent(event, past),
    });
    this.session = new Session(id, {
      view: (view) => this.theatre.receive(view),
      rewind: (view) => this.#rewind(view),
      event: (event, past) => this.theatre.tell(event, past),
      connection: (connection) => this.showConnection(connection),
      problem: showError,
    });
    this.log = new Log();
    this.attendance = new Attendance({
      own: () => this.session.seats,
      rematch: (key) => this.#rematch(key),
      problem: showError,
    });
    const absence = this.attendance.absence;
    this.playerArea = new PlayerArea({
      act: (action) => this.act(action),
      signal: (signal) => this.session.signal(signal),
      takeBack: (seat) => this.session.takeBack(seat),
      ask: (agent, signal) => this.session.askAdvice(agent, signal),
      absence: absence.element,
    });
    this.turnNotice = new TurnNotice(id);
    this.parts = {
      head: h("div", { class: "head" }),
      ways: h("div", { class: "area-ways" }),
    };
    this.board = new Board();
    this.news = new News();
    this.connection = h("p", { class: "connection", id: "connection", role: "status" });
    const { head, ways } = this.parts;
    const side = h(
      "div",
      { class: "side" },
      h("div", { class: "area-log" }, this.log.element),
      this.playerArea.aside,
      ways,
    );
    const edge = dock(this.log.element, this.news.element, this.playerArea.element, side, absence.line);
    this.table = h("div", { class: "table" }, head, this.board.element, side, edge);
    fill(page, this.connection, this.table);
    this.stopSkipping = listenForSkips(
      this.table,
      () => this.theatre.playing,
      () => this.theatre.skip(),
    );
    this.stopExplaining = explainThings(page);
  }

  close() {
    this.session.close();
    this.theatre.close();
    this.stage.close();
    this.playerArea.close();
    this.attendance.close();
    this.turnNotice.close();
    this.stopExplaining();
    this.stopSkipping();
  }

  /** Load the house bots; without them, the page offers none. */
  async loadBots() {
    this.#bots = await houseBots();
    this.theatre.redraw();
  }

  /**
   * Draw a frame. What players may do, the notices and the announcements belong to settled frames alone.
   * @param {GameView} frame @param {boolean} settled
   */
  show(frame, settled) {
    const focused = this.page.contains(document.activeElement);
    if (settled) {
      this.attendance.show(frame);
      this.#rarely(frame);
    }
    const presences = frame.status === "active" ? this.attendance.presences : undefined;
    this.board.show({ ...frame, hands: null }, presences); // the ending has the open hands
    const alone = savedGame(frame.id)?.alone;
    this.playerArea.show(frame, this.session.seats.length > 1, this.#bots, alone, settled);
    if (settled) this.#settle(frame);
    this.table.dataset.settled = settled ? String(frame.version) : "";
    if (focused && document.activeElement === document.body) focus(document.getElementById("ending") ?? this.page);
  }

  /** @param {GameView} view */
  #settle(view) {
    this.turnNotice.show(view);
    this.#announce(view);
  }

  /** Render the parts that contain fields, only if they have changed. @param {GameView} view */
  #rarely(view) {
    const { session } = this;
    const seats = view.seats.map(({ held, stand_in: standIn, gives_up: agrees }) => [held, standIn, agrees]);
    const key = JSON.stringify([
      view.status,
      view.next,
      session.seats,
      session.owner,
      this.#bots.length,
      seats,
      isUnstored(view.id),
    ]);
    this.#fillIfChanged(this.parts.head, key, () => this.#head(view));
    this.#fillIfChanged(this.parts.ways, `${key} ${view.you}`, () => [
      waysOut(view, session.seats, this.#bots, this.#handlers),
      view.seed_origin === "client" ? h("p", { class: "quiet" }, t("verify.client-seed")) : null,
    ]);
  }

  /** @param {Element} part @param {string} key @param {() => (Element | null)[]} render */
  #fillIfChanged(part, key, render) {
    if (this.#rendered.get(part) === key) return;
    this.#rendered.set(part, key);
    fill(part, ...render());
  }

  /** The invitation, the agreement to give up, or the ending. @param {GameView} view */
  #head(view) {
    const { seats, owner } = this.session;
    return [
      h("h1", { class: "hidden" }, t("game.title")),
      isUnstored(view.id) ? h("p", { class: "alert", id: "unstored", role: "alert" }, t("game.unstored")) : null,
      invitation(view, seats, owner ? this.#bots : null, this.#handlers, this.attendance.presences),
      agreementArea(view, seats, this.#handlers),
      endingArea(view, this.attendance.rematch.element),
    ];
  }

  /** Announce the player's turn to screen readers. @param {GameView} view */
  #announce(view) {
    const moment = isMyTurn(view) ? momentOf(view) : "";
    if (moment && moment !== this.#announced) announce(`${this.#actor(view)} ${taskText(view)}`.trim());
    this.#announced = moment;
  }

  /** Whether several people look at this page. */
  #isShared() {
    return this.session.seats.length > 1 && !savedGame(this.session.id)?.alone;
  }

  /** For whom a person acts who plays all seats of this device. @param {GameView} view */
  #actor(view) {
    return savedGame(view.id)?.alone ? t("own.acting", { who: nameOf(view.seats, view.you ?? 0) }) : "";
  }

  /** @param {string} action */
  async act(action) {
    clearAlerts();
    this.theatre.expect(action);
    if (!(await this.session.act(action))) this.theatre.cancel();
  }

  /** Say that the server has lost events, and show the game before them. @param {GameView} view */
  #rewind(view) {
    showError(new LostEvents());
    this.log.add([[t("alert.lost-events")]], true);
    this.theatre.rewind(view);
    fill(this.news.element);
  }

  /** @param {string} key */
  async #rematch(key) {
    location.hash = `#/game/${await this.session.rematch(key)}`;
  }

  /** @param {GameEvent} event @param {boolean} past */
  addEvent(event, past) {
    this.attendance.tell(event);
    const seats = this.session.view?.seats ?? [];
    const told = this.#isShared() ? withoutDrawnCards(event) : event;
    this.log.add(narration(told, seats), past);
    this.news.tell(told, seats);
  }

  /** @param {Connection} connection */
  showConnection(connection) {
    this.connection.textContent = connection === "offline" ? t("connection.offline") : "";
    this.connection.dataset.state = connection;
    if (connection === "live") clearUnreachable();
  }
}
