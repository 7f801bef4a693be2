"""The store has lost its last second of writes (`appendfsync everysec`): games continue from the earlier state."""

from __future__ import annotations

import time
from contextlib import ExitStack

import pytest
from lost_writes import lost
from players import SEED, Game, Player
from wire import Wire


@pytest.fixture
def forgotten(player: Player, valkey_url: str) -> tuple[Game, str, str]:
    """A game in which one action is lost and another one applied; the ETags of the view before and after."""
    game = player.create(seed=SEED)
    with lost(valkey_url, game.id):
        known = player.act(game, "9S").headers["ETag"]
        time.sleep(0.002)  # the clock is read to the millisecond
    now = player.act(game, "2H", version=1, token=game.tokens[0]).headers["ETag"]
    return game, known, now


def test_a_reused_version_is_sent_in_full(player: Player, forgotten: tuple[Game, str, str]) -> None:
    """To a client with the lost one."""
    game, known, _ = forgotten
    answer = player.get(game.path, game.tokens[0], **{"If-None-Match": known})
    assert (answer.status_code, answer.json["version"], answer.json["played"]) == (200, 2, [["2H"]])


def test_a_reused_version_has_another_etag(forgotten: tuple[Game, str, str]) -> None:
    """Though the version number is equal."""
    _, known, now = forgotten
    assert known != now
    assert known.startswith('W/"2-')
    assert now.startswith('W/"2-')


def test_a_stream_that_sent_lost_events_ends(server_url: str, valkey_url: str) -> None:
    """Its client reconnects and gets the events of the current state."""
    wire = Wire(server_url)
    created = wire.send("POST", "/v1/games", {"players": 2, "seed": SEED}).json
    path, token = f"/v1/games/{created['game']['id']}", created["seats"][0]["token"]
    with ExitStack() as unsaved:
        unsaved.enter_context(lost(valkey_url, created["game"]["id"]))
        wire.send("POST", f"{path}/actions", {"version": 1, "action": "9S"}, token)
        with wire.stream(f"{path}/events") as stream:
            assert next(stream).id == 2
            unsaved.close()
            assert list(stream) == []
