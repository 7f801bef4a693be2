/** What a step says in one or two words, and where: a number at a seat that draws, the damage on the enemy. */
import { ofLater } from "../effects.ts";
import { totalValue } from "../game/cards.ts";
import { briefText } from "../words/narration.ts";
import { t } from "../words/texts.ts";
import type { BoardView } from "../types.ts";
import type { Step } from "./frames.ts";

/** A text, selectors of its place, the first one on the page counts, its height there, and the type of its step. */
export type Mark = { text: string; at: string[]; height: "above" | "top" | "middle"; type: string };

/** The places of marks that are neither at the enemy nor at a seat. */
const PLACES = { heal: '[data-pile="tavern"] .pile-picture', shield: '[data-number="shield"]' };
const ENEMY = ".enemy-card";

/** The heights of marks, so that they leave the numbers to be seen; the others are over the middle of their places. */
const HEIGHTS: Record<string, Mark["height"]> = { [PLACES.shield]: "above", [ENEMY]: "top" };

/** The marks of a step. */
export const marksOf = (step: Step, before: BoardView): Mark[] =>
  placed(step, before)
    .filter(({ text }) => text)
    .map((mark) => ({ ...mark, height: HEIGHTS[mark.at[0]] ?? "middle", type: step.type }));

function placed(step: Step, before: BoardView): Omit<Mark, "height" | "type">[] {
  switch (step.type) {
    case "deal":
      return step.draws.map(({ seat, count }) => ({ text: t("brief.draw", { count }), at: [seatPlace(seat)] }));
    case "strike":
      return [{ text: strikeText(step.amount), at: [seatPlace(step.seat), ".hand"] }];
    case "yield":
      return [{ text: t("seat.yielded"), at: [seatPlace(step.seat)] }];
    case "shield":
      return [{ text: `+${step.amount}`, at: [PLACES.shield] }];
    case "damage":
      return [{ text: damageText(step.amount, before), at: [ENEMY] }];
    case "heal":
      return [{ text: briefText(step), at: [PLACES.heal] }];
    case "defeat":
    case "cancel-immunity":
      return [{ text: briefText(step), at: [ENEMY] }];
    case "play":
    case "flip":
    case "discard":
    case "clear":
    case "reveal":
    case "turn":
    case "over":
      return [];
    default:
      return ofLater(step, []);
  }
}

const seatPlace = (seat: number) => `[data-seat="${seat}"]`;

/** The damage, and how clubs double it. */
function damageText(amount: number, { played }: BoardView) {
  const value = totalValue(played.at(-1) ?? []);
  return value && amount === 2 * value ? t("brief.damage-doubled", { value, amount }) : t("brief.damage", { amount });
}

const strikeText = (amount: number) => (amount ? t("brief.strike", { amount }) : t("brief.blocked"));
