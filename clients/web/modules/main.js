// @ts-check
/** Which page is shown: `#/` the lobby, `#/game/ID` a game, `#/replay/ID` its record. And the choice of language. */
import { complain, quiet } from "./alerts.js";
import { byId, fill, focus, h } from "./dom.js";
import { gamePage } from "./pages/game.js";
import { lobbyPage } from "./pages/lobby.js";
import { replayPage } from "./pages/replay.js";
import { loadReference } from "./reference.js";
import { choose, language, LANGUAGES, loadTexts, t } from "./texts.js";

/** @import { Language } from "./texts.js" */

let leave = () => {};
let visit = 0;

/** Show the page that the address names. */
async function show() {
  const [, kind = "", id = ""] = location.hash.split("/");
  const [page, now] = [byId("page"), ++visit];
  leave();
  leave = () => {};
  quiet();
  try {
    const left = await opened(page, kind, decodeURIComponent(id));
    if (now === visit) leave = left;
    else left();
  } catch (error) {
    fill(page, h("p", { class: "panel" }, h("a", { href: "#/" }, t("nav.lobby"))));
    complain(error, go);
  }
}

/** @param {HTMLElement} page @param {string} kind @param {string} id */
function opened(page, kind, id) {
  page.dataset.page = kind || "lobby";
  if (kind === "game" && id) return gamePage(page, id);
  return kind === "replay" && id ? replayPage(page, id) : lobbyPage(page);
}

/** What is around every page, in the language of the reader. */
function frame() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === language() }, name),
  );
  const menu = h(
    "select",
    {
      id: "language",
      "data-focus": "language",
      "aria-label": t("nav.language"),
      onchange: () => change(/** @type {Language} */ (menu.value)),
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

/** @param {Language} wish */
async function change(wish) {
  await choose(wish);
  await start();
}

async function start() {
  await loadTexts();
  frame();
  quiet();
  try {
    await loadReference();
    await show();
  } catch (error) {
    complain(error, start);
  }
}

/** Go to another page, and let readers and keys begin there. */
async function go() {
  await show();
  focus(byId("page"));
}

addEventListener("hashchange", go);
start();
