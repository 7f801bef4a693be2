// @ts-check
/** Sentences with cards in them: as plain text, or with their faces. */
import { cardNames } from "./names.js";
import { pieces } from "./texts.js";

/** @import { TextKey } from "../types" */

/** A text, or cards. @typedef {string | { cards: string[] }} Piece */
/** @typedef {Piece[]} Sentence */

/** A text of the catalogue with its placeholders filled in. @param {TextKey} key @param {Record<string, Piece>} [values] @returns {Sentence} */
export const sentence = (key, values = {}) => pieces(key, values);

/** A sentence with the names of its cards. @param {Sentence} sentence */
export const plain = (sentence) =>
  sentence.map((piece) => (typeof piece === "string" ? piece : cardNames(piece.cards))).join("");
