/**
 * The panel of the saved games: those first that wait for this device. It shows at once what this device knows, and asks
 * the server, in one request, for the games that may have changed.
 */
import { lookAtGames } from "../server/api.ts";
import { forgetGame, keepLooks, savedGames, unfinishedGames } from "../storage/saved_games.ts";
import { button, fill, h } from "../ui/dom.ts";
import { ask } from "../ui/question.ts";
import { plural, t, formatAgo, formatList } from "../words/texts.ts";
import { nameOf } from "../words/names.ts";
import { enemyCount } from "../words/reference.ts";
import type { GameLook, GameView, SeenGame, SavedGame } from "../types.ts";

const MAX_SHOWN = 6;
const REFRESH_MS = 20_000;

export class OwnGames {
  #showsAll = false;
  #isUnreachable = false;
  /** What the panel was rendered from: it stays as it is under a click that begins. */
  #shown = "";
  /** The saved games that the server does not have any more. */
  #gone: Set<string> = new Set();
  #onVisible = () => document.hidden || this.refresh();
  #timer = setInterval(this.#onVisible, REFRESH_MS);

  element = h("section", { class: "panel own-games", id: "own-games", "aria-labelledby": "own-title" });

  constructor() {
    this.#show();
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  close() {
    clearInterval(this.#timer);
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  /** Ask for the games that may have changed. */
  async refresh() {
    const ids = unfinishedGames().map(([id]) => id);
    if (!ids.length) return;
    try {
      this.#keep(await lookAtGames(ids));
      this.#isUnreachable = false;
    } catch {
      this.#isUnreachable = true;
    }
    this.#show();
  }

  #keep(looks: GameLook[]) {
    this.#gone = new Set(looks.filter(({ problem }) => problem?.code === "unknown-game").map(({ id }) => id));
    keepLooks(Object.fromEntries(looks.flatMap(({ id, view }) => (view ? [[id, seenGame(view)]] : []))));
  }

  #show() {
    const games = savedGames()
      .map(([id, saved]) => ownGame(id, saved, this.#gone.has(id)))
      .sort((one, other) => one.rank - other.rank || other.at - one.at);
    const content = JSON.stringify([games, this.#showsAll, this.#isUnreachable]);
    if (content === this.#shown) return;
    this.#shown = content;
    this.element.hidden = !games.length;
    const shown = this.#showsAll ? games : games.slice(0, MAX_SHOWN);
    fill(
      this.element,
      h("h2", { id: "own-title" }, t("own.title")),
      this.#isUnreachable && h("p", { class: "notice", role: "status" }, t("lobby.unreachable")),
      h("ul", { class: "game-list" }, ...shown.map((game) => this.#row(game))),
      h("div", { class: "buttons" }, ...this.#buttons(games)),
    );
  }

  #row(game: OwnGame) {
    const { id, state, outcome, title, status, facts } = game;
    const remove = button(`remove-${id}`, "×", () => this.#remove(game));
    remove.setAttribute("aria-label", t("lobby.remove", { game: title }));
    remove.classList.add("plain");
    const texts = [h("strong", {}, title), h("span", { class: "quiet" }, facts)];
    const address = { href: `#/game/${id}`, "data-focus": `open-${id}` };
    const link = h("a", address, h("span", {}, ...texts), h("span", { class: "state" }, status));
    return h("li", { "data-game": id, "data-state": state, "data-outcome": outcome }, link, remove);
  }

  #buttons(games: OwnGame[]) {
    const over = games.filter(({ state }) => state === "over" || state === "gone");
    const showAll = button("show-all", plural("lobby.show-all", games.length), () => {
      this.#showsAll = true;
      this.#show();
    });
    const clear = button("remove-finished", t("lobby.remove-finished"), () => this.#removeFinished(over));
    return [games.length > MAX_SHOWN && !this.#showsAll && showAll, over.length > 1 && clear];
  }

  async #remove({ id, state, title }: OwnGame) {
    const question = t(state === "over" || state === "gone" ? "lobby.ask-remove" : "lobby.ask-remove-open", {
      game: title,
    });
    if (await ask(question, t("lobby.do-remove"))) this.#forget(id);
  }

  async #removeFinished(over: OwnGame[]) {
    const question = plural("lobby.ask-remove-finished", over.length);
    if (await ask(question, t("lobby.do-remove"))) this.#forget(...over.map(({ id }) => id));
  }

  #forget(...ids: string[]) {
    forgetGame(...ids);
    this.#show();
    this.element.querySelector("a")?.focus();
  }
}

/** The members of a view that the list shows. */
const seenGame = ({ status, players, turn, defeated, updated_at: updatedAt, seats, result }: GameView): SeenGame => ({
  status,
  players,
  turn,
  defeated,
  updated_at: updatedAt,
  seats: seats.map(({ seat, name, agent, held, stand_in: standIn }) => ({
    seat,
    name,
    agent,
    held,
    stand_in: standIn,
  })),
  result: result && { outcome: result.outcome, grade: result.grade },
});

type State = "turn" | "waiting" | "others" | "unknown" | "over" | "gone";
type OwnGame = {
  id: string;
  state: State;
  outcome: string;
  rank: number;
  at: number;
  title: string;
  status: string;
  facts: string;
};

/** The states in the order of the list. */
const ORDER: State[] = ["turn", "waiting", "others", "unknown", "over", "gone"];

/**
 * A saved game in words: who plays, what it waits for or how it ended, how far it is, and how long ago that was.
 * @param isGone whether the server does not have it any more
 */
function ownGame(id: string, saved: SavedGame, isGone: boolean): OwnGame {
  const own = Object.keys(saved.tokens).map(Number);
  const state = isGone ? "gone" : stateOf(saved.seen, own);
  const at = Date.parse(saved.seen?.updated_at ?? saved.at);
  return {
    id,
    state,
    outcome: saved.seen?.result?.outcome ?? "",
    rank: ORDER.indexOf(state),
    at,
    title: saved.seen ? titleOf(saved.seen, own) : t("lobby.game"),
    status: statusOf(state, saved.seen),
    facts: [...factsOf(saved.seen), formatAgo(Math.max(0, (Date.now() - at) / 1000))].join(" · "),
  };
}

function stateOf(seen: SeenGame | undefined, own: number[]): State {
  if (!seen) return "unknown";
  if (seen.status === "waiting") return "waiting";
  if (seen.status !== "active") return "over";
  const { turn } = seen;
  return turn !== null && own.includes(turn) && !seen.seats[turn]?.stand_in ? "turn" : "others";
}

/** The other players, or how the game is played without others. */
function titleOf({ players, seats }: SeenGame, own: number[]) {
  const others = seats.filter(({ seat, held }) => held && !own.includes(seat)).map(({ seat }) => nameOf(seats, seat));
  if (others.length) return t(own.length ? "lobby.with" : "lobby.watched", { names: formatList(others) });
  if (seats.some(({ held }) => !held)) return t("lobby.with-friends");
  return players === 1 ? t("lobby.solo") : t("lobby.all-seats");
}

function statusOf(state: State, seen: SeenGame | undefined) {
  if (state === "over" && seen) return endText(seen);
  if (state === "others" && seen) return t("lobby.turn-of", { who: nameOf(seen.seats, seen.turn ?? 0) });
  if (state === "waiting" && seen) return plural("listed.open", seen.seats.filter(({ held }) => !held).length);
  return t(state === "turn" ? "lobby.your-turn" : state === "gone" ? "lobby.gone" : "lobby.unknown");
}

function endText({ status, result }: SeenGame) {
  if (!result) return t(status === "cancelled" ? "ending.cancelled" : "lobby.unknown");
  if (result.outcome !== "won") return t("ending.lost");
  const grade = result.grade as "gold" | "silver" | "bronze" | null;
  return grade ? `${t("ending.won")} ${t(`grade.${grade}`)}` : t("ending.won");
}

const factsOf = (seen: SeenGame | undefined) =>
  seen
    ? [
        plural("create.players", seen.players),
        seen.status !== "waiting" && t("lobby.progress", { defeated: seen.defeated, enemies: enemyCount() }),
      ].filter(Boolean)
    : [];
