"""`regicide-arena house-bots`: the house bots of a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from arenas import Arena, arena, await_true
from players import BOTS_KEY
from servers import regicide_server

import regicide
from regicide_api.services import agents
from regicide_arena.agent.credentials import house_token
from regicide_arena.bots.registry import BUILTIN_BOTS, HOUSE_BOTS
from regicide_client import GameWish, SeatWish, Session


@pytest.fixture(scope="module")
def server(valkey_url: str) -> Iterator[str]:
    """A server with house bots."""
    with regicide_server(REDIS_URL=valkey_url, BOTS_KEY=BOTS_KEY) as url:
        yield url


def test_the_server_knows_the_same_bots() -> None:
    """The arena's house bots and the server's list are the same."""
    assert {*agents.HOUSE_BOTS} == {*HOUSE_BOTS}


def test_the_names_of_all_bots_are_reserved() -> None:
    """No agent of another player can pass for a bot of the arena."""
    assert {*BUILTIN_BOTS} <= agents.RESERVED_NAMES


@pytest.mark.parametrize("name", agents.HOUSE_BOTS)
def test_the_server_knows_the_tokens(name: str) -> None:
    """Server and arena derive the same tokens."""
    assert house_token(BOTS_KEY, name) == agents.house_token(BOTS_KEY, name)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_server_runs_its_house_bots(server: str, players: int) -> None:
    """They play in the seats given to them; slow bots have processes of their own."""
    seats = [SeatWish(agent=name) for name in ("planner-fast", "greedy", "random", "greedy")[:players]]
    with Session(server) as session:
        game = session.create_game(GameWish(players=players, seats=seats)).game
        await_true(lambda: session.get_game(game.id).result)
        assert regicide.verify_record(session.get_record(game.id).to_dict())


def test_the_house_bots_are_seen(server: str) -> None:
    """`last_seen` is set by their first request."""
    with Session(server) as session:
        await_true(lambda: all(agent.last_seen for agent in session.list_agents().items if agent.house))


def test_a_house_bot_takes_over_after_a_timeout(server: str) -> None:
    """The server's timeout assigns the turn to an agent, which plays it."""
    with Session(server) as session:
        wish = GameWish(players=2, turn_seconds=1, on_timeout="bot:greedy")
        game = session.create_game(wish).game
        events = session.follow(game.id)
        assert [next(events).type_ for _ in range(2)] == ["timeout", "action"]


def test_another_key_is_refused(server: str, tmp_path: Path) -> None:
    """The command prints a line for each bot, and ends."""
    running = Arena("house-bots", "--server", server, "greedy", directory=tmp_path, BOTS_KEY="x" * 32)
    assert running.ended() == 1
    [line] = running.output.splitlines()
    assert "unknown-token" in line


def test_without_the_key_there_are_no_bots(server: str, tmp_path: Path) -> None:
    """The message has the name of the variable."""
    running = Arena("house-bots", "--server", server, directory=tmp_path)
    assert (running.ended(), "BOTS_KEY is not set" in running.output) == (2, True)


def test_bots_wait_for_a_server_that_is_not_there_yet(tmp_path: Path) -> None:
    """They retry until SIGTERM."""
    with arena("house-bots", "--server", "http://127.0.0.1:9", directory=tmp_path, BOTS_KEY=BOTS_KEY) as running:
        await_true(lambda: "the server is unavailable" in running.output)
        assert running.process.poll() is None
