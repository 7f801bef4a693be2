"""Sample positions of every phase and of rare kinds, taken from games, so that each can occur in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final, NamedTuple

import regicide
from regicide import Phase
from regicide.cards import JESTERS, CardSet, rank
from regicide_arena.bots import greedy
from regicide_arena.bots.view_types import seat_view

MAX_GAMES: Final = 120
"""The games searched for samples, for each number of players."""
SAMPLES_PER_KIND: Final = 3
MANY_ACTIONS: Final = 60


class PositionKind(NamedTuple):
    """A kind of positions: its phase, the numbers of players with which it occurs, and a condition."""

    name: str
    phase: Phase
    players: tuple[int, ...]
    condition: Callable[[regicide.Position], bool] = bool

    def includes(self, position: regicide.Position) -> bool:
        """Whether a position is of this kind."""
        return position.phase is self.phase and position.players in self.players and self.condition(position)


class SamplePosition(NamedTuple):
    """A position of a kind, and the game that it comes from."""

    kind: str
    position: regicide.Position
    deal: str
    step: int
    """The number of actions before it."""


_ALL: Final = (1, 2, 3, 4)
_SOLO: Final = (1,)
_SEVERAL: Final = (2, 3, 4)
_WITH_JESTERS: Final = (3, 4)


def _hand(position: regicide.Position) -> CardSet:
    return position.hands[position.turn]


POSITION_KINDS: Final = (
    PositionKind("start of a turn (S1)", Phase.PLAY, _ALL),
    PositionKind("no yield, as all others have yielded (R1)", Phase.PLAY, _SEVERAL, lambda at: not at.may_yield),
    PositionKind("empty hand (S1)", Phase.PLAY, _ALL, lambda at: not _hand(at)),
    PositionKind("jester in hand (S1)", Phase.PLAY, _WITH_JESTERS, lambda at: bool(_hand(at) & JESTERS)),
    PositionKind("cancelled immunity (S2)", Phase.PLAY, _WITH_JESTERS, lambda at: at.immunity_cancelled),
    PositionKind("start of a turn with a flip left (Solo)", Phase.PLAY, _SOLO, lambda at: at.may_flip),
    PositionKind("empty tavern", Phase.PLAY, _ALL, lambda at: not at.tavern),
    PositionKind("a king as enemy", Phase.PLAY, _ALL, lambda at: rank(at.castle[0]) == "K"),
    PositionKind("damage to suffer (S4)", Phase.SUFFER, _ALL, lambda at: not at.may_flip),
    PositionKind("damage to suffer with a flip left (Solo)", Phase.SUFFER, _SOLO, lambda at: at.may_flip),
    PositionKind(
        "many ways to suffer damage (S4)",
        Phase.SUFFER,
        (1, 2, 3),
        lambda at: len(at.legal_actions) > MANY_ACTIONS,
    ),
    PositionKind("next player to appoint (Jester)", Phase.APPOINT, _WITH_JESTERS),
)
"""Every phase, and its rare cases."""


@cache
def sample_positions(players: int) -> tuple[SamplePosition, ...]:
    """Return samples of each kind for a number of players, no two of one kind from the same game."""
    missing = {kind: SAMPLES_PER_KIND for kind in POSITION_KINDS if players in kind.players}
    samples: list[SamplePosition] = []
    for game in range(MAX_GAMES):
        deal, left = f"compliance/{game}", {kind for kind, count in missing.items() if count}
        for step, position in enumerate(_positions(players, deal, by_greedy=game % 2 == 1) if left else ()):
            for kind in [each for each in POSITION_KINDS if each in left and each.includes(position)]:
                left.discard(kind)
                missing[kind] -= 1
                samples.append(SamplePosition(kind.name, position, deal, step))
    return tuple(samples)


def _positions(players: int, deal: str, *, by_greedy: bool) -> Iterator[regicide.Position]:
    """Yield the positions of a game that the bot `greedy` plays, or chance. Neither needs the kernel."""
    position, rng = regicide.Position.new(deal, players), Random(deal)  # noqa: S311 - a game, no secret
    while position.outcome is None:
        yield position
        position = regicide.apply(position, _greedy(position) if by_greedy else rng.choice(position.legal_actions))


def _greedy(position: regicide.Position) -> regicide.Action:
    return regicide.Action.parse(greedy.choose(seat_view(position, position.turn)))
