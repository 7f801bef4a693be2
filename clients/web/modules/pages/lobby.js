// @ts-check
/** The first page: create a game, go on with one of yours, join or watch another. */
import { listAgents, listGames } from "../api.js";
import { fill, h } from "../dom.js";
import { keptGames } from "../kept.js";
import { enemies } from "../reference.js";
import { openCard } from "../cards.js";
import { API } from "../settings.js";
import { language, many, t } from "../texts.js";
import { createForm } from "./create.js";

/** @import { GameSummary, KeptGame } from "../types" */

/** @param {HTMLElement} page */
export async function lobbyPage(page) {
  document.title = t("title");
  const [agents, games] = await Promise.all([listAgents(), listGames()]);
  fill(
    page,
    h(
      "div",
      { class: "lobby" },
      welcome(),
      createForm(agents.items),
      h("div", { class: "beside" }, joining(), own(), listed(games.items)),
      footer(),
    ),
  );
  return () => {};
}

const welcome = () =>
  h(
    "section",
    { class: "welcome" },
    h("div", { class: "fan", "aria-hidden": "true" }, ...["JC", "QH", "KS"].map(openCard)),
    h("div", {}, h("h1", {}, t("lobby.title")), h("p", {}, t("lobby.about"))),
  );

const footer = () => h("footer", { class: "quiet" }, h("a", { href: `${API}/docs` }, t("lobby.api")));

/** Join by a link, or by a game's id. */
function joining() {
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

function own() {
  const games = keptGames().slice(0, 8);
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const item = (/** @type {[string, KeptGame]} */ [id, { at }]) =>
    h("li", {}, h("a", { href: `#/game/${id}` }, t("own.game", { at: when.format(new Date(at)) })));
  return games.length
    ? h("section", { class: "panel" }, h("h2", {}, t("own.title")), h("ul", { class: "games" }, ...games.map(item)))
    : null;
}

/** @param {GameSummary[]} games */
function listed(games) {
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
    status === "waiting" ? many("listed.open", open.length) : t("ending.defeated", { defeated, enemies: enemies() });
  return `${many("create.players", players)} · ${state}`;
}
