"""Long polling and server-sent events, over real worker processes."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from arenas import await_true
from players import LOSING, SEED
from servers import regicide_process, regicide_server, workers_of
from wire import Reply, Wire

LONGEST_WAIT_S = 60
"""The longest long poll: what ends before has ended for another reason."""


@dataclass
class Played:
    """A game of two, dealt by SEED and played action by action."""

    wire: Wire
    path: str
    tokens: list[str]

    def act(self, number: int) -> Reply:
        """Take an action of the losing game, by its index."""
        seat = (0, 0, 1, 1, 0)[number]
        body = {"version": number + 1, "action": LOSING[number]}
        return self.wire.send("POST", f"{self.path}/actions", body, self.tokens[seat])

    def poll(self, etag: str, seconds: int, token: str | None = None) -> tuple[Reply, float]:
        """Long-poll the game. Returns the response and its duration."""
        start = time.monotonic()
        reply = self.wire.send("GET", self.path, None, token, **{"If-None-Match": etag, "Prefer": f"wait={seconds}"})
        return reply, time.monotonic() - start

    def await_follower(self, seat: int) -> None:
        """Wait until a long poll with the token of a seat has looked at the game, and waits."""
        await_true(lambda: self.wire.send("GET", f"{self.path}/presence").json["seats"][seat]["present"])


@pytest.fixture
def game(server_url: str) -> Played:
    """A new game."""
    return new_game(Wire(server_url))


def new_game(wire: Wire) -> Played:
    """A new game on a server."""
    created = wire.send("POST", "/v1/games", {"players": 2, "seed": SEED}).json
    return Played(wire, f"/v1/games/{created['game']['id']}", [seat["token"] for seat in created["seats"]])


def etag_of(game: Played, token: str | None = None) -> str:
    """The ETag of a view."""
    return game.wire.send("GET", game.path, None, token).headers["etag"]


def test_a_long_poll_times_out(game: Played) -> None:
    """304, with the ETag."""
    etag = etag_of(game)
    reply, took = game.poll(etag, 1)
    assert (reply.status, reply.headers["etag"], reply.headers["preference-applied"]) == (304, etag, "wait=1")
    assert took >= 0.95


@pytest.mark.parametrize("prefer", ["wait=x", "respond-async", "wait", "await=5", "wait=-1"])
def test_an_invalid_preference_is_ignored(game: Played, prefer: str) -> None:
    """RFC 7240; there is no `Preference-Applied`."""
    reply = game.wire.send("GET", game.path, **{"If-None-Match": etag_of(game), "Prefer": prefer})
    assert (reply.status, "preference-applied" in reply.headers) == (304, False)


def test_a_stream_sends_events_as_they_happen(game: Played) -> None:
    """With version as id, type, and the event for the viewer."""
    with game.wire.stream(f"{game.path}/events") as stream:
        game.act(0)
        frame = next(stream)
        assert (frame.id, frame.event, frame.data["action"]) == (2, "action", "AD")
        game.act(1)
        assert next(stream).id == 3


def test_a_stream_resumes_after_the_last_event_id(game: Played) -> None:
    """Without gaps or duplicates."""
    game.act(0)
    with game.wire.stream(f"{game.path}/events") as stream:
        received = [next(stream).id]
    game.act(1)
    game.act(2)
    with game.wire.stream(f"{game.path}/events", **{"Last-Event-ID": str(received[-1])}) as stream:
        received += [next(stream).id, next(stream).id]
        game.act(3)
        received += [next(stream).id]
    assert received == [2, 3, 4, 5]


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5"])
def test_an_invalid_last_event_id_is_rejected(game: Played, text: str) -> None:
    """Before the stream starts."""
    headers = {"Accept": "text/event-stream", "Last-Event-ID": text}
    reply = game.wire.send("GET", f"{game.path}/events", **headers)
    assert (reply.status, reply.json["errors"][0]["parameter"]) == (422, "Last-Event-ID")


@pytest.mark.costly
def test_a_stream_resumes_after_its_worker_was_killed(valkey_url: str) -> None:
    """At another process, without gaps or duplicates."""
    with regicide_process(REDIS_URL=valkey_url, WEB_CONCURRENCY="1") as (url, process):
        game = new_game(Wire(url))
        with game.wire.stream(f"{game.path}/events") as stream:
            game.act(0)
            received = [next(stream).id]
            for worker in workers_of(process):
                os.kill(worker, signal.SIGKILL)
            assert list(stream) == []
        game.act(1)
        with game.wire.stream(f"{game.path}/events", **{"Last-Event-ID": str(received[-1])}) as stream:
            received += [next(stream).id]
            game.act(2)
            received += [next(stream).id]
    assert received == [2, 3, 4]


@pytest.mark.costly
def test_shutdown_ends_streams_and_long_polls(valkey_url: str) -> None:
    """At once; long polls are answered."""
    with regicide_process(REDIS_URL=valkey_url, WEB_CONCURRENCY="1") as (url, process):
        game = new_game(Wire(url))
        with game.wire.stream(f"{game.path}/events") as stream, ThreadPoolExecutor() as threads:
            waiting = threads.submit(game.poll, etag_of(game, game.tokens[0]), LONGEST_WAIT_S, game.tokens[0])
            game.await_follower(0)
            os.kill(process, signal.SIGTERM)
            assert list(stream) == []
            reply, took = waiting.result()
            assert (reply.status, took < LONGEST_WAIT_S) == (304, True)


@pytest.mark.costly
def test_subscriptions_leave_connections_for_other_requests(valkey_url: str) -> None:
    """Those beyond the capacity are rejected."""
    with (
        regicide_server(
            REDIS_URL=valkey_url, WEB_CONCURRENCY="1", WEB_CONNECTIONS="8", WAITING_SHARE_PERCENT="100"
        ) as url,
        ExitStack() as open_streams,
    ):
        game = new_game(Wire(url))
        for _ in range(7):
            open_streams.enter_context(game.wire.stream(f"{game.path}/events"))
        reply = game.wire.send("GET", f"{game.path}/events", Accept="text/event-stream")
        assert (reply.status, reply.json["code"], reply.headers["retry-after"]) == (503, "overloaded", "5")
        assert game.act(0).status == 200


@pytest.mark.costly
def test_a_disconnect_frees_a_subscription(valkey_url: str) -> None:
    """Before anything is sent to the client."""
    with regicide_server(
        REDIS_URL=valkey_url, WEB_CONCURRENCY="1", WEB_CONNECTIONS="2", WAITING_SHARE_PERCENT="100"
    ) as url:
        game = new_game(Wire(url))
        with game.wire.stream(f"{game.path}/events"):
            assert game.wire.send("GET", f"{game.path}/events", Accept="text/event-stream").status == 503
        known = {"If-None-Match": etag_of(game), "Prefer": "wait=1"}
        await_true(lambda: game.wire.send("GET", game.path, **known).status != 503)
