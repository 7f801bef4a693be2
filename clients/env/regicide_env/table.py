"""One game with numbered actions, of random cards or the deal of a seed: what the other environments play."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from regicide import Position, cards_in_game, shuffle
from regicide.cards import CARD_NAMES, HEARTS, card_names
from regicide_env.returns import Returns, achieved
from regicide_kernel import numbered_moves, observations
from regicide_kernel.backend import IS_COMPILED, records
from regicide_kernel.deals import deal_game
from regicide_kernel.game import OVER, PLAY, Game
from regicide_kernel.knowledge import Knowledge, note_deal, note_move
from regicide_kernel.numbered_moves import FIRST_DISCARD, INCOMPLETE, PLAYED_CARDS, PLAYS, move_of, write_mask
from regicide_kernel.observations import write_observation
from regicide_kernel.positions import load_position
from regicide_kernel.random_numbers import draw_below, random_state
from regicide_kernel.rules import play_move

_ALL_CARDS: Final = range(54)


def require_compiled() -> None:
    """Raises RuntimeError unless numba compiles the kernel."""
    if not IS_COMPILED:
        raise RuntimeError("the kernel is not compiled: unset REGICIDE_KERNEL and NUMBA_DISABLE_JIT")


class Table:
    """A game at one moment."""

    def __init__(self, players: int, returns: Returns | str) -> None:
        """Raises ValueError for unknown returns, ImpossibleGame unless there are 1 to 4 players, and RuntimeError."""
        require_compiled()
        cards_in_game(players)
        self.players = players
        self._returns = Returns(returns)
        self._games: Any = records(Game, 1)
        self._all_knowledge: Any = records(Knowledge, 1)
        self._chance: Any = None
        self._deal: str | None = None
        self._hearts = 0

    @property
    def _game(self) -> Any:
        """The record of the game, looked up anew: a copy of the table has one of its own."""
        return self._games[0]

    @property
    def _knowledge(self) -> Any:
        return self._all_knowledge[0]

    def deal(self, seed: str | None, rng: np.random.Generator) -> None:
        """Deal the cards of a seed, with what hearts heal, as servers and tournaments do; the first seat begins.

        Without a seed the cards are random, and a random seat begins. Raises MalformedSeed for an invalid seed.
        """
        if seed is None:
            self._chance = random_state(rng.bytes(16).hex())
            deal_game(self._game, self.players, draw_below(self._chance, self.players), self._chance)
        else:
            load_position(self._game, Position.new(seed, self.players))
            self._chance = np.array(shuffle(seed, "hearts-0", _ALL_CARDS))
        self._deal, self._hearts = seed, 0
        note_deal(self._game, self._knowledge)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._game.phase == OVER)

    @property
    def is_won(self) -> bool:
        """Whether all enemies are defeated."""
        return bool(self._game.won)

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self._game.turn)

    def text(self) -> str:
        """The enemy, the numbers of cards, and the hand of the seat to act, in one line."""
        game = self._game
        enemy = CARD_NAMES[game.castle[game.enemies_left - 1]] if game.enemies_left else "none"
        hand = " ".join(card_names(int(game.hands[self.turn])))
        return (
            f"enemy {enemy}, health {game.enemy_health}, attack {game.attack}; {game.enemies_left} in the castle; "
            f"{game.tavern_size} in the tavern; seat {self.turn}: {hand}"
        )

    @property
    def achieved(self) -> float:
        """What the rewards add up to so far."""
        return float(achieved(self._games, self._returns)[0])

    def observation(self, seat: int) -> NDArray[np.float32]:
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

    def take(self, number: int) -> float:
        """Take an action of the seat to act; return the reward.

        Raises ValueError, without a change, for an action that is not legal.
        """
        mask = self.mask()
        if not (0 <= number < len(mask) and mask[number]):
            raise ValueError(f"action {number} is not legal: expected one of {np.flatnonzero(mask).tolist()}")
        before = self.achieved
        move = move_of(self._game, self._knowledge.put_down, number)
        if move == INCOMPLETE:
            self._knowledge.put_down |= 1 << number - FIRST_DISCARD
            return 0.0
        is_heal = self._heals(number)
        discard = self._game.discard
        play_move(self._game, move, self._chance)
        note_move(self._game, self._knowledge, discard)
        if is_heal and self._deal is not None:
            self._hearts += 1
            self._chance[:] = shuffle(self._deal, f"hearts-{self._hearts}", _ALL_CARDS)
        return self.achieved - before

    def _heals(self, number: int) -> bool:
        """Whether an action is a play with the power of hearts."""
        is_play = self._game.phase == PLAY and number < PLAYS
        return is_play and bool(int(PLAYED_CARDS[number]) & HEARTS & ~int(self._game.immune_suit))
