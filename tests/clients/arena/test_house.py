"""`regicide-arena house`: the bots of the house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from arenas import Arena, arena, await_true
from players import BOTS_KEY
from servers import regicide_server

import regicide
from regicide_api.services import agents
from regicide_arena.catalogue import HOUSE
from regicide_arena.house_tokens import house_token
from regicide_client import GameWish, SeatWish, Session


@pytest.fixture(scope="module")
def server(valkey_url: str) -> Iterator[str]:
    """A server with bots of the house."""
    with regicide_server(REDIS_URL=valkey_url, BOTS_KEY=BOTS_KEY) as url:
        yield url


def test_the_server_knows_the_same_bots() -> None:
    """All that play as bots of the house, and no others."""
    assert {*agents.HOUSE_BOTS} == {*HOUSE}


@pytest.mark.parametrize("name", agents.HOUSE_BOTS)
def test_the_server_knows_the_tokens(name: str) -> None:
    """Both work them out in the same way."""
    assert house_token(BOTS_KEY, name) == agents.house_token(BOTS_KEY, name)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_server_brings_its_bots_along(server: str, players: int) -> None:
    """They play whatever seats they are given; those that think are in a process of their own."""
    seats = [SeatWish(agent=name) for name in ("planner-fast", "greedy", "random", "greedy")[:players]]
    with Session(server) as session:
        game = session.create_game(GameWish(players=players, seats=seats)).game
        await_true(lambda: session.look(game.id).result)
        assert regicide.verify(session.record(game.id).to_dict())


def test_the_house_bots_are_seen(server: str) -> None:
    """As soon as they have asked for turns."""
    with Session(server) as session:
        await_true(lambda: all(agent.last_seen for agent in session.list_agents().items if agent.house))


def test_a_turn_that_nobody_takes_is_ended_by_them(server: str) -> None:
    """Without anybody looking: an agent stands in, and it plays."""
    with Session(server) as session:
        wish = GameWish(players=2, turn_seconds=1, on_timeout="bot:greedy")
        game = session.create_game(wish).game
        events = session.follow(game.id)
        assert [next(events).type_ for _ in range(2)] == ["timeout", "action"]


def test_bots_of_another_house_are_not_known(server: str, tmp_path: Path) -> None:
    """That is said in a line for each, and they end."""
    running = Arena("house", "--server", server, "greedy", directory=tmp_path, BOTS_KEY="x" * 32)
    assert running.ended() == 1
    [line] = running.said.splitlines()
    assert "unknown-token" in line


def test_without_the_key_there_are_no_bots(server: str, tmp_path: Path) -> None:
    """That is said, too."""
    running = Arena("house", "--server", server, directory=tmp_path)
    assert (running.ended(), "BOTS_KEY is not set" in running.said) == (1, True)


def test_bots_wait_for_a_server_that_is_not_there_yet(tmp_path: Path) -> None:
    """And end when they are told to."""
    with arena("house", "--server", "http://127.0.0.1:9", directory=tmp_path, BOTS_KEY=BOTS_KEY) as running:
        await_true(lambda: "the server cannot be reached" in running.said)
        assert running.process.poll() is None
