"""The commands of the quick start run unchanged in bash and zsh."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from players import BOTS_KEY
from servers import regicide_server
from shells import SHELLS, run_in_shell, shell_blocks

pytestmark = pytest.mark.costly

PAGE = (Path(__file__).parents[2] / "docs" / "quick-start.md").read_text()


@pytest.fixture(scope="module")
def runs(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[Path]]]:
    """A run of all commands of the page in each shell, at the same time: most of it is waiting."""

    def run(shell: str, url: str) -> Path:
        there = tmp_path_factory.mktemp(shell)
        ended = run_in_shell(shell, "\n".join(shell_blocks(PAGE)), url, there)
        assert ended.returncode == 0, ended.stderr
        (there / "output").write_text(ended.stdout)
        return there

    with regicide_server(REDIS_URL=valkey_url, BOTS_KEY=BOTS_KEY) as url, ThreadPoolExecutor() as threads:
        yield {shell: threads.submit(run, shell, url) for shell in SHELLS}


@pytest.fixture(scope="module", params=SHELLS)
def folder(request: pytest.FixtureRequest, runs: dict[str, Future[Path]]) -> Path:
    """The working directory of the run in one shell; `output` has the output of the commands."""
    return runs[request.param].result()


def test_the_game_is_played_to_its_end(folder: Path) -> None:
    """The record has a result and events."""
    record = json.loads((folder / "record.json").read_text())
    assert record["result"]["outcome"] in {"won", "lost"}
    assert record["events"]


def test_the_record_holds(folder: Path) -> None:
    """The page's `regicide verify-record` command accepts it."""
    assert "record.json: holds: 1 player," in (folder / "output").read_text()


def test_the_bot_has_a_seat(folder: Path) -> None:
    """In the second game."""
    created = json.loads((folder / "created.json").read_text())
    assert [seat["agent"] for seat in created["game"]["seats"]] == [None, "greedy"]


def test_the_events_are_streamed(folder: Path) -> None:
    """The first event is the player's own action."""
    first = re.findall(r"^data: (.*)", (folder / "output").read_text(), re.MULTILINE)[0]
    assert (json.loads(first)["version"], json.loads(first)["seat"]) == (2, 0)


def test_the_open_seat_is_listed_and_taken(folder: Path) -> None:
    """In the third game."""
    created, games, taken = (json.loads((folder / name).read_text()) for name in ("open.json", "games.json", "bo.json"))
    assert created["game"]["id"] in [game["id"] for game in games["items"]]
    assert (taken["game"]["status"], taken["game"]["seats"][1]["name"]) == ("active", "Bo")


def test_a_request_without_news_is_answered_304(folder: Path) -> None:
    """The command prints the status."""
    assert "304" in (folder / "output").read_text().splitlines()


def test_the_signal_is_seen_before_the_next_player_is_appointed(folder: Path) -> None:
    """The last lines of the output are the phase, the signal of seat 1, and the next turn."""
    assert (folder / "output").read_text().splitlines()[-3:] == ["appoint", "eager", "1"]
