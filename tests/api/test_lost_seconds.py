"""The store has lost its last second, as one may that syncs every second: the game goes on from before it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from players import SEED, Game, Player, bearing
from redis import Redis
from wire import Wire


@contextmanager
def lost(url: str, game_id: str) -> Iterator[None]:
    """What is done to a game meanwhile, the store forgets, and those who wait look again."""
    keys = [f"game:{{{game_id}}}", f"game:{{{game_id}}}:events"]
    with Redis.from_url(url) as client:
        kept = [client.dump(key) for key in keys]
        yield
        client.delete(*keys)
        for key, content in zip(keys, kept, strict=True):
            if content:
                client.restore(key, 0, content)
        client.publish("news", game_id)


@pytest.fixture
def forgotten(player: Player, valkey_url: str) -> tuple[Game, str, str]:
    """A game in which an action is lost, and another one taken; the validators of the view before and after that."""
    game = player.create(seed=SEED)
    with lost(valkey_url, game.view["id"]):
        known = player.act(game, "9S").headers["ETag"]
        time.sleep(0.002)  # the clock is read to the millisecond
    now = player.act(game, "2H", version=1, token=game.tokens[0]).headers["ETag"]
    return game, known, now


def test_a_version_that_is_another_one_now_is_sent(player: Player, forgotten: tuple[Game, str, str]) -> None:
    """To who knows what was lost, and thinks that it is that."""
    game, known, _ = forgotten
    answer = player.client.get(game.path, headers=bearing(game.tokens[0]) | {"If-None-Match": known})
    assert (answer.status_code, answer.json["version"], answer.json["played"]) == (200, 2, [["2H"]])


def test_a_version_has_another_validator_then(forgotten: tuple[Game, str, str]) -> None:
    """Though both name the version."""
    _, known, now = forgotten
    assert known != now
    assert known.startswith('"2-')
    assert now.startswith('"2-')


def test_a_stream_that_has_told_what_is_lost_ends(server_url: str, valkey_url: str) -> None:
    """It could not go on from there: its client comes back, and is told by a new one."""
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
