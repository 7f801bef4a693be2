/** The home page: play now, continue a saved game, create one, join or watch others.*/
import { faceUpCard } from "../cards/images.ts";
import { OwnGames } from "../lobby/own_games.ts";
import { publicGames } from "../lobby/public_games.ts";
import { quickStart, tutorialTitle } from "../lobby/quick_start.ts";
import { api } from "../server/api.ts";
import { orLast } from "../server/last_state.ts";
import { apiUrl } from "../storage/api_address.ts";
import { isTaken } from "../storage/saved_tutorial.ts";
import { houseBots } from "../bots/house_bots.ts";
import { showError } from "../ui/alerts.ts";
import { fill, h, labelled, whenIdle } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { t } from "../words/texts.ts";
import type { Agent, GameSummary } from "../types.ts";

/** The most public games that the page asks for: those to join are few among those to watch. */
const MAX_LISTED = 40;

/** Request what the page shows: the bots, and the public games. */
export function requestLobby() {
  const requested = {
    bots: houseBots(),
    games: orLast("listed", () => api().listGames({ status: ["waiting", "active"], limit: MAX_LISTED })),
  };
  requested.games.catch(() => {});
  return requested;
}

/**
 * Show the page at once; its lists follow, then the form of a new game, with the code of the other pages. Returns a
 * function that closes the page.
 */
export async function lobbyPage(
  page: HTMLElement,
  { bots, games }: ReturnType<typeof requestLobby>,
  loadForm: () => Promise<Pick<typeof import("./pages.ts"), "NewGame">>,
) {
  const own = new OwnGames();
  const listed = signal<GameSummary[] | null>(null);
  const known = signal<Agent[]>([]);
  const form = h("div", {}, h("p", { class: "quiet" }, t("lobby.loading")));
  let isLoading = false;
  const showForm = () => {
    if (isLoading) return;
    isLoading = true;
    Promise.all([loadForm(), bots]).then(
      ([{ NewGame }, found]) => fill(form, new NewGame(found).element),
      (error) => {
        isLoading = false;
        if (more.open) showError(error, showForm);
      },
    );
  };
  const more = h(
    "details",
    { class: "panel more-ways", id: "more-ways", ontoggle: showForm },
    h("summary", {}, h("strong", {}, t("lobby.more-ways")), h("span", { class: "quiet" }, t("lobby.about-more-ways"))),
    form,
  );
  const panels = h("div", { class: "lobby-panels" }, own.element, publicGames(listed, known, joinForm()));
  fill(page, h("div", { class: "lobby" }, welcome(own.next), quickStart(bots), more, panels, footer()));
  own.refresh();
  whenIdle(showForm);
  bots.then((found) => (known.value = found));
  games.then(
    ({ items }) => (listed.value = items),
    (error) => more.isConnected && showError(error, () => location.reload()),
  );
  return () => own.close();
}

/** @param next the game that waits for the player, if there is one */
const welcome = (next: HTMLElement) =>
  h(
    "div",
    { class: "welcome" },
    h("div", { class: "welcome-text" }, h("h1", {}, t("lobby.title")), h("p", {}, t("lobby.about"))),
    h("div", { class: "fan", "aria-hidden": "true" }, ...["JC", "QH", "KS"].map(faceUpCard)),
    next,
  );

const footer = () =>
  h(
    "footer",
    {},
    isTaken()
      ? h("a", { href: "#/tutorial", id: "to-tutorial" }, tutorialTitle())
      : h("a", { href: "#/puzzles", id: "to-puzzles" }, t("puzzles.title")),
    h("a", { href: "#/history", id: "to-history" }, t("history.title")),
    h("a", { href: "#/devices" }, t("devices.title")),
    h("a", { href: `${apiUrl()}/docs` }, t("lobby.api")),
  );

/** The form that opens a game by a link or an id. */
function joinForm() {
  const field = h("input", { id: "game-link", autocomplete: "off", spellcheck: "false" });
  const go = (event: SubmitEvent) => {
    event.preventDefault();
    const id = field.value.trim().split("/").pop();
    if (id) location.hash = `#/game/${id}`;
  };
  const entry = h("div", { class: "with-button" }, field, h("button", {}, t("join.go")));
  return h("form", { class: "lobby-join", onsubmit: go }, labelled("game-link", t("join.link"), entry));
}
