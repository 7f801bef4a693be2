// @ts-check
/** The home page: create a game, continue a saved one, join or watch others. */
import { listHouseBots, listGames, lookAtGames } from "../server/api.js";
import { fill, h } from "../ui/dom.js";
import { namesOf } from "../words/names.js";
import { savedGames } from "../storage/saved_games.js";
import { enemyCount } from "../words/reference.js";
import { faceUpCard } from "../cards/images.js";
import { API } from "../server/address.js";
import { language, plural, t } from "../words/texts.js";
import { createForm } from "./create.js";

/** @import { GameLook, GameSummary, GameView } from "../types" */

const MAX_SAVED = 8;

/** Request what the page shows. */
export const requestLobby = () => Promise.all([listHouseBots(), listGames(), lookAtSaved()]);

/** @param {HTMLElement} page @param {ReturnType<typeof requestLobby>} requested */
export async function lobbyPage(page, requested) {
  document.title = t("title");
  const [agents, games, saved] = await requested;
  fill(
    page,
    h(
      "div",
      { class: "lobby" },
      welcome(),
      createForm(agents.items),
      h("div", { class: "lobby-side" }, joinForm(), savedGamesPanel(saved), publicGames(games.items)),
      footer(),
    ),
  );
  return () => {};
}

const welcome = () =>
  h(
    "section",
    { class: "welcome" },
    h("div", { class: "fan", "aria-hidden": "true" }, ...["JC", "QH", "KS"].map(faceUpCard)),
    h("div", {}, h("h1", {}, t("lobby.title")), h("p", {}, t("lobby.about"))),
  );

const footer = () => h("footer", { class: "quiet" }, h("a", { href: `${API}/docs` }, t("lobby.api")));

/** The form that opens a game by a link or an id. */
function joinForm() {
  const field = h("input", { id: "game-link", autocomplete: "off", spellcheck: "false" });
  const go = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const id = field.value.trim().split("/").pop();
    if (id) location.hash = `#/game/${id}`;
  };
  return h(
    "form",
    { class: "panel", onsubmit: go },
    h("h2", {}, t("join.title")),
    h(
      "div",
      { class: "field" },
      h("label", { for: "game-link" }, t("join.link")),
      h("div", { class: "with-button" }, field, h("button", {}, t("join.go"))),
    ),
  );
}

/** The newest saved games, as far as the server has them. @returns {Promise<GameLook[]>} */
async function lookAtSaved() {
  const ids = savedGames().map(([id]) => id);
  return ids.length ? lookAtGames(ids.slice(0, MAX_SAVED)).catch(() => []) : [];
}

/** @param {GameLook[]} looks */
function savedGamesPanel(looks) {
  const games = savedGames().slice(0, MAX_SAVED);
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const item = (/** @type {typeof games[number]} */ [id, { at }]) => {
    const view = looks.find((look) => look.id === id)?.view;
    const link = h("a", { href: `#/game/${id}` }, t("own.game", { at: when.format(new Date(at)) }));
    return h("li", {}, link, view ? h("p", { class: "quiet" }, summary(view)) : null);
  };
  return games.length
    ? h("section", { class: "panel" }, h("h2", {}, t("own.title")), h("ul", { class: "games" }, ...games.map(item)))
    : null;
}

/** @param {GameSummary[]} games */
function publicGames(games) {
  const list = h(
    "ul",
    { class: "games" },
    ...games.map((game) => h("li", {}, h("a", { href: `#/game/${game.id}` }, summary(game)))),
  );
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("listed.title")),
    games.length ? list : h("p", { class: "quiet" }, t("listed.none")),
  );
}

/** The players of a game, and how far it is. @param {GameSummary | GameView} game */
const summary = ({ players, status, seats, defeated }) =>
  [plural("create.players", players), namesOf(seats), stateText(status, seats, defeated)].filter(Boolean).join(" · ");

/** @param {GameView["status"]} status @param {{ held: boolean }[]} seats @param {number} defeated */
function stateText(status, seats, defeated) {
  if (status === "waiting") return plural("listed.open", seats.filter(({ held }) => !held).length);
  return status === "cancelled" ? t("ending.cancelled") : t("ending.defeated", { defeated, enemies: enemyCount() });
}
