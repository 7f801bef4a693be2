"""A game whose actions are numbers, in the records of the kernel: that of a table, or what a view shows of one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from regicide_kernel import numbered_moves, observations
from regicide_kernel.backend import records
from regicide_kernel.game import OVER, Game
from regicide_kernel.knowledge import Knowledge
from regicide_kernel.numbered_moves import FIRST_DISCARD, INCOMPLETE, move_of, write_mask
from regicide_kernel.observations import write_observation


class NumberedGame:
    """A game at one moment, with the cards put down. The records are looked up anew: a copy has its own."""

    def __init__(self) -> None:
        self._games: Any = records(Game, 1)
        self._all_knowledge: Any = records(Knowledge, 1)

    @property
    def _game(self) -> Any:
        return self._games[0]

    @property
    def _knowledge(self) -> Any:
        return self._all_knowledge[0]

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self._game.turn)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._game.phase == OVER)

    def observation_of(self, seat: int) -> NDArray[np.float32]:
        """What a seat knows: a new array of `regicide_kernel.observations`."""
        numbers = np.zeros(observations.NUMBERS, "f4")
        write_observation(self._game, self._knowledge, seat, numbers)
        return numbers

    def mask(self) -> NDArray[np.int8]:
        """The legal actions of the seat to act, each 1: a new array of `regicide_kernel.numbered_moves`."""
        mask = np.zeros(numbered_moves.NUMBERS, "i1")
        if not self.is_over:
            write_mask(self._game, self._knowledge.put_down, mask)
        return mask

    def _move_of(self, number: int) -> int:
        """The move of an action; INCOMPLETE after a card is put down that does not complete a discard.

        Raises ValueError, without a change, for an action that is not legal.
        """
        mask = self.mask()
        if not (0 <= number < len(mask) and mask[number]):
            raise ValueError(f"action {number} is not legal: expected one of {np.flatnonzero(mask).tolist()}")
        move = move_of(self._game, self._knowledge.put_down, number)
        if move == INCOMPLETE:
            self._knowledge.put_down |= 1 << number - FIRST_DISCARD
        return int(move)
