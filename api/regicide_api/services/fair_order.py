"""Fair queueing: the order in which an agent takes the turns that wait for it.

The queue is that of RFC 970 (Nagle 1985), with the creators of games as its sources: a first-in-first-out queue for
each creator, served in rotation. The creator that was served the longest time ago comes first, so that a creator with
one turn waits for at most one turn of every other creator, however many turns they have. Each order is computed anew
from the turns and the times of the last service; no turn is held back while others are missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

NEVER: Final = 0
"""The time of the last service of a creator that was not served."""


class WaitingTurn(NamedTuple):
    """A turn in a queue: its time in milliseconds since 1970, its game, the game's version, and the game's creator."""

    time: int
    game_id: str
    version: int
    creator: str


class Place(NamedTuple):
    """The place of a turn: the rounds before its own, the last service of its creator in milliseconds, and the turn."""

    rounds: int
    served: int
    turn: WaitingTurn


def fair_order(turns: Iterable[WaitingTurn], served: Mapping[str, int]) -> list[Place]:
    """Order turns by rounds. `served` has the time of the last service by creator."""
    places, rounds = [], Counter[str]()
    for turn in sorted(turns):
        places.append(Place(rounds[turn.creator], served.get(turn.creator, NEVER), turn))
        rounds[turn.creator] += 1
    return sorted(places)
