"""Creation of several games in one request: all or none, each as by itself."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
from applications import player_on
from limits import parse_many
from players import BOTS_KEY, SEED, Player, problem
from redis import Redis
from servers import valkey_server
from werkzeug.test import TestResponse

from regicide_api.storage import memory

MOST = 100


def create(player: Player, *wishes: dict[str, Any], **headers: str) -> TestResponse:
    """Create games."""
    return player.client.post("/v1/games/batch", json={"games": wishes}, headers=headers)


def test_games_are_created_in_order(player: Player) -> None:
    """With a token for each seat that the creator holds."""
    answer = create(player, {"players": 2, "seed": SEED}, {"players": 3, "seats": [{"open": True}] * 3}, {"players": 1})
    assert answer.status_code == 201
    created = answer.json["games"]
    assert [[seat["seat"] for seat in each["seats"]] for each in created] == [[0, 1], [], [0]]
    assert [each["game"]["status"] for each in created] == ["active", "waiting", "active"]
    for each in created:
        for seat in each["seats"]:
            path = f"/v1/games/{each['game']['id']}"
            assert player.get(path, seat["token"]).json["you"] == seat["seat"]


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"players": 5}, "/games/1/players"),
        ({"players": 1, "seats": [{"agent": "nobody-here"}]}, "/games/1/seats/0/agent"),
        ({"players": 1, "turn_seconds": 9, "on_timeout": "bot:nobody-here"}, "/games/1/on_timeout"),
    ],
)
def test_one_wrong_game_rejects_all(player: Player, wrong: dict[str, Any], pointer: str) -> None:
    """The error names it."""
    before = player.get("/v1/games?limit=1").json["items"]
    answer = create(player, {"players": 1, "listed": True}, wrong)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, pointer)
    assert player.get("/v1/games?limit=1").json["items"] == before


# Limits, on a store of their own


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A store for this test only, whose memory is read once."""
    monkeypatch.setattr(memory, "CACHE_S", math.inf)
    with valkey_server() as url:
        yield url


def limited(url: str, **settings: Any) -> Player:
    """A player on an application with its own settings."""
    return player_on(url, bots_key=BOTS_KEY, **settings)


def test_each_game_counts_against_the_limit(url: str) -> None:
    """A request above the limit does not."""
    player = limited(url, limits={"create-game": parse_many("5/year")})
    assert create(player, *[{"players": 1}] * 3).headers["RateLimit"].startswith('"create-game";r=2;')
    assert create(player, *[{"players": 1}] * 3).status_code == 429
    assert create(player, {"players": 1}).headers["RateLimit"].startswith('"create-game";r=1;')


@pytest.mark.parametrize("position", [False, True])
def test_a_check_by_the_rules_counts_against_the_limit(url: str, position: bool) -> None:
    """It takes the server as long as a creation, so that it follows the limit."""
    player = limited(url, limits={"create-game": parse_many("5/year")})
    wish = {"players": 1, "position": "x"} if position else {"players": 1, "seed": SEED, "actions": ["bad"]}
    answer = create(player, *[wish] * 4)
    assert (answer.status_code, answer.headers["RateLimit"].split(";")[1]) == (422, "r=1")
    assert create(player, *[wish] * 2).status_code == 429
    answer = player.post("/v1/games", wish)
    assert (answer.status_code, answer.headers["RateLimit"].split(";")[1]) == (422, "r=0")
    assert player.post("/v1/games", wish).status_code == 429


def test_a_full_store_validates_no_body(url: str) -> None:
    """Nor does an overloaded process, which rejects the request at the same place."""
    player = limited(url, limits={}, creation_share_percent=0)
    for wish in ({"players": 1, "seed": SEED, "actions": ["bad"]}, {"players": 9}):
        answer = create(player, wish)
        assert problem(answer) == (503, "store-full")


def test_a_game_without_house_seats_left_rejects_all(url: str) -> None:
    """The places of the others are free again."""
    player = limited(url, limits={}, house_seats=3)
    wish = {"players": 2, "seats": [{"agent": "greedy"}, {"name": "Ana"}]}
    answer = create(player, *[wish] * 4)
    assert problem(answer) == (409, "house-seats-taken")
    assert create(player, *[wish] * 3).status_code == 201


def test_a_hundred_games_of_a_tournament_are_one_request(url: str) -> None:
    """The limit on bodies leaves room for names and seeds."""
    player = limited(url, limits={})
    seats = [{"name": f"player of the team {number}"} for number in range(4)]
    wishes = [{"players": 4, "seats": seats, "seed": f"tournament-2026-deal-{deal:04}"} for deal in range(MOST)]
    assert create(player, *wishes).status_code == 201


def test_a_hundred_games_take_few_round_trips(url: str) -> None:
    """One request to the store, which reads it in pieces of 16 KB."""
    player = limited(url, limits={})
    assert create(player, {"players": 1}).status_code == 201
    with Redis.from_url(url) as store:
        before = store.info("stats")["total_reads_processed"]
        assert create(player, *[{"players": 1}] * MOST).status_code == 201
        assert store.info("stats")["total_reads_processed"] - before < 20
