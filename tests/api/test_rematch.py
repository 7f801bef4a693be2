"""The rematch of a finished game, as seats and spectators of that game see it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from applications import player_on
from flask import Flask
from players import Game, Player, bearing
from redis import Redis
from store_proxies import Loss, store_proxy


def rematch(player: Player, game: Game, seat: int = 0) -> Any:
    """Ask for the rematch. Returns the response's JSON."""
    answer = player.post(f"{game.path}/rematch", {}, game.tokens[seat])
    assert answer.status_code in {200, 201}, answer.text
    return answer.json


def events(player: Player, game: Game, token: str | None = None) -> list[dict[str, Any]]:
    """The events after the end."""
    found = player.get(f"{game.path}/events?after=6", token).json["items"]
    return [{name: event[name] for name in event if name != "at"} for event in found]


def test_a_finished_game_names_its_rematch(player: Player, lost: Game) -> None:
    """To every seat and to spectators, in the view and by one event."""
    views = [player.get_view(lost, token) for token in (*lost.tokens, None)]
    assert [(view["next"], view["version"]) for view in views] == [(None, 6)] * 3
    following = rematch(player, lost, 1)["game"]["id"]
    assert rematch(player, lost)["game"]["id"] == following
    for token in (*lost.tokens, None):
        view = player.get_view(lost, token)
        assert (view["next"], view["version"], view["status"]) == (following, 7, "lost")
        assert events(player, lost, token) == [{"version": 7, "type": "rematch", "seat": 1, "next": following}]


def test_the_record_stays_the_same(player: Player, lost: Game) -> None:
    """Its times are those of the game."""
    before = player.record(lost)
    rematch(player, lost)
    assert player.record(lost) == before


@pytest.mark.parametrize("number", range(4, 10))
def test_a_rematch_is_announced_after_a_fault(player: Player, lost: Game, valkey_url: str, number: int) -> None:
    """By the next request for it, if the store failed in between."""
    with store_proxy(valkey_url) as proxy:
        unlucky = player_on(proxy.url)
        unlucky.get_view(lost)
        proxy.fail(number, Loss.COMMANDS)
        unlucky.post(f"{lost.path}/rematch", None, lost.tokens[0])
        proxy.heal()
    following = rematch(player, lost, 1)["game"]["id"]
    assert [event["next"] for event in events(player, lost)] == [following]


def test_a_former_token_does_not_take_the_seat_back(player: Player, lost: Game) -> None:
    """A holder that replaces its token in the rematch keeps the seat there."""
    given = rematch(player, lost)
    path, token = f"/v1/games/{given['game']['id']}", given["seats"][0]["token"]
    headers = bearing(token) | {"Idempotency-Key": uuid4().hex}
    new = player.client.post(f"{path}/seats/0/token", headers=headers).json["token"]
    again = rematch(player, lost)
    assert (again["seats"], again["game"]["you"]) == ([], None)
    assert player.get(path, new).json["you"] == 0


def test_the_events_of_a_finished_game_stay_packed(player: Player, lost: Game, store: Redis) -> None:
    """With the event of the rematch."""
    rematch(player, lost)
    assert store.type(f"game:{{{lost.id}}}:events") == b"string"


def test_two_seats_at_once_tell_of_it_once(app: Flask, player: Player, lost: Game) -> None:
    """And get one game."""
    with ThreadPoolExecutor() as threads:
        asked = [threads.submit(rematch, Player(app.test_client()), lost, seat) for seat in (0, 1)]
        assert len({each.result()["game"]["id"] for each in asked}) == 1
    assert len(events(player, lost)) == 1
