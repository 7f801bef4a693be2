"""The events of a game: as a list, by a stream, and what ends a wait for them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from arenas import await_true
from flask import Flask
from long_polls import long_poll
from players import LOSING, SEED, Game, Player, streamed
from servers import regicide_process, regicide_server
from wire import Reply, Wire


def test_an_action_is_an_event_with_all_that_it_caused(player: Player, game: Game) -> None:
    """In the order in which it happened."""
    player.act(game, "9S")
    [event] = player.events(game)
    assert (event["version"], event["type"], event["seat"], event["action"]) == (2, "action", 0, "9S")
    assert event["effects"] == [
        {"type": "shield", "amount": 9},
        {"type": "damage", "amount": 9},
        {"type": "strike", "amount": 1},
    ]


def test_only_the_seat_that_drew_sees_the_cards(player: Player) -> None:
    """The other seat and a spectator get the number of cards."""
    game = player.create(1, seed="friday")
    player.play_out(game)
    openly, own = player.events(game), player.events(game, game.tokens[0])
    drawn = [effect for event in own for effect in event["effects"] if effect["type"] == "draw"]
    hidden = [effect for event in openly for effect in event["effects"] if effect["type"] == "draw"]
    assert drawn
    assert [{**effect, "cards": None} for effect in drawn] == [{**effect, "cards": None} for effect in hidden]
    assert all("cards" in effect for effect in drawn)
    assert not any("cards" in effect for effect in hidden)


@pytest.mark.parametrize(("after", "versions"), [(0, [2, 3, 4]), (1, [2, 3, 4]), (3, [4]), (4, [])])
def test_events_are_listed_after_a_version(player: Player, after: int, versions: list[int], game: Game) -> None:
    """Earlier ones are left out."""
    for action in ("9S", "-AD", "2C"):
        player.act(game, action)
    assert [event["version"] for event in player.events(game, None, f"?after={after}")] == versions


def test_events_are_listed_page_by_page(player: Player, game: Game) -> None:
    """`next` is the `after` of the next page."""
    for action in ("9S", "-AD", "2C"):
        player.act(game, action)
    page = player.get(f"{game.path}/events?limit=2").json
    assert [event["version"] for event in page["items"]] == [2, 3]
    rest = player.get(f"{game.path}/events?limit=2&after={page['next']}").json
    assert ([event["version"] for event in rest["items"]], rest["next"]) == ([4], None)


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
@pytest.mark.parametrize("wait", [0, 60])
def test_a_version_that_the_game_has_not_reached_is_a_conflict(
    player: Player, game: Game, lost: Game, accept: str, wait: int
) -> None:
    """As for an action, at once, with the version of the game: its store may have lost the last events."""
    for asked, version in ((game, 1), (lost, 6)):
        answer = player.get(f"{asked.path}/events?after={version + 1}&wait={wait}", asked.tokens[0], Accept=accept)
        assert (answer.status_code, answer.json["code"], answer.json["version"]) == (409, "version-conflict", version)


# Waiting for events


def test_an_event_ends_the_wait(app: Flask, player: Player, game: Game) -> None:
    """With the event, as the viewer may see it."""
    for token in (game.tokens[0], None):
        path = f"{game.path}/events?after={game.view['version']}"
        with long_poll(app, path, token) as answer:
            player.act(game, LOSING[game.view["version"] - 1])
        assert answer.result().json["items"] == player.events(game, token, f"?after={game.view['version'] - 1}")
        assert answer.result().headers["Preference-Applied"] == "wait=60"


def test_known_events_are_not_waited_for(player: Player, lost: Game) -> None:
    """They are listed at once, page by page."""
    page = player.get(f"{lost.path}/events?wait=60&limit=3").json
    assert ([event["version"] for event in page["items"]], page["next"]) == ([2, 3, 4], 4)
    rest = player.get(f"{lost.path}/events?wait=60&after=4").json
    assert ([event["version"] for event in rest["items"]], rest["next"]) == ([5, 6], None)


def test_a_wait_without_an_event_has_an_empty_list(player: Player, game: Game) -> None:
    """200, also after the end of the game."""
    player.lose(game)
    answer = player.get(f"{game.path}/events?after=6", Prefer="wait=1")
    assert (answer.status_code, answer.json) == (200, {"items": [], "next": None})
    assert answer.headers["Preference-Applied"] == "wait=1"


def test_lists_and_streams_of_events_are_not_taken_for_each_other(player: Player, lost: Game) -> None:
    """`Vary` names the token and the media type, which select the response."""
    for accept in ("application/json", "text/event-stream"):
        answer = player.get(f"{lost.path}/events?after=6", Accept=accept)
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Accept"} <= {name.strip() for name in answer.headers["Vary"].split(",")}


# The end of streams

WAITING = [{"name": "Ana"}, {"open": True}]
ENDINGS: dict[str, tuple[dict[str, Any], Callable[[Player, Game], object]]] = {
    "action": ({"seed": SEED}, lambda player, game: player.lose(game)),
    "cancelled": ({"seats": WAITING}, lambda player, game: player.delete(game.path, game.owner)),
    "give-up": ({"players": 1}, lambda player, game: player.post(f"{game.path}/give-up", {"agree": True}, game.token)),
}
"""The types of last events, the games, and what ends them."""


@pytest.mark.parametrize("last", ENDINGS)
def test_a_stream_ends_with_the_game_and_its_successor_has_no_content(player: Player, last: str) -> None:
    """As `EventSource` reconnects, with the id of the last event."""
    options, end = ENDINGS[last]
    game = player.create(**options)
    with streamed(player, game, game.tokens[0]) as stream:
        end(player, game)
        *_, event = stream
    assert event["type"] == last
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(event["version"])}
    assert player.get(f"{game.path}/events", **headers).status_code == 204


@pytest.mark.parametrize("token", [0, None])
def test_a_patient_stream_wakes_for_the_rematch(player: Player, token: int | None, game: Game) -> None:
    """It stays open after the end, and ends with the rematch."""
    with streamed(player, game, None if token is None else game.tokens[token], "?wait=60") as stream:
        player.lose(game)
        assert [next(stream)["version"] for _ in range(5)] == [2, 3, 4, 5, 6]
        player.post(f"{game.path}/rematch", {}, game.tokens[1])
        assert [event["type"] for event in stream] == ["rematch"]
    assert player.get(f"{game.path}/events?wait=30&after=7", Accept="text/event-stream").status_code == 204


def test_the_patience_of_a_stream_ends(player: Player, lost: Game) -> None:
    """Without a rematch."""
    with streamed(player, lost, None, "?after=6&wait=1") as stream:
        assert list(stream) == []


def test_a_wait_for_events_wakes_for_the_rematch(app: Flask, player: Player, lost: Game) -> None:
    """After the end."""
    with long_poll(app, f"{lost.path}/events?after=6") as answer:
        player.post(f"{lost.path}/rematch", {}, lost.tokens[0])
    assert [event["type"] for event in answer.result().json["items"]] == ["rematch"]


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
def wired(server_url: str) -> Played:
    """A new game."""
    return new_game(Wire(server_url))


def new_game(wire: Wire) -> Played:
    """A new game on a server."""
    created = wire.send("POST", "/v1/games", {"players": 2, "seed": SEED}).json
    return Played(wire, f"/v1/games/{created['game']['id']}", [seat["token"] for seat in created["seats"]])


def etag_of(game: Played, token: str | None = None) -> str:
    """The ETag of a view."""
    return game.wire.send("GET", game.path, None, token).headers["etag"]


def test_a_long_poll_times_out(wired: Played) -> None:
    """304, with the ETag."""
    etag = etag_of(wired)
    reply, took = wired.poll(etag, 1)
    assert (reply.status, reply.headers["etag"], reply.headers["preference-applied"]) == (304, etag, "wait=1")
    assert took >= 0.95


@pytest.mark.parametrize("prefer", ["wait=x", "respond-async", "wait", "await=5", "wait=-1"])
def test_an_invalid_preference_is_ignored(wired: Played, prefer: str) -> None:
    """RFC 7240; there is no `Preference-Applied`."""
    reply = wired.wire.send("GET", wired.path, **{"If-None-Match": etag_of(wired), "Prefer": prefer})
    assert (reply.status, "preference-applied" in reply.headers) == (304, False)


def test_a_stream_sends_events_as_they_happen(wired: Played) -> None:
    """With version as id, type, and the event for the viewer."""
    with wired.wire.stream(f"{wired.path}/events") as stream:
        wired.act(0)
        frame = next(stream)
        assert (frame.id, frame.event, frame.data["action"]) == (2, "action", "AD")
        wired.act(1)
        assert next(stream).id == 3


def test_a_stream_resumes_after_the_last_event_id(wired: Played) -> None:
    """Without gaps or duplicates."""
    wired.act(0)
    with wired.wire.stream(f"{wired.path}/events") as stream:
        received = [next(stream).id]
    wired.act(1)
    wired.act(2)
    with wired.wire.stream(f"{wired.path}/events", **{"Last-Event-ID": str(received[-1])}) as stream:
        received += [next(stream).id, next(stream).id]
        wired.act(3)
        received += [next(stream).id]
    assert received == [2, 3, 4, 5]


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5"])
def test_an_invalid_last_event_id_is_rejected(wired: Played, text: str) -> None:
    """Before the stream starts."""
    headers = {"Accept": "text/event-stream", "Last-Event-ID": text}
    reply = wired.wire.send("GET", f"{wired.path}/events", **headers)
    assert (reply.status, reply.json["errors"][0]["parameter"]) == (422, "Last-Event-ID")


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
    """Those beyond the capacity are rejected, until a client leaves, also before anything is sent to it."""
    settings = {"WEB_CONCURRENCY": "1", "WEB_CONNECTIONS": "8", "WAITING_SHARE_PERCENT": "100"}
    with regicide_server(REDIS_URL=valkey_url, **settings) as url:
        game = new_game(Wire(url))
        stream = ("GET", f"{game.path}/events"), {"Accept": "text/event-stream"}
        with ExitStack() as open_streams:
            for _ in range(7):
                open_streams.enter_context(game.wire.stream(f"{game.path}/events"))
            reply = game.wire.send(*stream[0], **stream[1])
            assert (reply.status, reply.json["code"], reply.headers["retry-after"]) == (503, "overloaded", "5")
            assert game.act(0).status == 200
        known = {"If-None-Match": etag_of(game), "Prefer": "wait=1"}
        await_true(lambda: game.wire.send("GET", game.path, **known).status != 503)
