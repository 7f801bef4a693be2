"""The README keeps its word."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from players import BOTS_KEY
from servers import regicide_server

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
CONFIG = (ROOT / "api/regicide_api/config.py").read_text()


def blocks(language: str) -> list[str]:
    """The README's blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def shell(command: str) -> Any:
    """Run a curl command; the JSON of the answer."""
    return json.loads(subprocess.run(command, shell=True, check=True, capture_output=True, timeout=60).stdout)


def replaced(text: str, known: dict[str, str]) -> str:
    """A text with its placeholders filled in, all at once: what is filled in may look like a placeholder itself."""
    return re.sub("|".join(map(re.escape, known)), lambda found: known[found[0]], text)


def test_the_game_in_a_few_lines_is_played_to_its_end(server_url: str) -> None:
    """As it stands there, but for the port."""
    program = blocks("python")[0]
    assert len(program.strip().splitlines()) <= 17
    here = program.replace("http://127.0.0.1:8000", server_url)
    ended = subprocess.run([sys.executable, "-c", here], check=True, capture_output=True, text=True, timeout=60)
    assert "'outcome': " in ended.stdout.splitlines()[-1]


def test_the_game_by_hand_is_played_with_curl(server_url: str) -> None:
    """Each command is answered as it says."""
    commands = re.findall(r"^    (curl (?:.*\\\n)*.*)", README, re.MULTILINE)
    assert len(commands) == 5
    created = shell(commands[0].replace("http://127.0.0.1:8000", server_url))
    known = {"ID": created["game"]["id"], "TOKEN": created["seats"][0]["token"], "http://127.0.0.1:8000": server_url}
    known["ETAG"] = '"of-another-version"'
    known["8D"] = created["game"]["legal_actions"][0]
    look, act, record = (shell(replaced(command, known)) for command in commands[1:4])
    assert (look["version"], act["version"], record["code"]) == (1, 2, "game-not-over")


def test_a_game_against_a_house_bot_is_created_with_curl(valkey_url: str) -> None:
    """The bot is there, and plays when it is its turn."""
    command = re.findall(r"^    (curl .*greedy.*)", README, re.MULTILINE)[0]
    with regicide_server(REDIS_URL=valkey_url, BOTS_KEY=BOTS_KEY) as url:
        created = shell(command.replace("http://127.0.0.1:8000", url))
    assert [seat["agent"] for seat in created["game"]["seats"]] == [None, "greedy"]


def test_a_table_is_explained_with_curl(server_url: str) -> None:
    """The view goes from one command into the other."""
    [command] = re.findall(r"^    \$ (curl .*\| regicide-arena explain).*", README, re.MULTILINE)
    arena = str(Path(sys.executable).parent / "regicide-arena")
    created = shell(f"""curl -s {server_url}/v1/games -H 'Content-Type: application/json' -d '{{"players": 1}}'""")
    known = {"ID": created["game"]["id"], "TOKEN": created["seats"][0]["token"], "http://127.0.0.1:8000": server_url}
    known["ETAG"] = '"of-another-version"'
    told = shell(f"{replaced(command, known | {'regicide-arena': arena})} --rollouts 20 --json")
    assert sum(each["rollouts"] for each in told) == 20


def test_a_game_of_several_people_is_played_with_curl(server_url: str) -> None:
    """Each command is answered as it says; the stream goes on until somebody ends it."""
    create, listed, take, look, follow = blocks("sh")[0].strip().splitlines()
    created = shell(create.replace("http://127.0.0.1:8000", server_url).replace("5f0c1f5e", server_url[-5:]))
    known = {"ID": created["game"]["id"], "TOKEN": created["seats"][0]["token"], "http://127.0.0.1:8000": server_url}
    known["ETAG"] = '"of-another-version"'
    found, taken = (shell(replaced(command, known)) for command in (listed, take))
    seen = shell(replaced(look, known))
    here = follow.replace("games/ID/", f"games/{created['game']['id']}/").replace("http://127.0.0.1:8000", server_url)
    stream = subprocess.run(f"{here} --max-time 1", shell=True, check=False, capture_output=True, text=True)
    assert created["game"]["id"] in [game["id"] for game in found["items"]]
    assert (taken["game"]["status"], seen["version"], seen["you"]) == ("active", 2, 0)
    assert '"type":"seat-taken"' in stream.stdout


def test_the_library_does_what_the_readme_shows() -> None:
    """Its session is a doctest."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for block in blocks("pycon"):
        runner.run(parser.get_doctest(block, {}, "README", "README.md", 0))
    assert runner.summarize() == doctest.TestResults(failed=0, attempted=9)


@pytest.mark.parametrize("name", sorted(set(re.findall(r'"([A-Z]+(?:_[A-Z]+)*)"', CONFIG))))
def test_every_setting_is_in_the_readme(name: str) -> None:
    """With its default and what it says."""
    assert f"| `{name}` |" in README


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([^):]+)\)|^\| `([^`]+/)` \|", README, re.MULTILINE))))
def test_what_the_readme_points_to_is_there(path: tuple[str, str]) -> None:
    """Every file that it links and every folder that it names."""
    assert (ROOT / "".join(path)).exists()


@pytest.mark.parametrize("players", ["1", "2", "3", "4"])
def test_the_demo_plays_to_the_end(players: str, tmp_path: Path) -> None:
    """With a server of its own, for any number of players."""
    demo = [sys.executable, ROOT / "clients/examples/demo.py"]
    environment = {"PATH": os.environ["PATH"], "PLAYERS": players, "TMPDIR": str(tmp_path)}
    ended = subprocess.run(demo, env=environment, check=True, capture_output=True, text=True, timeout=60)
    assert "the commitment holds" in ended.stdout
    assert ended.stderr == ""
