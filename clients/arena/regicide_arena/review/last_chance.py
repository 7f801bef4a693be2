"""The last position of a lost game from which it could still be won, with all cards open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regicide import Action
from regicide_arena.review.record import GameMove, RecordedGame
from regicide_arena.words import action_text
from regicide_kernel.solver import winning_line


class LastChance(NamedTuple):
    """An action after which the solver finds no line of play that wins, and the line before it."""

    move: GameMove
    line: Sequence[Action]

    def text(self, names: Sequence[str]) -> str:
        """Say which action left the line, and how it goes on."""
        number, seat, action = self.move.number, self.move.seat, action_text(self.move.action, names)
        first = action_text(str(self.line[0]), names)
        return (
            f"As far as a solver finds that sees all cards, the game could last be won before move {number}, by a line "
            f"that begins with: {first}. {names[seat]} chose: {action}."
        )


def last_chance(game: RecordedGame) -> LastChance | None:
    """Look for the last line that wins, from the end of a lost game on; None for a won game, or if none is found."""
    if game.outcome.won:
        return None
    lines = ((move, winning_line(move.before)) for move in reversed(game.moves))
    return next((LastChance(move, line) for move, line in lines if line), None)
