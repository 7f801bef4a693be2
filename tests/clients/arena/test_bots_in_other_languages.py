"""The example bots in other languages are built as their first lines say, and play as the one in Python does."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from bot_games import play_game
from commands import Ended

from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import Bot
from regicide_arena.protocol.messages import NewGame
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import program_of
from regicide_arena.runtime.isolation import Isolation

pytestmark = pytest.mark.costly

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "clients" / "examples" / "bots"
PROGRAMS = {
    "Bot.java": "java",
    "bot.c": "cc",
    "bot.go": "go",
    "bot.mjs": "node",
    "bot.php": "php",
    "bot.rs": "rustc",
    "bot.sh": "jq",
}
IN_CI = {"cc", "node", "jq"}
"""The programs that CI installs; `tools/install-system-packages generators` installs the others."""


def built(name: str, folder: Path) -> str:
    """Build a bot in a folder, and return what stands for it. Skips the test where a program is missing."""
    if shutil.which(PROGRAMS[name]) is None:
        assert "CI" not in os.environ or PROGRAMS[name] not in IN_CI, "tools/install-system-packages"
        pytest.skip(f"{PROGRAMS[name]} is missing: tools/install-system-packages generators")
    shutil.copy(EXAMPLES / name, folder)
    commands = re.findall(r"^(?://|#)(?: {5}|\t)(.+)$", (folder / name).read_text(), re.MULTILINE)
    *builds, check = map(shlex.split, commands)
    for command in builds:
        subprocess.run(command, cwd=folder, check=True)
    assert check[:-1] == ["regicide-arena", "check"]
    return check[-1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=PROGRAMS)
def bot(request: pytest.FixtureRequest, folder: Path) -> str:
    """A bot in the working directory."""
    return built(request.param, folder)


@pytest.fixture
def player(bot: str) -> Iterator[BotPlayer]:
    """The bot in a process with limits."""
    with closing(BotPlayer(program_of(bot, isolation=Isolation.LIMITS), 60)) as player:
        yield player


def seated(player: BotPlayer, game: str, seat: int, players: int) -> Bot:
    """The bot in a seat of a game."""
    return lambda view: player.choose(NewGame(f"{game}/{seat}", seat, players, "north"), view)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_bot_plays_as_the_one_in_python(player: BotPlayer, players: int) -> None:
    """Whole games, in one process."""
    known = find_bot("my_bot.py:choose", ROOT / "docs" / "examples").make("north")
    for game in ("one", "other"):
        found = play_game([seated(player, game, seat, players) for seat in range(players)], game)
        assert found == play_game([known] * players, game)


def test_a_bot_passes_the_check(bot: str, run: Callable[..., Ended]) -> None:
    """It says its name, and keeps its word to be deterministic."""
    ended = run("check", bot, "--clock", "10")
    assert (ended.code, ended.out.splitlines()[0]) == (0, "sums: plays; says that it is deterministic")


@pytest.mark.parametrize(("options", "action"), [("", "5C"), (",ace=20", "AD")])
def test_a_program_has_an_option(folder: Path, options: str, action: str) -> None:
    """The one in JavaScript."""
    with closing(BotPlayer(program_of(f"{built('bot.mjs', folder)}{options}"), 60)) as player:
        assert player.choose(NewGame("g", 0, 2, "north"), {"legal_actions": ["AD", "5C"]}) == action


def test_they_play_a_tournament(folder: Path, run: Callable[..., Ended]) -> None:
    """All teams play each deal in the same way; the two that are always compiled are enough."""
    entrants = [f"{name}={built(f'bot.{name}', folder)}" for name in ("mjs", "sh")]
    named = [
        part for each in (*entrants, f"python={ROOT}/docs/examples/my_bot.py:choose") for part in ("--entrant", each)
    ]
    assert run("tournament", *named, "--deals", "3", "--players", "1", "3", "--workers", "1").code == 0
    games = map(json.loads, (folder / "tournament" / "games.jsonl").read_text().splitlines())
    played = Counter((game["players"], game["deal"], *game["actions"]) for game in games)
    assert [*played.values()] == [3] * 6


def test_every_example_is_short_and_tested() -> None:
    """And says how it is run."""
    lines = {file.name: len(file.read_text().splitlines()) for file in EXAMPLES.iterdir()}
    assert lines.keys() == PROGRAMS.keys()
    assert max(lines.values()) <= 60
