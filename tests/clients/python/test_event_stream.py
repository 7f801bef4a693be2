"""The event stream of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from secrets import token_hex
from threading import Event
from typing import Any

import httpx
import pytest
from players import LOSING, SEED
from proxies import BAD_GATEWAY, Fault, Proxy, cut_at, dropped, says
from servers import killable_server

from regicide_client import (
    AgentToken,
    ApiError,
    ConnectionFailed,
    CreatedGame,
    CreateGameRequest,
    GameView,
    RetryPolicy,
    SeatRequest,
    Session,
    UnexpectedResponse,
    UnknownGame,
)
from regicide_client.streams import AgentEventStream

KINDS = ("sync", "async")

WISH = CreateGameRequest(players=2, seed=SEED)
VERSIONS = list(range(2, 2 + len(LOSING)))
SHORT_RETRY = RetryPolicy(deadline=0.5, timeout=0.2, initial_backoff=0.02)
OVERLOADED = says("503 Busy", "application/problem+json", '{"code": "overloaded"}')


def lost(session: Any) -> str:
    """Play a game that is lost; return its id."""
    created = session.games.create(WISH)
    view = created.game
    for action in LOSING:
        view = session.with_token(created.seats[view.turn].token).games.act(view, action)
    return str(view.id)


def followed(session: Any, created: CreatedGame, meanwhile: Callable[[], object] = lambda: None) -> list[int]:
    """Follow a game and take each action after the event of the one before; return the versions received."""
    seats, came = [session.with_token(seat.token) for seat in created.seats], []
    view = seats[0].games.act(created.game, LOSING[0])
    for event in session.games.follow(view.id):
        came.append(event.version)
        if event.version == 3:
            meanwhile()
        if view.turn is not None:
            view = seats[view.turn].games.act(view, LOSING[len(came)])
    return came


def test_events_come_as_they_happen_until_the_game_is_over(session: Any) -> None:
    """Each before the next action is taken."""
    assert followed(session, session.games.create(WISH)) == VERSIONS


def test_a_stream_can_start_after_a_version(session: Any) -> None:
    """Without the events up to it."""
    assert [event.version for event in session.games.follow(lost(session), after=4)] == VERSIONS[3:]


def test_a_stream_after_the_last_event_is_empty(session: Any) -> None:
    """It ends at once."""
    assert list(session.games.follow(lost(session), after=VERSIONS[-1])) == []


@pytest.mark.costly
def test_no_event_is_lost_or_repeated_when_connections_break(proxied: Any, between: Proxy) -> None:
    """Before the stream, within an event, between events, and with a gateway's error page."""
    game = lost(proxied)
    between.faults = [dropped, cut_at(700), BAD_GATEWAY, cut_at(1000)]
    assert [event.version for event in proxied.games.follow(game)] == VERSIONS
    assert not between.faults


@pytest.mark.faults
def test_a_stream_resumes_after_all_workers_are_killed(connect: Callable[..., Any], valkey_url: str) -> None:
    """On the workers that replace them."""
    with killable_server(REDIS_URL=valkey_url) as mortal:
        session = connect(mortal.url)
        assert followed(session, session.games.create(WISH), mortal.kill_workers) == VERSIONS


def test_following_an_unknown_game_is_an_error(session: Any) -> None:
    """The same as for other calls."""
    with pytest.raises(UnknownGame):
        list(session.games.follow("nothing"))


@pytest.mark.parametrize("body", ["data: {broken\n\n", "data: {}\n\n"])
def test_an_invalid_event_is_an_error(body: str, proxied: Any, between: Proxy) -> None:
    """Broken JSON, or another object."""
    between.faults = [says("200 OK", "text/event-stream", body)]
    with pytest.raises(UnexpectedResponse):
        list(proxied.games.follow("game"))


def test_a_response_that_is_not_a_stream_is_an_error(proxied: Any, between: Proxy) -> None:
    """Such as the login page of a network."""
    between.faults = [says("200 OK", "text/html", "<html>")]
    with pytest.raises(UnexpectedResponse):
        list(proxied.games.follow("game"))


def test_following_gives_up_at_the_deadline(connect: Callable[..., Any], between: Proxy) -> None:
    """Without any connection."""
    between.faults = [dropped] * 100
    with pytest.raises(ConnectionFailed):
        list(connect(between.url, SHORT_RETRY).games.follow("game"))


