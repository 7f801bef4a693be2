"""The errors of calls."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest
from players import LOSING, SEED
from proxies import Proxy, endless, says

from regicide_client import (
    ApiError,
    AsyncSession,
    CreateGameRequest,
    GameNotOver,
    GameOver,
    IllegalAction,
    NotYourTurn,
    Session,
    UnexpectedResponse,
    UnknownGame,
    VersionConflict,
)

WISH = CreateGameRequest(players=2, seed=SEED)
JSON = "application/json"


def refused(session: Any, place: int, action: str) -> ApiError:
    """Take an action at the start of a game; return its error."""
    created = session.games.create(WISH)
    with pytest.raises(ApiError) as raised:
        session.with_token(created.seats[place].token).games.act(created.game, action)
    return raised.value


def test_an_illegal_action_has_a_reason_and_the_legal_actions(session: Any) -> None:
    """A program can choose again."""
    error = refused(session, 0, "KC")
    assert isinstance(error, IllegalAction)
    assert error.reason == "not-in-hand"
    assert "9S" in error.legal_actions


def test_an_error_has_all_members_of_the_problem(session: Any) -> None:
    """And the response."""
    error = refused(session, 0, "KC")
    assert (error.code, error.status) == ("illegal-action", 422)
    assert error.title == "The rules do not allow this action"
    assert str(error) == f"illegal-action (422): {error.detail}"
    assert {"type", "instance", "reason", "rule", "legal_actions"} == error.extras.keys()
    assert error.response.headers["Content-Type"] == "application/problem+json"


def test_an_action_out_of_turn_has_the_seat_to_act(session: Any) -> None:
    """By its number."""
    error = refused(session, 1, "2C")
    assert isinstance(error, NotYourTurn)
    assert error.turn == 0


def test_a_version_conflict_has_the_current_version(session: Any) -> None:
    """After an action in an old view."""
    created = session.games.create(WISH)
    seat = session.with_token(created.seats[0].token)
    seat.games.act(created.game, "9S")
    with pytest.raises(VersionConflict) as raised:
        seat.games.act(created.game, "6H")
    assert raised.value.version == 2


def test_the_states_of_a_game_have_classes(session: Any) -> None:
    """Not over, over, unknown."""
    created = session.games.create(WISH)
    seats = [session.with_token(seat.token) for seat in created.seats]
    view = created.game
    with pytest.raises(GameNotOver):
        session.games.record(view.id)
    for action in LOSING:
        view = seats[view.turn].games.act(view, action)
    with pytest.raises(GameOver):
        seats[0].games.act(view, "yield")
    with pytest.raises(UnknownGame):
        session.games.get("nothing")


@pytest.mark.parametrize("url", ["nonsense", "ftp://127.0.0.1", "http://", "http://[", "http://a b"])
@pytest.mark.parametrize("kind", [Session, AsyncSession])
def test_an_invalid_url_is_refused(kind: type[Session | AsyncSession], url: str) -> None:
    """When the session is made."""
    with pytest.raises(ValueError, match=re.escape(f"invalid server URL {url!r}: expected one like http://127.")):
        kind(url)


def test_an_invalid_request_names_its_first_fault() -> None:
    """And the number of the others."""
    faults = [{"pointer": "/name", "detail": "expected a text"}, {"pointer": "/seat", "detail": "expected a number"}]
    error = ApiError("invalid-request", "Invalid request", "The request has faults.", {"errors": faults})
    assert str(error) == "invalid-request: The request has faults. /name: expected a text (1 more)"


def test_a_code_without_a_class_is_an_api_error(session: Any) -> None:
    """Its code identifies it."""
    error = refused(session.with_token(None), 0, "no action")
    assert type(error) is ApiError
    assert error.code == "malformed-action"


@pytest.mark.parametrize(
    ("status", "content_type", "body"),
    [
        ("500 Internal Server Error", "text/html", "<html>oops</html>"),
        ("404 Not Found", "text/plain", ""),
        ("403 Forbidden", "application/problem+json", "{broken"),
        ("403 Forbidden", "application/problem+json", '["a list"]'),
        ("302 Found", "text/html", "elsewhere"),
        ("200 OK", "text/html", "<html>log in to the network first</html>"),
        ("200 OK", JSON, "{broken"),
        ("200 OK", JSON, "[]"),
        ("200 OK", JSON, '{"id": "a-member-is-missing"}'),
        ("200 OK", JSON, "[" * 100_000),
    ],
)
def test_a_response_of_another_server_is_an_error(
    status: str, content_type: str, body: str, proxied: Any, between: Proxy
) -> None:
    """With the response."""
    between.faults = [says(status, content_type, body)]
    with pytest.raises(UnexpectedResponse) as raised:
        proxied.games.get("game")
    assert raised.value.code == "unexpected-response"
    assert raised.value.response.text == body


@pytest.mark.parametrize("body", ['{"type": "/problems/new"}', '{"code": "new", "status": 999, "title": null}'])
def test_a_minimal_problem_is_an_error(body: str, proxied: Any, between: Proxy) -> None:
    """Its code may be in its type only; its status is that of the response."""
    between.faults = [says("418 Teapot", "application/problem+json; charset=utf-8", body)]
    with pytest.raises(ApiError) as raised:
        proxied.games.get("game")
    assert (raised.value.code, raised.value.status, raised.value.title) == ("new", 418, "")


def test_an_error_can_be_pickled(session: Any) -> None:
    """To return from another process."""
    error = refused(session, 0, "KC")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is IllegalAction
    assert (again.status, again.extras) == (422, error.extras)


def test_a_response_without_end_is_an_error(proxied: Any, between: Proxy) -> None:
    """The session reads a bounded part of it, and does not repeat the call."""
    between.faults = [endless]
    with pytest.raises(UnexpectedResponse, match="the response is too large: expected at most 32 MiB"):
        proxied.reference.rules()
    assert len(between.seen) == 1
