/** The page of today's deal: solo or by twos, the results, and the statistics of this browser. */
import { clearAlerts, clearUnreachable, showError } from "../ui/alerts.ts";
import { botField } from "../bots/bot_choice.ts";
import { houseBots } from "../bots/house_bots.ts";
import { newKey } from "regicide-client/api";
import { button, fill, h, type Child } from "../ui/dom.ts";
import { startGame } from "../ui/game_start.ts";
import { firstNameField } from "../ui/own_name.ts";
import { type ReadonlySignal, signal } from "../ui/signals.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import type { Route } from "../ui/route.ts";
import { api, isUnreachable, Problem } from "../server/api.ts";
import { groups, isGroupKey, MAX_GROUP_NAME, saveGroup, type Group } from "../storage/groups.ts";
import { savedGame, savedGames, savedName } from "../storage/saved_games.ts";
import { dayEntry, dayGames, forgetDayGame, noteGame } from "../storage/statistics.ts";
import { cardArt } from "../lobby/tile_art.ts";
import { pageHead } from "../ui/page_head.ts";
import { shareArea } from "../table/invitation.ts";
import { BoardSection, type OwnPlaces } from "../today/board_section.ts";
import { keepResult } from "../today/results.ts";
import { resultPanel, modeText } from "../today/result_panel.ts";
import { statisticsPanel } from "../today/statistics_panel.ts";
import { todayByClock } from "../today/tile.ts";
import { formatCountdown, formatDay, formatTime, t } from "../words/texts.ts";
import type { Agent, CreateGameRequest, GameLook, SeatRequest, TodaysDeals } from "../types.ts";

const REFRESH_MS = 15_000;
/** In the picture of a deal, one for each player. */
const COURT = ["QD", "KC", "JS", "QS"];

/** @param route with the key and the name of a group, by whose link the page was opened */
export async function todayPage(page: HTMLElement, route: Route) {
  const answer = api().getTodaysDeal();
  answer.catch(() => {});
  const agents = await houseBots();
  const parts = { lead: h("div", { class: "day-lead" }), others: h("div", { class: "day-others" }) };
  let shown: TodaysDeals | null = null;
  let isClosed = false;
  let boards: BoardSection | null = null;
  const group = joinedGroup(route);
  const places = signal<OwnPlaces>({});
  const show = async (deals: TodaysDeals) => {
    if (deals.date !== shown?.date) await findGames(deals);
    const next = nextMode(deals);
    const [first, ...others] = deals.deals.map((deal) => modePanel(deals, deal, agents, next, places));
    if (isClosed) return;
    clearUnreachable();
    fill(parts.lead, first);
    fill(parts.others, ...others);
    if (deals.date !== shown?.date) {
      boards = new BoardSection(
        deals.date,
        deals.deals.map(({ players }) => players),
        group?.key ?? "",
        shareArea,
        places,
      );
      fill(page, dayContent(deals, parts, boards.element, group));
    }
    shown = deals;
    boards?.refresh().catch(() => {});
  };
  const refresh = () => api().getTodaysDeal().then(show);
  await answer.then(show).catch((error) => showWithoutServer(page, error, refresh));
  let isAsking = false;
  const ask = async () => {
    if (shown) document.getElementById("next-deal")?.replaceChildren(nextText(shown.ends_at));
    if (isAsking || !isDue(shown)) return;
    isAsking = true;
    await refresh().catch(() => {});
    isAsking = false;
  };
  const timer = setInterval(ask, REFRESH_MS);
  return () => {
    isClosed = true;
    clearInterval(timer);
  };
}

/** The group whose link opened the page, which this browser keeps; null without one. */
function joinedGroup({ id, query }: Route): Group | null {
  if (!isGroupKey(id)) return null;
  const told = (new URLSearchParams(query).get("name") ?? "").trim().slice(0, MAX_GROUP_NAME);
  const name = groups().find(({ key }) => key === id)?.name ?? (told || t("boards.unnamed"));
  saveGroup({ key: id, name });
  return { key: id, name };
}

function dayContent(
  { date, ends_at: end }: TodaysDeals,
  { lead, others }: Record<"lead" | "others", Element>,
  boards: Element,
  group: Group | null,
) {
  const statistics = statisticsPanel(date);
  const how = h(
    "details",
    { class: "panel more", open: !statistics },
    h("summary", {}, t("today.how")),
    h("p", {}, t("today.about")),
    h("p", {}, t("today.midnight", { time: formatTime(end) })),
    h("p", {}, t("boards.about")),
    h("p", {}, t("today.kept")),
  );
  return dayPanel(
    group && h("p", { class: "panel", id: "joined-group", role: "status" }, t("boards.joined", { group: group.name })),
    lead,
    h("div", { class: "day-side" }, others, statistics, how),
    boards,
  );
}

/** How long it is until the next deal. @param end of the day */
const nextText = (end: string) => t("today.next", { left: formatCountdown(Date.parse(end) - api().now()) });

const dayPanel = (...content: Child[]) =>
  h("div", { class: "today" }, pageHead(t("today.title"), t("today.tile")), ...content);

/** Show what this browser knows; throws an error of another kind. */
function showWithoutServer(page: Element, error: unknown, refresh: () => Promise<void>) {
  if (!isUnreachable(error)) throw error;
  fill(page, dayPanel(statisticsPanel(todayByClock())));
  const again = () => void refresh().catch((problem) => showError(problem, again));
  showError(error, again);
}

