// @ts-check
/** Why a card of the hand is dimmed: no play has it together with the selected cards. */
import { rankOf } from "../cards/images.js";
import { card, comboLimits } from "../words/reference.js";
import { t } from "../words/texts.js";

/** @param {string} code @param {string[]} selected the other cards, at least one */
export function dimmedReason(code, selected) {
  const cards = [...selected, code];
  const kinds = cards.map((each) => card(each).kind);
  const { low, high, total } = comboLimits();
  if (kinds.includes("jester")) return t("rules.dimmed.jester");
  if (kinds.includes("companion")) return t("rules.dimmed.companion");
  if (new Set(cards.map(rankOf)).size === 1) return t("rules.dimmed.total", { total });
  return t("rules.dimmed.combo", { low, high });
}
