"""One game with numbered actions, of random cards or a deal: what the other environments play."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regicide import Position, cards_in_game, shuffle
from regicide.cards import CARD_NAMES, HEARTS, card_names, members
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

Deal: TypeAlias = str | tuple[str, int]
"""The text of a seed, whose first seat begins; or such a text and the seat that begins, as of `numbered_deal`."""
CARDS: Final = len(CARD_NAMES)


def require_compiled() -> None:
    """Raises RuntimeError unless numba compiles the kernel."""
    if not IS_COMPILED:
        raise RuntimeError("the kernel is not compiled: unset REGICIDE_KERNEL and NUMBA_DISABLE_JIT")


def first_position(deal: Deal, players: int) -> Position:
    """Return the position after a deal. Raises ValueError for what is none, MalformedSeed and ImpossibleGame."""
    match deal:
        case str(seed), int(first_player):
            return Position.new(seed, players, first_player)
        case str(seed):
            return Position.new(seed, players)
    raise ValueError(f"the deal is {deal!r}: expected a seed, or a seed and the seat that begins")


def order_discard(chance: NDArray[np.int64], game: Any, seed: str, heals: int) -> None:
    """Write the discard pile in the order in which a play of hearts heals it, after a number of such plays."""
    cards = shuffle(seed, f"hearts-{heals}", members(int(game.discard)))
    chance[: len(cards)] = cards


def which_heal(games: Any, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which actions, one for each record of a game, are plays with the power of hearts."""
    is_play = (games.phase == PLAY) & (numbers < PLAYS)
    cards = np.asarray(PLAYED_CARDS)[np.where(is_play, numbers, 0)]
    return is_play & (cards & HEARTS & ~games.immune_suit != 0)  # type: ignore[no-any-return] # of the records


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
        self._seed: str | None = None
        self._heals = 0

    def deal(self, deal: Deal | None, rng: np.random.Generator) -> None:
        """Deal cards, with what hearts heal, as servers and tournaments do.

        Without a deal the cards are random, and a random seat begins. Raises what `first_position` raises.
        """
        self._seed, self._heals = None, 0
        if deal is None:
            self._chance = random_state(rng.bytes(16).hex())
            deal_game(self._game, self.players, draw_below(self._chance, self.players), self._chance)
        else:
            position = first_position(deal, self.players)
            load_position(self._game, position)
            self._seed, self._chance = position.seed, np.zeros(CARDS, "i8")
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
        if self._seed is not None and which_heal(self._games, np.array([number])):
            order_discard(self._chance, self._game, self._seed, self._heals)
            self._heals += 1
        discard = self._game.discard
        play_move(self._game, move, self._chance)
        note_move(self._game, self._knowledge, discard)
        return self.achieved - before
