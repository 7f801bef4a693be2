"""Odd requests: every response fits the document, none is an error of the server, and none takes long.

They are made of valid ones, for all operations: random texts rarely get past the first check. The client validates each
response against the document.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from mutations import odd_texts, spoiled, spoiled_json
from operations import OPERATIONS, WITH_BODY, Scene, resolved, scene
from players import Player, problem
from strategies import examples
from werkzeug.test import TestResponse

HEADERS = {
    "Accept-Language": ("es", "ca;q=0.8, it, *;q=0.1", "es-AR", "ca-valencia", "en;q=0"),
    "Prefer": ("wait=0", "wait=0; foo, respond-async", 'wait="0"'),
    "If-None-Match": ('"1-x"', 'W/"1-s-en-00", "2"', "*"),
    "Authorization": ("Bearer " + "A" * 32, "Bearer greedy.AAAA", "Basic eDp5", "bearer a.b"),
    "Last-Event-ID": ("1", "17", "2147483647"),
    "Accept": ("application/json", "application/json;q=1, */*;q=0.5", "text/html"),
    "X-Request-ID": ("a-request", "0123456789"),
    "Range": ("bytes=0-1", "bytes=-5"),
    "Cookie": ("a=b; c=d", "a"),
    "Idempotency-Key": ("5f0c1f5e-the-game-of-ana", "words with spaces between", "~" * 22),
}
READERS = ("get_game", "get_events", "create_game", "get_rules")
"""Operations that read all of these headers."""
PATHS = ("/record", "/seats/1", "/agents/me/turns", "/problems/not-found", "/docs", "/")
DOTS = ("..", "//", "%2e%2e", "%00", "%ff", "%")


@pytest.fixture(scope="module")
def scenes(app: Flask) -> Callable[[str], Scene]:
    """A running game for each operation, whose requests may change it."""
    player = Player(app.test_client())
    return cache(lambda _: scene(player))


def assert_no_fault(answer: TestResponse) -> None:
    """The status is not 5xx, and every error is a problem with a description."""
    answer.close()
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.mimetype == "application/problem+json"
        assert answer.json["detail"]
        assert answer.json["status"] == answer.status_code


def mutated(valid: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A valid text or a mutation of one."""
    return valid | spoiled(valid)


def valid_texts(schema: dict[str, Any]) -> st.SearchStrategy[str]:
    """The texts of a parameter that its schema allows."""
    schema = resolved(schema.get("items", schema))
    if schema["type"] == "integer":
        return st.integers(schema["minimum"], schema["maximum"]).map(str)
    if "enum" in schema or schema["type"] == "boolean":
        return st.sampled_from(schema.get("enum", ["true", "false"]))
    return st.from_regex(schema["pattern"], fullmatch=True)


def queries(operation: str) -> st.SearchStrategy[str]:
    """Queries of an operation; none of them waits."""
    schemas = {name: schema for name, schema in OPERATIONS[operation].query.items() if name != "wait"}
    values = {name: mutated(valid_texts(schema)) for name, schema in schemas.items()}
    chosen = st.fixed_dictionaries({}, optional=values)
    return chosen.map(
        lambda given_: "?" + "&".join(f"{name}={quote(text, errors='surrogatepass')}" for name, text in given_.items())
    )


@pytest.mark.parametrize("operation", [name for name, each in OPERATIONS.items() if each.query])
@examples(30)
@given(data=st.data())
def test_a_query_may_be_anything(scenes: Callable[[str], Scene], operation: str, data: st.DataObject) -> None:
    """Cursors, numbers, names, and other texts."""
    about = scenes(operation)
    assert_no_fault(about.send(operation, about.token_of(operation), query=data.draw(queries(operation))))


@pytest.mark.parametrize("operation", WITH_BODY)
@examples(20)
@given(data=st.data())
def test_a_body_may_be_anything(scenes: Callable[[str], Scene], operation: str, data: st.DataObject) -> None:
    """Its JSON, or the text of that, is spoiled."""
    about = scenes(operation)
    valid = about.example(operation)
    text = spoiled(st.just(json.dumps(valid))).map(lambda text: text.encode("utf-8", "surrogatepass"))
    body = data.draw(spoiled_json(st.just(valid)).map(lambda whole: json.dumps(whole).encode()) | text)
    assert_no_fault(about.send(operation, about.token_of(operation), body))


@pytest.mark.parametrize("name", HEADERS)
@examples(40)
@given(data=st.data())
def test_a_header_may_be_anything(scenes: Callable[[str], Scene], name: str, data: st.DataObject) -> None:
    """Latin-1 without line ends: it is parsed, ignored, or rejected."""
    operation = data.draw(st.sampled_from(READERS))
    text = data.draw(mutated(st.sampled_from(HEADERS[name]))).encode("latin-1", "replace").decode("latin-1")
    assert_no_fault(scenes(operation).send(operation, **{name: text.translate({10: None, 13: None, 0: None})}))


@examples(60)
@given(
    path=spoiled(st.sampled_from(PATHS), odd_texts | st.sampled_from(DOTS)),
    base=st.sampled_from(["/", "/v1", "/v1/games/0123456789abcdef0123"]),
)
def test_a_path_may_be_anything(scenes: Callable[[str], Scene], base: str, path: str) -> None:
    """The response is a resource or a problem."""
    escaped = "/" + quote(base + path, safe="/%.", errors="surrogatepass")
    sent = {"PATH_INFO": unquote_to_bytes(escaped).decode("latin-1")}
    assert_no_fault(scenes("").player.client.get(environ_overrides=sent))


LENGTH = 30_000
"""As long as all headers together may be."""

MAX_S = 0.5
"""Far more than any of these takes, and far less than what grows with the square of the length."""

UNITS = (
    *("a-", "es,", "es;q=0.5,", "a/b,", '"a",', 'W/"a" ', ";a=", '"\\', ", wait= ", "*;q=1,", " ,", ';a*0="b"'),
    "for=1.2.3.4,",
)


@pytest.mark.parametrize("name", [*HEADERS, "X-Forwarded-For", "Forwarded", "Content-Type"])
def test_a_header_is_parsed_in_time(scenes: Callable[[str], Scene], name: str) -> None:
    """Or ignored, whatever is repeated in it."""
    for unit in UNITS:
        start = time.thread_time()
        for operation in ("get_game", "get_events"):
            scenes("").send(operation, **{name: (unit * LENGTH)[:LENGTH]}).close()
        assert time.thread_time() - start < 2 * MAX_S, unit


@pytest.mark.parametrize(("name", "wish"), [("Accept-Language", "es"), ("Accept", "text/event-stream")])
def test_a_long_list_of_preferences_is_ignored(scenes: Callable[[str], Scene], name: str, wish: str) -> None:
    """The response is the default one."""
    answer = scenes("").send("get_events", **{name: wish + "," * 2000})
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
def test_a_body_is_parsed_in_time(scenes: Callable[[str], Scene], body: str) -> None:
    """Or rejected."""
    start = time.thread_time()
    assert scenes("").send("create_game", body=body.encode()).status_code in {400, 422}
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
