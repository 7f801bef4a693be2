/** The page of today's deal: solo or by twos, the results, and the statistics of this browser. */
import { clearAlerts, clearUnreachable, showError } from "../ui/alerts.ts";
import { botField, houseBots } from "../ui/bot_choice.ts";
import { fill, h } from "../ui/dom.ts";
import { firstNameField } from "../ui/own_name.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import { createGame, getTodaysDeal, lookAtGames, serverNow, Unreachable } from "../server/api.ts";
import { savedGames, savedName, saveGame } from "../storage/saved_games.ts";
import { dayEntry, forgetDayGame, noteGame } from "../storage/statistics.ts";
import { keepResult } from "../today/results.ts";
import { resultPanel, modeText } from "../today/result_panel.ts";
import { statisticsPanel } from "../today/statistics_panel.ts";
import { todayByClock } from "../today/tile.ts";
import { formatCountdown, formatDay, formatTime, t } from "../words/texts.ts";
import type { Agent, GameLook, SeatRequest, TodaysDeals } from "../types.ts";

const REFRESH_MS = 15_000;

export async function todayPage(page: HTMLElement) {
  const answer = getTodaysDeal();
  answer.catch(() => {});
  const agents = await houseBots();
  const modes = h("div", { class: "day-modes" });
  let shown: TodaysDeals | null = null;
  let isClosed = false;
  const show = async (deals: TodaysDeals) => {
    if (deals.date !== shown?.date) await findGames(deals);
    const next = nextMode(deals);
    const panels = deals.deals.map((deal) => modePanel(deals, deal, agents, deal.players === next));
    if (isClosed) return;
    clearUnreachable();
    fill(modes, ...panels);
    if (deals.date !== shown?.date) fill(page, dayContent(deals, modes));
    shown = deals;
  };
  const refresh = () => getTodaysDeal().then(show);
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

const dayContent = ({ date, ends_at: end }: TodaysDeals, modes: Element) =>
  dayPanel(
    h(
      "div",
      { class: "day-date" },
      h("p", {}, h("strong", {}, formatDay(date))),
      h("p", { class: "quiet", id: "next-deal" }, nextText(end)),
    ),
    h("p", { class: "quiet" }, t("today.about")),
    h("p", { class: "quiet" }, t("today.midnight", { time: formatTime(end) })),
    modes,
    statisticsPanel(date),
  );

/** How long it is until the next deal. @param end of the day */
const nextText = (end: string) => t("today.next", { left: formatCountdown(Date.parse(end) - serverNow()) });

const dayPanel = (...content: Element[]) => h("div", { class: "today" }, h("h1", {}, t("today.title")), ...content);

/** Show what this browser knows; throws an error of another kind. */
function showWithoutServer(page: Element, error: unknown, refresh: () => Promise<void>) {
  if (!(error instanceof Unreachable)) throw error;
  fill(page, dayPanel(statisticsPanel(todayByClock())));
  const again = () => void refresh().catch((problem) => showError(problem, again));
  showError(error, again);
}

/** Whether to ask again: there was no answer, the day is over, or bots are still playing. */
const isDue = (shown: TodaysDeals | null) =>
  !document.hidden && (shown === null || Date.parse(shown.ends_at) <= serverNow() || isWaiting(shown));

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
  const looks = ids.length ? await lookAtGames(ids.slice(0, 100)).catch(() => []) : [];
  await Promise.all(
    looks.map((look) =>
      updateEntry(
        date,
        look,
        deals.map(({ players }) => players),
      ).catch(() => {}),
    ),
  );
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

/** @param isNext whether its first button is the main one of the page */
function modePanel(
  { date }: TodaysDeals,
  { players, bots }: TodaysDeals["deals"][number],
  agents: Agent[],
  isNext: boolean,
) {
  const entry = dayEntry({ date, players });
  const content = entry?.result
    ? [
        resultPanel({ date, players }, entry.result, bots),
        h("p", {}, h("a", { href: `#/game/${entry.game}` }, t("today.to-game"))),
      ]
    : entry
      ? [h("a", { class: "button", href: `#/game/${entry.game}`, "data-continue": players }, t("today.continue"))]
      : starts(date, players, agents);
  if (isNext) content.find((each) => each?.matches("button, .button"))?.classList.add("main");
  return h("section", { class: "panel day-mode", "data-players": players }, h("h2", {}, modeText(players)), ...content);
}

/** The ways to begin. */
function starts(date: string, players: number, agents: Agent[]) {
  const flight = new SingleFlight();
  const begin = (others: SeatRequest[]) => (event: Event) =>
    start(date, players, others, flight, event.currentTarget as Element);
  const button = (id: string, label: string, onclick: (event: Event) => unknown) =>
    h("button", { type: "button", id, onclick }, label);
  if (players === 1) return [h("p", {}, t("today.about-solo")), button("today-solo", t("today.play-solo"), begin([]))];
  const others = (seat: SeatRequest) => Array.from({ length: players - 1 }, () => seat);
  const field = agents.length ? botField(agents, players) : null;
  return [
    h("p", {}, t("today.about-twos")),
    firstNameField(`day-name-${players}`),
    button("today-friend", t("today.play-friend"), begin(others({ open: true }))),
    field?.element,
    field && button("today-bot", t("today.play-bot"), (event) => begin(others({ agent: field.chosen() }))(event)),
  ];
}

/** Create the game and go there; to the one that another tab has created meanwhile, if there is one. */
async function start(date: string, players: number, others: SeatRequest[], flight: SingleFlight, element: Element) {
  clearAlerts();
  const known = dayEntry({ date, players })?.game;
  if (known) return void (location.hash = `#/game/${known}`);
  const seats = [{ name: savedName() || null }, ...others];
  const wish = { players, seats, deal: "today" } as const;
  try {
    const created = await flight.run(wish, (key) => createGame(wish, key), element);
    if (!created) return undefined;
    saveGame(created);
    if (created.game.deal) noteGame(created.game.deal, created.game.id);
    location.hash = `#/game/${created.game.id}`;
  } catch (error) {
    showError(error);
  }
  return undefined;
}
