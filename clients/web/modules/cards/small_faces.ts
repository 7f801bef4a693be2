/** Small faces of cards in a line of text: rank and suit to see, the names to read aloud. */
import { h } from "../ui/dom.ts";
import { theCards } from "../words/names.ts";
import { rankOf, suitOf } from "./images.ts";
import { suitIcon } from "./faces.ts";
import type { Sentence } from "../words/narration.ts";

/** A sentence with the faces of its cards; a full stop after them is read aloud alone. */
export const withFaces = (sentence: Sentence) =>
  sentence.map((piece, index) => {
    if (typeof piece !== "string") return smallFaces(piece.cards);
    return index && piece === "." ? h("span", { class: "hidden" }, piece) : piece;
  });

/** The faces of cards. @param text of the element */
export const smallFaces = (codes: string[], text = theCards(codes)) =>
  h("span", { class: "small-faces" }, ...codes.map(smallFace), h("span", { class: "hidden" }, text));

/** The style sheet shows the rank, so that it is not part of the text. */
function smallFace(code: string) {
  const suit = suitOf(code);
  const properties = {
    class: `small-face suit-${suit ?? "X"}`,
    "data-rank": suit ? rankOf(code) : "★",
    "aria-hidden": "true",
  };
  return h("span", properties, suit && suitIcon(suit));
}
