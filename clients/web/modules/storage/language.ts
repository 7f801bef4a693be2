/** The language of the user interface, which this browser keeps. */

import { getItem, setItem } from "./items.ts";

export const LANGUAGES = { en: "English", es: "Español", ca: "Català", it: "Italiano" } as const;
const LANGUAGE_KEY = "regicide.language";

export type Language = keyof typeof LANGUAGES;

let current = initialLanguage();

/** The current language. */
export const language = () => current;

/** The locale of dates and times: the browser's, with its region, if its language is that of the page. */
export const dateLocale = () => navigator.languages.find((each) => each.split("-")[0] === current) ?? current;

/** The language that was chosen earlier, else the first supported language of the browser. */
function initialLanguage(): Language {
  const preferred = [getItem(LANGUAGE_KEY) ?? "", ...navigator.languages].map((code) => code.slice(0, 2));
  return (preferred.find((code) => code in LANGUAGES) ?? "en") as Language;
}

export function keepLanguage(chosen: Language) {
  setItem(LANGUAGE_KEY, chosen);
  useLanguage(chosen);
}

/** Use a language on this page alone. */
export function useLanguage(chosen: Language) {
  current = chosen;
}
