// @ts-check
/** The choice of the agent that reviews a game, with the button that requests its review. */
import { botDescription, botSelect } from "../ui/bot_choice.js";
import { button, h } from "../ui/dom.js";
import { t } from "../words/texts.js";

/** @import { Agent } from "../types" */

/** @param {Agent[]} advisers @param {number} players @param {(agent: string) => void} request */
export function reviewerChoice(advisers, players, request) {
  if (!advisers.length) return [h("p", { class: "quiet" }, t("review.no-advisers"))];
  const names = advisers.map(({ name }) => name);
  const properties = { id: "bot-review", "aria-label": t("advice.adviser"), onchange: () => describe() };
  const [menu, description] = botSelect("bot-review", names, properties);
  const chosen = () => /** @type {HTMLSelectElement} */ (menu).value;
  const start = button("do-review", "", () => request(chosen()));
  const describe = () => {
    start.textContent = t("review.do", { agent: chosen() });
    description.textContent = advisers
      .filter(({ name }) => name === chosen())
      .map((agent) => botDescription(agent, players))
      .join("");
  };
  describe();
  return [h("div", { class: "buttons" }, start, menu), description, h("p", { class: "quiet" }, t("review.which"))];
}
