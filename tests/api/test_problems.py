"""The registry of problems: their pages, and responses to internal errors."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from players import Player, bearing, problem
from published import document
from servers import reserved_port

from regicide_api.app import create_app
from regicide_api.problems import PROBLEMS
from regicide_api.storage.game_store import Store


@pytest.fixture
def without_store() -> Flask:
    """The application on an unreachable store."""
    return create_app(Store(f"redis://:password@127.0.0.1:{reserved_port()}"))


def test_the_instance_is_a_uri_reference(player: Player) -> None:
    """The path of the request, escaped."""
    assert player.get("/v1/games/no%20g%C3%A0me").json["instance"] == "/v1/games/no%20g%C3%A0me"


def test_every_problem_is_declared_by_an_operation() -> None:
    """Except for those that any request may get."""
    operations = json.dumps(document()["paths"])
    undeclared = {problem.code for problem in PROBLEMS if f'"{problem.code}"' not in operations}
    assert undeclared == {"http-error", "internal-error"}


SEAT, OWNER, AGENT = "the token of your seat", "the `token` of `owner`", "the token of your agent"


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("DELETE", "", "send the `token` of `owner`"),
        ("GET", "/v1/records", "expected the `token` of `owner`"),
        ("GET", "/v1/agents/me", "not that of an agent: send"),
    ],
)
@pytest.mark.parametrize("token", ["x" * 32, "no-agent.x"])
def test_a_wrong_token_is_told_what_is_right(player: Player, method: str, path: str, expected: str, token: str) -> None:
    """Not about seats, where none is concerned; a token of the form of an agent's is told that it is none."""
    answer = player.client.open(path or player.create().path, method=method, headers=bearing(token))
    assert problem(answer) == (401, "unknown-token")
    assert ("not that of an agent: send" if "." in token and not path else expected) in answer.json["detail"]
    assert "seat" not in answer.json["detail"]


def test_another_scheme_is_told_what_is_right(player: Player) -> None:
    """The header, for any operation."""
    answer = player.get("/v1/records", Authorization="Basic eDp5")
    assert (answer.json["code"], answer.json["detail"]) == (
        "token-required",
        "expected the header Authorization: Bearer and a token",
    )


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("limit=-1", "limit: expected an integer without a sign, of at most 10 digits"),
        ("house=1", "house: expected true or false"),
        ("hause=true", "hause: unknown parameter; those of this operation are house, prefix, limit, cursor"),
        ("=true", "unknown parameter; those of this operation are house, prefix, limit, cursor"),
    ],
)
def test_the_fault_of_a_parameter_says_what_is_right(player: Player, query: str, fault: str) -> None:
    """Each kind of value, and the names."""
    answer = player.get(f"/v1/agents?{query}")
    assert (answer.status_code, answer.json["detail"]) == (422, fault)


def test_a_refusal_names_the_seats_that_count(player: Player) -> None:
    """A stand-in acts for one more seat than it holds, and cannot pass that one on."""
    name, token = player.register()
    game = player.create(2, seats=[{"name": "Ana"}, {"agent": name}])
    seat = f"{game.path}/seats/0/stand-in"
    assert player.put(seat, {"agent": name}, game.tokens[0]).status_code == 200
    refused = player.put(seat, {"agent": "greedy"}, token).json
    assert (refused["seats"], refused["detail"]) == ([1], "you do not hold seat 0; the seats that you hold are 1")
    other = player.put(seat, {"agent": "greedy"}, player.register()[1]).json
    assert other["detail"] == "you do not hold seat 0, nor any other seat of this game"
    stranger = player.get(f"{game.path}?seat=1", player.create().token).json
    assert stranger["detail"] == "seat 1 is not yours to play: you hold no seat of this game"


def test_another_code_has_no_page(player: Player) -> None:
    """It is not found."""
    assert player.get("/problems/nonsense").status_code == 404


def test_a_store_that_does_not_answer_is_a_problem(without_store: Flask) -> None:
    """503 with Retry-After, and without the address of the store."""
    answer = without_store.test_client().get("/v1/games/any")
    assert problem(answer) == (503, "store-unavailable")
    assert answer.headers["Retry-After"] == "1"
    assert "password" not in answer.text


def test_readiness_is_the_stores(without_store: Flask, player: Player) -> None:
    """The process lives without its store, and is not ready."""
    assert without_store.test_client().get("/healthz").status_code == 200
    assert without_store.test_client().get("/readyz").status_code == 503
    assert player.get("/readyz").status_code == 200


def test_a_fault_of_the_server_is_a_problem(valkey_url: str, caplog: pytest.LogCaptureFixture) -> None:
    """500 hides the error; the log has it."""
    app = create_app(Store(valkey_url))
    app.add_url_rule("/fault", view_func=lambda: 1 / 0)
    answer = app.test_client().get("/fault")
    assert problem(answer) == (500, "internal-error")
    assert "division" not in answer.text
    assert "ZeroDivisionError" in caplog.text
