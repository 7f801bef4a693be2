"""The registry of problems: their pages, and responses to internal errors."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from players import SEED, Player
from published import document
from servers import free_port

from regicide_api.app import create_app
from regicide_api.problems.registry import PROBLEMS
from regicide_api.problems.texts import MEANINGS
from regicide_api.storage import Store


@pytest.fixture
def without_store() -> Flask:
    """The application on an unreachable store."""
    return create_app(Store(f"redis://:password@127.0.0.1:{free_port()}"))


def test_the_instance_is_a_uri_reference(player: Player) -> None:
    """The path of the request, escaped."""
    assert player.client.get("/v1/games/no%20g%C3%A0me").json["instance"] == "/v1/games/no%20g%C3%A0me"


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=lambda problem: problem.code)
def test_every_type_is_a_page_that_exists(player: Player, problem: object) -> None:
    """With its title and its solution."""
    page = player.client.get(f"/problems/{problem.code}")
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert f"<h1>{problem.title.replace(chr(39), '&#39;')}</h1>" in page.text


def test_codes_are_unique() -> None:
    """No two problems have one code."""
    kinds = set(PROBLEMS.values())
    assert len({kind.code for kind in kinds}) == len(kinds)


def test_every_problem_has_a_meaning() -> None:
    """And no text is left of one that has gone."""
    assert {*MEANINGS} == {problem.code for problem in PROBLEMS.values()}


def test_every_problem_is_declared_by_an_operation() -> None:
    """Except for those that any request may get."""
    operations = json.dumps(document()["paths"])
    undeclared = {problem.code for problem in PROBLEMS.values() if f'"{problem.code}"' not in operations}
    assert undeclared == {"not-found", "http-error", "internal-error"}


def test_another_code_has_no_page(player: Player) -> None:
    """It is not found."""
    assert player.client.get("/problems/nonsense").status_code == 404


def test_a_store_that_does_not_answer_is_a_problem(without_store: Flask) -> None:
    """503 with Retry-After, and without the address of the store."""
    answer = without_store.test_client().get("/v1/games/any")
    assert (answer.status_code, answer.json["code"]) == (503, "store-unavailable")
    assert answer.headers["Retry-After"] == "1"
    assert "password" not in answer.text


def test_readiness_is_the_stores(without_store: Flask, player: Player) -> None:
    """The process lives without its store, and is not ready."""
    assert without_store.test_client().get("/healthz").status_code == 200
    assert without_store.test_client().get("/readyz").status_code == 503
    assert player.client.get("/readyz").status_code == 200


def test_a_fault_of_the_server_is_a_problem(valkey_url: str, caplog: pytest.LogCaptureFixture) -> None:
    """500 hides the error; the log has it."""
    app = create_app(Store(valkey_url))
    app.add_url_rule("/fault", view_func=lambda: 1 / 0)
    answer = app.test_client().get("/fault")
    assert (answer.status_code, answer.json["code"]) == (500, "internal-error")
    assert "division" not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_no_seed_is_logged(player: Player, caplog: pytest.LogCaptureFixture) -> None:
    """The log contains no token either."""
    caplog.set_level("DEBUG")
    game = player.create(seed=SEED)
    for action in ("nonsense", "KS", "9S"):
        player.act(game, action)
    assert not [secret for secret in (SEED, *game.tokens) if secret in caplog.text]
