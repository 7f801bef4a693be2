/** Error messages at the top of the page. */
import { ApiError, UnexpectedResponse } from "regicide-client/errors";
import { namedOrigin, namesApi, refusal } from "../storage/api_address.ts";
import { isUnreachable, Problem } from "../server/api.ts";
import { byId, h } from "./dom.ts";
import { pageHead } from "./page_head.ts";
import { NoGameAddress } from "./route.ts";
import { t } from "../words/texts.ts";

/** The server has lost the last events of a game, for example by a power failure. */
export class LostEvents extends Error {}

const EXPECTED = [ApiError, LostEvents];

/** @param retry called by the button that is shown if the server is unreachable */
export function showError(error: unknown, retry?: () => void) {
  const retryable = retry && isUnreachable(error);
  byId("alerts").replaceChildren(
    h(
      "div",
      { class: "alert", role: "alert", "data-unreachable": isUnreachable(error) },
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

/**
 * What takes the place of a page that does not open.
 * @param title of the page @param why it does not open; "" if that is told above it @param art its picture
 */
export function failurePage(title: string, why: string, art: Element) {
  const way = h("a", { class: "button main", href: "#/" }, t("alert.back"));
  return h(
    "section",
    { class: "problem", role: why ? "alert" : null },
    pageHead(title),
    h("div", { class: "panel" }, art, h("div", {}, why && h("p", {}, why), way)),
  );
}

/** Why an address has no page; "" for an error that another try may mend. */
export function refusedPage(error: unknown) {
  if (error instanceof NoGameAddress) return t("alert.no-game-address");
  if (!(error instanceof Problem)) return "";
  return error.code === "unknown-game" ? t("alert.unknown-game") : error.details.detail;
}

/** An error in one sentence. */
export const errorText = (error: unknown) =>
  message(error)
    .map((part) => (typeof part === "string" ? part : part.textContent))
    .join("");

function message(error: unknown): (Node | string)[] {
  if (error instanceof Problem) return [h("strong", {}, `${error.details.title}:`), " ", detailText(error)];
  if (error instanceof LostEvents) return [t("alert.lost-events")];
  if (!isUnreachable(error)) return [t("alert.unexpected")];
  return [t(namesApi() ? unreachableText(error) : "alert.unreachable", { origin: namedOrigin() })];
}

/** Why the server that the address of the page names is unreachable: the address may be to blame. */
function unreachableText(error: ApiError) {
  const isForeign = error instanceof UnexpectedResponse && (error.status ?? 0) < 500;
  return refusal() ?? (isForeign ? "api.foreign" : "alert.unreachable");
}

/** What is wrong. The API numbers the seats from 0 on, this client from 1 on. */
const detailText = ({ code, details }: Problem) => (code === "seat-taken" ? t("alert.seat-taken") : details.detail);
