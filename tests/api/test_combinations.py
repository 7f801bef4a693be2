"""The document says which combinations of members a request can have, and the schemas of requests check the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from published import faults

from regicide_api.schemas import requests
from regicide_api.schemas.agents import AnswerRequest
from regicide_api.schemas.fields import RequestSchema
from regicide_api.schemas.requests import AgentSettingsRequest, CreateGameRequest, FillSeatRequest, RegisterAgentRequest

SECRET = "come-and-play-with-me"
RATED = {"action": "8D", "won": 0.5, "defeated": 6, "share": 1}
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
