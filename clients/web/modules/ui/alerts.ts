/** Error messages at the top of the page. */
import { ApiError, UnexpectedResponse } from "regicide-client/errors";
import { namedOrigin, namesApi, refusal } from "../storage/api_address.ts";
import { isUnreachable, Problem } from "../server/api.ts";
import { byId, h } from "./dom.ts";
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
