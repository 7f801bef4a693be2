/** The language of the user interface, which this browser keeps. */

import { getItem, setItem } from "./items.ts";

export const LANGUAGES = { en: "English", es: "Español", ca: "Català", it: "Italiano" } as const;
const LANGUAGE_KEY = "regicide.language";

export type Language = keyof typeof LANGUAGES;

let current = initialLanguage();

/** The current language. */
export const language = () => current;

/** The language that was chosen earlier, else the first supported language of the browser. */
function initialLanguage(): Language {
  const preferred = [getItem(LANGUAGE_KEY) ?? "", ...navigator.languages].map((code) => code.slice(0, 2));
  return (preferred.find((code) => code in LANGUAGES) ?? "en") as Language;
}

export function keepLanguage(chosen: Language) {
  setItem(LANGUAGE_KEY, chosen);
  current = chosen;
}
