// @ts-check
/** What went wrong, in the server's words, where everybody notices it. */
import { Problem, Unreachable } from "./api.js";
import { byId, h } from "./dom.js";
import { t } from "./texts.js";

/** @param {unknown} error @param {() => void} [again] what to do once more, where the server could not be reached */
export function complain(error, again) {
  const lost = again && error instanceof Unreachable;
  byId("alerts").replaceChildren(
    h(
      "div",
      { class: "alert", role: "alert" },
      h("p", {}, ...words(error)),
      lost ? h("button", { type: "button", id: "again", onclick: again }, t("alert.again")) : null,
      h("button", { type: "button", class: "plain", onclick: quiet }, t("alert.close")),
    ),
  );
  if (!(error instanceof Problem || error instanceof Unreachable)) console.error(error);
}

export const quiet = () => byId("alerts").replaceChildren();

/** @param {unknown} error @returns {(Node | string)[]} */
function words(error) {
  if (error instanceof Problem) return [h("strong", {}, error.details.title), " ", error.details.detail];
  return [t(error instanceof Unreachable ? "alert.unreachable" : "alert.unexpected")];
}
