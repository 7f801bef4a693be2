"""Following the events of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from killable import killable_server
from players import LOSING, SEED
from proxies import BAD_GATEWAY, Fault, Proxy, cut_at, dropped, says

from regicide_client import (
    ApiError,
    ConnectionFailed,
    CreatedGame,
    GameWish,
    RetryPolicy,
    UnexpectedResponse,
    UnknownGame,
)

WISH = GameWish(players=2, seed=SEED)
VERSIONS = list(range(2, 2 + len(LOSING)))
SHORT_RETRY = RetryPolicy(deadline=0.5, timeout=0.2, initial_backoff=0.02)
OVERLOADED = says("503 Busy", "application/problem+json", '{"code": "overloaded"}')


def lost(session: Any) -> str:
    """A game that has been lost; its id."""
    created = session.create_game(WISH)
    view = created.game
    for action in LOSING:
        view = session.with_token(created.seats[view.turn].token).act(view, action)
    return str(view.id)


def followed(session: Any, created: CreatedGame, meanwhile: Callable[[], object] = lambda: None) -> list[int]:
    """Follow a game, taking each action when the event of the one before has come; the versions that came."""
    seats, came = [session.with_token(seat.token) for seat in created.seats], []
    view = seats[0].act(created.game, LOSING[0])
    for event in session.follow(view.id):
        came.append(event.version)
        if event.version == 3:
            meanwhile()
        if view.turn is not None:
            view = seats[view.turn].act(view, LOSING[len(came)])
    return came


def test_events_come_as_they_happen_until_the_game_is_over(session: Any) -> None:
    """Each before the next action is taken."""
    assert followed(session, session.create_game(WISH)) == VERSIONS


def test_a_seat_is_told_what_it_may_know(session: Any) -> None:
    """What an event is, whose, and what it caused."""
    first = next(iter(session.follow(lost(session))))
    assert (first.type_, first.seat, first.action) == ("action", 0, LOSING[0])
    assert [effect.type_ for effect in first.effects] == ["damage", "strike"]


def test_following_goes_on_after_a_version(session: Any) -> None:
    """Of the events before it none comes."""
    assert [event.version for event in session.follow(lost(session), after=4)] == VERSIONS[3:]


def test_a_game_that_is_over_has_no_more_to_tell(session: Any) -> None:
    """After its last event following ends at once."""
    assert list(session.follow(lost(session), after=VERSIONS[-1])) == []


def test_no_event_is_lost_or_repeated_when_connections_break(proxied: Any, between: Proxy) -> None:
    """Before the stream, within an event, between events, and with a gateway's page in place of a stream."""
    game = lost(proxied)
    between.faults = [dropped, cut_at(700), BAD_GATEWAY, cut_at(1000)]
    assert [event.version for event in proxied.follow(game)] == VERSIONS
    assert not between.faults


@pytest.mark.faults
def test_following_goes_on_when_all_workers_are_killed(connect: Callable[..., Any], valkey_url: str) -> None:
    """The stream is resumed with those that come after them."""
    with killable_server(valkey_url) as mortal:
        session = connect(mortal.url)
        assert followed(session, session.create_game(WISH), mortal.kill_workers) == VERSIONS


def test_following_a_game_that_is_not_there_is_a_problem(session: Any) -> None:
    """The same one as for any other call."""
    with pytest.raises(UnknownGame):
        list(session.follow("nothing"))


@pytest.mark.parametrize("body", ["data: {broken\n\n", "data: {}\n\n"])
def test_events_that_are_none_are_a_problem(body: str, proxied: Any, between: Proxy) -> None:
    """As is a stream that is none."""
    between.faults = [says("200 OK", "text/event-stream", body)]
    with pytest.raises(UnexpectedResponse):
        list(proxied.follow("game"))


def test_an_answer_that_is_no_stream_is_a_problem(proxied: Any, between: Proxy) -> None:
    """Such as a page of a network that wants to be paid first."""
    between.faults = [says("200 OK", "text/html", "<html>")]
    with pytest.raises(UnexpectedResponse):
        list(proxied.follow("game"))


def test_following_gives_up_at_the_deadline(connect: Callable[..., Any], between: Proxy) -> None:
    """When no connection has been opened for so long."""
    between.faults = [dropped] * 100
    with pytest.raises(ConnectionFailed):
        list(connect(between.url, SHORT_RETRY).follow("game"))


@pytest.mark.parametrize("last", [OVERLOADED, dropped])
def test_what_the_server_said_last_is_raised_at_the_deadline(
    last: Fault, connect: Callable[..., Any], between: Proxy
) -> None:
    """Though it has been silent since."""
    between.faults = [OVERLOADED, *[last] * 100]
    with pytest.raises(ApiError) as raised:
        list(connect(between.url, SHORT_RETRY).follow("game"))
    assert raised.value.code == "overloaded"


def test_events_can_be_had_as_a_list(session: Any) -> None:
    """In pages."""
    game = lost(session)
    first = session.get_events(game, limit=2)
    rest = session.get_events(game, after=first.next_)
    assert [event.version for event in [*first.items, *rest.items]] == VERSIONS
    assert rest.next_ is None
