/** Sentences with cards in them: as plain text, or with their faces. */
import { cardNames } from "./names.ts";
import { pieces } from "./texts.ts";
import type { TextKey } from "../types.ts";

/** A text, or cards. */
type Piece = string | { cards: string[] };
export type Sentence = Piece[];

/** A text of the catalogue with its placeholders filled in. */
export const sentence = (key: TextKey, values: Record<string, Piece> = {}): Sentence => pieces(key, values);

/** A sentence with the names of its cards. */
export const plain = (sentence: Sentence) =>
  sentence.map((piece) => (typeof piece === "string" ? piece : cardNames(piece.cards))).join("");
