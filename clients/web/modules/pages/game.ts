/** The page of a game. */
import { showError, clearAlerts, clearUnreachable } from "../ui/alerts.ts";
import { houseBots } from "../ui/bot_choice.ts";
import { fill, focus, h } from "../ui/dom.ts";
import { isMyTurn, momentOf } from "../game/legality.ts";
import { announce, Log, News } from "../table/log.ts";
import { nameOf } from "../words/names.ts";
import { narration } from "../words/narration.ts";
import { TurnNotice } from "../notice/turn_notice.ts";
import { isUnstored, savedGame } from "../storage/saved_games.ts";
import { LostEvents } from "../server/api.ts";
import { withoutDrawnCards } from "../server/own_draws.ts";
import { Session } from "../server/session.ts";
import { taskText } from "../table/controls.ts";
import { Attendance } from "../table/attendance.ts";
import { endingArea } from "../table/ending.ts";
import { Board } from "../table/board.ts";
import { agreementArea, waysOut } from "../table/giving_up.ts";
import { invitation } from "../table/invitation.ts";
import { listenForSkips, Theatre } from "../theatre/theatre.ts";
import { Stage } from "../theatre/stage.ts";
import { PlayerArea } from "../table/player_area.ts";
import { dock } from "../table/dock.ts";
import { explainThings } from "../rules/explainer.ts";
import { t } from "../words/texts.ts";
import type { Agent, GameView, GameEvent, Connection } from "../types.ts";

/** Show a game. Returns a function that closes the page. */
export async function gamePage(page: HTMLElement, id: string) {
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
    takeSeat: (seat: number, name: string | null) => this.session.takeSeat(seat, name),
    leaveSeat: (seat: number) => this.session.leaveSeat(seat),
    fillSeat: (seat: number, bot: string) => this.session.fillSeat(seat, bot),
    cancel: () => this.session.cancel(),
    handOver: (seat: number, bot: string) => this.session.handOver(seat, bot),
    takeBack: (seat: number) => this.session.takeBack(seat),
    sayGiveUp: (agree: boolean) => this.session.sayGiveUp(agree),
  };
  #announced = "";
  /** What the rarely changing parts were rendered from, because they contain fields. */
  #rendered: Map<Element, string> = new Map();
  /** The house bots. */
  #bots: Agent[] = [];

  stage = new Stage((frame) => this.show(frame as GameView, false));
  theatre = new Theatre({
    draw: (frame, settled) => this.show(frame, settled),
    enter: (step, before, duration) => this.stage.enter(step, before, duration),
    finish: () => this.stage.finish(),
    isInstant: () => this.stage.isInstant(),
    open: (event) => this.news.tell({ ...event, effects: [] }, this.session.view?.seats ?? []),
    withdraw: () => this.news.withdraw(),
    tell: (event, past) => this.addEvent(event, past),
  });
  log = new Log();
  attendance = new Attendance({
    own: () => this.session.seats,
    rematch: (key) => this.#rematch(key),
    problem: showError,
  });
  parts = {
    head: h("div", { class: "head" }),
    ways: h("div", { class: "area-ways" }),
  };
  board = new Board();
  news = new News();
  connection = h("p", { class: "connection", id: "connection", role: "status" });
  session;
  playerArea;
  turnNotice;
  table;
  stopSkipping;
  stopExplaining;

  constructor(
    readonly page: HTMLElement,
    id: string,
  ) {
    this.session = new Session(id, {
      view: (view) => this.theatre.receive(view),
      rewind: (view) => this.#rewind(view),
      event: (event, past) => this.theatre.tell(event, past),
      connection: (connection) => this.showConnection(connection),
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

  /** Draw a frame. What players may do, the notices and the announcements belong to settled frames alone. */
  show(frame: GameView, settled: boolean) {
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

  #settle(view: GameView) {
    this.turnNotice.show(view);
    this.#announce(view);
  }

  /** Render the parts that contain fields, only if they have changed. */
  #rarely(view: GameView) {
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

  #fillIfChanged(part: Element, key: string, render: () => (Element | null)[]) {
    if (this.#rendered.get(part) === key) return;
    this.#rendered.set(part, key);
    fill(part, ...render());
  }

  /** The invitation, the agreement to give up, or the ending. */
  #head(view: GameView) {
    const { seats, owner } = this.session;
    return [
      h("h1", { class: "hidden" }, t("game.title")),
      isUnstored(view.id) ? h("p", { class: "alert", id: "unstored", role: "alert" }, t("game.unstored")) : null,
      invitation(view, seats, owner ? this.#bots : null, this.#handlers, this.attendance.presences),
      agreementArea(view, seats, this.#handlers),
      endingArea(view, this.attendance.rematch.element),
    ];
  }

  /** Announce the player's turn to screen readers. */
  #announce(view: GameView) {
    const moment = isMyTurn(view) ? momentOf(view) : "";
    if (moment && moment !== this.#announced) announce(`${this.#actor(view)} ${taskText(view)}`.trim());
    this.#announced = moment;
  }

  /** Whether several people look at this page. */
  #isShared() {
    return this.session.seats.length > 1 && !savedGame(this.session.id)?.alone;
  }

  /** For whom a person acts who plays all seats of this device. */
  #actor(view: GameView) {
    return savedGame(view.id)?.alone ? t("own.acting", { who: nameOf(view.seats, view.you ?? 0) }) : "";
  }

  async act(action: string) {
    clearAlerts();
    this.theatre.expect(action);
    if (!(await this.session.act(action))) this.theatre.cancel();
  }

  /** Say that the server has lost events, and show the game before them. */
  #rewind(view: GameView) {
    showError(new LostEvents());
    this.log.add([[t("alert.lost-events")]], true);
    this.theatre.rewind(view);
    fill(this.news.element);
  }

  async #rematch(key: string) {
    location.hash = `#/game/${await this.session.rematch(key)}`;
  }

  addEvent(event: GameEvent, past: boolean) {
    this.attendance.tell(event);
    const seats = this.session.view?.seats ?? [];
    const told = this.#isShared() ? withoutDrawnCards(event) : event;
    this.log.add(narration(told, seats), past);
    this.news.tell(told, seats);
  }

  showConnection(connection: Connection) {
    this.connection.textContent = connection === "offline" ? t("connection.offline") : "";
    this.connection.dataset.state = connection;
    if (connection === "live") clearUnreachable();
  }
}
