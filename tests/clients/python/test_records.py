"""The records of an owner's games, resumed after lost connections."""

from __future__ import annotations

import json
from typing import Any

import pytest
from players import LOSING, SEED
from proxies import Proxy, cut_at, dropped, says

import regicide
from regicide_client import ApiError, CreateGameRequest, RecordLine, RetryPolicy

KINDS = ("sync", "async")

OVERLOADED = says("503 Busy", "application/problem+json", '{"code": "overloaded"}')
UNAVAILABLE = {"type": "/problems/store-unavailable", "title": "T", "status": 503, "detail": "D", "instance": ""}
LAST_LINE = {"cursor": None, "id": None, "label": None, "record": None}
INCOMPLETE = json.dumps(LAST_LINE | {"problem": UNAVAILABLE | {"code": "store-unavailable"}}) + "\n"
"""An answer that ends before its first game."""


def played(session: Any, count: int) -> tuple[str, list[str]]:
    """Lose games with the label `cup`. Returns the token of their owner, and their ids, the oldest first."""
    wish = CreateGameRequest(players=2, seed=SEED, actions=[*LOSING[:-1]], label="cup")
    games = session.create_games([wish] * count)
    for created in games:
        session.with_token(created.seats[0].token).act(created.game, LOSING[-1])
    created_at = {created.game.id: (created.game.created_at, created.game.id) for created in games}
    return games[0].owner.token, sorted(created_at, key=lambda game_id: created_at[game_id])


def test_the_records_of_a_label_come_one_after_the_other(session: Any) -> None:
    """Each holds."""
    owner, ids = played(session, 3)
    lines = list(session.with_token(owner).get_records("cup"))
    assert [line.id for line in lines] == ids
    for line in lines:
        assert regicide.verify_record(line.record.to_dict())
        assert (line.label, line.problem) == ("cup", None)
    assert list(session.with_token(owner).get_records("other")) == []


def test_a_cursor_continues(session: Any) -> None:
    """After its line."""
    owner, ids = played(session, 3)
    first, *_ = session.with_token(owner).get_records()
    assert [line.id for line in session.with_token(owner).get_records(cursor=first.cursor)] == ids[1:]


@pytest.mark.parametrize("fault", [dropped, cut_at(6000), OVERLOADED, says("200 OK", "application/jsonl", INCOMPLETE)])
def test_a_lost_connection_is_resumed(proxied: Any, between: Proxy, session: Any, fault: Any) -> None:
    """Every line comes once."""
    owner, ids = played(session, 3)
    between.faults.append(fault)
    assert [line.id for line in proxied.with_token(owner).get_records()] == ids


def test_the_error_of_an_answer_that_stays_incomplete_is_raised(connect: Any, session: Any, between: Proxy) -> None:
    """After the deadline, with the problem of the last line."""
    owner, _ = played(session, 1)
    between.faults += [says("200 OK", "application/jsonl", INCOMPLETE)] * 100
    impatient = connect(between.url, RetryPolicy(deadline=2, timeout=2, initial_backoff=0.05))
    with pytest.raises(ApiError) as raised:
        list(impatient.with_token(owner).get_records())
    assert raised.value.code == "store-unavailable"


def test_an_owner_finds_its_games(session: Any) -> None:
    """By label and status."""
    owner, ids = played(session, 2)
    found = session.with_token(owner).list_games(["over"], label="cup")
    assert sorted(game.id for game in found.items) == sorted(ids)
    assert session.with_token(owner).list_games(["active"], label="cup").items == []


def test_a_line_is_a_model() -> None:
    """Of the generated ones, with the record of a game inside."""
    assert {"record", "problem", "cursor"} <= set(RecordLine.__annotations__)
