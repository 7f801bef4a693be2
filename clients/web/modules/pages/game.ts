/** The page of a game. */
import { isMyTurn } from "regicide-client/selection";
import { clearAlerts, clearUnreachable, LostEvents, showError } from "../ui/alerts.ts";
import { houseBots } from "../bots/house_bots.ts";
import { fill, focus, h } from "../ui/dom.ts";
import { autorun, computed, untracked } from "../ui/signals.ts";
import { announce, Log, News } from "../table/log.ts";
import { withoutDrawnCards, withoutEffects } from "../effects.ts";
import { narration, type Shown } from "../words/narration.ts";
import { TurnNotice } from "../notice/turn_notice.ts";
import { playedGames } from "../storage/history.ts";
import { invited } from "../storage/own_agents.ts";
import { savedGame } from "../storage/saved_games.ts";
import { hasHints } from "../storage/saved_hints.ts";
import { earnedBy } from "../history/achievements.ts";
import { endPractice, keepPlayed } from "../history/keeping.ts";
import { highlights } from "../replay/highlights.ts";
import { startPractice } from "../ui/game_start.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import { keepView } from "../server/last_state.ts";
import { Session } from "../server/session.ts";
import { momentOf } from "../table/choice.ts";
import { taskText } from "../table/controls.ts";
import { Attendance } from "../table/attendance.ts";
import { endingPlace } from "../table/ending.ts";
import { boardArea } from "../table/board.ts";
import { agreementArea, waysOut } from "../table/giving_up.ts";
import { invitation, keptInvitation } from "../table/invitation.ts";
import { takeBack } from "../theatre/taking_back.ts";
import { Theatre } from "../theatre/theatre.ts";
import { actorText, PlayerArea } from "../table/player_area.ts";
import { type Facts, TableState } from "../table/table_state.ts";
import { dock } from "../table/dock.ts";
import { explainThings } from "../rules/explainer.ts";
import { Hints } from "../tutorial/hints.ts";
import { t } from "../words/texts.ts";
import { achievementCard } from "./history.ts";
import { soundChoices } from "./sounds.ts";
import type { GameView, GameEvent, Connection } from "../types.ts";

/** Whether the next game goes on before the last action of the one on the page. */
let isTakingBack = false;

/** The cards that were chosen when a game was left: the same page, as when the server is back, goes on with them. */
let left = { id: "", codes: [] as string[] };

/** Show a game. Returns a function that closes the page. */
export async function gamePage(page: HTMLElement, id: string) {
  const game = new GamePage(page, id);
  const isAfterGame = page.querySelector(".table") !== null; // which is shown until this one is known
  const show = isTakingBack ? () => takeBack(page, () => game.show()) : () => game.show();
  isTakingBack = false;
  if (!isAfterGame) game.show();
  try {
    await Promise.all([game.session.open(), game.loadBots()]);
    if (isAfterGame) show();
  } catch (error) {
    game.close();
    throw error;
  }
  return () => game.close();
}

class GamePage {
  state = new TableState();
  log = new Log();
  news = new News();
  attendance = new Attendance(this.state, { rematch: (key) => this.#rematch(key), problem: showError });
  session;
  #hints;
  #closed = new AbortController();
  #flight = new SingleFlight();
  #playerArea;
  #turnNotice;
  #theatre;
  #stopExplaining;
  #parts: Element[];

  constructor(
    readonly page: HTMLElement,
    readonly id: string,
  ) {
    const { state } = this;
    if (left.id === id) state.choice.select(left.codes);
    this.#hints = new Hints(id);
    this.session = new Session(id, {
      view: (view) => this.#receive(view),
      rewind: (view) => this.#rewind(view),
      event: (event, past) => {
        this.state.addEvent(event);
        this.#theatre.send({ type: "event", event, past });
      },
      connection: (connection) => this.#connect(connection),
      problem: showError,
    });
    this.#playerArea = new PlayerArea(state, {
      act: (action) => this.#act(action),
      signal: (signal) => this.session.done(this.session.game.call("sendSignal", { body: { signal } })),
      takeBack: (seat) => this.#takeBack(seat),
      undo: () => void this.#undo(),
      hurry: () => this.#theatre.send({ type: "hurry" }),
      ask: (agent, signal) => this.session.askAdvice(agent, signal),
      now: () => this.session.game.client.now(),
      absence: this.attendance.absence.element,
      hint: (view) => this.#hints.element(view),
      isNewcomer: hasHints(id) || !Object.keys(playedGames()).length,
    });
    soundChoices(state);
    this.#turnNotice = new TurnNotice(id);
    const table = this.#table();
    this.#parts = [connectionLine(state), table];
    this.#theatre = new Theatre<GameView>(table, {
      draw: (frame, settled, step) => this.#show(frame, settled, step),
      open: (event) => this.news.tell(withoutEffects(event), this.#seats),
      withdraw: () => this.news.withdraw(),
      log: (event, past) => this.#log(event, past),
    });
    this.#stopExplaining = explainThings(page);
    this.#announceTurns();
    autorun(() => this.#keep());
  }

