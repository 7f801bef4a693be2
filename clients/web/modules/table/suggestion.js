// @ts-check
/** One action of an advice: its cards, the chance to win after it, and the reasons for it. */
import { actionWords } from "../game/actions.js";
import { cardChip } from "../cards/images.js";
import { h, svg } from "../ui/dom.js";
import { cardsOf } from "../words/names.js";
import { reasonsOf } from "../words/reasons.js";
import { enemyCount } from "../words/reference.js";
import { formatChance, formatNumber, t } from "../words/texts.js";
import { reasonLine } from "./reason_line.js";

/** @import { RatedAction, GameView } from "../types" */

/** A button that selects the action. @param {RatedAction} advised @param {GameView} view @param {boolean} chosen @param {(action: string) => void} choose */
export function suggestion(advised, view, chosen, choose) {
  const { action, won } = advised;
  return h(
    "button",
    {
      type: "button",
      class: "suggestion",
      "data-focus": `advised-${action}`,
      "data-advised": action,
      "aria-pressed": String(chosen),
      onclick: () => choose(action),
    },
    h("span", { class: "suggested" }, ...actionLabel(action, view)),
    h(
      "strong",
      { class: "chance" },
      won === null ? t("advice.no-chance") : t("advice.chance", { share: formatChance(won) }),
    ),
    won === null ? null : bar(won),
    h("span", { class: "estimate" }, estimate(advised)),
    h("span", { class: "reasons" }, ...reasonLine(reasonsOf(view, action))),
  );
}

/** The cards of an action, with its words for screen readers; the words alone if it has no cards. @param {string} action @param {GameView} view */
function actionLabel(action, view) {
  const cards = cardsOf(action).filter((code) => view.hand?.includes(code));
  const words = actionWords(action, view.seats);
  return [...cards.map(cardChip), h("span", { class: cards.length ? "hidden" : "words" }, words)];
}

/** The expected number of defeated enemies. @param {RatedAction} advised */
const estimate = ({ defeated }) =>
  defeated === null ? "" : t("advice.defeated", { defeated: formatNumber(defeated), enemies: enemyCount() });

/** A bar as long as a chance. @param {number} chance */
const bar = (chance) =>
  svg(
    "svg",
    { class: "bar", "aria-hidden": "true" },
    svg("rect", { width: "100%", height: "100%", class: "whole" }),
    svg("rect", { width: `${100 * chance}%`, height: "100%", class: "part" }),
  );
