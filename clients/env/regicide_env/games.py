"""Games in arrays: the vectorised environment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regicide import cards_in_game
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_env.returns import Returns, achieved
from regicide_env.table import CARDS, Deal, first_position, order_discard, require_compiled, which_heal
from regicide_kernel import batch, numbered_moves, observations
from regicide_kernel.backend import records
from regicide_kernel.game import OVER, Game
from regicide_kernel.knowledge import Knowledge, note_deal
from regicide_kernel.positions import load_position
from regicide_kernel.random_numbers import random_state


class Step(NamedTuple):
    """What a step has brought, by game. The arrays are new."""

    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]
    """Which games have ended; a new one has been dealt in place of each of them."""
    won: NDArray[np.bool_]
    """Which of them are won."""
    defeated: NDArray[np.int64]
    """The number of enemies defeated, in the games that have ended too."""


class _Random:
    """Random cards; a random seat begins."""

    def __init__(self, seed: int, players: int, number: int) -> None:
        self.players = players
        self.chances = np.array([random_state(f"{seed}/{place}") for place in range(number)])

    def deal_ended(self, games: Any, knowledge: Any) -> None:
        """Deal in place of games that are over or blank."""
        batch.deal_ended(games, knowledge, self.players, self.chances)

    def prepare(self, games: Any, numbers: NDArray[np.int64]) -> None:
        """Hearts heal random cards."""


class _Chosen:
    """Chosen deals in turn, again from the first one after the last; hearts heal what follows from their seeds."""

    def __init__(self, deals: Sequence[Deal], players: int, number: int) -> None:
        """Raises ValueError for what is no sequence of deals."""
        if isinstance(deals, str) or not deals:
            raise ValueError(f"deals is {deals!r}: expected a list with at least one deal")
        self.chances = np.zeros((number, CARDS), "i8")
        self._seeds, self._dealt = [""] * len(deals), records(Game, len(deals))
        for place, deal in enumerate(deals):
            try:
                position = first_position(deal, players)
            except ValueError as error:
                raise ValueError(f"deals[{place}]: {error}") from error
            load_position(self._dealt[place], position)
            self._seeds[place] = position.seed
        self._next = cycle(range(len(deals)))
        self._places, self._heals = [0] * number, [0] * number

    def deal_ended(self, games: Any, knowledge: Any) -> None:
        """Deal in place of games that are over or blank."""
        for game in np.flatnonzero((games.phase == OVER) | (games.players == 0)):
            self._places[game], self._heals[game] = next(self._next), 0
            games[game] = self._dealt[self._places[game]]
            note_deal(games[game], knowledge[game])

    def prepare(self, games: Any, numbers: NDArray[np.int64]) -> None:
        """Order the discard piles that hearts will heal."""
        for game in np.flatnonzero(which_heal(games, numbers)):
            seed, heals = self._seeds[self._places[game]], self._heals[game]
            order_discard(self.chances[game], games[game], seed, heals)
            self._heals[game] += 1


class Games:
    """A number of games with the same number of players, which all take a step at once.

    The attributes can only be read, and are overwritten by the next step: copy what is kept or changed.

    Attributes:
        observations: what the player to act knows, float32, shape (games, 535): `regicide_kernel.observations`.
        masks: the legal actions, bool, shape (games, 345): `regicide_kernel.numbered_moves`.
        final_observations: what the player in turn knew at the end, of the games that have ended in the last step, in
            their order: float32, shape (games that have ended, 535).
    """

    def __init__(
        self,
        number: int,
        players: int,
        *,
        seed: int = 0,
        returns: Returns | str = Returns.WIN,
        deals: Sequence[Deal] | None = None,
    ) -> None:
        """Deal the first games: random cards, where equal seeds give equal ones, and equal chances to equal actions.

        With `deals`, game n begins with deal n; games that end get the next ones, and the first one follows the last.
        Raises ValueError for a number of games below 1, unknown returns or what is no deal, and ImpossibleGame unless
        there are 1 to 4 players. Raises RuntimeError if the kernel is not compiled.
        """
        require_compiled()
        if number < 1:
            raise ValueError(f"number is {number}: expected at least one game")
        cards_in_game(players)
        self.players = players
        self.returns = Returns(returns)
        self._games: Any = records(Game, number)
        self._knowledge: Any = records(Knowledge, number)
        self._dealer = _Random(seed, players, number) if deals is None else _Chosen(deals, players, number)
        self._sampler = random_state(f"{seed}/sample")
        self._observations = np.zeros((number, observations.NUMBERS), "f4")
        self._masks = np.zeros((number, numbered_moves.NUMBERS), bool)
        self.observations, self.masks = _readable(self._observations), _readable(self._masks)
        self.final_observations = np.zeros((0, observations.NUMBERS), "f4")
        self._deal_and_observe()

    @property
    def turns(self) -> NDArray[np.int64]:
        """The seat to act in each game."""
        return self._games.turn.copy()  # type: ignore[no-any-return] # of the kernel's records

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game."""
        numbers = np.zeros(len(self._masks), "i8")
        batch.draw_numbers(self._masks, numbers, self._sampler)
        return numbers

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Take an action in each game, and deal anew in place of games that end.

        Raises ValueError for an action that is not legal, and for numbers that are not whole; then no game has changed.
        """
        if not np.issubdtype(np.asarray(actions).dtype, np.integer):
            raise ValueError(f"actions are of the type {np.asarray(actions).dtype}: expected whole numbers")
        numbers = np.asarray(actions, "i8")
        self._require_legal(numbers)
        before = achieved(self._games, self.returns)
        self._dealer.prepare(self._games, numbers)
        batch.step(self._games, self._knowledge, numbers, self._dealer.chances)
        rewards, ended = achieved(self._games, self.returns) - before, self._games.phase == OVER
        step = Step(rewards, ended, ended & (self._games.won == 1), ENEMIES_IN_CASTLE - self._games.enemies_left)
        self.final_observations = np.zeros((ended.sum(), observations.NUMBERS), "f4")
        masks = np.zeros((ended.sum(), numbered_moves.NUMBERS), bool)
        batch.observe(self._games[ended], self._knowledge[ended], self.final_observations, masks)
        self._deal_and_observe()
        return step

    def _require_legal(self, numbers: NDArray[np.int64]) -> None:
        if numbers.shape != (len(self._masks),):
            raise ValueError(f"actions have the shape {numbers.shape}: expected ({len(self._masks)},)")
        known = (numbers >= 0) & (numbers < numbered_moves.NUMBERS)
        legal = known & self._masks[np.arange(len(numbers)), np.where(known, numbers, 0)]
        if not legal.all():
            place = int(np.argmin(legal))
            expected = np.flatnonzero(self._masks[place]).tolist()
            raise ValueError(f"action {numbers[place]} of game {place} is not legal: expected one of {expected}")

    def _deal_and_observe(self) -> None:
        self._dealer.deal_ended(self._games, self._knowledge)
        batch.observe(self._games, self._knowledge, self._observations, self._masks)


def _readable(array: NDArray[Any]) -> NDArray[Any]:
    """Return a view of an array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
