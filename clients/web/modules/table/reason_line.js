// @ts-check
/** Reasons in one line, coloured by their tone. */
import { h } from "../dom.js";

/** @import { Reason } from "../reasons.js" */

/** @param {Reason[]} reasons */
export const reasonLine = (reasons) =>
  reasons.flatMap(({ text, tone }, index) => [index ? " · " : "", h("span", { class: `reason ${tone}`.trim() }, text)]);
