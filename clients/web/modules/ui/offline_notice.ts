/** The notice that the page shows the last state of a server that is unreachable, and the wait for the server. */
import { api } from "../server/api.ts";
import { formatMoment, t } from "../words/texts.ts";
import { byId, h } from "./dom.ts";

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 5_000;
const TIMEOUT_MS = 20_000;

/** The time of the state that is shown; "" while the page is live. */
let shownSince = "";
let timer = 0;
let reload = () => {};

/** Set what shows the page again when the server answers. */
export function onServerBack(start: () => void) {
  reload = start;
  addEventListener("online", () => check(FIRST_DELAY_MS));
}

/** Whether the page shows a last state. */
const isOffline = () => shownSince !== "";

/** Tell that the state is the last one, of this time, and wait for the server. */
export function tellOffline(at: string) {
  if (!isOffline()) wait(FIRST_DELAY_MS);
  shownSince = !isOffline() || at < shownSince ? at : shownSince;
  showNotice();
}

/** Show the notice in the current language. */
export function showNotice() {
  const notice = isOffline()
    ? h("p", { class: "offline", id: "offline" }, t("offline.notice", { at: formatMoment(shownSince) }))
    : "";
  byId("notice").replaceChildren(notice);
}

/** Tell that the page is live. */
function tellLive() {
  clearTimeout(timer);
  shownSince = "";
  showNotice();
}

function wait(delayMs: number) {
  timer = window.setTimeout(() => check(delayMs), delayMs);
}

/** @param delayMs the time until the next request, if this one fails */
async function check(delayMs: number) {
  clearTimeout(timer);
  if (!isOffline()) return;
  try {
    await api().listGames({ limit: 1 }, { retry: false, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    return wait(Math.min(delayMs * 2, MAX_DELAY_MS));
  }
  tellLive();
  reload();
}
