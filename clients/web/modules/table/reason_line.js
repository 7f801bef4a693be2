// @ts-check
/** Reasons in one line, coloured by their tone. */
import { h } from "../ui/dom.js";

/** @import { Reason } from "../words/reasons.js" */

/** @param {Reason[]} reasons */
export const reasonLine = (reasons) =>
  reasons.flatMap(({ text, tone }, index) => [index ? " · " : "", h("span", { class: `reason ${tone}`.trim() }, text)]);