/** Whether to ask again: there was no answer, the day is over, or bots are still playing. */
const isDue = (shown: TodaysDeals | null) =>
  !document.hidden && (shown === null || Date.parse(shown.ends_at) <= api().now() || isWaiting(shown));

/** Whether a result is shown whose bots are still playing. */
const isWaiting = ({ date, deals }: TodaysDeals) =>
  deals.some(({ players, bots }) => dayEntry({ date, players })?.result && bots.some(({ outcome }) => !outcome));

/**
 * Bring the entries of this day up to date: with games of a friend's link, results that were missed, and without games that
 * do not exist or never started.
 */
async function findGames({ date, deals }: TodaysDeals) {
  const noted = deals.map(({ players }) => dayEntry({ date, players })?.game ?? "");
  const recent = savedGames()
    .filter(([, { at }]) => at >= date)
    .map(([id]) => id);
  const ids = [...new Set([...noted, ...recent])].filter(Boolean);
  if (!ids.length) return;
  const games = ids.slice(0, 100).map((id) => ({ id }));
  const { items } = await api()
    .getViews({ body: { games } })
    .catch(() => ({ items: [] }));
  const modes = deals.map(({ players }) => players);
  await Promise.all(items.map((look) => updateEntry(date, look, modes).catch(() => {})));
}

async function updateEntry(date: string, { id, view, problem }: GameLook, modes: number[]) {
  const isGone = problem?.code === "unknown-game" || view?.status === "cancelled";
  if (isGone) modes.forEach((players) => forgetDayGame({ date, players }, id));
  if (isGone || view?.deal?.date !== date) return;
  noteGame(view.deal, id);
  await keepResult(view);
}

/** The number of players of the deal to play next: one that is begun, else the first that is not played. */
function nextMode({ date, deals }: TodaysDeals) {
  const open = deals.map(({ players }) => players).filter((players) => !dayEntry({ date, players })?.result);
  return open.find((players) => dayEntry({ date, players })) ?? open[0];
}

/** The first deal of the day has its date, too. @param next whose first button is the main one of the page */
function modePanel(
  { date, deals, ends_at: end }: TodaysDeals,
  { players, bots }: TodaysDeals["deals"][number],
  agents: Agent[],
  next: number | undefined,
  places: ReadonlySignal<OwnPlaces>,
) {
  const entry = dayEntry({ date, players });
  const isFirst = players === deals[0]?.players;
  const game = entry && `#/game/${entry.game}`;
  const rank = h("p", { class: "day-rank" }, () => places.value[players]);
  const way = entry?.result
    ? [
        resultPanel({ date, players }, entry.result, bots, rank),
        h(
          "div",
          { class: "buttons" },
          h("a", { class: "button", href: game }, t("today.to-game")),
          isFirst && h("a", { class: next ? "button" : "button main", href: "#/puzzles" }, t("puzzles.title")),
        ),
        h("p", { class: "quiet" }, t("ending.record-at", { time: formatTime(end) })),
      ]
    : entry
      ? [h("a", { class: "button", href: game, "data-continue": players }, t("today.continue"))]
      : starts(date, players, agents);
  if (players === next) way.find((each) => each?.matches("button, .button"))?.classList.add("main");
  return h(
    "section",
    { class: "panel day-mode", "data-players": players },
    h(
      "div",
      { class: "day-head" },
      !entry?.result && (players === 1 ? cardArt("X1") : cardArt(...COURT.slice(0, players))),
      isFirst && h("p", { class: "day-date" }, formatDay(date)),
      h("h2", {}, modeText(players)),
    ),
    ...way,
    isFirst && h("p", { class: "quiet", id: "next-deal" }, nextText(end)),
  );
}

/** The ways to begin. */
function starts(date: string, players: number, agents: Agent[]) {
  const flight = new SingleFlight();
  const begin = (others: SeatRequest[]) => () => void start(date, players, others, flight);
  if (players === 1)
    return [h("p", {}, t("today.about-solo")), button("today-solo", t("today.play-solo"), begin([]), flight.busy)];
  const others = (seat: SeatRequest) => Array.from({ length: players - 1 }, () => seat);
  const field = agents.length ? botField(agents, players) : null;
  return [
    h("p", {}, t("today.about-twos")),
    firstNameField(`day-name-${players}`),
    button("today-friend", t("today.play-friend"), begin(others({ open: true })), flight.busy),
    field &&
      h(
        "div",
        { class: "day-bot" },
        field.element,
        button("today-bot", t("today.play-bot"), () => begin(others({ agent: field.chosen() }))(), flight.busy),
      ),
  ];
}

/** Create a game for the owner of the last ones with a deal of a day, so that the boards add up the days of a week. */
async function createOwned(body: CreateGameRequest, key: string) {
  const token = dayGames()
    .map((game) => savedGame(game)?.owner)
    .find(Boolean);
  const created = await api()
    .createGame({ body }, { key, token })
    .catch((error) => {
      if (!token || !(error instanceof Problem && error.code === "unknown-owner")) throw error;
      return api().createGame({ body }, { key: newKey() });
    });
  if (created.game.deal) noteGame(created.game.deal, created.game.id);
  return created;
}

/** Create the game and go there; to the one that another tab has created meanwhile, if there is one. */
async function start(date: string, players: number, others: SeatRequest[], flight: SingleFlight) {
  clearAlerts();
  const known = dayEntry({ date, players })?.game;
  if (known) return void (location.hash = `#/game/${known}`);
  const seats = [{ name: savedName() || null }, ...others];
  await startGame({ players, seats, deal: "today" }, flight, false, createOwned).catch(showError);
}
