// @ts-check
/**
 * Routing by the hash: `#/` the lobby, `#/game/ID` a game, `#/replay/ID/move-17` a step of its record, `#/puzzle?…` a
 * puzzle, `#/rules/SECTION` the rules, `#/tutorial`, `#/today` today's deal; the page header with the language menu.
 */
import { clearAlerts, problemPanel, showError } from "./ui/alerts.js";
import { byId, fill, focus, h } from "./ui/dom.js";
import { lobbyPage, requestLobby } from "./pages/lobby.js";
import { closeRules, listenForRules, rulesButton } from "./rules/panel.js";
import { noticeFields } from "./notice/notice_fields.js";
import { Problem, Unreachable } from "./server/api.js";
import { awaitAnswers, onLastAnswer } from "./server/last_state.js";
import { keepForOfflineStart, loadCode } from "./server/release.js";
import { loadReference } from "./words/reference.js";
import { keyHelp, listenForHelp } from "./ui/key_help.js";
import { ask } from "./ui/question.js";
import { gameIdOf, parseRoute } from "./ui/route.js";
import { onServerBack, showNotice, tellOffline } from "./ui/offline_notice.js";
import { settingsMenu } from "./ui/settings_menu.js";
import { keepOwnApi, namesApi, refusal, unknownOrigin, useNamedApi } from "./storage/api_address.js";
import { language, LANGUAGES } from "./storage/language.js";
import { loadTexts, setLanguage, t } from "./words/texts.js";

/** @import { Route } from "./ui/route.js" */
/** @import { Language } from "./storage/language.js" */
/** @import { TextKey } from "./types" */

/**
 * An open page.
 * @typedef {object} OpenPage
 * @property {() => void} close
 * @property {(route: Route) => boolean} [follow] go to a place on the page itself; false if the route is another page's
 */

/** @typedef {(code: typeof import("./pages/pages.js"), page: HTMLElement, route: Route) => Promise<OpenPage>} Show */

/** The code of the other pages, which is requested when one opens, and when the browser is idle. */
const loadPages = () => import("./pages/pages.js");

/** The other pages by the kind of their routes. */
const PAGES = {
  game: ofGame("title", async ({ gamePage }, page, route) => ({ close: await gamePage(page, gameIdOf(route)) })),
  replay: ofGame("replay.title", ({ replayPage }, page, route) => replayPage(page, route)),
  puzzle: other("puzzle.title", async ({ puzzlePage }, page, { query }) => ({ close: await puzzlePage(page, query) })),
  rules: other("rules.title", ({ rulesPage }, page, route) => rulesPage(page, route)),
  tutorial: other("tutorial.title", async ({ tutorialPage }, page) => ({ close: await tutorialPage(page) })),
  today: other("today.title", async ({ todayPage }, page) => ({ close: await todayPage(page) })),
};
const IDLE_TIMEOUT_MS = 2_000;

/** @type {OpenPage} */
const NO_PAGE = { close: () => {} };

let open = NO_PAGE;
let navigation = 0;

/** A page with a title of its own. @param {TextKey} title @param {Show} show */
function other(title, show) {
  const open = async (/** @type {HTMLElement} */ page, /** @type {Route} */ route) =>
    show(await loadCode(loadPages), page, route);
  return { title, open, needsId: false };
}

/** A page of a game, whose route has an id. @param {TextKey} title @param {Show} show */
function ofGame(title, show) {
  return { ...other(title, show), needsId: true };
}

