"""Who plays the shards of a cup: this process, or a cluster of Dask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from regicide_arena.cup.games.told import Played
from regicide_arena.cup.order import Shard
from regicide_arena.cup.plan import Cup, Setting
from regicide_arena.cup.playing import playing_here

PlayAll: TypeAlias = Callable[[Iterator[Shard]], Iterator[Played]]
"""Plays all shards that there are, each once, in whatever order; takes each when there is somebody to play it."""


@contextmanager
def nobody_else(cup: Cup, setting: Setting) -> Iterator[PlayAll]:
    """Shards are played here, one after the other.

    Raises NoSuchBot and AnotherBot.
    """
    with playing_here(cup, setting) as play:
        yield lambda shards: map(play, shards)
