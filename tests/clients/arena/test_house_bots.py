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
from regicide_arena.agent.host import house_token
from regicide_arena.bots.registry import BUILTIN_BOTS, HOUSE_BOTS, find_bot
from regicide_client import CreateGameRequest, SeatRequest, Session

pytestmark = pytest.mark.costly


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


def test_the_page_on_the_included_bots_has_a_token() -> None:
    """The one that its description of the algorithm gives."""
    page = (Path(__file__).parents[3] / "docs/included-bots.md").read_text()
    assert f"`{house_token('x' * 32, 'greedy')}`" in page


def test_the_server_runs_its_house_bots(server: str) -> None:
    """They play in the seats given to them; slow bots have processes of their own."""
    seats = [SeatRequest(agent=name) for name in ("planner-fast", "greedy", "random", "greedy")]
    with Session(server) as session:
        game = session.games.create(CreateGameRequest(players=4, seats=seats)).game
        await_true(lambda: session.games.get(game.id).result)
        assert regicide.verify_record(session.games.record(game.id).to_dict())


@pytest.mark.parametrize("ability", ["advises", "reviews"])
def test_the_server_knows_which_bots_answer_questions(ability: str) -> None:
    """The arena's list and the server's are the same; all advisers of the house review, too."""
    assert {name for name in HOUSE_BOTS if getattr(BUILTIN_BOTS[name], ability)} == agents.HOUSE_ADVISERS


@pytest.mark.parametrize(("ability", "method"), [("advises", "consider"), ("reviews", "review")])
def test_bots_answer_the_questions_that_the_registry_names(ability: str, method: str) -> None:
    """A bot has the method of an ability if and only if it has the ability."""
    able = {name for name in BUILTIN_BOTS if hasattr(find_bot(name).make("seed"), method)}
    assert able == {name for name, bot in BUILTIN_BOTS.items() if getattr(bot, ability)}


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
