"""The headers of requests and responses: origins, ids of requests, validators."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from players import Game, Player, without_now
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
    """Of any origin, and without credentials; errors too, with the id of the request, so that users can report it."""
    answer = faulty.test_client().open(path, method=method, headers=ORIGIN | {"X-Request-ID": "mine"})
    assert (answer.status_code, answer.headers["X-Request-ID"]) == (status, "mine")
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


@pytest.mark.parametrize("given", ["1", "req-2f.7_a", "Root=1-67891233-abcdef01", "a" * 100])
def test_the_clients_id_is_returned(player: Player, given: str) -> None:
    """If it is safe to log."""
    assert player.get("/healthz", **{"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "a b", 'a"b', "a" * 101, "<script>", "ünfit", "{}"])
def test_an_id_that_is_not_fit_is_replaced(player: Player, given: str) -> None:
    """By a generated one, which differs each time."""
    ids = [player.get("/healthz", **{"X-Request-ID": given}).headers["X-Request-ID"] for _ in range(3)]
    assert all(re.fullmatch("[0-9a-f]{24}", each) for each in ids)
    assert len({*ids}) == 3


def test_a_view_has_a_weak_validator(player: Player, game: Game) -> None:
    """RFC 9110: two responses with it may differ in bytes, which they do in `now` alone. An action changes it."""
    one, other = player.get(game.path), player.get(game.path)
    assert one.headers["ETag"] == other.headers["ETag"]
    assert one.headers["ETag"].startswith('W/"')
    assert without_now(one.json) == without_now(other.json)
    acted = player.act(game, "9S", token=game.tokens[0]).headers["ETag"]
    assert acted == player.get(game.path, game.tokens[0]).headers["ETag"] != one.headers["ETag"]


@pytest.mark.parametrize("form", ["{}", "strong {}", '"other", {}', '{}, "other"', "*"])
def test_a_current_view_is_not_sent_again(player: Player, game: Game, form: str) -> None:
    """304 with the validator and no body; the comparison is weak."""
    etag = player.get(game.path).headers["ETag"]
    known = form.format(etag).replace("strong W/", "")
    answer = player.get(game.path, **{"If-None-Match": known})
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", etag)


@pytest.mark.parametrize("known", ['"other"', "", "nonsense", '"1-0-en'])
def test_a_changed_view_is_sent(player: Player, game: Game, known: str) -> None:
    """200 with the view."""
    assert player.get(game.path, **{"If-None-Match": known}).status_code == 200


def test_a_view_is_private_and_always_asked_for(player: Player, game: Game) -> None:
    """Caches may not share it, and have to revalidate it."""
    answer = player.get(game.path)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Accept", "Accept-Language"} <= {
        name.strip() for name in answer.headers["Vary"].split(",")
    }
