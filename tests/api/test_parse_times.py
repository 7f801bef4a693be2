"""The work of parsing grows in proportion to what a client sends: no text costs more than its length allows."""

from __future__ import annotations

import json
import time

import pytest
from players import Game, Player, problem

LENGTH = 30_000
"""As long as all headers together may be."""

MAX_S = 0.5
"""Far more than any of these takes, and far less than what grows with the square of the length."""

UNITS = (
    "a-",
    "es,",
    "es;q=0.5,",
    "a/b,",
    '"a",',
    'W/"a" ',
    ";a=",
    '"\\',
    ", wait= ",
    "*;q=1,",
    " ,",
    ';a*0="b"',
    "for=1.2.3.4,",
)
HEADERS = (
    *("Accept", "Accept-Language", "If-None-Match", "Prefer", "Authorization", "Cookie", "Last-Event-ID"),
    *("Idempotency-Key", "X-Request-ID", "X-Forwarded-For", "Forwarded", "Content-Type", "Range"),
)


def elapsed(player: Player, path: str, header: str, text: str) -> float:
    """The seconds of a request."""
    start = time.thread_time()
    player.get(path, **{header: text})
    return time.thread_time() - start


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_is_parsed_in_time(player: Player, header: str) -> None:
    """Or ignored."""
    game: Game = player.create()
    for unit in UNITS:
        text = (unit * LENGTH)[:LENGTH]
        assert elapsed(player, game.path, header, text) < MAX_S, unit
        assert elapsed(player, f"{game.path}/events", header, text) < MAX_S, unit


@pytest.mark.parametrize("name", ["Accept-Language", "Accept"])
def test_a_long_list_of_preferences_is_ignored(player: Player, name: str) -> None:
    """The response is the default one."""
    game = player.create()
    wish = {"Accept-Language": "es", "Accept": "text/event-stream"}[name]
    answer = player.get(f"{game.path}/events", **{name: wish + "," * 2000})
    assert (answer.mimetype, answer.headers.get("Content-Language", "en")) == ("application/json", "en")


@pytest.mark.parametrize(
    "body",
    [
        '{"players":2,' + ",".join(f'"{number}":1' for number in range(1500)) + ',"z":1,"z":1}',
        json.dumps({"players": 2, "seats": [{"name": "a\u0311" * 20}] * 100}),
        '{"seed":"' + "\\u0041" * 2500 + '","players":2}',
        "[" * 8000,
    ],
    ids=["members", "names", "escapes", "nesting"],
)
def test_a_body_is_parsed_in_time(player: Player, body: str) -> None:
    """Or rejected."""
    start = time.thread_time()
    assert player.client.post("/v1/games", data=body, content_type="application/json").status_code in {400, 422}
    assert time.thread_time() - start < MAX_S


@pytest.mark.parametrize(
    "game_id", ["}", "a}b", "{", "{}", "x" * 101, "x" * 3000, "0" * 65, "0" * 100, "@greedy", "a:events"]
)
def test_a_text_that_is_not_an_id_reaches_no_key_of_the_store(player: Player, game_id: str) -> None:
    """404, on every path of a game; no path has characters that need an escape, or a segment beyond 100 characters."""
    code = "unknown-game" if game_id.isalnum() and len(game_id) <= 100 else "not-found"
    for rest in ("", "/events", "/record"):
        answer = player.get(f"/v1/games/{game_id}{rest}")
        assert problem(answer) == (404, code)
