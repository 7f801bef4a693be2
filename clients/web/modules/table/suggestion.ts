/** One action of an advice: its cards, the chance to win after it, and the reasons for it. */
import { actionWords } from "../game/actions.ts";
import { cardChip } from "../cards/images.ts";
import { h, svg } from "../ui/dom.ts";
import { cardsOf } from "../words/names.ts";
import { reasonsOf } from "../words/reasons.ts";
import { enemyCount } from "../words/reference.ts";
import { formatChance, formatNumber, t } from "../words/texts.ts";
import { reasonLine } from "./reason_line.ts";
import type { RatedAction, GameView } from "../types.ts";

/** A button that selects the action. */
export function suggestion(advised: RatedAction, view: GameView, chosen: boolean, choose: (action: string) => void) {
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

/** The cards of an action, with its words for screen readers; the words alone if it has no cards. */
function actionLabel(action: string, view: GameView) {
  const cards = cardsOf(action).filter((code) => view.hand?.includes(code));
  const words = actionWords(action, view.seats);
  return [...cards.map(cardChip), h("span", { class: cards.length ? "hidden" : "words" }, words)];
}

/** The expected number of defeated enemies. */
const estimate = ({ defeated }: RatedAction) =>
  defeated === null ? "" : t("advice.defeated", { defeated: formatNumber(defeated), enemies: enemyCount() });

/** A bar as long as a chance. */
const bar = (chance: number) =>
  svg(
    "svg",
    { class: "bar", "aria-hidden": "true" },
    svg("rect", { width: "100%", height: "100%", class: "whole" }),
    svg("rect", { width: `${100 * chance}%`, height: "100%", class: "part" }),
  );
