// @ts-check
/** Reasons in one line, coloured by their tone; a suit that immunity stops is struck through. */
import { suitIcon } from "../cards/suits.js";
import { h } from "../ui/dom.js";

/** @import { Reason } from "../words/reasons.js" */

/** @param {Reason[]} reasons */
export const reasonLine = (reasons) => reasons.flatMap((reason, index) => [index ? " · " : "", reasonText(reason)]);

/** @param {Reason} reason */
const reasonText = ({ text, tone, stopped = [] }) =>
  h("span", { class: `reason ${tone}`.trim() }, ...stopped.map(struckSuit), text);

/** @param {import("../types").Suit} suit */
const struckSuit = (suit) => h("s", { class: `stopped suit-${suit}`, "aria-hidden": "true" }, suitIcon(suit));
