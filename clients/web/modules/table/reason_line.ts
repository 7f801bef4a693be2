/** Reasons in one line, coloured by their tone; a suit that immunity stops is struck through. */
import { suitIcon } from "../cards/suits.ts";
import { h } from "../ui/dom.ts";
import type { Suit } from "../types.ts";
import type { Reason } from "../words/reasons.ts";

export const reasonLine = (reasons: Reason[]) =>
  reasons.flatMap((reason, index) => [index ? " · " : "", reasonText(reason)]);

const reasonText = ({ text, tone, stopped = [] }: Reason) =>
  h("span", { class: `reason ${tone}`.trim() }, ...stopped.map(struckSuit), text);

const struckSuit = (suit: Suit) => h("s", { class: `stopped suit-${suit}`, "aria-hidden": "true" }, suitIcon(suit));
