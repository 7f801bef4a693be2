"""`regicide-arena bench`: measures bots in a tournament that leaves no folder."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arenas import Arena, await_true
from bot_games import play_game
from commands import Ended
from servers import PROGRAMS
from slow_bots import has_ended

from regicide_arena.bots import greedy
from regicide_arena.tournament.schedule import derive_deal

pytestmark = pytest.mark.costly

BOTS = """
import os, time

class Bot:
    def __init__(self, seed):
        self.seed = seed

    def __call__(self, view):
        return self.choose(view)

class Dying(Bot):
    def choose(self, view):
        os._exit(3)

class Endless(Bot):
    def choose(self, view):
        with open("busy", "w") as file:
            file.write(str(os.getpid()))
        while True:
            time.sleep(0.01)
"""


@pytest.fixture
def results(run: Callable[..., Ended]) -> Callable[..., dict[str, Any]]:
    """The JSON of the command."""

    def bench(*arguments: str, code: int = 0) -> dict[str, Any]:
        ended = run("bench", "--workers", "1", "--json", *arguments)
        assert ended.code == code
        found: dict[str, Any] = json.loads(ended.out)
        return found

    return bench


def test_the_games_are_those_of_a_tournament(results: Callable[..., dict[str, Any]]) -> None:
    """The deals are derived from the seed, and every seat has the bot; the times are added to the standings."""
    found = results("greedy", "--players", "3", "--deals", "4", "--deal-seed", "here")
    [team] = found["teams"]
    deals = [derive_deal("here", 3, number) for number in range(4)]
    outcomes = [play_game([greedy.choose] * 3, deal.seed, deal.first_player).outcome for deal in deals]
    assert (team["lineup"], team["games"], team["won"]) == (["greedy"] * 3, 4, sum(each.won for each in outcomes))
    assert [(row["entrant"], row["players"]) for row in found["times"]] == [("greedy", 3)]


def test_the_result_of_each_deal_is_printed(results: Callable[..., dict[str, Any]]) -> None:
    """With its seed and beginner, by entrant, whose names differ from those of their bots."""
    found = results("a=greedy", "b=random", "--players", "1", "2", "--deals", "12")["deals"]
    assert [(each["players"], each["deal"]) for each in found] == [(n, deal) for n in (1, 2) for deal in range(12)]
    for each in found:
        deal = derive_deal("practice", each["players"], each["deal"])
        assert (each["seed"], each["first_player"]) == (deal.seed, deal.first_player)
        outcome = play_game([greedy.choose] * each["players"], deal.seed, deal.first_player).outcome
        expected = {"won": outcome.won, "forfeited": False, "defeated": outcome.defeated, "grade": outcome.grade}
        assert each["results"]["a"] == expected
        assert {*each["results"]} == {"a", "b"}


@pytest.mark.usefixtures("bots")
def test_a_bot_that_fails_has_forfeited(results: Callable[..., dict[str, Any]]) -> None:
    """The failures are listed, also of a bot that ends its process, and the exit code is 1."""
    found = results("dead=bots.py:Dying", "greedy", "--players", "2", "--deals", "2", code=1)
    assert [(row["entrant"], row["kind"], row["times"]) for row in found["failures"]] == [("dead", "ended", 2)]
    assert {team["lineup"][0]: team["forfeited"] for team in found["teams"]} == {"dead": 2, "greedy": 0}


@pytest.mark.usefixtures("bots")
def test_ctrl_c_prints_the_games_so_far(tmp_path: Path) -> None:
    """The workers end, though their bots do not return; no folder is left."""
    running = Arena("bench", "bots.py:Endless", "--players", "2", "--deals", "9", "--workers", "2", directory=tmp_path)
    await_true(lambda: (tmp_path / "busy").exists() and (tmp_path / "busy").read_text())
    running.process.send_signal(signal.SIGINT)
    assert running.ended() == 130
    assert "The tournament is not over." in running.output
    await_true(lambda: has_ended(int((tmp_path / "busy").read_text())))
    assert not [*tmp_path.rglob("journal.jsonl")]


def test_only_some_commands_import_heavy_libraries() -> None:
    """Other commands do not import them."""
    heavy = ("compliance", "tournament", "tuning")
    needless = {"cma", "numpy", "scipy", *(f"regicide_arena.{name}" for name in heavy)}
    program = f"import sys, regicide_arena.cli, regicide_arena.agent.host; print({needless} & {{*sys.modules}})"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert ended.stdout.strip() == "set()"


def test_there_is_no_bar_without_a_terminal() -> None:
    """Standard error is empty."""
    command = [PROGRAMS / "regicide-arena", "bench", "random", "--deals", "2", "--workers", "auto"]
    ended = subprocess.run(command, capture_output=True, check=True, text=True, env=dict(os.environ))
    assert (ended.stderr, "random" in ended.stdout) == ("", True)
