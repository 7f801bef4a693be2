/**
 * The game to go on with, and the panel of the other saved games: those first that wait for this device. They show at
 * once what this device knows, and ask the server, in one request, for the games that may have changed.
 */
import { api } from "../server/api.ts";
import { forgetGame, keepLooks, savedGames, unfinishedGames } from "../storage/saved_games.ts";
import { button, factList, h } from "../ui/dom.ts";
import { ask } from "../ui/question.ts";
import { derived, signal } from "../ui/signals.ts";
import { plural, t, formatAgo, formatList } from "../words/texts.ts";
import { keeperOf, nameOf } from "../words/names.ts";
import { enemyCount } from "../words/reference.ts";
import type { GameLook, SeenGame, SavedGame } from "../types.ts";

const MAX_SHOWN = 6;
const REFRESH_MS = 20_000;

export class OwnGames {
  #saved = signal(savedGames());
  /** The saved games that the server does not have any more. */
  #gone = signal<string[]>([]);
  #showsAll = signal(false);
  #isUnreachable = signal(false);
  /** The panel stays as it is, under a click that begins, while these do. */
  #games = derived(() =>
    this.#saved.value
      .map(([id, saved]) => ownGame(id, saved, this.#gone.value.includes(id)))
      .sort((one, other) => one.rank - other.rank || other.at - one.at),
  );
  #next = () => this.#games.value.slice(0, 1).filter(isTurn);
  #others = () => this.#games.value.slice(this.#next().length);
  #onVisible = () => document.hidden || this.refresh();
  #timer = setInterval(this.#onVisible, REFRESH_MS);

  /** The game to go on with: the newest one that waits for the player; empty without one. */
  next = h("div", { class: "next-game" }, () => this.#next().map((game) => this.#nextGame(game)));

  element = h(
    "section",
    {
      ...{ class: "panel own-games", id: "own-games", "aria-labelledby": "own-title" },
      hidden: () => !this.#others().length && !this.#isUnreachable.value,
    },
    () => this.#content(this.#others()),
  );

  constructor() {
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
      const games = ids.map((id) => ({ id }));
      this.#keep((await api().getViews({ body: { games } })).items);
      this.#isUnreachable.value = false;
    } catch {
      this.#isUnreachable.value = true;
    }
  }

  #keep(looks: GameLook[]) {
    keepLooks(looks.flatMap(({ view }) => view ?? []));
    this.#gone.value = looks.filter(({ problem }) => problem?.code === "unknown-game").map(({ id }) => id);
    this.#saved.value = savedGames();
  }

  #content(games: OwnGame[]) {
    const isCut = games.length > MAX_SHOWN && !this.#showsAll.value;
    const over = games.filter(({ state }) => state === "over" || state === "gone");
    const showAll = () => void (this.#showsAll.value = true);
    return [
      h("h2", { id: "own-title" }, t("own.title")),
      this.#isUnreachable.value && h("p", { class: "notice", role: "status" }, t("lobby.unreachable")),
      h("ul", { class: "game-list" }, ...games.slice(0, isCut ? MAX_SHOWN : undefined).map((game) => this.#row(game))),
      h(
        "div",
        { class: "buttons" },
        isCut && button("show-all", plural("lobby.show-all", games.length), showAll),
        over.length > 1 &&
          button("remove-finished", t("lobby.remove-finished"), () =>
            this.#remove(over, plural("lobby.ask-remove-finished", over.length)),
          ),
        over.length > 0 && h("a", { href: "#/history", class: "button" }, t("history.title")),
      ),
    ];
  }

  #nextGame(game: OwnGame) {
    const { id, title, status, facts } = game;
    const texts = [h("span", { class: "label" }, status), h("strong", {}, title), factList(facts)];
    const way = h("span", { class: "button main" }, t("lobby.continue"));
    const link = h("a", { href: `#/game/${id}` }, h("span", {}, ...texts), way);
    return h("div", { class: "resume", "data-game": id }, link, this.#removal(game));
  }

  #row(game: OwnGame) {
    const { id, state, outcome, title, status, facts } = game;
    const texts = [h("strong", {}, title), factList(facts)];
    const address = { href: `#/game/${id}`, "data-focus": `open-${id}` };
    const link = h("a", address, h("span", {}, ...texts), h("span", { class: "state" }, status));
    const data = { "data-game": id, "data-state": state, "data-outcome": outcome };
    return h("li", data, link, this.#removal(game));
  }

  #removal(game: OwnGame) {
    const { id, state, title } = game;
    const question = state === "over" || state === "gone" ? "lobby.ask-remove" : "lobby.ask-remove-open";
    const remove = button(`remove-${id}`, "×", () => this.#remove([game], t(question, { game: title })));
    remove.setAttribute("aria-label", t("lobby.remove", { game: title }));
    remove.classList.add("plain");
    return remove;
  }

  async #remove(games: OwnGame[], question: string) {
    if (!(await ask(question, t("lobby.do-remove")))) return;
    forgetGame(...games.map(({ id }) => id));
    this.#saved.value = savedGames();
    this.element.querySelector("a")?.focus();
  }
}

const isTurn = ({ state }: OwnGame) => state === "turn";

type State = "turn" | "waiting" | "others" | "unknown" | "over" | "gone";
type OwnGame = {
  id: string;
  state: State;
  outcome: string;
  rank: number;
  at: number;
  title: string;
  status: string;
  facts: (string | false | undefined)[];
};

/** From which on it is told how long ago a game was. */
const MINUTE_S = 60;
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
  const ago = (Date.now() - at) / 1000;
  return {
    id,
    state,
    outcome: saved.seen?.result?.outcome ?? "",
    rank: ORDER.indexOf(state),
    at,
    title: titleOf(saved),
    status: statusOf(state, saved.seen),
    facts: [...factsOf(saved.seen), saved.practice && t("practice.mark"), ago >= MINUTE_S && formatAgo(ago)],
  };
}

function stateOf(seen: SeenGame | undefined, own: number[]): State {
  if (!seen) return "unknown";
  if (seen.status === "waiting") return "waiting";
  if (seen.status !== "active") return "over";
  const { turn } = seen;
  return turn !== null && own.includes(turn) && !seen.seats[turn]?.stand_in ? "turn" : "others";
}

/** The other players of a saved game, or how it is played without others; of the deal of a day, this first. */
export function titleOf({ seen, tokens }: SavedGame) {
  if (!seen) return t("lobby.game");
  const who = whoText(seen, tokens);
  if (!seen.isDaily) return who;
  return seen.players === 1 ? t("today.title") : `${t("today.title")} · ${who}`;
}

function whoText({ players, seats }: SeenGame, tokens: SavedGame["tokens"]) {
  const own = Object.keys(tokens).map(Number);
  const others = seats.filter((seat) => (seat.held || keeperOf(seat)) && !own.includes(seat.seat));
  const names = formatList(others.map(({ seat }) => nameOf(seats, seat)));
  if (others.length) return t(own.length ? "lobby.with" : "lobby.watched", { names });
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
    ? seen.status === "waiting"
      ? [plural("create.players", seen.players)]
      : [t("lobby.progress", { defeated: seen.defeated, enemies: enemyCount() })]
    : [];
