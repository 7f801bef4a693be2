/** The board of a table: the seats, the enemy, the cards played against it and the piles, each in its area. */
import { h, type Child } from "../ui/dom.ts";
import { computed } from "../ui/signals.ts";
import { enemyArea } from "./enemy.ts";
import { pilesArea, playedArea } from "./piles.ts";
import { scenery } from "./scenery.ts";
import { seatsArea } from "./seats.ts";
import type { BoardView, Preview, SeatView } from "../types.ts";

type Marks = {
  dot?: (seat: SeatView) => Child; // shows at a seat whether its player is there
  preview?: () => Preview | null; // what follows from the chosen action
  appoint?: (seat: number) => (() => void) | null; // lets the player of a seat go next, if that is legal
};

/** @param shown the board; null before the first one */
export function boardArea(
  shown: () => BoardView | null,
  { dot = () => null, preview, appoint = () => null }: Marks = {},
) {
  const part = (name: string, render: (board: BoardView) => Child) =>
    h("div", { class: name }, () => {
      const board = shown();
      return board && render(board);
    });
  const players = computed(() => shown()?.players ?? 0);
  const felt = h(
    "div",
    { class: () => ["felt", players.value === 1 && "solo", players.value > 2 && "many"].filter(Boolean).join(" ") },
    part("area-seats", (board) => seatsArea(board, dot, appoint)),
    enemyPlace(shown, preview),
    part("area-played", playedArea),
    part("area-piles", pilesArea),
  );
  const fallen = computed(() => shown()?.defeated ?? 0);
  requestAnimationFrame(() => setTimeout(() => felt.before(scenery(() => fallen.value)))); // after the first paint
  return felt;
}

/** Between a fallen enemy and the next one, its place stays empty. */
function enemyPlace(shown: () => BoardView | null, preview: Marks["preview"]) {
  const isEmpty = computed(() => shown()?.enemy === null && shown()?.status === "active");
  let last: BoardView | null = null;
  return h("div", { class: () => (isEmpty.value ? "area-enemy fallen" : "area-enemy") }, () => {
    if (!isEmpty.value) last = shown();
    return last && enemyArea(last, preview);
  });
}
