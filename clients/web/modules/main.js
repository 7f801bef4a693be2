// @ts-check
/** Routing by the hash, `#/` the lobby, `#/game/ID` a game, `#/replay/ID` its record; the page header with the language menu. */
import { showError, clearAlerts } from "./alerts.js";
import { byId, fill, focus, h } from "./dom.js";
import { gamePage } from "./pages/game.js";
import { lobbyPage } from "./pages/lobby.js";
import { replayPage } from "./pages/replay.js";
import { loadReference } from "./reference.js";
import { language, LANGUAGES, loadTexts, setLanguage, t } from "./texts.js";

/** @import { Language } from "./texts.js" */

let closePage = () => {};
let navigation = 0;

/** Show the page of the current address; a page that finishes loading after the next navigation is closed. */
async function show() {
  const [, kind = "", id = ""] = location.hash.split("/");
  const [page, now] = [byId("page"), ++navigation];
  closePage();
  closePage = () => {};
  clearAlerts();
  try {
    const close = await openPage(page, kind, decodeURIComponent(id));
    if (now === navigation) closePage = close;
    else close();
  } catch (error) {
    fill(page, h("p", { class: "panel" }, h("a", { href: "#/" }, t("nav.lobby"))));
    showError(error, navigate);
  }
}

/** @param {HTMLElement} page @param {string} kind @param {string} id */
function openPage(page, kind, id) {
  page.dataset.page = kind || "lobby";
  if (kind === "game" && id) return gamePage(page, id);
  return kind === "replay" && id ? replayPage(page, id) : lobbyPage(page);
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

/** Show the page of a new address and move the focus there. */
async function navigate() {
  await show();
  focus(byId("page"));
}

addEventListener("hashchange", navigate);
start();
