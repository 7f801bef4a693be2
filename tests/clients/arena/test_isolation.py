"""Isolation of entrants: resource limits, and a sandbox of bubblewrap where it can run."""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path

import pytest
from sandboxes import require_isolation

from regicide_arena.cli import main
from regicide_arena.protocol.programs import program_of
from regicide_arena.runtime import isolation
from regicide_arena.runtime.isolation import SANDBOX_PROGRAM, Exposure, Isolation
from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.games.game import Game
from regicide_arena.tournament.games.workers import ShardPlayer, hash_entrants
from regicide_arena.tournament.model import Environment, Shard
from regicide_kernel import cache

pytestmark = pytest.mark.costly

BOTS = """
import os
from pathlib import Path

def first(view):
    return view["legal_actions"][0]

def memory(view):
    block = bytearray(8 * 1024**3)

def file(view):
    Path("/tmp/regicide-large").write_bytes(bytes(65 * 1024**2))

def descriptors(view):
    files = [open("/dev/null") for _ in range(300)]

def writing(view):
    Path(__file__).with_name("written").touch()

def results(view):
    raise ValueError(Path("results", "cup.json").read_text())

def private(view):
    raise ValueError(Path("../private").exists(), os.environ["HOME"])

def filled(folder):
    try:
        for number in range(5):
            Path(folder, str(number)).write_bytes(bytes(60 * 1024**2))
    except OSError as error:
        return error.strerror

def filling(view):
    raise ValueError(filled("/tmp"), filled("/dev/shm"))

def device(view):
    Path("/dev/regicide").touch()

def settings(view):
    raise ValueError(os.access("/proc/sys/kernel/core_pattern", os.W_OK))
"""
COMPILED = """
import os
from regicide_kernel.cache import is_complete

def kernel(view):
    raise ValueError(is_complete(), os.environ["REGICIDE_KERNEL"])
"""
LIMITED = {
    "memory": "MemoryError: ",
    "file": "OSError: [Errno 27] File too large",
    "descriptors": "OSError: [Errno 24] Too many open files",
}
SANDBOXED = LIMITED | {
    "writing": "OSError: [Errno 30] Read-only file system",
    "private": "ValueError: (False, '/tmp')",
    "settings": "ValueError: False",
    "filling": "ValueError: ('No space left on device', 'No space left on device')",
    "device": "OSError: [Errno 30] Read-only file system",
}


@pytest.fixture
def sandbox() -> None:
    """Skip the test where no sandbox can be created."""
    require_isolation(Isolation.SANDBOX)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the file of bots, beside a private folder."""
    folder = tmp_path / "bots"
    folder.mkdir()
    (folder / "bots.py").write_text(BOTS)
    (tmp_path / "private").touch()
    monkeypatch.chdir(folder)
    return folder


def play(isolation: Isolation, bot: str, hidden: Path | None = None) -> Game:
    """Play a game of a bot."""
    entrants = {"bot": f"bots.py:{bot}"}
    tournament = parse_config({"name": "test", "players": [1], "deals": 1, "seed": "s", "entrants": entrants})
    here = str(Path.cwd())
    folders = (str(hidden),) if hidden else ()
    environment = Environment(here, hash_entrants(entrants, here), None, isolation, folders)
    with closing(ShardPlayer(tournament, environment)) as runner:
        [game] = runner.play(Shard(("bot",), 0, 1)).games
    return game


def failure(isolation: Isolation, bot: str) -> str:
    """Play a game of a bot; return its failure."""
    return play(isolation, bot).failures[0].what


@pytest.mark.parametrize("bot", LIMITED)
@pytest.mark.usefixtures("folder")
def test_resources_of_a_bot_are_limited(bot: str) -> None:
    """Exceeding a limit is a failure of its game."""
    assert failure(Isolation.LIMITS, bot).startswith(LIMITED[bot])


@pytest.mark.parametrize("bot", SANDBOXED)
@pytest.mark.usefixtures("folder", "sandbox")
def test_a_sandboxed_bot_has_few_files(bot: str) -> None:
    """Its own file is read-only; limits apply, too. See test_what_bots_see for the rest that it cannot reach."""
    assert failure(Isolation.SANDBOX, bot).startswith(SANDBOXED[bot])


def test_resources_are_not_limited_without_isolation(folder: Path) -> None:
    """Nor is anything else."""
    assert failure(Isolation.NONE, "descriptors").startswith("TypeError: the bot returned None: ")
    assert failure(Isolation.NONE, "writing").startswith("TypeError: the bot returned None: ")
    assert (folder / "written").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("isolation", "what"),
    [
        (Isolation.NONE, 'ValueError: { "cup": '),
        (Isolation.LIMITS, "PermissionError: [Errno 13] Permission denied: 'results/cup.json' (pathlib.py, line "),
        (Isolation.SANDBOX, "FileNotFoundError: [Errno 2] No such file or directory: 'results/cup.json'"),
    ],
)
def test_an_isolated_bot_cannot_read_the_results(isolation: Isolation, what: str) -> None:
    """They hold the seed of all deals."""
    if isolation is not Isolation.NONE:
        require_isolation(isolation)
    options = ["--deals", "1", "--players", "1", "--workers", "0", "--results", "results", "--isolation", isolation]
    assert main(["tournament", "--entrant", "bots.py:results", *options]) == 0
    [failure] = json.loads(Path("results", "games.jsonl").read_text())["failures"]
    assert failure["what"].startswith(what)


@pytest.mark.parametrize("isolation", [Isolation.NONE, Isolation.LIMITS])
def test_the_results_may_be_on_another_machine(folder: Path, isolation: Isolation) -> None:
    """There is no such folder on the one that plays."""
    assert play(isolation, "first", folder / "no" / "such" / "results").failures == []


@pytest.mark.usefixtures("sandbox")
def test_a_sandboxed_bot_loads_compiled_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a folder that the sandbox hides otherwise; and it uses the same backend."""
    (folder / "bots.py").write_text(COMPILED)
    code = folder.parent / "code"
    monkeypatch.setenv(cache.VARIABLE, str(code))
    monkeypatch.setenv("REGICIDE_KERNEL", "plain")
    compiled = cache.cache_folder()
    assert compiled is not None
    assert failure(Isolation.SANDBOX, "kernel").startswith("ValueError: (False, 'plain')")
    cache.mark_complete(compiled)
    assert failure(Isolation.SANDBOX, "kernel").startswith("ValueError: (True, 'plain')")


