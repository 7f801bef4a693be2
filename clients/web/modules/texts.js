// @ts-check
/** The texts that people read, in the language that they chose: English, where a catalogue or a text is missing. */

/** @import { TextKey, PluralKey } from "./types" */

export const LANGUAGES = /** @type {const} */ ({ en: "English", es: "Español", ca: "Català", it: "Italiano" });
const CHOICE = "regicide.language";

/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Record<string, string | number>} Values */

/** @type {Record<string, string>} */
let texts = {};
let chosen = choice();

/** The language of the texts. */
export const language = () => chosen;

/** What was chosen here before, else the first of the browser's languages that we have. @returns {Language} */
function choice() {
  const wishes = [localStorage.getItem(CHOICE) ?? "", ...navigator.languages].map((wish) => wish.slice(0, 2));
  return /** @type {Language} */ (wishes.find((wish) => wish in LANGUAGES) ?? "en");
}

/** Load the texts of the language. */
export async function loadTexts() {
  const [english, own] = await Promise.all([catalogue("en"), chosen === "en" ? {} : catalogue(chosen)]);
  texts = { ...english, ...own };
  document.documentElement.lang = chosen;
}

/** @param {Language} wish */
export async function choose(wish) {
  localStorage.setItem(CHOICE, wish);
  chosen = wish;
  await loadTexts();
}

/** @param {Language} of @returns {Promise<Record<string, string>>} */
async function catalogue(of) {
  try {
    const answer = await fetch(new URL(`../texts/${of}.json`, import.meta.url));
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

/**
 * A text, with what stands in braces filled in.
 * @param {TextKey} key @param {Values} [values]
 */
export const t = (key, values) => filled(texts[key] ?? key, values);

/**
 * A text for a number of things.
 * @param {PluralKey} key @param {number} count @param {Values} [values]
 */
export function many(key, count, values) {
  const form = new Intl.PluralRules(chosen).select(count);
  return filled(texts[`${key}.${form}`] ?? texts[`${key}.other`] ?? key, { count, ...values });
}

/** @param {string} text @param {Values} [values] */
const filled = (text, values = {}) => text.replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces));

/** Things in a row, as the language lists them. @param {string[]} things */
export const listed = (things) => new Intl.ListFormat(chosen, { type: "conjunction" }).format(things);
