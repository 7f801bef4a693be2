"""The user of an access control list for which docs/deployment.md has the rules."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from manual_advisers import ask, register_adviser
from players import SEED, Player, bearing, streamed
from redis import Redis, RedisCluster

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage.game_store import Store

ROOT = Path(__file__).parents[2]
PASSWORD = "secret"


def restricted(url: str) -> str:
    """The URL of a store for a new user with the rules of the documentation."""
    parts = urlsplit(url)
    client = (RedisCluster if "cluster" in parts.scheme else Redis).from_url(url.replace("+cluster", ""))
    [rules] = re.findall(r"^ACL SETUSER games (.+)$", (ROOT / "docs/deployment.md").read_text(), re.MULTILINE)
    on_all = {"target_nodes": RedisCluster.ALL_NODES} if isinstance(client, RedisCluster) else {}
    with client:
        client.execute_command("ACL SETUSER", "games", *rules.replace("PASSWORD", PASSWORD).split(), **on_all)
    return parts._replace(netloc=f"games:{PASSWORD}@{parts.netloc}").geturl()


@pytest.mark.parametrize(
    "url", ["redis_url", pytest.param("cluster_url", marks=pytest.mark.costly), "oldest_redis_url", "valkey_url"]
)
def test_the_user_of_the_documentation_may_do_all_that_the_server_does(
    request: pytest.FixtureRequest, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Games, streams, agents, questions for advice, rate limits, repeated requests, lists and the probe."""
    player = Player(create_app(Store(restricted(str(request.getfixturevalue(url)))), Settings()).test_client())
    adviser, seat = register_adviser(player), [{"name": "Ana"}, {"agent": player.register()[0]}]
    game = player.create(seed=SEED, seats=seat, turn_seconds=60, listed=True)
    with streamed(player, game, game.tokens[0]) as events:
        assert player.act(game, "9S").status_code == 200
        assert next(events)["version"] == 2
    lost = player.create(seed=SEED)
    adviser.answer(ask(player, lost, adviser).json["id"])
    player.lose(lost)
    headers = {"Idempotency-Key": str(uuid4())}
    created = [
        player.client.post("/v1/games/batch", json={"games": [{"players": 2}]}, headers=headers) for _ in range(2)
    ]
    assert [each.status_code for each in created] == [201, 201]
    assert player.client.get("/v1/games").json["items"]
    assert player.client.delete("/v1/agents/me", headers=bearing(adviser.token)).status_code == 204
    assert player.client.get("/readyz").status_code == 200
    assert "store error" not in caplog.text
