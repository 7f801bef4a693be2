/** The home page: play now, continue a saved game, create one, join or watch others. */
import { faceUpCard } from "../cards/images.ts";
import { NewGame } from "../lobby/new_game.ts";
import { OwnGames } from "../lobby/own_games.ts";
import { PublicGames } from "../lobby/public_games.ts";
import { quickStart } from "../lobby/quick_start.ts";
import { listGames } from "../server/api.ts";
import { orLast } from "../server/last_state.ts";
import { apiUrl } from "../storage/api_address.ts";
import { houseBots } from "../ui/bot_choice.ts";
import { showError } from "../ui/alerts.ts";
import { fill, h } from "../ui/dom.ts";
import { firstNameField } from "../ui/own_name.ts";
import { t } from "../words/texts.ts";

/** The most public games that the page asks for: those to join are few among those to watch. */
const MAX_LISTED = 40;

/** Request what the page shows: the bots, and the public games. */
export function requestLobby() {
  const requested = { bots: houseBots(), games: orLast("listed", () => listGames(MAX_LISTED)) };
  requested.games.catch(() => {});
  return requested;
}

/** Show the page at once; its lists follow. Returns a function that closes the page. */
export async function lobbyPage(page: HTMLElement, { bots, games }: ReturnType<typeof requestLobby>) {
  const [own, listed] = [new OwnGames(), new PublicGames()];
  const form = h("div", { class: "lobby-form" });
  const panels = h("div", { class: "lobby-panels" }, own.element, form, joinForm(), listed.element);
  fill(page, h("div", { class: "lobby" }, welcome(quickStart(bots)), panels, footer()));
  own.refresh();
  bots.then((found) => fill(form, new NewGame(found).element));
  games.then(
    ({ items }) => listed.show(items),
    (error) => listed.element.isConnected && showError(error, () => location.reload()),
  );
  return () => own.close();
}

const welcome = (play: HTMLElement) =>
  h(
    "div",
    { class: "welcome" },
    h("div", { class: "fan", "aria-hidden": "true" }, ...["JC", "QH", "KS"].map(faceUpCard)),
    h("div", { class: "welcome-text" }, h("h1", {}, t("lobby.title")), h("p", {}, t("lobby.about"))),
    play,
    firstNameField("lobby-name"),
  );

const footer = () => h("footer", { class: "quiet" }, h("a", { href: `${apiUrl()}/docs` }, t("lobby.api")));

/** The form that opens a game by a link or an id. */
function joinForm() {
  const field = h("input", { id: "game-link", autocomplete: "off", spellcheck: "false" });
  const go = (event: SubmitEvent) => {
    event.preventDefault();
    const id = field.value.trim().split("/").pop();
    if (id) location.hash = `#/game/${id}`;
  };
  return h(
    "form",
    { class: "panel lobby-join", onsubmit: go },
    h("h2", {}, t("join.title")),
    h(
      "div",
      { class: "field" },
      h("label", { for: "game-link" }, t("join.link")),
      h("div", { class: "with-button" }, field, h("button", {}, t("join.go"))),
    ),
  );
}
