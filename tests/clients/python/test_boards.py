"""Boards of today's deal: entering a result, the entries, taking it off."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from proxies import Proxy, dropped

from regicide_client import ApiError, CreateGameRequest


def test_a_result_is_entered_found_and_taken_off(proxied: Any, between: Proxy) -> None:
    """Requests are repeated after a lost response."""
    created, group = proxied.games.create(CreateGameRequest(players=1, deal="today")), secrets.token_urlsafe(16)
    game, own = created.game.id, proxied.with_token(created.owner.token)
    with pytest.raises(ApiError, match="not over"):
        own.boards.enter(group, game, "Ana")
    proxied.with_token(created.seats[0].token).games.give_up(game)
    between.faults = [dropped]
    entry = own.boards.enter(group, game, "Ana")
    assert (entry.rank, entry.name, entry.defeated, entry.results[0].exact) == (1, "Ana", 0, [])
    board = proxied.boards.get(group, week=True, game=game)
    assert (board.entry, board.total, [*board.items]) == (entry, 1, [entry])
    assert [*proxied.boards.entries(group)] == [entry]
    between.faults = [dropped]
    own.boards.withdraw(group, game)
    assert [*proxied.boards.entries(group)] == []
