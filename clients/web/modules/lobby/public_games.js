// @ts-check
/** The panel of the public games: those to join with who waits, then those to watch. */
import { savedGame } from "../storage/saved_games.js";
import { fill, h } from "../ui/dom.js";
import { namesOf } from "../words/names.js";
import { enemyCount } from "../words/reference.js";
import { plural, t } from "../words/texts.js";

/** @import { GameSummary } from "../types" */

/** Of each group. */
const MAX_SHOWN = 8;

export class PublicGames {
  constructor() {
    this.element = h("section", { class: "panel public-games", id: "public-games", "aria-labelledby": "public-title" });
    this.#show(h("p", { class: "quiet" }, t("lobby.loading")));
  }

  /** @param {GameSummary[]} games */
  show(games) {
    const others = games.filter(({ id }) => !savedGame(id));
    const isWaiting = (/** @type {GameSummary} */ { status }) => status === "waiting";
    const groups = [
      group(t("lobby.to-join"), others.filter(isWaiting), joinText),
      group(
        t("lobby.to-watch"),
        others.filter((game) => !isWaiting(game)),
        watchText,
      ),
    ];
    if (groups.some(Boolean)) this.#show(...groups);
    else this.#show(h("p", { class: "quiet" }, t("listed.none")));
  }

  /** @param {...(HTMLElement | null)} content */
  #show(...content) {
    fill(this.element, h("h2", { id: "public-title" }, t("listed.title")), ...content);
  }
}

/** @param {string} title @param {GameSummary[]} games @param {(game: GameSummary) => [string, string]} texts */
function group(title, games, texts) {
  const item = (/** @type {GameSummary} */ game) => {
    const [name, facts] = texts(game);
    const link = h("a", { href: `#/game/${game.id}` }, h("strong", {}, name), h("span", { class: "quiet" }, facts));
    return h("li", {}, link);
  };
  return games.length
    ? h("div", {}, h("h3", {}, title), h("ul", { class: "game-list" }, ...games.slice(0, MAX_SHOWN).map(item)))
    : null;
}

/** @param {GameSummary} game @returns {[string, string]} */
const joinText = ({ players, seats, open_seats: open }) => [
  namesOf(seats) ? t("lobby.waits", { names: namesOf(seats) }) : t("lobby.empty-table"),
  `${plural("create.players", players)} · ${plural("listed.open", open.length)}`,
];

/** @param {GameSummary} game @returns {[string, string]} */
const watchText = ({ players, seats, defeated }) => [
  namesOf(seats),
  `${plural("create.players", players)} · ${t("lobby.progress", { defeated, enemies: enemyCount() })}`,
];
