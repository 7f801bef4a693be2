// @ts-check
/** The notice that the page shows the last state of a server that is unreachable, and the wait for the server. */
import { isReachable } from "../server/api.js";
import { language } from "../storage/language.js";
import { t } from "../words/texts.js";
import { byId, h } from "./dom.js";

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 5_000;

/** The time of the state that is shown; "" while the page is live. */
let shownSince = "";
let timer = 0;
let reload = () => {};

/** Set what shows the page again when the server answers. @param {() => void} start */
export function onServerBack(start) {
  reload = start;
  addEventListener("online", () => check(FIRST_DELAY_MS));
}

/** Whether the page shows a last state. */
const isOffline = () => shownSince !== "";

/** Tell that the state is the last one, of this time, and wait for the server. @param {string} at */
export function tellOffline(at) {
  if (!isOffline()) wait(FIRST_DELAY_MS);
  shownSince = !isOffline() || at < shownSince ? at : shownSince;
  showNotice();
}

/** Show the notice in the current language. */
export function showNotice() {
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const notice = isOffline()
    ? h("p", { class: "offline", id: "offline" }, t("offline.notice", { at: when.format(new Date(shownSince)) }))
    : "";
  byId("notice").replaceChildren(notice);
}

/** Tell that the page is live. */
function tellLive() {
  clearTimeout(timer);
  shownSince = "";
  showNotice();
}

/** @param {number} delayMs */
function wait(delayMs) {
  timer = window.setTimeout(() => check(delayMs), delayMs);
}

/** @param {number} delayMs the time until the next request, if this one fails */
async function check(delayMs) {
  clearTimeout(timer);
  if (!isOffline()) return;
  if (!(await isReachable())) return wait(Math.min(delayMs * 2, MAX_DELAY_MS));
  tellLive();
  reload();
}
