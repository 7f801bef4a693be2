"""The rematch of a finished game: what it keeps, and how seats and spectators of the finished game see it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from applications import player_on
from flask import Flask
from players import SEED, Game, Player, bearing
from redis import Redis
from store_proxies import Loss, store_proxy

from regicide_api.endpoints.services import services_of


def rematch(player: Player, game: Game, seat: int = 0) -> Any:
    """Ask for the rematch. Returns the response's JSON."""
    answer = player.post(f"{game.path}/rematch", {}, game.tokens[seat])
    assert answer.status_code in {200, 201}, answer.text
    return answer.json


def events(player: Player, game: Game, token: str | None = None) -> list[dict[str, Any]]:
    """The events after the end."""
    found = player.get(f"{game.path}/events?after=6", token).json["items"]
    return [{name: event[name] for name in event if name != "at"} for event in found]


@pytest.mark.parametrize(("wish", "advice"), [("all", "all"), ("none", "none"), (None, "none")])
def test_a_rematch_keeps_what_the_creator_chose(
    app: Flask, player: Player, agent: tuple[str, str], wish: str | None, advice: str
) -> None:
    """Seats, owner, clock and advice, also what the creator did not say; the deal, its nonce and the tokens are new."""
    game = player.seated(None, agent[0], seed=SEED, turn_seconds=60, **({"advice": wish} if wish else {}))
    player.lose(game, agent[1])
    theirs, mine = (player.post(f"{game.path}/rematch", None, token).json for token in (agent[1], game.tokens[0]))
    view = mine["game"]
    assert (theirs["seats"], theirs["game"]["you"], theirs["game"]["id"]) == ([], 1, view["id"])
    assert ([seat["seat"] for seat in mine["seats"]], "owner" in mine) == ([0], False)
    kept = ("players", "turn_seconds", "advice")
    assert [view[name] for name in kept] == [game.view[name] for name in kept] == [2, 60, advice]
    assert [seat["name"] for seat in view["seats"]] == [seat["name"] for seat in game.view["seats"]]
    assert (view["status"], view["version"], view["seed_origin"], view["turn"]) == ("active", 1, "server", 0)
    before, after = (services_of(app).repository.get(each["id"]) for each in (game.view, view))
    assert (before.owner, before.nonce == after.nonce) == (after.owner, False)
    assert player.get(f"/v1/games/{view['id']}", game.tokens[0]).json["you"] is None


def test_the_player_who_defeated_the_last_enemy_begins(player: Player) -> None:
    """R13: In the rematch; without a defeated enemy, the player who began before."""
    game = player.create(seed=SEED, first_player=1)
    player.act(game, "10C")  # clubs double: the jack of diamonds is killed exactly, by seat 1
    assert game.view["defeated"] == 1
    player.play_out(game)
    events = player.get(f"{game.path}/events?after=0").json["items"]
    last = [event["seat"] for event in events if any(effect["type"] == "defeat" for effect in event["effects"])][-1]
    assert rematch(player, game)["game"]["turn"] == last


def test_a_repeated_request_writes_no_entry(player: Player, agent: tuple[str, str], store: Redis) -> None:
    """The lists of its agents have it once."""
    game = player.seated(None, agent[0], seed=SEED)
    player.lose(game, agent[1])
    assert len({rematch(player, game)["game"]["id"] for _ in range(3)}) == 1
    assert store.zcard(f"list:running:{{{agent[0]}}}") == 1


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
