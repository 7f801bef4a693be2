"""The token of a seat or of an agent is replaced; a repeat after a lost response gets the same new one."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

import pytest
from players import SEED, Player, places, problem
from redis import Redis
from werkzeug.test import TestResponse


@dataclass
class Holder:
    """Of a seat, or of an agent: its token, and the path of what the token is for."""

    player: Player
    path: str
    token: str
    replacement: str

    def replace(self, token: str, key: str | None = None) -> TestResponse:
        """Replace a token, by default with a new key."""
        return self.player.post(self.replacement, None, token, **{"Idempotency-Key": key or uuid4().hex})

    def is_valid(self, token: str) -> bool:
        """Whether a token is that of the seat or of the agent."""
        answer = self.player.get(self.path, token).json
        return answer.get("you") == 0 or "name" in answer


@pytest.fixture(params=["seat", "agent"])
def holder(player: Player, request: pytest.FixtureRequest) -> Holder:
    """The holder of a seat, and an agent."""
    if request.param == "agent":
        return Holder(player, "/v1/agents/me", player.register()[1], "/v1/agents/me/token")
    game = player.create(seed=SEED)
    return Holder(player, game.path, game.tokens[0], f"{game.path}/seats/0/token")


def forget_responses(valkey_url: str) -> None:
    """Delete all responses that are kept for repeats."""
    with Redis.from_url(valkey_url) as store:
        store.delete(*store.scan_iter("kept:*"), "none")


def test_a_repeat_gets_the_same_token(holder: Holder, valkey_url: str) -> None:
    """By its key, also if the stored response is gone; another key gets none."""
    key = uuid4().hex
    first, second = (holder.replace(holder.token, key) for _ in range(2))
    assert first.json == second.json
    assert [answer.headers.get("Idempotent-Replayed") for answer in (first, second)] == [None, "true"]
    forget_responses(valkey_url)
    assert holder.replace(holder.token, key).json == first.json
    assert problem(holder.replace(holder.token)) == (401, "unknown-token")
    assert holder.is_valid(first.json["token"])


def test_a_repeat_of_the_replacement_before_the_last_grants_nothing(holder: Holder, valkey_url: str) -> None:
    """Its token is invalid."""
    key = uuid4().hex
    second = holder.replace(holder.token, key).json["token"]
    third = holder.replace(second).json["token"]
    forget_responses(valkey_url)
    assert problem(holder.replace(holder.token, key)) == (401, "unknown-token")
    assert holder.is_valid(third)


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "short"}], ids=["none", "short"])
def test_a_replacement_needs_a_key(holder: Holder, headers: dict[str, str]) -> None:
    """Without it, a lost response would lose the seat or the agent. The token stays valid."""
    assert places(holder.player.post(holder.replacement, None, holder.token, **headers)) == ["Idempotency-Key"]
    assert holder.is_valid(holder.token)
