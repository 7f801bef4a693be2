"""The records of an owner's games, page by page."""

from __future__ import annotations

from typing import Any

import pytest
from players import LOSING, SEED
from proxies import Proxy, cut_at, dropped, says

import regicide
from regicide_client import CreateGameRequest

KINDS = ("sync", "async")

OVERLOADED = says("503 Busy", "application/problem+json", '{"code": "overloaded"}')


def played(session: Any, count: int) -> tuple[str, list[str]]:
    """Lose games with the label `cup`. Returns the token of their owner, and their ids, the oldest first."""
    wish = CreateGameRequest(players=2, seed=SEED, actions=[*LOSING[:-1]], label="cup")
    games = session.games.create_many([wish] * count)
    for created in games:
        session.with_token(created.seats[0].token).games.act(created.game, LOSING[-1])
    created_at = {created.game.id: (created.game.created_at, created.game.id) for created in games}
    return games[0].owner.token, sorted(created_at, key=lambda game_id: created_at[game_id])


def test_the_records_of_a_label_come_one_after_the_other(session: Any) -> None:
    """Each holds."""
    owner, ids = played(session, 3)
    found = list(session.with_token(owner).games.records("cup"))
    assert [each.id for each in found] == ids
    for each in found:
        assert regicide.verify_record(each.record.to_dict())
        assert (each.label, each.problem) == ("cup", None)
    assert list(session.with_token(owner).games.records("other")) == []


def test_a_cursor_continues(session: Any) -> None:
    """After its record."""
    owner, ids = played(session, 3)
    first, *_ = session.with_token(owner).games.records()
    assert [each.id for each in session.with_token(owner).games.records(cursor=first.cursor)] == ids[1:]


@pytest.mark.parametrize("fault", [dropped, cut_at(6000), OVERLOADED])
def test_pages_come_one_after_the_other(proxied: Any, between: Proxy, session: Any, fault: Any) -> None:
    """Every record comes once, also if a connection is lost."""
    owner, ids = played(session, 21)
    found = iter(proxied.with_token(owner).games.records())
    first = next(found)
    between.faults.append(fault)
    assert [each.id for each in (first, *found)] == ids


def test_an_owner_finds_its_games(session: Any) -> None:
    """By label and status."""
    owner, ids = played(session, 2)
    mine = session.with_token(owner).games
    assert sorted(game.id for game in mine.list("over", label="cup")) == sorted(ids)
    assert list(mine.list("active", label="cup")) == []