@pytest.mark.parametrize("last", [OVERLOADED, dropped])
def test_the_last_response_is_raised_at_the_deadline(last: Fault, connect: Callable[..., Any], between: Proxy) -> None:
    """Even if later attempts had no response."""
    between.faults = [OVERLOADED, *[last] * 100]
    with pytest.raises(ApiError) as raised:
        list(connect(between.url, SHORT_RETRY).games.follow("game"))
    assert raised.value.code == "overloaded"


def test_events_are_listed(session: Any) -> None:
    """After a version."""
    game = lost(session)
    assert [event.version for event in session.games.events(game)] == VERSIONS
    assert [event.version for event in session.games.events(game, after=VERSIONS[0])] == VERSIONS[1:]


def test_an_event_is_waited_for(session: Any, server: str) -> None:
    """And the list is empty without one."""
    created = session.games.create(WISH)
    with Session(server, created.seats[0].token) as seat, ThreadPoolExecutor(1) as thread:
        thread.submit(seat.games.act, created.game, LOSING[0])
        assert [event.version for event in session.games.events(created.game.id, wait=60)] == [2]
    assert list(session.games.events(created.game.id, after=2, wait=1)) == []


def test_a_stream_that_the_server_ends_is_over_when_there_is_nothing_to_tell(proxied: Any, between: Proxy) -> None:
    """The next connection is answered with 204."""
    between.faults = [says("200 OK", "text/event-stream", "retry: 1\n\n"), says("204 No Content", "text/plain", "")]
    assert list(proxied.games.follow("game")) == []
    assert not between.faults


# All games of an agent


@contextmanager
def playing(server: str, agent: AgentToken) -> Iterator[list[GameView]]:
    """Solo games that the agent begins until there is a first view, one after another; the views after their ends."""
    ended, views = Event(), list[GameView]()

    def play() -> None:
        with Session(server) as creator:
            player = creator.with_token(agent.token)
            while not ended.wait(0.02):
                view = creator.games.create(CreateGameRequest(players=1, seats=[SeatRequest(agent=agent.name)])).game
                while view.status == "active":
                    view = player.games.get(view.id)
                    view = player.games.act(view, view.legal_actions[0])
                views.append(view)

    with ThreadPoolExecutor(1) as thread:
        played = thread.submit(play)
        try:
            yield views
        finally:
            ended.set()
    played.result()


def test_all_games_of_an_agent_are_followed(session: Any, server: str) -> None:
    """Each event once, also of games that begin later."""
    agent = session.agents.register(f"bot-{token_hex(6)}")
    events, came = session.with_token(agent.token).me.follow(), defaultdict[str, list[int]](list)
    with playing(server, agent) as views:
        while not any(view.version in came[view.id] for view in list(views)):
            told = next(events)
            came[told.game].append(told.event.version)
    whole = [versions for versions in came.values() if versions and versions[0] == 2]
    assert whole
    assert all(versions == [*range(2, 2 + len(versions))] for versions in whole)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_stream_of_an_agent_resumes_after_the_last_frame(size: int) -> None:
    """With or without an event."""
    stream = AgentEventStream(RetryPolicy())
    stream.on_open(httpx.Response(200, headers={"Content-Type": "text/event-stream"}))
    assert "last-event-id" not in {name.lower() for name in stream.call.request["headers"]}
    event = '{"game": "g", "event": {"version": 2, "type": "seat-left", "seat": 0, "at": "2026-01-01T00:00:00Z"}}'
    frames = f"retry: 2000\n\nid: one\n\nid: two\nevent: seat-left\ndata: {event}\n\nid: three\n\nid: fo".encode()
    came = [told for start in range(0, len(frames), size) for told in stream.feed(frames[start : start + size])]
    assert [(told.game, told.event.version) for told in came] == [("g", 2)]
    stream.on_close()
    assert stream.call.request["headers"]["Last-Event-ID"] == "three"


def test_a_stream_that_cannot_be_resumed_is_an_error(proxied: Any, between: Proxy) -> None:
    """It is not begun anew, which would hide a gap."""
    agent = proxied.agents.register(f"bot-{token_hex(6)}")
    between.faults = [says("200 OK", "text/event-stream", "retry: 1\nid: AAAAAAAA\n\n")]
    with pytest.raises(ApiError) as raised:
        next(proxied.with_token(agent.token).me.follow())
    assert raised.value.code == "invalid-request"
