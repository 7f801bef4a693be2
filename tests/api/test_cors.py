"""Cross-origin requests: what scripts of other origins may send and read."""

from __future__ import annotations

import pytest
from flask import Flask
from players import Game, Player
from werkzeug.test import TestResponse

from regicide_api.app import create_app
from regicide_api.storage.game_store import Store

ORIGIN = {"Origin": "https://front.example"}


@pytest.fixture(scope="module")
def faulty(valkey_url: str) -> Flask:
    """An application with a path that fails."""
    app = create_app(Store(valkey_url))
    app.add_url_rule("/fault", view_func=lambda: 1 / 0)
    return app


def listed(answer: TestResponse, header: str) -> set[str]:
    """The members of a header that is a list."""
    return {member.strip().lower() for member in answer.headers[header].split(",")}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/v1/games/unknown", 404),
        ("DELETE", "/v1/games", 405),
        ("POST", "/v1/games", 415),
        ("GET", "/fault", 500),
        ("OPTIONS", "/v1/games", 200),
    ],
)
def test_a_script_may_read_every_answer(faulty: Flask, method: str, path: str, status: int) -> None:
    """Of any origin, and without credentials; errors too."""
    answer = faulty.test_client().open(path, method=method, headers=ORIGIN)
    assert answer.status_code == status
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_script_may_read_the_headers_that_it_needs(player: Player) -> None:
    """Of a problem, too."""
    exposed = {"date", "etag", "location", "link", "retry-after", "ratelimit", "ratelimit-policy"}
    exposed |= {"preference-applied", "idempotent-replayed", "x-request-id"}
    for path in ("/healthz", "/nowhere"):
        assert listed(player.get(path, **ORIGIN), "Access-Control-Expose-Headers") == exposed


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/any/actions", "/nowhere"])
def test_every_preflight_goes_well(player: Player, path: str) -> None:
    """For all headers and methods, and browsers may keep the answer for a day."""
    asked = {**ORIGIN, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    answer = player.client.options(path, headers=asked)
    allowed = {"authorization", "content-type", "idempotency-key", "if-none-match", "prefer", "last-event-id"}
    allowed |= {"accept-language", "x-request-id"}
    assert (answer.status_code, answer.headers["Access-Control-Max-Age"]) == (204, "86400")
    assert listed(answer, "Access-Control-Allow-Headers") == allowed
    assert listed(answer, "Access-Control-Allow-Methods") >= {"get", "post", "options"}


def test_options_without_a_preflight_lists_the_methods(player: Player) -> None:
    """OPTIONS lists the methods in Allow."""
    assert listed(player.client.options("/v1/games"), "Allow") == {"get", "head", "post", "options"}


def test_origins_do_not_part_caches(player: Player, game: Game) -> None:
    """The response is the same for all origins."""
    assert "origin" not in player.get(game.path, **ORIGIN).headers.get("Vary", "").lower()
