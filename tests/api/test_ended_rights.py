"""A right ends: streams, long polls, inboxes and actions of its former holder end with it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from flask import Flask
from game_clocks import exceed_deadline
from long_polls import WAIT_S, long_poll
from players import LOSING, SEED, Game, Player, bearing, problem, streamed, without_now
from redis import Redis

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage.game_store import Store


def stood_in(app: Flask, player: Player, agent: str, **request_body: Any) -> Game:
    """A game of two in which seat 0 has exceeded its deadline, and an agent stands in."""
    game = player.create(2, seed=SEED, turn_seconds=3600, on_timeout=f"bot:{agent}", **request_body)
    exceed_deadline(app, game.id)
    game.view = player.get_view(game)
    assert game.view["stand_in"] == agent
    return game


def with_new_token(player: Player, game: Game) -> str:
    """Replace the token of seat 0. Returns the new one."""
    key = {"Idempotency-Key": "a-key-of-22-characters-or-more"}
    token: str = player.post(f"{game.path}/seats/0/token", None, game.tokens[0], **key).json["token"]
    return token


# Stand-ins


def test_the_stream_of_a_stand_in_ends_with_its_turn(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """Without the event that ended it; then a stream is that of a spectator."""
    game = stood_in(app, player, agent[0])
    with streamed(player, game, agent[1]) as stream:
        assert next(stream)["type"] == "timeout"
        player.act(game, LOSING[0], token=agent[1])
        assert next(stream)["action"] == LOSING[0]
        player.act(game, LOSING[1], token=agent[1])
        assert list(stream) == []
    with streamed(player, game, agent[1]) as stream, streamed(player, game, None) as open_stream:
        assert [next(stream) for _ in range(3)] == [next(open_stream) for _ in range(3)]


def test_a_stand_in_keeps_the_stream_of_its_own_seat(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """That right does not end; the stream for the other hand does: it has another viewer."""
    game = stood_in(app, player, agent[0], seats=[{"name": "Ana"}, {"agent": agent[0]}])
    with streamed(player, game, agent[1]) as stream, streamed(player, game, agent[1], "?seat=1") as own:
        assert next(stream)["type"] == "timeout"
        for action in LOSING[:2]:
            player.act(game, action, token=game.tokens[0])
        assert list(stream) == []
        assert [next(own)["version"] for _ in range(3)] == [2, 3, 4]
    assert player.get_view(game, agent[1])["you"] == 1


@pytest.mark.parametrize("rest", ["?", "/events?after=3&"])
def test_the_long_poll_of_a_stand_in_ends_with_its_turn(
    app: Flask, player: Player, agent: tuple[str, str], rest: str
) -> None:
    """For the view or for events: with what a spectator sees, or with an error if the stand-in names the seat."""
    game = stood_in(app, player, agent[0])
    player.act(game, LOSING[0], token=agent[1])
    path = game.path + rest
    with long_poll(app, path, agent[1]) as seen, long_poll(app, f"{path}seat=0", agent[1]) as for_seat:
        player.act(game, LOSING[1], token=game.tokens[0])
    assert without_now(seen.result().json) == without_now(player.get(path).json)
    assert problem(for_seat.result()) == (403, "not-your-seat")


# Tokens of seats


def test_a_stream_ends_when_the_token_is_replaced(player: Player, game: Game) -> None:
    """At once."""
    with streamed(player, game, game.tokens[0]) as stream:
        player.act(game, LOSING[0])
        assert next(stream)["version"] == 2
        with_new_token(player, game)
        assert list(stream) == []


def test_a_long_poll_ends_when_the_token_is_replaced(app: Flask, player: Player, game: Game) -> None:
    """At once, with the view of a spectator."""
    began = time.monotonic()
    with long_poll(app, game.path, game.tokens[0]) as poll:
        with_new_token(player, game)
    assert poll.result().json["you"] is None
    assert time.monotonic() - began < WAIT_S


# Agents


def test_the_long_polls_of_an_agent_end_when_its_token_is_replaced(
    app: Flask, player: Player, agent: tuple[str, str]
) -> None:
    """At once, for turns and for events."""
    resume, began = player.get("/v1/agents/me/events", agent[1]).json["resume"], time.monotonic()
    events = f"/v1/agents/me/events?after={resume}"
    with long_poll(app, "/v1/agents/me/turns", agent[1]) as turns, long_poll(app, events, agent[1]) as polled:
        player.post("/v1/agents/me/token", None, agent[1], **{"Idempotency-Key": "a-key-of-22-characters-or-more"})
    assert problem(turns.result()) == problem(polled.result()) == (401, "unknown-token")
    assert time.monotonic() - began < WAIT_S


def end(store: Redis, name: str) -> None:
    """Let an agent expire."""
    store.delete(f"agent:{{{name}}}")


def taken_over(player: Player, name: str) -> str:
    """Register the name again. Returns the token of the new agent."""
    answer = player.post("/v1/agents", {"name": name})
    assert answer.status_code == 201
    token: str = answer.json["token"]
    return token


def of_agents(player: Player, name: str) -> Game:
    """A game of two, both seats with an agent."""
    return player.create(2, seed=SEED, seats=[{"agent": name}] * 2)


@pytest.mark.parametrize("is_taken_over", [False, True])
def test_the_token_of_an_ended_agent_is_rejected_everywhere(
    player: Player, store: Redis, agent: tuple[str, str], is_taken_over: bool
) -> None:
    """Though it was used before, and though another agent has the name now."""
    game = of_agents(player, agent[0])
    player.turns(agent[1])
    assert player.get_view(game, agent[1])["hand"]
    end(store, agent[0])
    if is_taken_over:
        taken_over(player, agent[0])
    answers = [
        *(player.get(f"{game.path}{rest}", agent[1]) for rest in ("", "/events")),
        player.get("/v1/agents/me/turns", agent[1]),
        player.act(game, LOSING[0], token=agent[1]),
        player.post(f"{game.path}/signals", {"signal": "eager"}, agent[1]),
        player.post(f"{game.path}/rematch", None, agent[1]),
        player.client.get(f"{game.path}/events", headers={"Accept": "text/event-stream"} | bearing(agent[1])),
    ]
    assert [problem(answer) for answer in answers] == [(401, "unknown-token")] * 7


def test_a_request_of_an_ended_agent_does_not_occupy_its_name(
    player: Player, store: Redis, agent: tuple[str, str]
) -> None:
    """It stores nothing."""
    end(store, agent[0])
    assert player.get("/v1/agents/me/turns", agent[1]).status_code == 401
    assert not store.exists(f"agent:{{{agent[0]}}}")
    taken_over(player, agent[0])


def test_the_stream_of_an_ended_agent_ends(player: Player, store: Redis, agent: tuple[str, str]) -> None:
    """Before it sends another event."""
    game = of_agents(player, agent[0])
    with streamed(player, game, agent[1]) as stream:
        player.act(game, LOSING[0], token=agent[1])
        assert next(stream)["version"] == 2
        end(store, agent[0])
        player.act(game, LOSING[1], token=taken_over(player, agent[0]))
        assert list(stream) == []


@pytest.fixture
def brief(valkey_url: str) -> Player:
    """A player on a server whose agents live shorter than its games."""
    settings = Settings(limits={}, game_ttl_s=1000, record_ttl_s=2000, agent_ttl_s=10)
    return Player(create_app(Store(valkey_url), settings).test_client())


def test_an_agent_lives_as_long_as_its_games(brief: Player, store: Redis) -> None:
    """Every event of a game extends the lives of all its agents, and of the one that may stand in."""
    (name, token), (other, _) = brief.register(), brief.register()
    game = brief.create(
        2, seed=SEED, seats=[{"agent": name}, {"name": "Ana"}], turn_seconds=60, on_timeout=f"bot:{other}"
    )

    def lives() -> list[bool]:
        return [store.ttl(f"agent:{{{agent}}}") > 1990 for agent in (name, other)]

    def age() -> None:
        for agent in (name, other):
            store.expire(f"agent:{{{agent}}}", 5)

    assert lives() == [True, True]
    age()
    brief.act(game, LOSING[0], token=token)
    assert lives() == [True, True]
    age()
    brief.turns(token)
    assert lives() == [True, False]


def test_a_rematch_extends_the_lives_of_its_agents(brief: Player, store: Redis) -> None:
    """Its game is a new one."""
    name, token = brief.register()
    game = brief.create(1, seed=SEED, seats=[{"agent": name}])
    while game.view["status"] == "active":
        view = brief.get_view(game, token)
        assert brief.act(game, view["legal_actions"][0], view["version"], token).status_code == 200
    store.expire(f"agent:{{{name}}}", 5)
    assert brief.post(f"{game.path}/rematch", None, token).status_code == 201
    assert store.ttl(f"agent:{{{name}}}") > 1990
