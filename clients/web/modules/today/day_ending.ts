/** The end of a game with today's deal: its result to share, which this browser keeps. */
import { getTodaysDeal } from "../server/api.ts";
import { fill, h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import { resultPanel } from "./result_panel.ts";
import { keepResult } from "./results.ts";
import type { BotResult, DealOfDay, GameView } from "../types.ts";

/** The result, which follows as soon as it is known; null for another game. */
export function dayEnding(view: GameView) {
  const { deal } = view;
  if (!deal || !view.result) return null;
  const place = h("div", { class: "day-ending", id: "day-ending" });
  keepResult(view).then(
    async (kept) => {
      if (!kept) return;
      const note = kept.counts ? null : h("p", { class: "quiet" }, t("today.not-counted"));
      fill(place, resultPanel(deal, kept.result, await botsOf(deal)), note);
    },
    () => {},
  );
  return place;
}

/** How the bots did on a deal; none if its day is over, or the server does not respond. */
const botsOf = ({ date, players }: DealOfDay): Promise<BotResult[]> =>
  getTodaysDeal().then(
    (today) => (today.date === date && today.deals.find((each) => each.players === players)?.bots) || [],
    () => [],
  );
