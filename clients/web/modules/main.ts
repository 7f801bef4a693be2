/**
 * Routing by the hash: `#/` the lobby, `#/game/ID` a game, `#/replay/ID/move-17` a step of its record, `#/puzzle?…` a
 * puzzle, `#/puzzles/WEEK/NUMBER` one of a week, `#/rules/SECTION` the rules, `#/tutorial`, `#/today/GROUP` today's deal,
 * `#/history`, `#/devices`; the page header with the language menu.
 */
import { clearAlerts, showError } from "./ui/alerts.ts";
import { byId, fill, firstPageShown, focus, h, icon, whenIdle } from "./ui/dom.ts";
import { failurePage, refusedPage } from "./pages/failure.ts";
import { lobbyPage, requestLobby } from "./pages/lobby.ts";
import { noticeFields, soundSwitch } from "./notice/notice_fields.ts";
import { ConnectionFailed } from "regicide-client/errors";
import { Problem } from "./server/api.ts";
import { awaitAnswers, onLastAnswer } from "./server/last_state.ts";
import { keepForOfflineStart, loadCode, loadPageStyles } from "./server/release.ts";
import { loadReference } from "./words/reference.ts";
import { keyHelp, listenForHelp } from "./ui/key_help.ts";
import { listen, pressing } from "./ui/keyboard.ts";
import { ask } from "./ui/question.ts";
import { afterLesson, gameIdOf, parseRoute, type Route } from "./ui/route.ts";
import { onServerBack, showNotice, tellOffline } from "./ui/offline_notice.ts";
import { keepTapsBeside, settingsMenu } from "./ui/settings_menu.ts";
import { keepOwnApi, namesApi, refusal, unknownOrigin, useNamedApi } from "./storage/api_address.ts";
import { language, LANGUAGES, type Language } from "./storage/language.ts";
import { loadPageTexts, loadTexts, setLanguage, t } from "./words/texts.ts";
import type { TextKey } from "./types.ts";

/** An open page. */
type OpenPage = {
  close: () => void;
  follow?: (route: Route) => boolean; // go to a place on the page itself; false if the route is another page's
};

/** A page whose code is requested when it opens, and when the browser is idle. */
type OtherPage = {
  title: TextKey;
  isOfGame?: boolean; // its route has an id
  show: (code: typeof import("./pages/pages.ts"), page: HTMLElement, route: Route) => Promise<OpenPage>;
};

/** The code of the other pages, with their texts and styles. */
async function loadPages() {
  const [code] = await Promise.all([import("./pages/pages.ts"), loadPageTexts(), loadPageStyles()]);
  return code;
}

/** The other pages by the kind of their routes. */
const PAGES: Record<string, OtherPage> = {
  game: {
    title: "title",
    isOfGame: true,
    show: async ({ gamePage }, page, route) => ({ close: await gamePage(page, gameIdOf(route)) }),
  },
  replay: { title: "replay.title", isOfGame: true, show: ({ replayPage }, page, route) => replayPage(page, route) },
  puzzle: {
    title: "puzzle.title",
    show: async ({ puzzlePage }, page, { query }) => ({ close: await puzzlePage(page, query) }),
  },
  puzzles: {
    title: "puzzles.title",
    show: ({ puzzlesPage }, page, route) => puzzlesPage(page, route),
  },
  rules: { title: "rules.title", show: ({ rulesPage }, page, route) => rulesPage(page, route) },
  tutorial: {
    title: "tutorial.title",
    show: async ({ tutorialPage }, page, route) => ({ close: await tutorialPage(page, afterLesson(route)) }),
  },
  devices: {
    title: "devices.title",
    show: async ({ devicesPage }, page, route) => ({ close: devicesPage(page, route) }),
  },
  history: { title: "history.title", show: async ({ historyPage }, page) => ({ close: await historyPage(page) }) },
  today: {
    title: "today.title",
    show: async ({ todayPage }, page, route) => ({ close: await todayPage(page, route) }),
  },
};
const NO_PAGE: OpenPage = { close: () => {} };

let open = NO_PAGE;
let navigation = 0;

/** The page of a route; null for the lobby, and for an address without a page. */
function pageOf({ kind, id }: Route) {
  const found = Object.hasOwn(PAGES, kind) ? PAGES[kind] : null;
  return found && (id || !found.isOfGame) ? found : null;
}

/**
 * Show the page of the current address, in a container of its own: a page that finishes loading, or fails, after the next
 * navigation changes nothing that is visible, and is closed.
 */
async function show(requested = requestPage()) {
  const now = ++navigation;
  open.close();
  open = NO_PAGE;
  clearAlerts();
  document.querySelector<HTMLDialogElement>("#rules")?.close();
  fill(byId("announcer"));
  const page = newContainer();
  try {
    const opened = await openPage(page, parseRoute(location.hash), requested);
    if (now === navigation) open = opened;
    else opened.close();
  } catch (error) {
    if (now === navigation) showFailure(page, error);
  }
}

/** @param page which cannot be opened */
function showFailure(page: Element, error: unknown) {
  const title = error instanceof Problem ? error.details.title : t("alert.no-page");
  const why = refusedPage(error);
  document.title = windowTitle(title);
  fill(page, failurePage(title, why));
  if (!why) showError(error, navigate);
}

/** A new container for the next page in place of the last one, whose content and focus it has until it is filled. */
function newContainer() {
  const last = byId("page");
  const [next, hasFocus] = [last.cloneNode() as HTMLElement, last.contains(document.activeElement)];
  next.append(...last.childNodes);
  last.replaceWith(next);
  if (hasFocus) focus(next);
  return next;
}

