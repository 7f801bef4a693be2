"""Games that several clients follow: each gets what it would read itself."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier

import pytest
from arenas import await_true
from players import LOSING, SEED, Player, streamed
from redis import Redis

from regicide_api.domain.clock import now_ms
from regicide_api.services.followed_games import RECENT_EVENTS, SharedRead
from regicide_api.storage.channels import game_topic

THREADS = 8


def test_each_viewer_gets_its_own_events(player: Player) -> None:
    """Those that the list has for it."""
    game = player.create(4, seed="four")
    viewers = [*game.tokens, None, None]
    with ExitStack() as closing:
        streams = [closing.enter_context(streamed(player, game, viewer)) for viewer in viewers]
        player.play_out(game)
        for viewer, stream in zip(viewers, streams, strict=True):
            answer = player.get(f"{game.path}/events", viewer)
            assert list(stream) == answer.json["items"]


def test_a_slow_client_gets_each_event_once(player: Player) -> None:
    """Though the process has forgotten some of them."""
    game = player.create(1, seed="deal-11")
    with streamed(player, game, None) as fast, streamed(player, game, game.tokens[0]) as slow:
        while game.view["status"] == "active":
            assert player.act(game, game.view["legal_actions"][0]).status_code == 200
            assert next(fast)["version"] == game.view["version"]
        assert [event["version"] for event in slow] == [*range(2, game.view["version"] + 1)]
    assert game.view["version"] > RECENT_EVENTS + 2


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_stream_ends_when_the_store_has_lost_its_events(player: Player, valkey_url: str, is_replaced: bool) -> None:
    """Also if others have replaced them. A new stream has those that are stored, though the old one is open."""
    game = player.create(seed=SEED)
    record, events = (f"game:{{{game.id}}}{rest}" for rest in ("", ":events"))
    with streamed(player, game, None) as stream, Redis.from_url(valkey_url) as store:
        player.act(game, LOSING[0])
        kept = store.get(record)
        player.act(game, LOSING[1])
        assert [next(stream)["version"] for _ in range(2)] == [2, 3]
        store.set(record, kept)
        store.rpop(events)
        if is_replaced:
            last = now_ms()
            await_true(lambda: now_ms() > last)
            player.act(game, LOSING[1], version=2, token=game.tokens[0])
        store.publish(game_topic(game.id), "")
        assert list(stream) == []
        with streamed(player, game, None) as another:
            assert next(another)["version"] == 2


# Shared reads


def reads(results: Callable[[], int]) -> tuple[SharedRead[int], list[float]]:
    """A shared read, and the times of the reads that it made."""
    made: list[float] = []

    def read() -> int:
        made.append(time.monotonic())
        return results()

    return SharedRead(read), made


def test_a_result_is_shared_until_a_later_one_is_wanted() -> None:
    """A result of a read that began before is too old."""
    shared, made = reads(lambda: 7)
    start = time.monotonic()
    assert [shared.get(start), shared.get(start), len(made)] == [7, 7, 1]
    assert [shared.get(time.monotonic()), len(made)] == [7, 2]
    assert [shared.get(start), len(made)] == [7, 2]


def test_threads_share_an_error() -> None:
    """They do not wait for a store that does not respond one after the other."""

    def fail() -> int:
        raise ValueError("down")

    shared, made = reads(fail)
    start, barrier = time.monotonic(), Barrier(THREADS)

    def get() -> str:
        barrier.wait()
        with pytest.raises(ValueError, match="down"):
            shared.get(start)
        return "failed"

    with ThreadPoolExecutor(THREADS) as threads:
        assert [each.result() for each in [threads.submit(get) for _ in range(THREADS)]] == ["failed"] * THREADS
    assert len(made) == 1
    with pytest.raises(ValueError, match="down"):
        shared.get(math.inf)
    assert len(made) == 2
