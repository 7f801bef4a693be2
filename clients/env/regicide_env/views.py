"""Numbered actions and observations from views: what a trained policy needs to play on a server or in a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regicide import InformationSet
from regicide_kernel.determinization import determinize, hidden_cards
from regicide_kernel.numbered_game import NumberedGame
from regicide_kernel.numbered_moves import INCOMPLETE
from regicide_kernel.positions import decode_move, load_information_set
from regicide_kernel.random_numbers import random_state


class ViewPlayer(NumberedGame):
    """A view of a seat, until an action is chosen: cards against damage are put down one by one."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        """Read a view. Raises ImpossibleView if it is malformed, and ValueError for the view of a spectator."""
        super().__init__()
        information_set = InformationSet.from_view(view)
        if information_set.viewer is None:
            raise ValueError("the view is a spectator's: expected that of a seat")
        self._seat = information_set.viewer
        load_information_set(self._game, information_set)
        determinize(self._game, hidden_cards(information_set), random_state("any"))
        self._knowledge.hidden = sum(1 << card for pool in information_set.pools for card in pool.cards)
        for number, pool in enumerate(information_set.pools):
            for card in pool.cards:
                self._knowledge.pool_of[card] = number

    def observation(self) -> NDArray[np.float32]:
        """What the seat knows, wherever the hidden cards lie in the record."""
        return self.observation_of(self._seat)

    def mask(self) -> NDArray[np.int8]:
        """The legal actions of the seat, each 1; none if it is not its turn."""
        mask = super().mask()
        return mask if self._seat == self.turn else np.zeros_like(mask)

    def take(self, number: int) -> str | None:
        """Take an action: return its text, or None as long as the cards put down do not cover the damage.

        Raises ValueError, without a change, for an action that is not legal.
        """
        move = self._move_of(number)
        return None if move == INCOMPLETE else str(decode_move(move, self._game.phase))
