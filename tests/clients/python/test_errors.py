"""What goes wrong is a Problem, whoever says it and however."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from players import LOSING, SEED
from proxies import Proxy, says

from regicide_client import (
    ApiError,
    GameNotOver,
    GameOver,
    GameWish,
    IllegalAction,
    NotYourTurn,
    UnexpectedResponse,
    UnknownGame,
    VersionConflict,
)

WISH = GameWish(players=2, seed=SEED)
JSON = "application/json"


def refused(session: Any, place: int, action: str) -> ApiError:
    """Take an action at the start of a game; the problem that it is refused with."""
    created = session.create_game(WISH)
    with pytest.raises(ApiError) as raised:
        session.with_token(created.seats[place].token).act(created.game, action)
    return raised.value


def test_an_illegal_action_says_why_and_what_is_legal(session: Any) -> None:
    """So that a program can choose again."""
    problem = refused(session, 0, "KC")
    assert isinstance(problem, IllegalAction)
    assert problem.reason == "not-in-hand"
    assert "9S" in problem.legal_actions


def test_a_problem_has_all_that_the_server_said(session: Any) -> None:
    """Its code, status, title and detail, every further member, and the answer itself."""
    problem = refused(session, 0, "KC")
    assert (problem.code, problem.status) == ("illegal-action", 422)
    assert problem.title == "The rules do not allow this action"
    assert str(problem) == f"illegal-action (422): {problem.detail}"
    assert {"type", "instance", "reason", "rule", "legal_actions"} == problem.extras.keys()
    assert problem.response.headers["Content-Type"] == "application/problem+json"


def test_an_action_out_of_turn_says_whose_turn_it_is(session: Any) -> None:
    """By the number of the seat."""
    problem = refused(session, 1, "2C")
    assert isinstance(problem, NotYourTurn)
    assert problem.turn == 0


def test_an_action_of_an_old_view_says_the_version(session: Any) -> None:
    """The game's version now."""
    created = session.create_game(WISH)
    seat = session.with_token(created.seats[0].token)
    seat.act(created.game, "9S")
    with pytest.raises(VersionConflict) as raised:
        seat.act(created.game, "6H")
    assert raised.value.version == 2


def test_a_game_that_is_over_can_be_told(session: Any) -> None:
    """From one that is not over, and from one that is not there."""
    created = session.create_game(WISH)
    seats = [session.with_token(seat.token) for seat in created.seats]
    view = created.game
    with pytest.raises(GameNotOver):
        session.get_record(view.id)
    for action in LOSING:
        view = seats[view.turn].act(view, action)
    with pytest.raises(GameOver):
        seats[0].act(view, "yield")
    with pytest.raises(UnknownGame):
        session.get_game("nothing")


def test_a_problem_without_a_class_of_its_own_is_a_problem(session: Any) -> None:
    """Its code says which."""
    problem = refused(session.with_token(None), 0, "no action")
    assert type(problem) is ApiError
    assert problem.code == "malformed-action"


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
def test_what_is_no_answer_of_this_api_is_a_problem(
    status: str, content_type: str, body: str, proxied: Any, between: Proxy
) -> None:
    """Of a kind of its own, which carries the answer."""
    between.faults = [says(status, content_type, body)]
    with pytest.raises(UnexpectedResponse) as raised:
        proxied.get_game("game")
    assert raised.value.code == "unexpected-response"
    assert raised.value.response.text == body


@pytest.mark.parametrize("body", ['{"type": "/problems/new"}', '{"code": "new", "status": 999, "title": null}'])
def test_a_problem_of_few_members_is_a_problem(body: str, proxied: Any, between: Proxy) -> None:
    """Its code stands in its type too; its status is that of the answer."""
    between.faults = [says("418 Teapot", "application/problem+json; charset=utf-8", body)]
    with pytest.raises(ApiError) as raised:
        proxied.get_game("game")
    assert (raised.value.code, raised.value.status, raised.value.title) == ("new", 418, "")


def test_a_problem_can_be_pickled(session: Any) -> None:
    """As it has to be to come back from another process."""
    problem = refused(session, 0, "KC")
    again = pickle.loads(pickle.dumps(problem))
    assert type(again) is IllegalAction
    assert (again.status, again.extras) == (422, problem.extras)
