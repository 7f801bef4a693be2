"""Fuzzed headers, queries, paths and bodies: every response fits the document, and none is an error of the server.

The client of the fixture `player` validates each response against the document.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from mutations import odd_texts, spoiled, spoiled_json
from players import LOSING, SEED, Game, Player, bearing
from strategies import examples

QUICK, MANY = 60, 12_500

Sent = dict[str, Any]


@pytest.fixture(scope="module")
def player(app: Flask) -> Player:
    """A client that validates all responses against the published document."""
    return Player(app.test_client())


@pytest.fixture(scope="module")
def game(player: Player) -> Game:
    """A game without events, unless a fuzzed action is legal."""
    return player.create(seed=SEED)


@st.composite
def fit_for_http(draw: Any, texts: Any) -> str:
    """A text that a header can contain: Latin-1 without line ends."""
    text: str = draw(texts)
    return text.encode("latin-1", "replace").decode("latin-1").translate({10: None, 13: None, 0: None})


def header(name: str, *valid: str) -> Any:
    """A request header, valid or mutated."""
    return fit_for_http(st.sampled_from(valid) | spoiled(st.sampled_from(valid))).map(lambda text: (name, text))


HEADERS: dict[str, tuple[str, Any]] = {
    "Accept-Language": (
        "GAME",
        header("Accept-Language", "es", "ca;q=0.8, it, *;q=0.1", "es-AR", "ca-valencia", "en;q=0"),
    ),
    "Prefer": ("GAME", header("Prefer", "wait=0", "wait=0; foo, respond-async", 'wait="0"')),
    "If-None-Match": ("GAME", header("If-None-Match", '"1-x"', 'W/"1-s-en-00", "2"', "*")),
    "Authorization": (
        "",
        header("Authorization", "Bearer " + "A" * 32, "Bearer greedy.AAAA", "Basic eDp5", "bearer a.b"),
    ),
    "Last-Event-ID": ("GAME/events", header("Last-Event-ID", "1", "17", "2147483647")),
    "Accept": ("GAME/events", header("Accept", "application/json", "application/json;q=1, */*;q=0.5", "text/html")),
    "X-Request-ID": ("GAME", header("X-Request-ID", "a-request", "0123456789")),
    "Range": ("GAME", header("Range", "bytes=0-1", "bytes=-5")),
    "Cookie": ("GAME", header("Cookie", "a=b; c=d", "a")),
}
"""Each header with a path that reads it."""

CURSORS = ("18c2a3b4c5d-0123456789abcdef0123", "0123456789abcdef0123", "a-bot")
QUERIES = {
    "games": ("/v1/games", {"cursor": CURSORS, "limit": ("20", "1"), "status": ("waiting", "active,over")}),
    "agents": ("/v1/agents", {"cursor": CURSORS, "limit": ("20", "100")}),
    "a game": ("GAME", {"seat": ("0", "3"), "wait": ("0",)}),
    "events": ("GAME/events", {"after": ("0", "17"), "limit": ("1", "100"), "seat": ("1",)}),
    "cards": ("/v1/cards", {"x": ("1",)}),
}
BODIES = {
    "a new game": (
        "/v1/games",
        {"players": 2, "seats": [{"name": "Ana"}, {"open": True}], "seed": SEED, "listed": False},
    ),
    "a clock": ("/v1/games", {"players": 1, "turn_seconds": 60, "on_timeout": "forfeit", "first_player": 0}),
    "an agent": ("/v1/agents", {"name": "a-bot"}),
    "an action": ("GAME/actions", {"version": 1, "action": "KS+X1"}),
    "a signal": ("GAME/signals", {"signal": "eager"}),
    "a seat": ("GAME/seats/1", {"name": "Bo"}),
}


def many_times(given_to_it: Any, count: int) -> Callable[[Callable[[Any], None]], None]:
    """A decorator that calls a function with a number of examples."""
    return lambda use: examples(count)(given(given_to_it)(use))()


def assert_no_fault(answer: Any) -> None:
    """The status is not 5xx, and every error is a problem with a description."""
    answer.close()
    assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, answer.text
    if answer.status_code >= HTTPStatus.BAD_REQUEST:
        assert answer.mimetype == "application/problem+json"
        assert answer.json["detail"]
        assert answer.json["status"] == answer.status_code


def fuzz_header(player: Player, game: Game, name: str, count: int) -> None:
    """Get a game with a valid or mutated header."""
    path, spoiled_header = HEADERS[name]
    use = many_times(spoiled_header, count)
    use(lambda sent: assert_no_fault(player.client.get(path.replace("GAME", game.path), headers=dict([sent]))))


def fuzz_key(player: Player, count: int) -> None:
    """Create a game with a valid or mutated key."""
    keys = header("Idempotency-Key", "5f0c1f5e-the-game-of-ana", "words with spaces between", "~" * 22)
    use = many_times(keys, count)
    use(lambda sent: assert_no_fault(player.client.post("/v1/games", json={"players": 1}, headers=dict([sent]))))


def fuzz_query(player: Player, game: Game, place: str, count: int) -> None:
    """Send a valid or mutated query: single values, or the whole."""
    path, parameters = QUERIES[place]
    values = {name: st.sampled_from(valid) | spoiled(st.sampled_from(valid)) for name, valid in parameters.items()}
    whole = "&".join(f"{name}={valid[0]}" for name, valid in parameters.items())
    written = st.fixed_dictionaries({}, optional=values).map(
        lambda chosen: "&".join(f"{name}={quote(text, errors='surrogatepass')}" for name, text in chosen.items())
    )
    raw = spoiled(st.just(whole)).map(lambda text: quote(text, safe="&=%;+,", errors="surrogatepass"))
    use = many_times(written | raw, count)
    use(lambda query: assert_no_fault(player.get(f"{path.replace('GAME', game.path)}?{query}")))


def fuzz_body(player: Player, game: Game, kind: str, count: int) -> None:
    """Send a body whose JSON, or whose text, may be spoiled."""
    path, valid = BODIES[kind]
    spoiled_text = spoiled(st.just(json.dumps(valid))).map(lambda text: text.encode("utf-8", "surrogatepass"))
    bodies = spoiled_json(st.just(valid)).map(lambda whole: json.dumps(whole).encode()) | spoiled_text
    sent = {"headers": bearing(game.tokens[0]), "content_type": "application/json"}
    use = many_times(bodies, count)
    use(lambda body: assert_no_fault(player.client.post(path.replace("GAME", game.path), data=body, **sent)))


def fuzz_path(player: Player, game: Game, count: int) -> None:
    """Request a valid or mutated path."""
    paths = (f"{game.path}/record", f"{game.path}/seats/1", "/v1/agents/me/turns", "/problems/not-found", "/docs", "/")
    spoiled_paths = spoiled(
        st.sampled_from(paths), odd_texts | st.sampled_from(("..", "//", "%2e%2e", "%00", "%ff", "%"))
    )
    use = many_times(spoiled_paths.map(lambda text: "/" + quote(text, safe="/%.", errors="surrogatepass")), count)
    got = unquote_to_bytes
    use(lambda path: assert_no_fault(player.client.get(environ_overrides={"PATH_INFO": got(path).decode("latin-1")})))


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_may_be_anything(player: Player, game: Game, name: str) -> None:
    """It is parsed, ignored, or rejected."""
    fuzz_header(player, game, name, QUICK)


def test_an_idempotency_key_may_be_anything(player: Player) -> None:
    """It is a valid key, or it is rejected."""
    fuzz_key(player, QUICK)


@pytest.mark.parametrize("place", QUERIES)
def test_a_query_may_be_anything(player: Player, game: Game, place: str) -> None:
    """Cursors, numbers, names, and other texts."""
    fuzz_query(player, game, place, QUICK)


@pytest.mark.parametrize("kind", BODIES)
def test_a_body_may_be_anything(player: Player, game: Game, kind: str) -> None:
    """It is accepted, or rejected with its faults."""
    fuzz_body(player, game, kind, QUICK)


def test_a_path_may_be_anything(player: Player, game: Game) -> None:
    """The response is a resource or a problem."""
    fuzz_path(player, game, QUICK)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_any_request_may_be_anything(player: Player, game: Game) -> None:
    """All fuzzed parts, with more examples."""
    for name in HEADERS:
        fuzz_header(player, game, name, MANY)
    for place in QUERIES:
        fuzz_query(player, game, place, MANY)
    for kind in BODIES:
        fuzz_body(player, game, kind, MANY)
    fuzz_key(player, MANY)
    fuzz_path(player, game, MANY)


def test_a_game_can_be_played_after_the_fuzzing(player: Player) -> None:
    """The fuzzing does not affect a new game."""
    game = player.create(seed=SEED)
    assert player.act(game, LOSING[0]).status_code == 200
