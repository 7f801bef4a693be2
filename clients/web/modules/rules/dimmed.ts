/** Why a card of the hand is dimmed: no play has it together with the selected cards. */
import { rankOf } from "../cards/images.ts";
import { card, comboLimits } from "../words/reference.ts";
import { t } from "../words/texts.ts";

/** @param selected the other cards, at least one */
export function dimmedReason(code: string, selected: string[]) {
  const cards = [...selected, code];
  const kinds = cards.map((each) => card(each).kind);
  const { low, high, total } = comboLimits();
  if (kinds.includes("jester")) return t("rules.dimmed.jester");
  if (kinds.includes("companion")) return t("rules.dimmed.companion");
  if (new Set(cards.map(rankOf)).size === 1) return t("rules.dimmed.total", { total });
  return t("rules.dimmed.combo", { low, high });
}
