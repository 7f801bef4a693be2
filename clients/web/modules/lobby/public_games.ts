/** The panel of the public games: those to join with who waits, those to watch, and a table of one's own. */
import { savedGame, savedName } from "../storage/saved_games.ts";
import { clearAlerts, showError } from "../ui/alerts.ts";
import { face } from "../bots/face.ts";
import { suggestedBot } from "../bots/house_bots.ts";
import { button, h } from "../ui/dom.ts";
import { startGame } from "../ui/game_start.ts";
import { askForName } from "../ui/own_name.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import type { ReadonlySignal } from "../ui/signals.ts";
import { agentName, namesOf } from "../words/names.ts";
import { enemyCount } from "../words/reference.ts";
import { plural, t } from "../words/texts.ts";
import type { Agent, GameSummary } from "../types.ts";

/** Of each group. */
const MAX_SHOWN = 8;
/** The number of players of a table that a bot keeps company. */
const PAIR = 2;

/** @param games null while they are loading @param bots the house bots @param join the form for any other game */
export const publicGames = (
  games: ReadonlySignal<GameSummary[] | null>,
  bots: ReadonlySignal<Agent[]>,
  join: HTMLElement,
) =>
  h(
    "section",
    { class: "panel public-games", id: "public-games", "aria-labelledby": "public-title" },
    h("h2", { id: "public-title" }, t("listed.title")),
    h("div", {}, () => (games.value ? groups(games.value) : h("p", { class: "quiet" }, t("lobby.loading")))),
    h("div", { class: "open-table" }, () => openTable(suggestedBot(bots.value, PAIR))),
    join,
  );

/** A public game that a bot keeps company until a player takes its seat. @param bot null: the server has none */
function openTable(bot: string) {
  const flight = new SingleFlight();
  const open = async () => {
    clearAlerts();
    if (!(await askForName(t("listed.open-table")))) return;
    const seats = [{ name: savedName() || null }, { open: true as const, agent: bot }];
    await startGame({ players: PAIR, seats, listed: true }, flight).catch(showError);
  };
  return bot
    ? [
        face(bot),
        h("p", { class: "quiet" }, t("listed.open-table-about", { bot: agentName(bot) })),
        button("open-table", t("listed.open-table"), () => void open(), flight.busy),
      ]
    : [];
}

function groups(games: GameSummary[]) {
  const others = games.filter(({ id }) => !savedGame(id));
  const [waiting, running] = [true, false].map((waits) =>
    others.filter(({ open_seats: open }) => open.length > 0 === waits),
  );
  if (!others.length) return [h("p", {}, t("listed.none"))];
  return [group(t("lobby.to-join"), waiting, joinText), group(t("lobby.to-watch"), running, watchText)];
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

const joinText = ({ status, players, seats, open_seats: open }: GameSummary): [string, string] => [
  namesOf(seats)
    ? t(status === "active" ? "lobby.kept" : "lobby.waits", { names: namesOf(seats) })
    : t("lobby.empty-table"),
  `${plural("create.players", players)} · ${plural("listed.open", open.length)}`,
];

const watchText = ({ players, seats, defeated }: GameSummary): [string, string] => [
  namesOf(seats),
  `${plural("create.players", players)} · ${t("lobby.progress", { defeated, enemies: enemyCount() })}`,
];
