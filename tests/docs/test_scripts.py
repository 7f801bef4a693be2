"""The program and the commands of the page on many games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from players import LOSING, SEED
from shells import SHELLS, run_in_shell, shell_blocks

from regicide_client import CreateGameRequest, Session

pytestmark = pytest.mark.costly

DOCS = Path(__file__).parents[2] / "docs"


def test_the_program_plays_and_forks_its_games(server_url: str) -> None:
    """Nine games, and three that go on from the middle of one."""
    program = [sys.executable, DOCS / "examples/many_games.py"]
    ended = subprocess.run(
        program, env=os.environ | {"REGICIDE_URL": server_url}, capture_output=True, text=True, check=True
    )
    lines = ended.stdout.splitlines()
    assert sorted(line.split()[0] for line in lines[:9]) == [f"deal-{number}" for number in range(9)]
    assert [line.endswith(" given actions") for line in lines] == [False] * 9 + [True] * 3


@pytest.mark.parametrize("shell", SHELLS)
def test_the_records_are_verified(shell: str, server_url: str, tmp_path: Path) -> None:
    """By the commands of the page."""
    with Session(server_url) as session:
        games = session.games.create_many([CreateGameRequest(players=2, seed=SEED, actions=[*LOSING[:-1]])] * 2)
        for created in games:
            session.with_token(created.seats[0].token).games.act(created.game, LOSING[-1])
    [commands] = shell_blocks((DOCS / "scripts.md").read_text())
    ended = run_in_shell(shell, commands, server_url, tmp_path, OWNER=games[0].owner.token)
    assert (ended.stdout, ended.stderr) == ("records.jsonl: 2 of 2 records hold\n", "")


PAGE = (Path(__file__).parents[2] / "docs" / "advice.md").read_text()

OUTPUT = """\
pending
advice
['AD', '3D', '4D', '2H', '3H', '6H', '9S']
204
ready
9S
pending
review
204
0.12
0
"""


@pytest.mark.parametrize("shell", SHELLS)
def test_advice_is_asked_and_given(shell: str, server_url: str, tmp_path: Path) -> None:
    """A seat asks, an agent answers, the finished game is reviewed, and a turn of it studied."""
    ended = run_in_shell(shell, "\n".join(shell_blocks(PAGE)), server_url, tmp_path)
    assert (ended.returncode, ended.stdout) == (0, OUTPUT), ended.stderr
