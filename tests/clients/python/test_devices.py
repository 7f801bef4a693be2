"""Devices of one player: a code, the tokens of another device, the list, the end."""

from __future__ import annotations

from typing import Any

import pytest
from proxies import Proxy, dropped

from regicide_client import CreateGameRequest, SharedGame, UnknownToken


def test_another_device_is_added_listed_and_ended(proxied: Any, between: Proxy) -> None:
    """Requests are repeated after a lost response."""
    created = proxied.games.create(CreateGameRequest(players=1))
    game, token = created.game.id, created.seats[0].token
    between.faults = [dropped]
    pairing = proxied.devices.pair([SharedGame(id=game, tokens=[token])])
    between.faults = [dropped]
    added = proxied.devices.add(pairing.code, "Phone")
    first, other = proxied.with_token(token), proxied.with_token(added.games[0].seats[0].token)
    assert other.games.get(game).you == 0
    assert [device.name for device in first.devices.list(game)] == [None, "Phone"]
    between.faults = [dropped]
    first.devices.end(game, added.id)
    with pytest.raises(UnknownToken):
        other.games.give_up(game)
