"""Numbered actions and observations from views: what a trained policy needs to play on a server or in a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regicide import InformationSet
from regicide_kernel import numbered_moves, observations
from regicide_kernel.backend import records
from regicide_kernel.determinization import determinize, hidden_cards
from regicide_kernel.game import Game
from regicide_kernel.knowledge import Knowledge
from regicide_kernel.numbered_moves import FIRST_DISCARD, INCOMPLETE, move_of, write_mask
from regicide_kernel.observations import write_observation
from regicide_kernel.positions import decode_move, load_information_set
from regicide_kernel.random_numbers import random_state


class ViewPlayer:
    """A view of a seat, until an action is chosen: cards against damage are put down one by one."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        """Read a view. Raises ImpossibleView if it is malformed, and ValueError for the view of a spectator."""
        information_set = InformationSet.from_view(view)
        if information_set.viewer is None:
            raise ValueError("the view is a spectator's: expected that of a seat")
        self._seat = information_set.viewer
        self._game, self._knowledge = records(Game, 1)[0], records(Knowledge, 1)[0]
        load_information_set(self._game, information_set)
        determinize(self._game, hidden_cards(information_set), random_state("any"))
        self._knowledge.hidden = sum(1 << card for pool in information_set.pools for card in pool.cards)
        for number, pool in enumerate(information_set.pools):
            for card in pool.cards:
                self._knowledge.pool_of[card] = number

    def observation(self) -> NDArray[np.float32]:
        """What the seat knows, wherever the hidden cards lie in the record."""
        numbers = np.zeros(observations.NUMBERS, "f4")
        write_observation(self._game, self._knowledge, self._seat, numbers)
        return numbers

    def mask(self) -> NDArray[np.bool_]:
        """The legal actions of the seat; none if it is not its turn."""
        mask = np.zeros(numbered_moves.NUMBERS, bool)
        if self._seat == self._game.turn:
            write_mask(self._game, self._knowledge.put_down, mask)
        return mask

    def take(self, number: int) -> str | None:
        """Take an action: return its text, or None as long as the cards put down do not cover the damage.

        Raises ValueError, without a change, for an action that is not legal.
        """
        mask = self.mask()
        if not (0 <= number < len(mask) and mask[number]):
            raise ValueError(f"action {number} is not legal: expected one of {np.flatnonzero(mask).tolist()}")
        move = move_of(self._game, self._knowledge.put_down, number)
        if move == INCOMPLETE:
            self._knowledge.put_down |= 1 << number - FIRST_DISCARD
            return None
        return str(decode_move(move, self._game.phase))
