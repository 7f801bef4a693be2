// @ts-check
/** What went wrong, in the server's words, where everybody notices it. */
import { Problem, Unreachable } from "./api.js";
import { byId, h } from "./dom.js";
import { t } from "./texts.js";

/** @param {unknown} error */
export function complain(error) {
  const close = h("button", { type: "button", class: "plain", onclick: quiet }, t("alert.close"));
  byId("alerts").replaceChildren(h("div", { class: "alert", role: "alert" }, h("p", {}, ...words(error)), close));
  if (!(error instanceof Problem || error instanceof Unreachable)) console.error(error);
}

export const quiet = () => byId("alerts").replaceChildren();

/** @param {unknown} error @returns {(Node | string)[]} */
function words(error) {
  if (error instanceof Problem) return [h("strong", {}, error.details.title), " ", error.details.detail];
  return [t(error instanceof Unreachable ? "alert.unreachable" : "alert.unexpected")];
}
