"""`regicide-arena house-bots`: the house bots of a server."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from arenas import Arena, arena, await_true
from commands import TIMEOUT_S
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
        game = session.create_game(CreateGameRequest(players=4, seats=seats)).game
        await_true(lambda: session.get_game(game.id).result)
        assert regicide.verify_record(session.get_record(game.id).to_dict())


@pytest.mark.parametrize("ability", ["advises", "reviews"])
def test_the_server_knows_which_bots_answer_questions(ability: str) -> None:
    """The arena's list and the server's are the same; all advisers of the house review, too."""
    assert {name for name in HOUSE_BOTS if getattr(BUILTIN_BOTS[name], ability)} == agents.HOUSE_ADVISERS


@pytest.mark.parametrize(("ability", "method"), [("advises", "consider"), ("reviews", "review")])
def test_bots_answer_the_questions_that_the_registry_names(ability: str, method: str) -> None:
    """A bot has the method of an ability if and only if it has the ability."""
    able = {name for name in BUILTIN_BOTS if hasattr(find_bot(name).make("seed"), method)}
    assert able == {name for name, bot in BUILTIN_BOTS.items() if getattr(bot, ability)}


class Visitor:
    """A client at an address behind the proxy, which plays with `planner`."""

    def __init__(self, url: str, address: str) -> None:
        self.client = httpx.Client(base_url=url, headers={"X-Forwarded-For": address}, timeout=TIMEOUT_S)

    def close(self) -> None:
        """Close the connections."""
        self.client.close()

    def create(self, *seats: dict[str, str], **request_body: object) -> dict[str, Any]:
        """Create a game; its first view, and the token of its first seat."""
        body = {"players": len(seats), "seats": seats, **request_body}
        created = self.client.post("/v1/games", json=body).raise_for_status().json()
        return {**created["game"], "token": next((seat["token"] for seat in created["seats"]), None)}

    def answer_times(self, answers: int) -> list[float]:
        """The seconds that the bot takes for each of some answers."""
        times: list[float] = []
        while len(times) < answers:
            view = self.create({"name": "Ana"}, {"agent": "planner"}, first_player=1)
            times += self._play(view["id"], {"Authorization": f"Bearer {view['token']}"})
        return times[:answers]

    def _play(self, game: str, bearer: dict[str, str]) -> Iterator[float]:
        """Play a game to its end by the last legal action, and yield the time of each turn of the bot."""
        began, view = time.monotonic(), self._get(game, bearer)
        while view["result"] is None:
            if view["turn"] == 1:
                view = self._get(game, bearer, view["version"])
                yield time.monotonic() - began
            else:
                body = {"version": view["version"], "action": view["legal_actions"][-1]}
                began = time.monotonic()
                view = self.client.post(f"/v1/games/{game}/actions", json=body, headers=bearer).json()

    def _get(self, game: str, bearer: dict[str, str], version: int = 0) -> dict[str, Any]:
        """The view of a game after a version, at most ten seconds later."""
        end = time.monotonic() + 10
        while (view := self.client.get(f"/v1/games/{game}", headers=bearer).json())["version"] <= version:
            assert time.monotonic() < end, "the bot does not answer"
            time.sleep(0.005)
        return cast("dict[str, Any]", view)


@pytest.mark.long
def test_an_address_that_floods_a_slow_bot_delays_no_other(valkey_url: str) -> None:
    """While one gives it 400 seats, it answers another in at most three times its usual time."""
    with ExitStack() as running:
        settings = {"REDIS_URL": valkey_url, "BOTS_KEY": BOTS_KEY, "TRUSTED_PROXIES": "1"}
        url = running.enter_context(regicide_server(**settings))
        addresses = ("192.0.2.1", "192.0.2.2", "192.0.2.66")
        one, other, attacker = (running.enter_context(closing(Visitor(url, address))) for address in addresses)
        usual = statistics.median(one.answer_times(40))
        flood = [attacker.create(*[{"agent": "planner"}] * 4) for _ in range(100)]
        flooded = min(statistics.median(other.answer_times(20)) for _ in range(3))  # other programs use the cores, too
        assert any(attacker.client.get(f"/v1/games/{game['id']}").json()["result"] is None for game in flood)
    assert flooded <= 3 * usual


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
