/** The choice of the agent that reviews a game, with the button that requests its review. */
import { agentName } from "../words/names.ts";
import { BotChoice } from "../bots/bot_choice.ts";
import { button, h } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { t } from "../words/texts.ts";
import type { Agent } from "../types.ts";

export function reviewerChoice(advisers: Agent[], players: number, request: (agent: string) => void) {
  if (!advisers.length) return [h("p", { class: "quiet" }, t("review.no-advisers"))];
  const start = button("do-review", "", () => request(choice.agent));
  const describe = () => (start.textContent = t("review.do", { agent: agentName(choice.agent) }));
  const label = t("advice.adviser");
  const choice = new BotChoice(advisers, signal(players), {
    id: "bot-review",
    label,
    byName: false,
    onchange: describe,
  });
  describe();
  return [choice.element, h("div", { class: "buttons" }, start), h("p", { class: "quiet" }, t("review.which"))];
}
