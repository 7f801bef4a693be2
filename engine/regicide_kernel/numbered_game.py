"""A game whose actions are numbers, in the records of the kernel: that of a table, or what a view shows of one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from regicide import Position
from regicide_kernel import numbered_moves, observations
from regicide_kernel.backend import records
from regicide_kernel.game import OVER, Game, Move
from regicide_kernel.knowledge import Knowledge, note_deal, note_move
from regicide_kernel.numbered_moves import FIRST_DISCARD, INCOMPLETE, move_of, numbers_of, write_mask
from regicide_kernel.observations import write_observation
from regicide_kernel.positions import load_position


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

    def numbers_of(self, move: Move) -> list[int]:
        """The actions that amount to a legal move, which is given after no card was put down: `numbered_moves`."""
        return numbers_of(self._game, move)

    def put_down(self, number: int) -> None:
        """Put down a card against damage that it does not cover yet."""
        self._knowledge.put_down |= 1 << number - FIRST_DISCARD

    def _move_of(self, number: int) -> int:
        """The move of an action; INCOMPLETE after a card is put down that does not complete a discard.

        Raises ValueError, without a change, for an action that is not legal.
        """
        mask = self.mask()
        if not (0 <= number < len(mask) and mask[number]):
            raise ValueError(f"action {number} is not legal: expected one of {np.flatnonzero(mask).tolist()}")
        move = move_of(self._game, self._knowledge.put_down, number)
        if move == INCOMPLETE:
            self.put_down(number)
        return int(move)


class RecordedGame(NumberedGame):
    """A game of the engine, which is followed from its deal on."""

    def __init__(self) -> None:
        super().__init__()
        self._is_dealt = False

    def advance(self, position: Position) -> None:
        """Take the position of the deal, or the one after an action in the position before."""
        discard = self._game.discard
        load_position(self._game, position)
        if self._is_dealt:
            note_move(self._game, self._knowledge, discard)
        else:
            note_deal(self._game, self._knowledge)
        self._is_dealt = True
