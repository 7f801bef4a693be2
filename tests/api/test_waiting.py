"""Waiting for news: long poll and server-sent events, over real worker processes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from players import LOSING, SEED
from redis import Redis
from servers import regicide_process, regicide_server, workers_of
from wire import Reply, Wire

from regicide_api.realtime.hub import HEARTBEAT_S


@pytest.fixture(scope="module")
def wire(valkey_url: str) -> Iterator[Wire]:
    """The server, with two worker processes."""
    with regicide_server(REDIS_URL=valkey_url, WEB_CONCURRENCY="2") as url:
        yield Wire(url)


@pytest.fixture
def meanwhile() -> Iterator[Callable[..., Future[Any]]]:
    """Something that is done while the test goes on."""
    with ThreadPoolExecutor() as threads:
        yield threads.submit


@dataclass
class Played:
    """A game of two that was dealt by SEED, played action by action."""

    wire: Wire
    path: str
    tokens: list[str]

    def act(self, number: int) -> Reply:
        """Take one of the actions that lose the game, the first being number 0."""
        seat = (0, 0, 1, 1, 0)[number]
        body = {"version": number + 1, "action": LOSING[number]}
        return self.wire.send("POST", f"{self.path}/actions", body, self.tokens[seat])

    def poll(self, etag: str, seconds: int, token: str | None = None) -> tuple[Reply, float]:
        """Wait for a change; the answer, and how long it took."""
        start = time.monotonic()
        reply = self.wire.send("GET", self.path, None, token, **{"If-None-Match": etag, "Prefer": f"wait={seconds}"})
        return reply, time.monotonic() - start


@pytest.fixture
def game(wire: Wire) -> Played:
    """A new game."""
    return new_game(wire)


def new_game(wire: Wire) -> Played:
    """A new game on a server."""
    created = wire.send("POST", "/v1/games", {"players": 2, "seed": SEED}).json
    return Played(wire, f"/v1/games/{created['game']['id']}", [seat["token"] for seat in created["seats"]])


def etag_of(game: Played, token: str | None = None) -> str:
    """The validator of a view."""
    return game.wire.send("GET", game.path, None, token).headers["etag"]


def test_a_long_poll_is_answered_as_soon_as_there_is_news(game: Played, meanwhile: Callable[..., Future[Any]]) -> None:
    """By the new view, and it says that it honoured the wish to wait."""
    waiting = meanwhile(game.poll, etag_of(game, game.tokens[1]), 20, game.tokens[1])
    time.sleep(0.3)
    game.act(0)
    reply, took = waiting.result()
    assert (reply.status, reply.json["version"], reply.json["you"]) == (200, 2, 1)
    assert reply.headers["preference-applied"] == "wait=20"
    assert 0.25 < took < 5


def test_a_long_poll_without_news_ends_when_the_time_is_up(game: Played) -> None:
    """304, with the validator."""
    etag = etag_of(game)
    reply, took = game.poll(etag, 1)
    assert (reply.status, reply.headers["etag"], reply.headers["preference-applied"]) == (304, etag, "wait=1")
    assert took >= 0.95


def test_a_long_poll_on_what_is_past_is_answered_at_once(game: Played) -> None:
    """There is news already."""
    etag = etag_of(game)
    game.act(0)
    reply, took = game.poll(etag, 20)
    assert (reply.status, reply.json["version"]) == (200, 2)
    assert took < 5


def test_the_query_can_ask_to_wait(game: Played, meanwhile: Callable[..., Future[Any]]) -> None:
    """For clients that cannot set headers of their own."""
    known = {"If-None-Match": etag_of(game)}
    waiting = meanwhile(lambda: game.wire.send("GET", f"{game.path}?wait=20", **known))
    time.sleep(0.2)
    game.act(0)
    reply = waiting.result()
    assert (reply.status, reply.json["version"]) == (200, 2)
    assert "preference-applied" not in reply.headers


@pytest.mark.parametrize("prefer", ["wait=x", "respond-async", "wait", "await=5", "wait=-1"])
def test_a_preference_that_is_no_wait_is_passed_over(game: Played, prefer: str) -> None:
    """RFC 7240: and not said to be honoured."""
    reply = game.wire.send("GET", game.path, **{"If-None-Match": etag_of(game), "Prefer": prefer})
    assert (reply.status, "preference-applied" in reply.headers) == (304, False)


@pytest.mark.parametrize("wait", ["61", "x", "-1", ""])
def test_a_query_that_cannot_be_waited_for_is_refused(game: Played, wait: str) -> None:
    """0 to 60 seconds."""
    assert game.wire.send("GET", f"{game.path}?wait={wait}").json["errors"][0]["parameter"] == "wait"


def test_a_stream_tells_events_as_they_happen(game: Played) -> None:
    """Each with its version as its id, its type, and the event as a viewer may know it."""
    with game.wire.stream(f"{game.path}/events") as stream:
        game.act(0)
        frame = next(stream)
        assert (frame.id, frame.event, frame.data["action"]) == (2, "action", "AD")
        game.act(1)
        assert next(stream).id == 3


def test_a_stream_ends_after_the_last_event(game: Played) -> None:
    """Of its own accord."""
    with game.wire.stream(f"{game.path}/events") as stream:
        for number in range(len(LOSING)):
            game.act(number)
        told = list(stream)
    assert [frame.id for frame in told] == [2, 3, 4, 5, 6]
    assert told[-1].data["effects"][-1]["type"] == "over"


def test_a_stream_of_a_game_that_is_over_tells_all_and_ends(game: Played) -> None:
    """For whoever comes late."""
    for number in range(len(LOSING)):
        game.act(number)
    with game.wire.stream(f"{game.path}/events") as stream:
        assert [frame.id for frame in stream] == [2, 3, 4, 5, 6]


def test_a_stream_and_the_list_tell_the_same(game: Played) -> None:
    """To the same viewer."""
    for number in range(len(LOSING)):
        game.act(number)
    with game.wire.stream(f"{game.path}/events", game.tokens[1]) as stream:
        told = [frame.data for frame in stream]
    assert told == game.wire.send("GET", f"{game.path}/events", None, game.tokens[1]).json["items"]


def test_a_stream_goes_on_where_it_broke_off(game: Played) -> None:
    """By Last-Event-ID: no event is missing, and none comes twice."""
    game.act(0)
    with game.wire.stream(f"{game.path}/events") as stream:
        told = [next(stream).id]
    game.act(1)
    game.act(2)
    with game.wire.stream(f"{game.path}/events", **{"Last-Event-ID": str(told[-1])}) as stream:
        told += [next(stream).id, next(stream).id]
        game.act(3)
        told += [next(stream).id]
    assert told == [2, 3, 4, 5]


def test_a_stream_can_begin_after_a_version(game: Played) -> None:
    """For whoever has the view of it."""
    game.act(0)
    with game.wire.stream(f"{game.path}/events?after=2") as stream:
        game.act(1)
        assert next(stream).id == 3


@pytest.mark.parametrize("text", ["x", "-1", "1.5"])
def test_an_id_that_no_event_has_is_refused(game: Played, text: str) -> None:
    """Before the stream begins."""
    headers = {"Accept": "text/event-stream", "Last-Event-ID": text}
    reply = game.wire.send("GET", f"{game.path}/events", **headers)
    assert (reply.status, reply.json["errors"][0]["parameter"]) == (422, "Last-Event-ID")


@pytest.mark.parametrize(("path", "token", "code"), [("nowhere", None, "unknown-game"), ("", "x", "unknown-token")])
def test_a_stream_that_cannot_be_had_is_a_problem(game: Played, path: str, token: str | None, code: str) -> None:
    """As any other answer."""
    whole = f"/v1/games/{path}/events" if path else f"{game.path}/events"
    reply = game.wire.send("GET", whole, None, token, Accept="text/event-stream")
    assert reply.json["code"] == code


def test_json_is_the_answer_unless_a_stream_is_asked_for(game: Played) -> None:
    """Whatever else is accepted."""
    for accept in ("*/*", "application/json", "application/json, text/event-stream;q=0.5"):
        assert game.wire.send("GET", f"{game.path}/events", Accept=accept).json["items"] == []


def test_waiters_are_woken_when_the_store_has_been_away(game: Played, valkey_url: str) -> None:
    """The listeners come back, and nobody misses what happened in between."""
    with game.wire.stream(f"{game.path}/events") as stream, Redis.from_url(valkey_url) as store:
        game.act(0)
        assert next(stream).id == 2
        assert store.client_kill_filter(_type="pubsub") > 0
        game.act(1)
        assert next(stream).id == 3


def test_a_stream_goes_on_after_its_worker_was_killed(valkey_url: str) -> None:
    """The client comes back with the id that it had last, to another process: nothing is missing, nothing twice."""
    with regicide_process(REDIS_URL=valkey_url, WEB_CONCURRENCY="1") as (url, process):
        game = new_game(Wire(url))
        with game.wire.stream(f"{game.path}/events") as stream:
            game.act(0)
            told = [next(stream).id]
            for worker in workers_of(process):
                os.kill(worker, signal.SIGKILL)
            assert list(stream) == []
        game.act(1)
        with game.wire.stream(f"{game.path}/events", **{"Last-Event-ID": str(told[-1])}) as stream:
            told += [next(stream).id]
            game.act(2)
            told += [next(stream).id]
    assert told == [2, 3, 4]


def test_a_server_that_stops_lets_go_of_who_waits(valkey_url: str) -> None:
    """Streams end at once, and long polls are answered."""
    with regicide_process(REDIS_URL=valkey_url, WEB_CONCURRENCY="1") as (url, process):
        game = new_game(Wire(url))
        with game.wire.stream(f"{game.path}/events") as stream, ThreadPoolExecutor() as threads:
            waiting = threads.submit(game.poll, etag_of(game), 50)
            time.sleep(0.3)
            start = time.monotonic()
            os.kill(process, signal.SIGTERM)
            assert list(stream) == []
            assert waiting.result()[0].status == 304
            assert time.monotonic() - start < 10


def test_who_acts_is_served_however_many_wait(valkey_url: str) -> None:
    """More than so many cannot wait; they are told so, and the rest of the threads is for the others."""
    with (
        regicide_server(REDIS_URL=valkey_url, WEB_CONCURRENCY="1", WEB_THREADS="8") as url,
        ExitStack() as open_streams,
    ):
        game = new_game(Wire(url))
        for _ in range(7):
            open_streams.enter_context(game.wire.stream(f"{game.path}/events"))
        reply = game.wire.send("GET", f"{game.path}/events", Accept="text/event-stream")
        assert (reply.status, reply.json["code"], reply.headers["retry-after"]) == (503, "overloaded", "5")
        assert game.act(0).status == 200


def test_the_place_of_a_client_who_has_gone_is_free_again(valkey_url: str) -> None:
    """Without waiting for something to be sent to them."""
    with regicide_server(REDIS_URL=valkey_url, WEB_CONCURRENCY="1", WEB_THREADS="2") as url:
        game = new_game(Wire(url))
        with game.wire.stream(f"{game.path}/events"):
            assert game.wire.send("GET", f"{game.path}/events", Accept="text/event-stream").status == 503
        end = time.monotonic() + HEARTBEAT_S / 2
        while game.wire.send("GET", game.path, **{"If-None-Match": etag_of(game), "Prefer": "wait=1"}).status == 503:
            assert time.monotonic() < end
            time.sleep(0.2)
