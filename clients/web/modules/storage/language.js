// @ts-check
/** The language of the user interface, which this browser keeps. */

import { getItem, setItem } from "./items.js";

export const LANGUAGES = /** @type {const} */ ({ en: "English", es: "Español", ca: "Català", it: "Italiano" });
const LANGUAGE_KEY = "regicide.language";

/** @typedef {keyof typeof LANGUAGES} Language */

let current = initialLanguage();

/** The current language. */
export const language = () => current;

/** The language that was chosen earlier, else the first supported language of the browser. @returns {Language} */
function initialLanguage() {
  const preferred = [getItem(LANGUAGE_KEY) ?? "", ...navigator.languages].map((code) => code.slice(0, 2));
  return /** @type {Language} */ (preferred.find((code) => code in LANGUAGES) ?? "en");
}

/** @param {Language} chosen */
export function keepLanguage(chosen) {
  setItem(LANGUAGE_KEY, chosen);
  current = chosen;
}
