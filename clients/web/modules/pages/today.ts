/** The page of today's deal: solo or by twos, the results, and the statistics of this browser. */
import { clearAlerts, clearUnreachable, showError } from "../ui/alerts.ts";
import { botField } from "../bots/bot_choice.ts";
import { houseBots } from "../bots/house_bots.ts";
import { newKey } from "regicide-client/api";
import { button, fill, h, type Child } from "../ui/dom.ts";
import { startGame } from "../ui/game_start.ts";
import { firstNameField } from "../ui/own_name.ts";
import { autorun, type ReadonlySignal, signal } from "../ui/signals.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import type { Route } from "../ui/route.ts";
import { api, isUnreachable, Problem } from "../server/api.ts";
import { groupName, groups, hasRoomForGroup, isGroupKey, MAX_GROUPS, saveGroup } from "../storage/groups.ts";
import { savedGame, savedGames, savedName } from "../storage/saved_games.ts";
import { dayEntry, dayGames, forgetDayGame, noteGame, type DayResult } from "../storage/statistics.ts";
import { cardArt } from "../lobby/tile_art.ts";
import { pageHead } from "../ui/page_head.ts";
import { fallenBehind } from "../table/scenery.ts";
import { shareArea } from "../table/invitation.ts";
import { BoardSection, type Standings } from "../today/board_section.ts";
import { keepResult } from "../today/results.ts";
import { modeText, resultPanel, resultTitle } from "../today/result_panel.ts";
import { statisticsPanel } from "../today/statistics_panel.ts";
import { todayByClock } from "../today/tile.ts";
import { formatCountdown, formatDay, formatTime, t } from "../words/texts.ts";
import type { Agent, CreateGameRequest, GameLook, SeatRequest, TodaysDeals } from "../types.ts";

const REFRESH_MS = 15_000;
type Deal = TodaysDeals["deals"][number];
type Known = ReadonlySignal<Standings>;

/** The date whose result was shared, which until then is the main way. */
const sharedDay = signal("");

/** In the picture of a deal, one for each player. */
const COURT = ["QD", "KC", "JS", "QS"];