/** The page of a route; null for the lobby, and for an address without a page. @param {Route} route */
function pageOf({ kind, id }) {
  const found = Object.hasOwn(PAGES, kind) ? PAGES[/** @type {keyof typeof PAGES} */ (kind)] : null;
  return found && (id || !found.needsId) ? found : null;
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

/** @param {Element} page which cannot be opened @param {unknown} error */
function showFailure(page, error) {
  if (error instanceof Problem) return fill(page, problemPanel(error));
  fill(page, h("p", { class: "panel" }, h("a", { href: "#/" }, t("nav.lobby"))));
  showError(error, navigate);
}

/** A new container for the next page in place of the last one, whose content and focus it has until it is filled. */
function newContainer() {
  const last = byId("page");
  const [next, hasFocus] = [/** @type {HTMLElement} */ (last.cloneNode()), last.contains(document.activeElement)];
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

/**
 * @param {HTMLElement} page @param {Route} route @param {ReturnType<typeof requestPage>} requested
 * @returns {Promise<OpenPage>}
 */
async function openPage(page, route, { lists }) {
  const found = pageOf(route);
  page.dataset.page = found ? route.kind : "lobby";
  document.title = titleOf(found);
  return found ? found.open(page, route) : { close: await lobbyPage(page, lists ?? requestLobby()) };
}

/** The title of the window: the page's, then the game's. @param {ReturnType<typeof pageOf>} found */
const titleOf = (found) => [...new Set([t(found?.title ?? "title"), t("title")])].join(" · ");

/** Render the header of all pages. */
function renderHeader() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === language() }, name),
  );
  const menu = h(
    "select",
    {
      id: "language",
      "data-focus": "language",
      "aria-label": t("nav.language"),
      onchange: () => changeLanguage(/** @type {Language} */ (menu.value)),
    },
    ...options,
  );
  fill(
    byId("top"),
    h("a", { class: "brand", href: "#/", "aria-label": t("nav.lobby") }, "Regicide"),
    ...keyHelp(),
    rulesButton(),
    ...settingsMenu(noticeFields()),
    menu,
  );
}

/** @param {Language} chosen */
async function changeLanguage(chosen) {
  closeRules();
  try {
    await setLanguage(chosen);
  } catch (error) {
    renderHeader();
    return showError(error);
  }
  await start();
}

/** Ask whether to use the API of another origin, before the first request goes there. @param {string} origin */
async function askForApi(origin) {
  if (await ask(t("api.question", { origin }), t("api.use"))) useNamedApi();
  else keepOwnApi();
}

/** Start, with the consent that the address needs. */
async function begin() {
  const [refused, origin] = [refusal(), unknownOrigin()];
  try {
    if (refused || origin) await loadTexts();
    if (refused) return showNoStart(new Unreachable(refused));
    if (origin) await askForApi(origin);
  } catch (error) {
    return showError(error, begin);
  }
  addEventListener("hashchange", navigate);
  listenForHelp();
  listenForRules();
  await start();
}

/** Request everything that the first page needs at once, then show it. */
async function start() {
  const [reference, requested] = [loadReference(), requestPage()];
  reference.catch(() => {});
  try {
    await loadTexts();
    renderHeader();
    showNotice();
    clearAlerts();
    await reference;
    await show(requested);
  } catch (error) {
    showNoStart(error, start);
  }
}

/**
 * Tell why the page does not start, with the way back from an API that its address names.
 * @param {unknown} error @param {() => void} [retry]
 */
function showNoStart(error, retry) {
  const page = byId("page");
  if (namesApi() && !page.hasChildNodes())
    fill(page, h("p", { class: "panel" }, h("a", { href: "?", id: "own-api", onclick: keepOwnApi }, t("api.own"))));
  showError(error, retry);
}

/** Show the page of a new address from its top and move the focus there, or go to the place on the page that it names. */
async function navigate() {
  if (open.follow?.(parseRoute(location.hash))) return;
  await show();
  if (document.activeElement?.closest("#page > *")) return;
  scrollTo(0, 0);
  focus(byId("page"));
}

/** Request the code of the other pages, and keep it all for a start without the server, when the browser is idle. */
function requestOtherPages() {
  loadPages().catch(() => {});
  keepForOfflineStart();
}

onServerBack(() => {
  awaitAnswers();
  start();
});
onLastAnswer(tellOffline);
begin().then(() =>
  "requestIdleCallback" in window
    ? requestIdleCallback(requestOtherPages)
    : setTimeout(requestOtherPages, IDLE_TIMEOUT_MS),
);
