// @ts-check
/** The home page: create a game, continue a saved one, join or watch others. */
import { listHouseBots, listGames } from "../api.js";
import { fill, h } from "../dom.js";
import { savedGames } from "../saved_games.js";
import { enemyCount } from "../reference.js";
import { faceUpCard } from "../cards.js";
import { API } from "../settings.js";
import { language, plural, t } from "../texts.js";
import { createForm } from "./create.js";

/** @import { GameSummary, SavedGame } from "../types" */

/** @param {HTMLElement} page */
export async function lobbyPage(page) {
  document.title = t("title");
  const [agents, games] = await Promise.all([listHouseBots(), listGames()]);
  fill(
    page,
    h(
      "div",
      { class: "lobby" },
      welcome(),
      createForm(agents.items),
      h("div", { class: "lobby-side" }, joinForm(), savedGamesPanel(), publicGames(games.items)),
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

function savedGamesPanel() {
  const games = savedGames().slice(0, 8);
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const item = (/** @type {[string, SavedGame]} */ [id, { at }]) =>
    h("li", {}, h("a", { href: `#/game/${id}` }, t("own.game", { at: when.format(new Date(at)) })));
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

/** @param {GameSummary} game */
function summary({ players, status, open_seats: open, defeated }) {
  const state =
    status === "waiting"
      ? plural("listed.open", open.length)
      : t("ending.defeated", { defeated, enemies: enemyCount() });
  return `${plural("create.players", players)} · ${state}`;
}
