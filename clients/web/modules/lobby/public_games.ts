/** The panel of the public games: those to join with who waits, then those to watch. */
import { savedGame } from "../storage/saved_games.ts";
import { fill, h } from "../ui/dom.ts";
import { namesOf } from "../words/names.ts";
import { enemyCount } from "../words/reference.ts";
import { plural, t } from "../words/texts.ts";
import type { GameSummary } from "../types.ts";

/** Of each group. */
const MAX_SHOWN = 8;

export class PublicGames {
  element = h("section", { class: "panel public-games", id: "public-games", "aria-labelledby": "public-title" });

  constructor() {
    this.#show(h("p", { class: "quiet" }, t("lobby.loading")));
  }

  show(games: GameSummary[]) {
    const others = games.filter(({ id }) => !savedGame(id));
    const isWaiting = ({ status }: GameSummary) => status === "waiting";
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

  #show(...content: (HTMLElement | null)[]) {
    fill(this.element, h("h2", { id: "public-title" }, t("listed.title")), ...content);
  }
}

function group(title: string, games: GameSummary[], texts: (game: GameSummary) => [string, string]) {
  const item = (game: GameSummary) => {
    const [name, facts] = texts(game);
    const link = h("a", { href: `#/game/${game.id}` }, h("strong", {}, name), h("span", { class: "quiet" }, facts));
    return h("li", {}, link);
  };
  return games.length
    ? h("div", {}, h("h3", {}, title), h("ul", { class: "game-list" }, ...games.slice(0, MAX_SHOWN).map(item)))
    : null;
}

const joinText = ({ players, seats, open_seats: open }: GameSummary): [string, string] => [
  namesOf(seats) ? t("lobby.waits", { names: namesOf(seats) }) : t("lobby.empty-table"),
  `${plural("create.players", players)} · ${plural("listed.open", open.length)}`,
];

const watchText = ({ players, seats, defeated }: GameSummary): [string, string] => [
  namesOf(seats),
  `${plural("create.players", players)} · ${t("lobby.progress", { defeated, enemies: enemyCount() })}`,
];
