"""Bots are found by their names or by where they are; what is wrong is said."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from regicide_arena.bots import greedy, uniform
from regicide_arena.bots.registry import BotNotFound, find_bot, named_bots

PROGRAM = Path(sys.executable).parent / "regicide-arena"
OURS = ["greedy", "planner", "planner-deep", "planner-fast", "policy", "random"]
GOOD = "def choose(view):\n    return 'yield'\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of Python."""

    def write(content: str, name: str = "mybot.py") -> Path:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(content)
        return file

    return write


def complaint(text: str) -> str:
    """Why a bot is not found."""
    with pytest.raises(BotNotFound) as caught:
        find_bot(text)
    return str(caught.value)


def test_bots_with_names() -> None:
    """The ones that come with the game."""
    assert (find_bot("random").target, find_bot("greedy").target) == (uniform.random_bot, greedy.choose)


def test_a_bot_in_a_package() -> None:
    """By the name of its module."""
    assert find_bot("regicide_arena.bots.greedy:choose").target is greedy.choose


def test_a_bot_in_a_file(write: Write) -> None:
    """By an absolute path."""
    assert find_bot(f"{write(GOOD)}:choose").make("north")({}) == "yield"


@pytest.mark.parametrize("text", ["mybot.py:choose", "./mybot.py:choose", "mybot:choose"])
def test_a_bot_in_the_working_directory(text: str, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a file or as a module."""
    monkeypatch.chdir(write(GOOD).parent)
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    assert find_bot(text).make("north")({}) == "yield"


def test_a_file_may_import_what_lies_beside_it(write: Write) -> None:
    """And each file its own: two folders may both have a `tactics`. The path is as before then."""
    before, bots = list(sys.path), []
    for folder in ("one", "two"):
        write(f"SAY = {folder!r}", f"{folder}/tactics.py")
        file = write("import tactics\ndef choose(view): return tactics.SAY", f"{folder}/bot.py")
        bots.append(find_bot(f"{file}:choose").make("north"))
    assert ([bot({}) for bot in bots], sys.path) == (["one", "two"], before)


@pytest.mark.parametrize("name", ["by_seed", "BySeed"])
def test_a_bot_that_is_made_for_a_seed(name: str, write: Write) -> None:
    """By a function, or as a class."""
    function = "def by_seed(*, seed): return lambda view: seed"
    a_class = "class BySeed:\n def __init__(self, seed): self.seed = seed\n def __call__(self, view): return self.seed"
    file = write(f"{function}\n{a_class}")
    assert find_bot(f"{file}:{name}").make("north")({}) == "north"


def test_other_packages_bring_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By an entry point; our names stay ours."""
    info = tmp_path / "others-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[regicide.bots]\nclever = clever_bots:choose\ngreedy = clever_bots:choose\n"
    )
    (tmp_path / "clever_bots.py").write_text(GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    assert (list(named_bots()), find_bot("clever").make("north")({})) == (["clever", *OURS], "yield")
    assert find_bot("greedy").target is greedy.choose


def test_an_unknown_name() -> None:
    """The names that exist are listed."""
    assert complaint("gredy").startswith(f"unknown bot 'gredy': expected {', '.join(OURS)}, file.py:function")


def test_no_such_file() -> None:
    """It is named."""
    assert complaint("nowhere/mybot.py:choose") == "file not found: nowhere/mybot.py"


@pytest.mark.parametrize("ending", ["", ":"])
def test_a_file_without_a_function(ending: str, write: Write) -> None:
    """What would be right is said."""
    file = write(GOOD)
    assert complaint(f"{file}{ending}").endswith(f": expected {file}:FUNCTION")


def test_no_such_function(write: Write) -> None:
    """Those that are there are listed."""
    file = write(GOOD)
    assert complaint(f"{file}:chose") == f"no function 'chose' in {file}: expected choose"


def test_what_cannot_be_called(write: Write) -> None:
    """Its type is named."""
    file = write("choose = 8")
    assert complaint(f"{file}:choose") == f"'choose' in {file} has the type int: expected a function or class"


@pytest.mark.parametrize("name", ["no_such_package", "regicide_arena.no_such", "no_such.package"])
def test_no_such_module(name: str) -> None:
    """It is named, in one line."""
    assert complaint(f"{name}:choose").startswith(f"unknown module '{name.removesuffix('.package')}': it is neither")


@pytest.mark.parametrize("text", [":choose", "a..b:choose", "a b:choose", ".:choose", "mybot.txt:choose"])
def test_no_place_at_all(text: str) -> None:
    """It is said in one line."""
    assert "\n" not in complaint(text)


@pytest.mark.parametrize(
    ("content", "last"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import nothing_like_it", "ModuleNotFoundError: No module named 'nothing_like_it'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("def choose(:", "SyntaxError: invalid syntax"),
    ],
)
def test_a_file_that_fails(content: str, last: str, write: Write) -> None:
    """The end of the traceback is shown, with the line of the file."""
    first, *lines = complaint(f"{write(content)}:choose").splitlines()
    assert (first.endswith("mybot.py cannot be loaded:"), lines[-1]) == (True, last)
    assert any("mybot.py" in line for line in lines)


def test_an_interrupt_stops_us(write: Write) -> None:
    """It is no fault of the file."""
    with pytest.raises(KeyboardInterrupt):
        find_bot(f"{write('raise KeyboardInterrupt')}:choose")


def test_the_command_lists_the_bots() -> None:
    """A line for each."""
    out = subprocess.run([PROGRAM, "bots"], capture_output=True, check=True, timeout=60, text=True).stdout
    assert [line.split()[0] for line in out.splitlines()] == OURS