def test_a_sandbox_is_told_where_compiled_code_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its home folder is another one, where the code would not be found."""
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setattr(cache, "_parents", lambda: [tmp_path])
    folder = cache.cache_folder()
    assert folder is not None
    assert program_of("builtins:len").options.exposure == Exposure([])
    cache.mark_complete(folder)
    assert program_of("builtins:len").options.exposure == Exposure([folder], {cache.VARIABLE: str(tmp_path)})


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize("is_link", [False, True])
def test_a_tournament_shows_the_folders_of_all_bots(
    folder: Path, capsys: pytest.CaptureFixture[str], is_link: bool
) -> None:
    """Also of a bot that is not in the working directory, and of the target of a link."""
    (folder.parent / "elsewhere").mkdir()
    file = (folder / "bots.py").rename(folder.parent / "elsewhere" / "bots.py")
    if is_link:
        (folder.parent / "links").mkdir()
        (folder.parent / "links" / "linked.py").symlink_to(file)
        file = folder.parent / "links" / "linked.py"
    options = ["--deals", "1", "--players", "1", "--workers", "1", "--isolation", "sandbox"]
    assert main(["tournament", "--entrant", f"q={file}:first", "--entrant", "random", *options]) == 0
    assert "cannot read" not in capsys.readouterr().err


@pytest.mark.usefixtures("folder", "sandbox")
def test_isolation_does_not_change_the_games() -> None:
    """A game is the same on every level."""
    assert len({repr(play(level, "first")) for level in Isolation}) == 1


def test_a_bot_may_be_checked_without_limits(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As its process may need more than a tournament allows."""
    (folder / "heavy.py").write_text(f"{BOTS}\nblocks = [open('/dev/null') for _ in range(300)]\n")
    assert main(["check", "heavy.py:first", "--games", "1", "--isolation", "none"]) == 0
    assert main(["check", "heavy.py:first", "--games", "1"]) == 2
    assert "Too many open files" in capsys.readouterr().err


@pytest.mark.usefixtures("sandbox")
def test_a_bot_may_be_checked_in_the_sandbox(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As in a tournament, though its file is not in the working directory."""
    (folder.parent / "elsewhere").mkdir()
    file = (folder / "bots.py").rename(folder.parent / "elsewhere" / "bots.py")
    assert main(["check", f"{file}:writing", "--games", "1", "--isolation", "sandbox"]) == 1
    assert f"21 times: {SANDBOXED['writing']}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (b"#!/bin/sh\nexec sleep 1000\n", "bwrap cannot create a sandbox here (no sandbox within 0.1 seconds)"),
        (b"#!/bin/sh\necho not today >&2; exit 1\n", "bwrap cannot create a sandbox here (not today)"),
        (b"\0", "bwrap cannot create a sandbox here (Exec format error)"),
        (b"", "--isolation sandbox needs bwrap, which is not installed: install the package bubblewrap"),
    ],
)
def test_a_sandbox_that_cannot_be_created_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], program: bytes, message: str
) -> None:
    """In one line, before the results folder is created; also where its program hangs, or cannot run."""
    if program:
        (folder / SANDBOX_PROGRAM).write_bytes(program)
        (folder / SANDBOX_PROGRAM).chmod(0o755)
    monkeypatch.setattr(isolation, "PROBE_TIMEOUT_S", 0.1 if b"sleep" in program else 10)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/bin" if program else str(folder))
    assert main(["tournament", "--entrant", "bots.py:first", "--isolation", "sandbox"]) == 2
    _, err = capsys.readouterr()
    assert err.startswith(f"regicide-arena: {message}")
    assert (err.count("\n"), (folder / "tournament").exists()) == (1, False)
