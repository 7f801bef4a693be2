"""Paths have one spelling, and no response redirects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import quote, unquote

import pytest
from flask import Flask
from players import SEED, Player
from werkzeug.test import EnvironBuilder, run_wsgi_app

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.pages.web import FILES
from regicide_api.storage.game_store import Store

SPELLINGS: dict[str, Callable[[str], str]] = {
    "a slash at the end": "{}/".format,
    "two slashes at the end": "{}//".format,
    "a slash at the start": "/{}".format,
    "two slashes at the start": "//{}".format,
    "a dot at the start": "/.{}".format,
    "a dot at the end": "{}/.".format,
    "two dots": "/texts/..{}".format,
    "a parameter": "{};x".format,
    "an escaped letter": lambda path: f"/%{ord(path[1]):02x}{path[2:]}",
    "an escaped last letter": lambda path: f"{path[:-1]}%{ord(path[-1]):02X}",
    "an escaped slash": lambda path: "/" + quote(path[1:] + "/", safe=""),
    "an escaped dot": "/%2e{}".format,
    "an escaped null character": "{}%00".format,
    "an escaped line feed": "{}%0a".format,
    "an escaped space": "{}%20".format,
    "capitals": str.upper,
}
QUESTION = "91c04be2d1874c6e20aa-planner"
HOSTILE = {"Host": "attacker.example"}


def paths(app: Flask, game: str) -> Iterator[str]:
    """The paths of the application for a game, and one for each further parameter."""
    for rule in app.url_map.iter_rules():
        values = {"game_id": game, "seat": "0", "code": "overloaded"}
        values |= {"advice_id": QUESTION, "question_id": QUESTION, "device_id": "0", "board_id": "public"}
        folder = FILES / rule.rule.split("/")[1]
        values |= {"name": min(path.name for path in folder.iterdir())} if "name" in rule.arguments else {}
        files = {"filename": "docs/icon.svg"}
        known = {name: value for name, value in (values | files).items() if name in rule.arguments}
        yield app.url_map.bind("").build(rule.endpoint, known, append_unknown=False)


def requested(app: Flask, path: str) -> tuple[int, str | None]:
    """The status and the location of the response to GET with a path as it is, which test clients normalize."""
    return answered(app, {"RAW_URI": path, "PATH_INFO": unquote(path.partition("#")[0], "latin-1")})


def answered(app: Flask, environ: dict[str, str], **headers: str) -> tuple[int, str | None]:
    """The status and the location of the response to GET with these variables and headers."""
    given = EnvironBuilder(headers={**HOSTILE, **headers}).get_environ() | environ
    content, status, found = run_wsgi_app(app.wsgi_app, given, buffered=True)
    assert content
    return int(status.split()[0]), found.get("Location")


@pytest.fixture(scope="module")
def known(app: Flask) -> list[str]:
    """All paths."""
    path = Player(app.test_client()).create(seed=SEED).path
    return sorted({path for path in paths(app, path.rpartition("/")[2]) if path != "/"})


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_another_spelling_of_a_path_is_not_found(app: Flask, known: list[str], spelling: str) -> None:
    """Neither with its own content nor by a redirect."""
    answers = [requested(app, SPELLINGS[spelling](path)) for path in known if SPELLINGS[spelling](path) != path]
    assert len(answers) > 15
    assert {(status, location) for status, location in answers} == {(404, None)}


def test_a_number_in_a_path_has_one_spelling(player: Player) -> None:
    """A leading zero is not ignored."""
    path = player.create(players=2, seats=[{"name": "north"}, {"open": True}]).path
    taken = [player.post(f"{path}/seats/{seat}", {"name": "south"}).status_code for seat in ("01", "1")]
    assert taken == [404, 201]


def test_the_host_is_not_in_a_location(player: Player) -> None:
    """`Location` is relative to the server (RFC 9110, section 10.2.2)."""
    answer = player.client.post("/v1/games", json={"players": 1}, headers=HOSTILE)
    assert answer.headers["Location"] == f"/v1/games/{answer.json['game']['id']}"


def test_metrics_with_an_address_of_their_own_are_not_public(valkey_url: str) -> None:
    """The public address answers 404."""
    app = create_app(Store(valkey_url), Settings(limits={}, metrics_address="127.0.0.1:9100"))
    answer = app.test_client().get("/metrics")
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_an_empty_path_is_not_found(app: Flask) -> None:
    """As in the request line `GET http:// HTTP/1.1`, which werkzeug would redirect to `/` of any host."""
    assert requested(app, "") == (404, None)


def test_another_protocol_is_not_spoken(app: Flask) -> None:
    """A request to change it is answered as if it did not ask (RFC 9110, 7.8)."""
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket"}
    assert [app.test_client().get(path, headers=upgrade).status_code for path in ("/", "/v1/rules", "/v1/games")] == [
        200,
        200,
        200,
    ]