/** @param route with the key and the name of a group, by whose link the page was opened */
export async function todayPage(page: HTMLElement, route: Route) {
  const answer = api().getTodaysDeal();
  answer.catch(() => {});
  const agents = await houseBots();
  const parts = {
    head: pageHead(""),
    lead: h("div", { class: "day-lead" }),
    others: h("div", { class: "day-others" }),
  };
  parts.head.classList.add("day-hero");
  let shown: TodaysDeals | null = null;
  let isClosed = false;
  let boards: BoardSection | null = null;
  const group = openedGroup(route);
  const standings = signal<Standings>({});
  const show = async (deals: TodaysDeals) => {
    if (deals.date !== shown?.date) await findGames(deals);
    const lead = leadDeal(deals);
    if (isClosed) return;
    clearUnreachable();
    const views = dealViews(deals, nextMode(deals), agents, standings);
    fill(parts.head, ...views.head(lead));
    fill(parts.lead, views.lead(lead));
    fill(parts.others, ...deals.deals.filter((deal) => deal !== lead).map(views.other));
    if (deals.date !== shown?.date) {
      boards = new BoardSection(
        deals.date,
        deals.deals.map(({ players }) => players),
        group.key,
        shareArea,
        standings,
        cardArt("JH", "QC", "KD"),
      );
      fill(page, dayContent(deals, parts, boards.element, group.told));
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
    fallenBehind.value = 0;
  };
}

/** The key of the group whose link opened the page, which this browser keeps, and what to say about it; "" without one. */
function openedGroup({ id, query }: Route) {
  if (!isGroupKey(id)) return { key: "", told: "" };
  const known = groups().find(({ key }) => key === id);
  if (!known && !hasRoomForGroup()) return { key: "", told: t("boards.no-room", { most: MAX_GROUPS }) };
  const name = known?.name ?? (groupName(new URLSearchParams(query).get("name") ?? "") || t("boards.unnamed"));
  if (!known) saveGroup({ key: id, name });
  return { key: id, told: t("boards.joined", { group: name }) };
}

function dayContent(
  { date, ends_at: end }: TodaysDeals,
  { head, lead, others }: Record<"head" | "lead" | "others", Element>,
  boards: Element,
  told: string,
) {
  const statistics = statisticsPanel(date);
  const how = h(
    "details",
    { class: "panel more-ways", id: "day-how" },
    h("summary", {}, h("strong", {}, t("today.how"))),
    h(
      "div",
      { class: "day-how" },
      h("p", {}, t("today.about")),
      h("p", {}, t("today.midnight", { time: formatTime(end) })),
      h("p", {}, t("boards.about")),
      h("p", {}, t("today.kept")),
    ),
  );
  return dayPanel(
    head,
    told && h("p", { class: "panel", id: "joined-group", role: "status" }, told),
    h("div", { class: "day-side" }, lead, others, statistics, how),
    boards,
  );
}

/** How long it is until the next deal. @param end of the day */
const nextText = (end: string) => t("today.next", { left: formatCountdown(Date.parse(end) - api().now()) });

const dayPanel = (...content: Child[]) => h("div", { class: "today" }, ...content);

/** The deal that leads the page: the first one with a result, else the first one. */
const leadDeal = ({ date, deals }: TodaysDeals) =>
  deals.find(({ players }) => dayEntry({ date, players })?.result) ?? deals[0];

/** Show what this browser knows; throws an error of another kind. */
function showWithoutServer(page: Element, error: unknown, refresh: () => Promise<void>) {
  if (!isUnreachable(error)) throw error;
  fill(page, dayPanel(pageHead(t("today.title"), t("today.tile")), statisticsPanel(todayByClock())));
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

/** How the days' deals are shown. @param next the number of players of the deal whose first button is the main one */
function dealViews(
  { date, ends_at: end, deals }: TodaysDeals,
  next: number | undefined,
  agents: Agent[],
  standings: Known,
) {
  const resultOf = ({ players }: Deal) => dayEntry({ date, players })?.result;
  const isToShare = () => sharedDay.value !== date && deals.some(resultOf);
  const left = () => h("span", { id: "next-deal" }, nextText(end));
  const ways = ({ players }: Deal) => {
    const game = dayEntry({ date, players })?.game;
    const found = game
      ? [h("a", { class: "button", href: `#/game/${game}`, "data-continue": players }, t("today.continue"))]
      : starts(date, players, agents);
    const first = found.find((each) => each?.matches("button, .button"));
    if (players === next) autorun(() => first?.classList.toggle("main", !isToShare()));
    return found;
  };
  const title = (deal: Deal, result: DayResult) =>
    resultTitle(deal.players, result, deal.bots, () => standings.value[deal.players]?.place);
  const ended = ({ players, bots }: Deal, result: DayResult, ...others: Child[]) => {
    const game = h("a", { class: "button", href: `#/game/${dayEntry({ date, players })?.game}` }, t("today.to-game"));
    const fallsOf = (agent: string) => standings.value[players]?.falls[agent];
    return resultPanel({ date, players }, result, bots, fallsOf, game, ...others);
  };
  const panel = ({ players }: Deal, ...content: Child[]) =>
    h("section", { class: "panel day-mode", "data-players": players }, ...content);
  return {
    /** In the sky: what day it is, and how to begin; after a game its result, before what is left of the castle. */
    head: (deal: Deal) => {
      const result = resultOf(deal);
      fallenBehind.value = result?.falls.length ?? 0;
      const told = result ? title(deal, result) : [...ways(deal), h("p", {}, left())];
      return [h("h1", {}, t("today.title")), h("p", { class: "day-date" }, formatDay(date)), ...told];
    },
    /** On the table, below the head: what can be done with the result. */
    lead: (deal: Deal) => {
      const result = resultOf(deal);
      if (!result) return null;
      const look = () => (next || isToShare() ? "button" : "button main");
      const puzzles = h("a", { class: look, href: "#/puzzles" }, t("puzzles.title"));
      const later = ` ${t("ending.record-at", { time: formatTime(end) })}`;
      const content = ended(deal, result, puzzles);
      const share = content.querySelector(".sharing button, #share-result");
      share?.addEventListener("click", () => (sharedDay.value = date));
      autorun(() => share?.classList.toggle("main", isToShare()));
      return panel(deal, content, h("p", { class: "quiet" }, left(), later));
    },
    other: (deal: Deal) => {
      const result = resultOf(deal);
      if (result) return panel(deal, ...title(deal, result), ended(deal, result));
      const art = deal.players === 1 ? cardArt("X1") : cardArt(...COURT.slice(0, deal.players));
      return panel(deal, h("div", { class: "day-head" }, art, h("h2", {}, modeTitle(deal.players))), ...ways(deal));
    },
  };
}

/** The number of players as a title, which has no digits. */
const modeTitle = (players: number) => (players === 2 ? t("today.two") : modeText(players));

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
