/** The choice of the agent that reviews a game, with the button that requests its review. */
import { agentName } from "../words/names.ts";
import { BotChoice } from "../bots/bot_choice.ts";
import { face } from "../bots/face.ts";
import { button, fill, h } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { t } from "../words/texts.ts";
import type { Agent } from "../types.ts";

export function reviewerChoice(advisers: Agent[], players: number, request: (agent: string) => void) {
  if (!advisers.length) return [h("p", { class: "offer" }, t("review.no-advisers"))];
  const start = button("do-review", "", () => request(choice.agent), { class: "main" });
  const offer = h("p", { class: "offer" });
  const describe = () => {
    fill(start, t("review.do", { agent: agentName(choice.agent) }));
    fill(offer, face(choice.agent), h("span", {}, t("review.offer", { agent: agentName(choice.agent) })));
  };
  const choice = new BotChoice(advisers, signal(players), {
    id: "bot-review",
    label: t("advice.adviser"),
    byName: false,
    onchange: describe,
  });
  describe();
  const others = h("details", {}, h("summary", {}, t("review.which")), choice.element);
  return [offer, start, advisers.length > 1 && others];
}
