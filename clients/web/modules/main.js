// @ts-check
/**
 * Routing by the hash: `#/` the lobby, `#/game/ID` a game, `#/replay/ID/move-17` a step of its record, `#/puzzle?…` a
 * puzzle; the page header with the language menu.
 */
import { showError, clearAlerts } from "./ui/alerts.js";
import { byId, fill, focus, h } from "./ui/dom.js";
import { gamePage } from "./pages/game.js";
import { lobbyPage } from "./pages/lobby.js";
import { puzzlePage } from "./pages/puzzle.js";
import { replayPage } from "./pages/replay.js";
import { loadReference } from "./words/reference.js";
import { parseRoute } from "./ui/route.js";
import { settingsMenu } from "./ui/settings_menu.js";
import { language, LANGUAGES, loadTexts, setLanguage, t } from "./words/texts.js";

/** @import { Route } from "./ui/route.js" */
/** @import { Language } from "./words/texts.js" */

/**
 * An open page.
 * @typedef {object} OpenPage
 * @property {() => void} close
 * @property {(route: Route) => boolean} [follow] go to a place on the page itself; false if the route is another page's
 */

/** @type {OpenPage} */
const NO_PAGE = { close: () => {} };

let open = NO_PAGE;
let navigation = 0;

/** Show the page of the current address; a page that finishes loading after the next navigation is closed. */
async function show() {
  const [page, now] = [byId("page"), ++navigation];
  open.close();
  open = NO_PAGE;
  clearAlerts();
  try {
    const opened = await openPage(page, parseRoute(location.hash));
    if (now === navigation) open = opened;
    else opened.close();
  } catch (error) {
    fill(page, h("p", { class: "panel" }, h("a", { href: "#/" }, t("nav.lobby"))));
    showError(error, navigate);
  }
}

/** @param {HTMLElement} page @param {Route} route @returns {Promise<OpenPage>} */
async function openPage(page, route) {
  const { kind, id, query } = route;
  page.dataset.page = kind || "lobby";
  if (kind === "game" && id) return { close: await gamePage(page, id) };
  if (kind === "replay" && id) return replayPage(page, route);
  if (kind === "puzzle") return { close: await puzzlePage(page, query) };
  return { close: await lobbyPage(page) };
}

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
    h(
      "details",
      { class: "keys" },
      h("summary", { "data-focus": "keys" }, t("keys.title")),
      h("p", {}, t("keys.text")),
    ),
    ...settingsMenu(),
    menu,
  );
}

/** @param {Language} chosen */
async function changeLanguage(chosen) {
  await setLanguage(chosen);
  await start();
}

async function start() {
  await loadTexts();
  renderHeader();
  clearAlerts();
  try {
    await loadReference();
    await show();
  } catch (error) {
    showError(error, start);
  }
}

/** Show the page of a new address and move the focus there, or go to the place on the open page. */
async function navigate() {
  if (open.follow?.(parseRoute(location.hash))) return;
  await show();
  focus(byId("page"));
}

addEventListener("hashchange", navigate);
start();
