/** The edges of the cards below the top card of a pile: the more cards, the thicker the pile. */
import { svg } from "../ui/dom.ts";

/** How many cards of a pile have one edge in the picture. */
const CARDS_OF_EDGE = 4;
/** The height of an edge, in units of a card image of 100 by 140 units. */
const EDGE_UNITS = 2.4;

/** @param size the number of cards */
export function pileEdges(size: number) {
  const edges = Array.from({ length: Math.ceil((size - 1) / CARDS_OF_EDGE) }, (_, index) => edge(index + 1));
  return svg("svg", { class: "pile-edges", viewBox: "0 0 100 140", "aria-hidden": "true" }, ...edges.reverse());
}

/** @param place from the top card down */
const edge = (place: number) =>
  svg("rect", { x: 0.5, y: 0.5 + EDGE_UNITS * place, width: 99, height: 139, rx: 8, class: "sheet" });
