"""What the document refuses is refused, with its place: bodies, combinations of their members, queries.

The wrong values follow from the schemas of the document; rules that no schema states are tested with their operations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest
from flask import Flask
from operations import OF_GAMES, OPERATIONS, WITH_BODY, Scene, resolved, scene
from players import Player, places, problem
from published import example, faults

from regicide_api.schemas import requests
from regicide_api.schemas.agents import AnswerRequest
from regicide_api.schemas.fields import RequestSchema
from regicide_api.schemas.requests import AgentSettingsRequest, CreateGameRequest, FillSeatRequest, RegisterAgentRequest

RATED = {"action": "8D", "won": 0.5, "defeated": 6, "share": 1}
CHANCES = {"won_before": 0.5, "won_after": 0.25, "cost": 0.25, "defeated_before": 6, "defeated_after": 5}
MOVE = {"number": 1, "version": 2, "seat": 0, "action": "8D", **CHANCES, "best": [RATED]}
SEATED = {"agent": "greedy", "invitation": "come-and-play-with-me"}
SAMPLES: dict[str, dict[str, Any]] = {
    "answer_question": {"moves": [MOVE], "actions": [RATED]},
    "create_game": {"seats": [SEATED], "actions": ["8D"]},
    "create_games": {"games": [{"players": 1, "seats": [SEATED]}]},
}
"""Members of bodies beside those of the examples."""
WRONG: list[Any] = [
    *(None, True, False, -1, 0, 1.5, 7, 10**30, [], "", " ", "2", "true", "x", "two words", "café"),
    *("line\n", "a\u202eb", "A.b", "-ab", "x" * 2_001),
]
"""Values, of which the ones that a schema refuses are sent."""


def near_misses(schema: dict[str, Any], sample: Any) -> Iterator[Any]:
    """The values just beyond the bounds of a schema."""
    yield from (schema["maximum"] + 1,) if "maximum" in schema else ()
    yield from (schema["minimum"] - 1,) if "minimum" in schema else ()
    yield from ("x" * (schema["maxLength"] + 1),) if "maxLength" in schema else ()
    yield from (sample * (schema["maxItems"] + 1),) if "maxItems" in schema and sample else ()


def wrong(schema: dict[str, Any], sample: Any = None) -> Iterator[tuple[str, Any]]:
    """Contents with one fault against a schema, each with the pointer to it; made from a valid sample."""
    schema = resolved(schema)
    yield from (("", value) for value in [*WRONG, *near_misses(schema, sample)] if faults(schema, value))
    if isinstance(sample, list) and sample:
        yield from ((f"/0{place}", [value]) for place, value in wrong(schema["items"], sample[0]))
    if not isinstance(sample, dict):
        return
    yield "/hat", sample | {"hat": 1}
    for name in schema.get("required", ()):
        yield f"/{name}", {other: value for other, value in sample.items() if other != name}
    for name, member in schema["properties"].items():
        for place, value in wrong(member, sample.get(name)):
            yield f"/{name}{place}", sample | {name: value}


def schema_of(name: str) -> RequestSchema:
    """The schema that validates a component of the document."""
    kinds: list[type[RequestSchema]] = [RequestSchema]
    while kinds and name not in {kind.__name__ for kind in kinds}:
        kinds = [derived for kind in kinds for derived in kind.__subclasses__()]
    return next(kind for kind in kinds if kind.__name__ == name)()


def found(errors: Any) -> list[str]:
    """The pointers to the faults that a schema has found."""
    if not isinstance(errors, dict):
        return [""]
    return [f"/{name}{rest}".replace("/_schema", "") for name, inner in errors.items() for rest in found(inner)]


@pytest.mark.parametrize("operation", WITH_BODY)
def test_what_the_schema_of_a_body_refuses_is_refused(operation: str) -> None:
    """Each member of another type, beyond its bounds, missing or unknown, at its place and no other."""
    body = OPERATIONS[operation].body
    sample = example(body) | SAMPLES.get(operation, {})
    checks = schema_of(body["schema"]["$ref"].rpartition("/")[2])
    tried = [(place, content) for place, content in wrong(body["schema"], sample) if place]
    assert [(place, at) for place, content in tried if (at := found(checks.validate(content))) != [place]] == []
    assert tried or operation in {"rematch", "replace_token", "replace_seat_token"}


@pytest.fixture(scope="module")
def about(app: Flask) -> Scene:
    """A running game, which no invalid request changes."""
    return scene(Player(app.test_client()))


UNREADABLE = [
    (b"{", "application/json", (400, "malformed-json")),
    (b"[]", "application/json", (400, "malformed-json")),
    (b"{}", "text/plain", (415, "unsupported-media-type")),
    (b" " * 70_000, "application/json", (413, "content-too-large")),
]


@pytest.mark.parametrize("operation", WITH_BODY)
def test_a_body_is_read_strictly(about: Scene, operation: str) -> None:
    """JSON with its media type, of at most 64 KiB, without unknown members; then nothing is done."""
    if operation == "answer_question":
        return  # the question comes first: see `test_questions.py`
    token, key = about.token_of(operation), {"Idempotency-Key": "a-key-of-22-characters-or-more"}
    before = about.player.get_view(about.game)["version"]
    assert "/hat" in places(about.send(operation, token, {"hat": 1}, **key))
    for content, media_type, expected in UNREADABLE:
        sent = {"Content-Type": media_type, "Idempotency-Key": f"a-key-for-{media_type}-{len(content)}"}
        assert problem(about.send(operation, token, content, **sent)) == expected
    assert about.player.get_view(about.game)["version"] == before


NUMBERS = ("x", "-1", "+1", "1.5", "1_0", "%201", "²", "9" * 11, "")


def wrong_queries(name: str, schema: dict[str, Any]) -> list[str]:
    """Queries with a parameter that its schema refuses, or twice."""
    schema = resolved(schema.get("items", schema))
    values = [text for text in ("", "x y", "é", "A_b", "lost", "-", "1", "x" * 200) if faults(schema, text)]
    if schema.get("type") == "integer":
        values = [*NUMBERS, *map(str, near_misses(schema, None))]
    if schema.get("type") == "boolean":
        values = ["yes", "1", "", "True"]
    return [*(f"{name}={value}" for value in values), f"{name}=1&{name}=1"]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_the_schema_of_a_parameter_refuses_is_refused(about: Scene, operation: str) -> None:
    """With the name of the parameter; an unknown one, too, also where an operation has none."""
    token = about.token_of(operation)
    queries = {name: wrong_queries(name, schema) for name, schema in OPERATIONS[operation].query.items()}
    if OPERATIONS[operation].method == "GET" and "422" in OPERATIONS[operation].content["responses"]:
        queries["offset"] = ["offset=5"]
    for name, tried in queries.items():
        answers = {query: places(about.send(operation, token, query=f"?{query}")) for query in tried}
        assert answers == {query: [name] for query in tried}


@pytest.mark.parametrize("operation", OF_GAMES)
def test_an_operation_needs_a_game(about: Scene, operation: str) -> None:
    """404 for a path whose subject does not exist, with any token."""
    nowhere = replace(about, game=replace(about.game, path="/v1/games/nowhere"))
    answer = nowhere.send(operation, about.token_of(operation), **{"Idempotency-Key": "a-key-of-22-characters-or-more"})
    assert problem(answer) == (404, "unknown-game")


SECRET = "come-and-play-with-me"
HOLDERS: dict[str, list[Any]] = {
    "name": ["Ana", None],
    "open": [True, False],
    "agent": ["greedy"],
    "invitation": [SECRET],
}
SETTINGS: dict[str, list[Any]] = {"seating": ["anyone", "nobody", "invited"], "invitation": [SECRET], "advises": [True]}
ANSWERS: dict[str, list[Any]] = {"actions": [[RATED]], "considered": [1], "moves": [[]], "failed": [True, False]}
TABLES: dict[str, list[Any]] = {
    "players": [1, 2, 3, 4],
    "seats": [[{"open": True}] * count for count in range(5)],
    "first_player": [0, 1, 2, 3],
}
BEGINNINGS: dict[str, list[Any]] = {
    "players": [2, 3],
    "first_player": [0, 1],
    "seed": ["a"],
    "actions": [["8D"]],
    "position": ["a"],
    "deal": ["today"],
    "listed": [True, False],
    "advice": ["all", "none"],
    "on_timeout": ["forfeit", "bot:greedy"],
    "turn_seconds": [60],
}


def bodies(members: dict[str, list[Any]], most: int) -> Iterator[dict[str, Any]]:
    """All bodies with at most this number of the members."""
    for names in (names for count in range(most + 1) for names in combinations(members, count)):
        yield from (dict(zip(names, values, strict=True)) for values in product(*(members[name] for name in names)))


@pytest.mark.parametrize(
    ("schema", "members", "most"),
    [
        (requests.SeatRequest, HOLDERS, 4),
        (FillSeatRequest, HOLDERS, 4),
        (AgentSettingsRequest, SETTINGS, 3),
        (RegisterAgentRequest, SETTINGS | {"name": ["greedy"]}, 4),
        (AnswerRequest, ANSWERS, 4),
        (CreateGameRequest, TABLES, 3),
        (CreateGameRequest, BEGINNINGS, 4),
    ],
)
def test_the_document_allows_the_combinations_that_the_server_accepts(
    schema: type[RequestSchema], members: dict[str, list[Any]], most: int
) -> None:
    """And no other ones."""
    reference, checks = {"$ref": f"#/components/schemas/{schema.__name__}"}, schema()
    required = {name for name, field in checks.fields.items() if field.required}
    tried = [body for body in bodies(members, most) if required <= body.keys()]
    accepted = [body for body in tried if not checks.validate(body)]
    assert accepted == [body for body in tried if not faults(reference, body)]
    assert 0 < len(accepted) < len(tried)
