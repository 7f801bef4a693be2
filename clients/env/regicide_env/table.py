"""One game with numbered actions, of random cards or the deal of a seed: what the other environments play."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from regicide import Position, cards_in_game, shuffle
from regicide.cards import CARD_NAMES, HEARTS, card_names
from regicide_env.returns import Returns, achieved
from regicide_kernel.backend import IS_COMPILED
from regicide_kernel.deals import deal_game
from regicide_kernel.game import PLAY
from regicide_kernel.knowledge import note_deal, note_move
from regicide_kernel.numbered_game import NumberedGame
from regicide_kernel.numbered_moves import INCOMPLETE, PLAYED_CARDS, PLAYS
from regicide_kernel.positions import load_position
from regicide_kernel.random_numbers import draw_below, random_state
from regicide_kernel.rules import play_move

_ALL_CARDS: Final = range(54)


def require_compiled() -> None:
    """Raises RuntimeError unless numba compiles the kernel."""
    if not IS_COMPILED:
        raise RuntimeError("the kernel is not compiled: unset REGICIDE_KERNEL and NUMBA_DISABLE_JIT")


class Table(NumberedGame):
    """A game at one moment."""

    def __init__(self, players: int, returns: Returns | str) -> None:
        """Raises ValueError for unknown returns, ImpossibleGame unless there are 1 to 4 players, and RuntimeError."""
        require_compiled()
        super().__init__()
        cards_in_game(players)
        self.players = players
        self._returns = Returns(returns)
        self._chance: Any = None
        self._deal: str | None = None
        self._hearts = 0

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
    def is_won(self) -> bool:
        """Whether all enemies are defeated."""
        return bool(self._game.won)

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

    def take(self, number: int) -> float:
        """Take an action of the seat to act; return the reward.

        Raises ValueError, without a change, for an action that is not legal.
        """
        before = self.achieved
        move = self._move_of(number)
        if move == INCOMPLETE:
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
