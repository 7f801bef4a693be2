"""Real-time order of observations: of two reads that do not overlap, the later one is not older."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from history.log import Observation, SeenEvent
from history.model import Game


def stale_observations(game: Game) -> Iterator[tuple[Observation, Observation | SeenEvent]]:
    """Each observation of a lower version than an earlier one, with that one."""
    known: list[Observation | SeenEvent] = sorted([*game.observations, *game.seen_events], key=lambda entry: entry.end)
    ends = [entry.end for entry in known]
    most = list(accumulate(known, _later))
    for observation in game.observations:
        before = bisect_left(ends, observation.start)
        if before and most[before - 1].version > observation.version:
            yield observation, most[before - 1]


def _later(one: Observation | SeenEvent, other: Observation | SeenEvent) -> Observation | SeenEvent:
    return one if one.version >= other.version else other
