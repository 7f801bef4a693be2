/**
 * `<regicide-table>`: a table on any page, which follows, plays or replays a game of a server. It is the table of the
 * client's own pages in a shadow tree of its own, and stores nothing.
 *
 * Attributes: `server`, by default that of this script; `game`; `token` of the seat that plays; `record`, the URL of a
 * record, or without a value for that of the game; `lang`.
 */
import { Api } from "regicide-client/api";
import { Game } from "regicide-client/game";
import { withoutEffects } from "../effects.ts";
import { RecordTable } from "../replay/record_table.ts";
import { withOwnSeat } from "../server/own_seat.ts";
import { type Language, LANGUAGES, language, useLanguage } from "../storage/language.ts";
import { boardArea } from "../table/board.ts";
import { endingPlace } from "../table/ending.ts";
import { dock } from "../table/dock.ts";
import { Log, News } from "../table/log.ts";
import { PlayerArea } from "../table/player_area.ts";
import { TableState } from "../table/table_state.ts";
import { Theatre } from "../theatre/theatre.ts";
import { errorText, LostEvents } from "../ui/alerts.ts";
import { firstPageShown, h } from "../ui/dom.ts";
import { narration } from "../words/narration.ts";
import { requestReference, useReference } from "../words/reference.ts";
import { loadTexts, t } from "../words/texts.ts";
import type { GameRecord, GameView } from "../types.ts";

/** The style sheets, for a shadow tree: set by build.mjs. */
declare const STYLES: string;

const SERVER = new URL(".", import.meta.url).href;
/** The texts, cards and rules: those of the first table of the page, for all of them. */
let words: Promise<unknown> | null = null;

function loadWords(api: Api, wanted: string) {
  if (wanted in LANGUAGES) useLanguage(wanted as Language);
  return Promise.all([loadTexts(), requestReference(api).then(useReference)]).then(firstPageShown);
}

function forget(error: unknown): never {
  words = null;
  throw error;
}

class RegicideTable extends HTMLElement {
  static observedAttributes = ["server", "game", "token", "record", "lang"];
  #closing = new AbortController();
  #root = this.attachShadow({ mode: "open" });

  constructor() {
    super();
    const styles = new CSSStyleSheet();
    styles.replaceSync(STYLES);
    this.#root.adoptedStyleSheets = [styles];
  }

  connectedCallback() {
    this.#show();
  }

  disconnectedCallback() {
    this.#closing.abort();
  }

  /** Attributes that are set one after another begin one table. */
  attributeChangedCallback() {
    this.#closing.abort();
    queueMicrotask(() => this.isConnected && this.#closing.signal.aborted && this.#show());
  }

  async #show() {
    this.#closing.abort();
    const { signal } = (this.#closing = new AbortController());
    const token = this.getAttribute("token");
    const api = new Api(this.getAttribute("server") ?? SERVER, { token, language });
    const [id, record] = [this.getAttribute("game"), this.getAttribute("record")];
    if (!id && !record) return this.#root.replaceChildren();
    try {
      await (words ??= loadWords(api, this.lang).catch(forget));
      if (signal.aborted) return;
      if (record === null)
        follow(this.#root, await Game.open(api, id ?? "", { previews: true, after: 1, signal }), signal);
      else replay(this.#root, await recordOf(api, id ?? "", record), signal);
    } catch (error) {
      if (!signal.aborted) this.#root.replaceChildren(h("p", { class: "alert", role: "alert" }, errorText(error)));
    }
  }
}

/** The record at a URL; without one, that of a game. */
async function recordOf(api: Api, game_id: string, url: string): Promise<GameRecord> {
  return url ? (await fetch(url)).json() : api.getRecord({ game_id });
}

function replay(root: ShadowRoot, record: GameRecord, signal: AbortSignal) {
  const table = new RecordTable(record, undefined, root);
  table.layHands();
  root.replaceChildren(table.element);
  signal.addEventListener("abort", () => table.close());
  table.go(0);
}

/** Follow a game, and play from the seat of its view. */
function follow(root: ShadowRoot, game: Game, signal: AbortSignal) {
  const [state, log, news] = [new TableState(), new Log(), new News()];
  const alert = h("p", { class: "alert", role: "alert", hidden: true });
  const problem = (error: unknown) => {
    alert.hidden = false;
    alert.textContent = errorText(error);
  };
  const done = (call: Promise<unknown>) => call.then(() => (alert.hidden = true), problem);
  const area = new PlayerArea(state, {
    act: async (action) => {
      theatre.send({ type: "act", action });
      await game.act(action).then(
        () => (alert.hidden = true),
        (error) => (theatre.send({ type: "refused" }), problem(error)),
      );
    },
    signal: (signal) => void done(game.call("sendSignal", { body: { signal } })),
    takeBack: (seat) => void done(game.call("takeBackSeat", { seat })),
    hurry: () => theatre.send({ type: "hurry" }),
    ask: () => Promise.reject(new Error("the element has no advice")),
    now: () => game.client.now(),
    keys: root,
  });
  const board = boardArea(() => state.board.value, { preview: () => state.preview.value, appoint: area.appoint });
  const line = h("span", { role: "status" }, news.element);
  const properties = { class: "table", "data-settled": () => state.settledVersion.value };
  const ending = endingPlace(state, null);
  const table = h("div", properties, board, ending, dock(log, line, area.element));
  root.replaceChildren(alert, table);
  const theatre = new Theatre<GameView>(table, {
    draw: (frame, settled, step) => state.show(frame, settled, step),
    open: (event) => news.tell(withoutEffects(event), game.view.seats),
    withdraw: () => news.withdraw(),
    log: (event, past) => {
      log.add(narration(event, game.view.seats), past);
      news.tell(event, game.view.seats);
    },
  });
  const show = (type: "view" | "rewind") => (view: GameView) => {
    state.latest.value = withOwnSeat(view, view.you === null ? [] : [view.you]);
    theatre.send({ type, view: state.latest.value });
  };
  show("view")(game.view);
  game.subscribe({
    view: show("view"),
    rewind: (view) => {
      state.dropEvents(view.version);
      show("rewind")(view);
      problem(new LostEvents());
      log.add([[t("alert.lost-events")]], true);
      news.clear();
    },
    event: (event, past) => {
      state.addEvent(event);
      theatre.send({ type: "event", event, past });
    },
    connection: (connection) => {
      if (connection !== "offline" && alert.textContent !== t("connection.offline")) return;
      alert.hidden = connection !== "offline";
      alert.textContent = t("connection.offline");
    },
    problem,
  });
  const { you } = game.view;
  const { token } = game.client.options;
  if (token && you !== null) game.seats = [{ seat: you, token }];
  else if (token) game.client.getGame({ game_id: game.id, seat: 0 }).catch(problem);
  signal.addEventListener("abort", () => {
    theatre.close();
    area.close();
  });
}

customElements.define("regicide-table", RegicideTable);
