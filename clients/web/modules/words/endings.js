// @ts-check
/** Why a game is over, with the player whom it befell. */
import { outcomeText } from "./reference.js";
import { t } from "./texts.js";

/** @param {string} reason @param {string} who */
export function endText(reason, who) {
  switch (reason) {
    case "cannot-cover-damage":
      return t("over.cannot-cover-damage", { who });
    case "cannot-play-or-yield":
      return t("over.cannot-play-or-yield", { who });
    case "timeout":
      return t("over.timeout", { who });
    default:
      return outcomeText(reason);
  }
}
