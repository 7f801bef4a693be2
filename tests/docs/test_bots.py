"""The example bots of the documentation."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import run_command

from regicide import Action, Position, apply
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import seat_view
from regicide_arena.protocol.advice import advice_of, advised_actions
from regicide_client import CreateGameRequest, SeatRequest, Session

pytestmark = pytest.mark.costly

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

BOTS = [
    *("my_bot.py:choose", "my_maker.py:Bot", "my_adviser.py:Adviser", "my_search.py:Bot"),
    "my_planner.py:hasty,milliseconds=5,silver=0.6",
]


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_without_a_failure(bot: str) -> None:
    """In a whole game of `regicide-arena bench`."""
    command = ["bench", bot, "--deals", "1", "--players", "2", "--workers", "1", "--json"]
    ended = run_command("regicide_arena.cli", command, cwd=EXAMPLES)
    found = json.loads(ended.out)
    assert ([team["games"] for team in found["teams"]], found["failures"]) == ([1], [])


@pytest.mark.parametrize("seat", [0, 1])
def test_the_adviser_gives_advice(seat: int) -> None:
    """On a play, and on a discard."""
    there = Position.new("adviser", 2)
    there = there if seat == 0 else apply(there, Action.parse("yield"))
    view = seat_view(there, there.turn)
    advice = advice_of(find_bot("my_adviser.py:Adviser", EXAMPLES).make("seed"), view)
    found = advised_actions(advice.actions, view)
    assert {each["action"] for each in found} == {*view["legal_actions"]}


@pytest.fixture
def agent(server_url: str, tmp_path: Path) -> Iterator[str]:
    """The name of a running agent that polls its inbox."""
    for name in ("my_bot.py", "inbox.py"):
        text = (EXAMPLES / name).read_text().replace("http://127.0.0.1:8000", server_url)
        (tmp_path / name).write_text(text)
    command = [sys.executable, tmp_path / "inbox.py", "inbox-bot"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout
            assert running.stdout.readline() == "inbox-bot is ready\n"
            yield "inbox-bot"
        finally:
            running.terminate()


def test_the_agent_plays_a_game_to_its_end(agent: str, server_url: str) -> None:
    """At both seats, by its inbox alone."""
    with Session(server_url) as spectator:
        created = spectator.games.create(CreateGameRequest(players=2, seats=[SeatRequest(agent=agent)] * 2))
        events = list(spectator.games.follow(created.game.id))
        ended = spectator.games.get(created.game.id)
    assert ended.version == events[-1].version
    assert ended.result.outcome in {"won", "lost"}