/** Request what the page of the current address needs first: its code, or the lists of the lobby. */
function requestPage() {
  const found = pageOf(parseRoute(location.hash));
  if (found) loadPages().catch(() => {});
  return { lists: found ? null : requestLobby() };
}

async function openPage(page: HTMLElement, route: Route, { lists }: ReturnType<typeof requestPage>): Promise<OpenPage> {
  const found = pageOf(route);
  page.dataset.page = found ? route.kind : "lobby";
  document.title = windowTitle(t(found?.title ?? "title"));
  if (found) return found.show(await loadCode(loadPages), page, route);
  return { close: await lobbyPage(page, lists ?? requestLobby(), () => loadCode(loadPages)) };
}

/** The title of the window: that of a page, then the game's. */
const windowTitle = (title: string) => [...new Set([title, t("title")])].join(" · ");

/** An open book, in a square of 24 units. */
const BOOK = "M12 6.5C10 5 7 4.5 3.5 4.5v13.5c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5C17 4.5 14 5 12 6.5zv13.5";

/** The button that opens and closes the rules; so does the key `r` on every page. */
const rulesButton = () =>
  h(
    "button",
    {
      type: "button",
      class: "plain icon",
      id: "open-rules",
      "data-focus": "open-rules",
      "aria-haspopup": "dialog",
      "aria-keyshortcuts": "r",
      onclick: toggleRules,
    },
    icon(BOOK),
    h("span", { class: "rules-word" }, t("rules.open")),
  );

const toggleRules = () => void loadCode(loadPages).then((code) => code.toggleRules(), showError);

/** On a telephone, the language is among the settings; the style sheets have the same bounds. */
const narrow = matchMedia("(max-width: 35.99rem), (max-height: 34.99rem)");

/** Render the header of all pages. */
function renderHeader() {
  const top = byId("top");
  const menu = languageMenu();
  const field = h("div", { class: "field" }, h("label", { for: "language" }, t("nav.language")));
  fill(
    top,
    h("a", { class: "brand", href: "#/", "aria-label": t("nav.lobby") }, "Regicide"),
    ...keyHelp(),
    rulesButton(),
    soundSwitch(),
    ...settingsMenu([field, ...noticeFields(), devicesLink()]),
  );
  const place = () => ((field.hidden = !narrow.matches), (narrow.matches ? field : top).append(menu));
  narrow.onchange = place;
  place();
}

function languageMenu() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === language() }, name),
  );
  const menu = h(
    "select",
    {
      id: "language",
      "data-focus": "language",
      "aria-label": t("nav.language"),
      onchange: () => changeLanguage(menu.value as Language),
    },
    ...options,
  );
  return menu;
}

/** The link to the player's devices, in the settings. */
const devicesLink = () =>
  h("a", { href: "#/devices", id: "to-devices", onclick: () => byId("settings").hidePopover() }, t("devices.title"));

async function changeLanguage(chosen: Language) {
  try {
    await setLanguage(chosen);
  } catch (error) {
    renderHeader();
    return showError(error);
  }
  await start();
}

/** Ask whether to use the API of another origin, before the first request goes there. */
async function askForApi(origin: string) {
  if (await ask(t("api.question", { origin }), t("api.use"))) useNamedApi();
  else keepOwnApi();
}

async function loadWords() {
  await loadTexts();
  document.documentElement.lang = language();
}

/** Start, with the consent that the address needs. */
async function begin() {
  const [refused, origin] = [refusal(), unknownOrigin()];
  try {
    if (refused || origin) await loadWords();
    if (refused) return showNoStart(new ConnectionFailed(refused));
    if (origin) await askForApi(origin);
  } catch (error) {
    return showError(error, begin);
  }
  addEventListener("hashchange", navigate);
  listenForHelp();
  keepTapsBeside();
  listen((key) => (key === "r" ? toggleRules : pressing(key)));
  await start();
}

/** Request everything that the first page needs at once, then show it. */
async function start() {
  const [reference, requested] = [loadReference(), requestPage()];
  reference.catch(() => {});
  try {
    await loadWords();
    renderHeader();
    showNotice();
    clearAlerts();
    await reference;
    await show(requested);
  } catch (error) {
    showNoStart(error, start);
  }
}

/** Tell why the page does not start, with the way back from an API that its address names. */
function showNoStart(error: unknown, retry?: () => void) {
  const page = byId("page");
  if (namesApi() && !page.hasChildNodes())
    fill(page, h("p", { class: "panel" }, h("a", { href: "?", id: "own-api", onclick: keepOwnApi }, t("api.own"))));
  showError(error, retry);
}

/**
 * Show the page of a new address from its top and move the focus there, or go to the place on the page that it names.
 */
async function navigate() {
  if (open.follow?.(parseRoute(location.hash))) return;
  await show();
  if (document.activeElement?.closest("#page > *")) return;
  scrollTo(0, 0);
  focus(byId("page"));
}

/**
 * Request the code of the other pages, and keep it all for a start without the server, when the browser is idle; then show
 * the castle in the lobby.
 */
function requestOtherPages() {
  showCastle().catch(() => {});
  keepForOfflineStart();
}

async function showCastle() {
  const { sceneryBehind } = await loadPages();
  document.body.prepend(sceneryBehind());
}

onServerBack(() => {
  awaitAnswers();
  start();
});
onLastAnswer(tellOffline);
whenIdle(requestOtherPages);
begin().then(firstPageShown);