  /** Keep what the board shows for a start without the server: the discard pile as it lies. */
  #keep() {
    const [board, view] = [this.state.board.value, this.state.settled.value];
    if (board && view && view === this.state.view.value) keepView({ ...view, discard: board.discard });
  }

  /** Take the place of what the page has shown before. */
  show() {
    fill(this.page, ...this.#parts);
  }

  close() {
    left = { id: this.id, codes: this.state.choice.codes.value };
    this.#closed.abort();
    this.session.close();
    this.#theatre.close();
    this.#playerArea.close();
    this.attendance.close();
    this.#turnNotice.close();
    this.#stopExplaining();
  }

  /** Load the house bots; without them, the page offers none. */
  async loadBots() {
    this.state.bots.value = await houseBots();
  }

  #table() {
    const { state, attendance, log } = this;
    const { view } = state;
    const board = boardArea(() => state.board.value, {
      dot: (seat) =>
        view.value?.status === "active" && !state.own.value.includes(seat.seat) && attendance.presences.dot(seat),
      preview: () => state.preview.value,
      appoint: this.#playerArea.appoint,
    });
    log.panel.append(h("div", {}, () => state.facts.value && this.#seedNote(state.facts.value)));
    return h(
      "div",
      { class: "table", "data-settled": () => state.settledVersion.value },
      h("div", { class: "head" }, () => state.facts.value && this.#head(state.facts.value)),
      endingPlace(state, {
        rematch: attendance.rematch,
        ended: (game, story) => {
          keepPlayed(game, story);
          return earnedBy(playedGames(), game.id).map((name) => achievementCard(name, true));
        },
        practice: { undo: () => void this.#undo(), again: () => void this.#practise() },
        highlights: (game, story, ready) => highlights(game, story, state.bots.value, this.#closed.signal, ready),
      }),
      board,
      dock(log, this.news.element, this.#playerArea.element, attendance.absence.line, [
        this.#playerArea.advice,
        h("div", { class: "area-ways" }, () => state.facts.value && this.#ways(state.facts.value)),
      ]),
    );
  }

  /** The seats of the newest view. */
  get #seats() {
    return this.state.latest.value?.seats ?? [];
  }

  #receive(view: GameView) {
    this.state.latest.value = view;
    this.#theatre.send({ type: "view", view });
  }

  /** Draw a frame. What players may do, the notices and the announcements belong to settled frames alone. */
  #show(frame: GameView, settled: boolean, step: Shown | null) {
    const focused = this.page.contains(document.activeElement);
    this.state.show(frame, settled, step, savedGame(this.id));
    if (focused && document.activeElement === document.body) focus(document.getElementById("ending") ?? this.page);
  }

  /** Tell of the player's turn, screen readers, too. */
  #announceTurns() {
    const { settled } = this.state;
    const turn = computed(() => (settled.value && isMyTurn(settled.value) ? momentOf(settled.value) : ""));
    autorun(() => settled.value && this.#turnNotice.show(settled.value, turn.value));
    autorun(() => {
      const view = turn.value && settled.peek();
      if (view) announce(`${untracked(() => actorText(this.state, view))} ${taskText(view)}`.trim());
    });
  }

  /** The invitation while a bot keeps a seat, and what a player who has to go can do. */
  #ways(facts: Facts) {
    const { session } = this;
    const { game, owner: token } = session;
    return [
      keptInvitation(facts, this.state),
      ...waysOut(facts, this.state, {
        handOver: (seat, bot) => session.done(game.call("handOverSeat", { seat, body: invited(bot) })),
        takeBack: (seat) => this.#takeBack(seat),
        openSeat: (seat) => session.done(game.call("fillSeat", { seat, body: { open: true } }, { token })),
        sayGiveUp: (agree) => session.sayGiveUp(agree),
      }),
    ];
  }

  /** That others may have known the deal. */
  #seedNote(facts: Facts) {
    const isKnown = facts.seed_origin === "client" && !this.state.isOwner.value;
    return isKnown && h("p", { class: "quiet" }, t("verify.client-seed"));
  }

  /** The invitation, or the agreement to give up. */
  #head(facts: Facts) {
    const { session, attendance } = this;
    const { game, owner: token } = session;
    return [
      h("h1", { class: "hidden" }, t("game.title")),
      facts.isUnstored && h("p", { class: "alert", id: "unstored", role: "alert" }, t("game.unstored")),
      invitation(facts, this.state, attendance.presences, {
        takeSeat: (seat, name) => session.takeSeat(seat, name),
        leaveSeat: (seat) => session.leaveSeat(seat),
        fillSeat: (seat, bot) => session.done(game.call("fillSeat", { seat, body: invited(bot) }, { token })),
        cancel: () => session.done(game.call("cancelGame", {}, { token })),
      }),
      agreementArea(facts, this.state.own.value, (agree) => session.sayGiveUp(agree)),
    ];
  }

  /** Go on before the last action of a game of practice: in a game with the same seed and the actions before it. */
  async #undo() {
    const actions = this.state.events.value.flatMap((event) => (event.type === "action" ? [event.action] : []));
    if (!actions.length) return;
    const token = this.session.game.seats[0]?.token;
    const next = await this.#practise(this.state.practice.value ?? "", actions.slice(0, -1));
    if (!next) return;
    isTakingBack = location.hash.endsWith(next);
    endPractice(this.id, token);
  }

  /** Start a game of practice, by default with a new deal. Returns its id if it is created. */
  async #practise(seed?: string, actions?: string[]) {
    const view = this.state.settled.value;
    if (!view) return;
    const [{ name }] = view.seats;
    const deal = seed === undefined ? {} : { seed, ...(actions && { actions }) };
    const wish = { players: 1, seats: [{ name }], advice: view.advice, ...deal };
    return startPractice(wish, this.#flight).catch(showError);
  }

  #takeBack(seat: number) {
    return this.session.done(this.session.game.call("takeBackSeat", { seat }));
  }

  async #act(action: string) {
    clearAlerts();
    const view = this.state.settled.value;
    this.#theatre.send({ type: "act", action });
    if (!(await this.session.act(action))) this.#theatre.send({ type: "refused" });
    else if (view) this.#hints.take(view, action);
  }

  /** Say that the server has lost events, and show the game before them. */
  #rewind(view: GameView) {
    showError(new LostEvents());
    this.log.add([[t("alert.lost-events")]], true);
    this.state.dropEvents(view.version);
    this.state.latest.value = view;
    this.#theatre.send({ type: "rewind", view });
    this.news.clear();
  }

  async #rematch(key: string) {
    location.hash = `#/game/${await this.session.rematch(key)}`;
  }

  #log(event: GameEvent, past: boolean) {
    this.attendance.tell(event);
    const told = this.state.isShared.value ? withoutDrawnCards(event) : event;
    this.log.add(narration(told, this.#seats), past);
    this.news.tell(told, this.#seats);
  }

  #connect(connection: Connection) {
    this.state.connection.value = connection;
    if (connection === "live" || connection === "polling") clearUnreachable();
  }
}

const connectionLine = ({ connection }: TableState) =>
  h(
    "p",
    { class: "connection", id: "connection", role: "status", "data-state": () => connection.value },
    () => connection.value === "offline" && t("connection.offline"),
  );
