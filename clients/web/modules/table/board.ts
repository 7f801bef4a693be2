/** The board of a table: the seats, the enemy, the cards played against it and the piles, each in its area. */
import { fill, h } from "../ui/dom.ts";
import { enemyArea } from "./enemy.ts";
import { pilesArea, playedArea } from "./piles.ts";
import { seatsArea } from "./seats.ts";
import type { BoardView } from "../types.ts";
import type { Presences } from "./attendance.ts";

export class Board {
  #seats = h("div", { class: "area-seats" });
  #enemy = h("div", { class: "area-enemy" });
  #played = h("div", { class: "area-played" });
  #piles = h("div", { class: "area-piles" });

  element = h("div", { class: "felt" }, this.#seats, this.#enemy, this.#played, this.#piles);

  /** @param presences of the players, if the board is that of a game in progress */
  show(board: BoardView, presences?: Presences) {
    fill(this.#seats, seatsArea(board));
    presences?.mark(this.#seats, board.seats);
    this.#showEnemy(board);
    fill(this.#played, playedArea(board));
    fill(this.#piles, pilesArea(board));
  }

  /** Between a fallen enemy and the next one, its place stays empty. */
  #showEnemy({ enemy, status, defeated }: BoardView) {
    const isEmpty = !enemy && status === "active";
    this.#enemy.classList.toggle("fallen", isEmpty);
    if (!isEmpty) fill(this.#enemy, enemyArea({ enemy, defeated }));
  }
}
