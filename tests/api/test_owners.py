"""The owner of games: the bearer of a token that their creation returns."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from players import SEED, Player, problem
from redis import Redis
from werkzeug.test import TestResponse

from regicide_api.config import Settings
from regicide_api.core.tokens import hash_token
from regicide_api.endpoints.services import services_of


def create(player: Player, token: str | None = None, path: str = "/v1/games", **headers: str) -> TestResponse:
    """Create a game, or several ones."""
    body = {"games": [{"players": 1}] * 2} if path.endswith("batch") else {"players": 1}
    return player.post(path, body, token, **headers)


def owner_of(app: Flask, created: dict[str, Any]) -> str | None:
    """The hash of the owner's token in the store."""
    return services_of(app).repository.get(created["game"]["id"]).owner


def test_a_creation_returns_the_token_of_the_owner(app: Flask, player: Player) -> None:
    """The store has its hash."""
    created = create(player).json
    assert owner_of(app, created) == hash_token(created["owner"]["token"])


def test_all_games_of_a_batch_have_one_owner(app: Flask, player: Player) -> None:
    """Its token is there once for all, and with each."""
    content = create(player, path="/v1/games/batch").json
    assert [each["owner"] for each in content["games"]] == [content["owner"]] * 2
    assert {owner_of(app, each) for each in content["games"]} == {hash_token(content["owner"]["token"])}


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/batch"])
def test_an_owner_creates_further_games(app: Flask, player: Player, path: str) -> None:
    """With the token of an earlier creation."""
    token = create(player).json["owner"]["token"]
    content = create(player, token, path).json
    assert content["owner"] == {"token": token}
    assert {owner_of(app, each) for each in content.get("games", [content])} == {hash_token(token)}


def test_the_owner_is_looked_up_before_the_rules_check_actions(player: Player) -> None:
    """The rules need more time for them than for anything else."""
    wish = {"players": 1, "seed": SEED, "actions": ["bad"]}
    for path, body in (("/v1/games", wish), ("/v1/games/batch", {"games": [wish]})):
        assert player.post(path, body, "x" * 32).json["code"] == "unknown-token"


@pytest.mark.parametrize("kind", ["nobody's", "a seat's", "an agent's"])
def test_another_token_is_rejected(player: Player, kind: str) -> None:
    """And nothing is created."""
    token = {"nobody's": "x" * 32, "a seat's": player.create().token, "an agent's": player.register()[1]}[kind]
    answer = create(player, token)
    assert problem(answer) == (401, "unknown-token")
    assert "owns no game" in answer.json["detail"]


def test_a_repeat_after_a_lost_response_returns_the_same_owner(player: Player, store: Redis) -> None:
    """The token is derived from the request."""
    key = {"Idempotency-Key": uuid4().hex}
    first = create(player, **key).json
    store.delete(*store.keys("kept:*"))
    assert create(player, **key).json["owner"] == first["owner"]


# The index of an owner's games


def indexed(store: Redis, app: Flask, created: dict[str, Any]) -> set[str]:
    """The ids of the games in the index of an owner."""
    members = store.zrange(f"list:owner:{owner_of(app, created)}", 0, -1)
    return {member.decode().partition("-")[2] for member in members}


def test_a_single_game_takes_no_room_in_an_index(app: Flask, player: Player, store: Redis) -> None:
    """The token names it."""
    created = create(player).json
    assert created["owner"]["token"].startswith(created["game"]["id"])
    assert indexed(store, app, created) == set()


def test_the_index_has_all_games_of_an_owner_with_several(app: Flask, player: Player, store: Redis) -> None:
    """The first one, too."""
    first = create(player).json
    others = [create(player, first["owner"]["token"]).json for _ in range(2)]
    assert indexed(store, app, first) == {each["game"]["id"] for each in (first, *others)}


def test_the_index_has_all_games_of_a_batch(app: Flask, player: Player, store: Redis) -> None:
    """From the start."""
    created = create(player, path="/v1/games/batch").json["games"]
    assert indexed(store, app, created[0]) == {each["game"]["id"] for each in created}


def test_an_owner_whose_first_game_has_expired_is_known(player: Player, store: Redis) -> None:
    """As long as the index has another one; the owner of a single game that has expired is not."""
    first = create(player).json
    token = first["owner"]["token"]
    create(player, token)
    single = create(player).json
    store.delete(*(f"game:{{{created['game']['id']}}}" for created in (first, single)))
    assert create(player, token).status_code == 201
    assert create(player, single["owner"]["token"]).status_code == 401


def test_the_index_lives_longer_than_its_games(app: Flask, player: Player, store: Redis) -> None:
    """All lifetimes of a game together."""
    created = create(player, create(player).json["owner"]["token"]).json
    assert store.ttl(f"list:owner:{owner_of(app, created)}") > Settings().game_ttl_s + Settings().record_ttl_s
