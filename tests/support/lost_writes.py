"""Writes that the store loses, as by a power failure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis

from regicide_api.storage.channels import game_topic


@contextmanager
def lost(url: str, game_id: str) -> Iterator[None]:
    """Undo a change of a game in the store, and wake its subscribers."""
    keys = [f"game:{{{game_id}}}", f"game:{{{game_id}}}:events"]
    with Redis.from_url(url) as client:
        saved = [client.dump(key) for key in keys]
        yield
        client.delete(*keys)
        for key, content in zip(keys, saved, strict=True):
            if content:
                client.restore(key, 0, content)
    wake(url, game_id)


def wake(url: str, game_id: str) -> None:
    """Let the subscribers of a game look at it."""
    with Redis.from_url(url) as client:
        client.publish(game_topic(game_id), "")
