"""Situations that a bot has to master, and positions of each: taken from games, so that they can come about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final, NamedTuple

import regicide
from regicide import Phase
from regicide.cards import JESTERS, CardSet, rank
from regicide.rollout import Rollout, decode_move
from regicide_arena.bots.policy import Policy
from regicide_arena.bots.weights import policy_weights

GAMES: Final = 120
"""So many games of each number of players are searched …"""
EACH: Final = 3
"""… for so many positions of each situation."""
DOZENS: Final = 60


class Situation(NamedTuple):
    """What a position is like: its phase, for which numbers of players it comes about, and what else has to hold."""

    name: str
    phase: Phase
    players: tuple[int, ...]
    holds: Callable[[regicide.Position], bool] = bool

    def is_that_of(self, there: regicide.Position) -> bool:
        """Whether a position is like this."""
        return there.phase is self.phase and there.players in self.players and self.holds(there)


class Found(NamedTuple):
    """A position of a game: how it is like, and where it comes from."""

    situation: str
    position: regicide.Position
    deal: str
    step: int
    """So many actions were taken before."""


_ALL: Final = (1, 2, 3, 4)
_SOLO: Final = (1,)
_SEVERAL: Final = (2, 3, 4)
_JESTERS: Final = (3, 4)


def _own(there: regicide.Position) -> CardSet:
    return there.hands[there.turn]


SITUATIONS: Final = (
    Situation("a turn begins (S1)", Phase.PLAY, _ALL),
    Situation("all others yielded, so one may not (R1)", Phase.PLAY, _SEVERAL, lambda there: not there.may_yield),
    Situation("the hand is empty (S1)", Phase.PLAY, _ALL, lambda there: not _own(there)),
    Situation("a jester is in the hand (S1)", Phase.PLAY, _JESTERS, lambda there: bool(_own(there) & JESTERS)),
    Situation("the immunity is cancelled (S2)", Phase.PLAY, _JESTERS, lambda there: there.immunity_cancelled),
    Situation("a turn begins with a flip left (Solo)", Phase.PLAY, _SOLO, lambda there: there.may_flip),
    Situation("the tavern is empty", Phase.PLAY, _ALL, lambda there: not there.tavern),
    Situation("the enemy is a king", Phase.PLAY, _ALL, lambda there: rank(there.castle[0]) == "K"),
    Situation("damage is suffered (S4)", Phase.SUFFER, _ALL, lambda there: not there.may_flip),
    Situation("damage is suffered with a flip left (Solo)", Phase.SUFFER, _SOLO, lambda there: there.may_flip),
    Situation(
        "there are dozens of ways to suffer damage (S4)",
        Phase.SUFFER,
        (1, 2, 3),
        lambda there: len(there.legal_actions) > DOZENS,
    ),
    Situation("the player who goes next is appointed (Jester)", Phase.APPOINT, _JESTERS),
)
"""All phases, and what is seldom or easily forgotten in them."""


@cache
def found(players: int) -> tuple[Found, ...]:
    """Some positions of each situation in which so many can be, no two of one situation from the same game."""
    wanted = {situation: EACH for situation in SITUATIONS if players in situation.players}
    held: list[Found] = []
    for game in range(GAMES):
        deal, left = f"compliance/{game}", {situation for situation, more in wanted.items() if more}
        for step, there in enumerate(_positions(players, deal, by_policy=game % 2 == 1) if left else ()):
            for situation in [each for each in SITUATIONS if each in left and each.is_that_of(there)]:
                left.discard(situation)
                wanted[situation] -= 1
                held.append(Found(situation.name, there, deal, step))
    return tuple(held)


def _positions(players: int, deal: str, *, by_policy: bool) -> Iterator[regicide.Position]:
    """The positions of a game in which there is something to choose."""
    there, policy = regicide.Position.new(deal, players), Policy(policy_weights(players))
    rng = Random(deal)  # noqa: S311 - a game, no secret
    while there.outcome is None:
        yield there
        if by_policy:
            game = Rollout(there)
            action = decode_move(policy.choose(game), game.phase)
        else:
            action = rng.choice(there.legal_actions)
        there = regicide.apply(there, action)
