// @ts-check
/** Error messages at the top of the page. */
import { namedOrigin, namesApi } from "../storage/api_address.js";
import { LostEvents, Problem, Unreachable } from "../server/api.js";
import { byId, h } from "./dom.js";
import { NoGameAddress } from "./route.js";
import { t } from "../words/texts.js";

const EXPECTED = [Problem, Unreachable, LostEvents, NoGameAddress];

/** @param {unknown} error @param {() => void} [retry] called by the button that is shown if the server is unreachable */
export function showError(error, retry) {
  const retryable = retry && error instanceof Unreachable;
  byId("alerts").replaceChildren(
    h(
      "div",
      { class: "alert", role: "alert", "data-unreachable": error instanceof Unreachable },
      h("p", {}, ...message(error)),
      retryable ? h("button", { type: "button", id: "again", onclick: retry }, t("alert.again")) : null,
      h("button", { type: "button", class: "plain", onclick: clearAlerts }, t("alert.close")),
    ),
  );
  if (!EXPECTED.some((each) => error instanceof each)) console.error(error);
}

export const clearAlerts = () => byId("alerts").replaceChildren();

/** The server responds again: remove the message that it does not. */
export const clearUnreachable = () => byId("alerts").querySelector("[data-unreachable]")?.remove();

/** What takes the place of a page that the server refuses. @param {Problem} problem */
export const problemPanel = ({ details: { title, detail } }) =>
  h(
    "section",
    { class: "panel problem", role: "alert" },
    h("h1", {}, title),
    h("p", {}, detail),
    h("a", { class: "button main", href: "#/" }, t("nav.lobby")),
  );

/** An error in one sentence. @param {unknown} error */
export const errorText = (error) =>
  message(error)
    .map((part) => (typeof part === "string" ? part : part.textContent))
    .join("");

/** @param {unknown} error @returns {(Node | string)[]} */
function message(error) {
  if (error instanceof Problem) return [h("strong", {}, `${error.details.title}:`), " ", detailText(error)];
  if (error instanceof NoGameAddress) return [t("alert.no-game-address")];
  if (error instanceof LostEvents) return [t("alert.lost-events")];
  if (!(error instanceof Unreachable)) return [t("alert.unexpected")];
  return [t(namesApi() ? error.text : "alert.unreachable", { origin: namedOrigin() })];
}

/** What is wrong. The API numbers the seats from 0 on, this client from 1 on. @param {Problem} problem */
const detailText = ({ code, details }) => (code === "seat-taken" ? t("alert.seat-taken") : details.detail);
