"""Bots are found by name or location; messages say what is wrong and what is expected."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Ended

from regicide_arena.bots import greedy, uniform
from regicide_arena.bots.registry import BotNotFound, find_bot, named_bots

BUILTIN = ["greedy", "planner", "planner-deep", "planner-fast", "policy", "random"]
GOOD = "def choose(view):\n    return 'yield'\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a Python file."""

    def write(content: str, name: str = "mybot.py") -> Path:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(content)
        return file

    return write


def message_for(text: str) -> str:
    """The message of the error."""
    with pytest.raises(BotNotFound) as caught:
        find_bot(text)
    return str(caught.value)


def test_bots_with_names() -> None:
    """The built-in bots have names."""
    assert (find_bot("random").target, find_bot("greedy").target) == (uniform.random_bot, greedy.choose)


def test_a_bot_in_a_package() -> None:
    """A location in a package has the name of the module."""
    assert find_bot("regicide_arena.bots.greedy:choose").target is greedy.choose


def test_a_bot_in_a_file(write: Write) -> None:
    """A location in a file may be an absolute path."""
    assert find_bot(f"{write(GOOD)}:choose").make("north")({}) == "yield"


@pytest.mark.parametrize("text", ["mybot.py:choose", "./mybot.py:choose", "mybot:choose"])
def test_a_bot_in_the_working_directory(text: str, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A location may be a file or module of the working directory."""
    monkeypatch.chdir(write(GOOD).parent)
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    assert find_bot(text).make("north")({}) == "yield"


def test_a_file_may_import_what_lies_beside_it(write: Write) -> None:
    """Two folders may both have a module `tactics`; the import path is restored."""
    before, bots = list(sys.path), []
    for folder in ("one", "two"):
        write(f"SAY = {folder!r}", f"{folder}/tactics.py")
        file = write("import tactics\ndef choose(view): return tactics.SAY", f"{folder}/bot.py")
        bots.append(find_bot(f"{file}:choose").make("north"))
    assert ([bot({}) for bot in bots], sys.path) == (["one", "two"], before)


@pytest.mark.parametrize("name", ["by_seed", "BySeed"])
def test_a_bot_that_is_made_for_a_seed(name: str, write: Write) -> None:
    """The maker is a function or a class."""
    function = "def by_seed(*, seed): return lambda view: seed"
    a_class = "class BySeed:\n def __init__(self, seed): self.seed = seed\n def __call__(self, view): return self.seed"
    file = write(f"{function}\n{a_class}")
    assert find_bot(f"{file}:{name}").make("north")({}) == "north"


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The module of a package that brings the bots `clever` and `greedy`."""
    info = tmp_path / "others-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[regicide.bots]\nclever = clever_bots:choose\ngreedy = clever_bots:choose\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / "clever_bots.py"


def test_other_packages_bring_bots(others: Path) -> None:
    """Entry points add names, but do not replace built-in ones."""
    others.write_text(GOOD)
    assert (list(named_bots()), find_bot("clever").make("north")({})) == (sorted(["clever", *BUILTIN]), "yield")
    assert find_bot("greedy").target is greedy.choose


MISSPELT = f"{GOOD}def chance(view):\n    return choose(view)\n"
SIGNATURE = "expected one parameter, the view; or seed, for what makes bots"
FILES = [
    (GOOD, "", ": expected {file}:FUNCTION, or exec:{file} for a program"),
    (GOOD, ":", ": expected {file}:FUNCTION"),
    (GOOD, ":other", "no function 'other' in {file}: expected choose"),
    (MISSPELT, ":choos", "no function 'choos' in {file}: expected choose, chance; did you mean 'choose'?"),
    ("choose = 8", ":choose", "'choose' in {file} has the type int: expected a function or class"),
    *(
        (
            f"import time\ndef choose({parameters}):\n    return 'yield'\n",
            ":choose",
            "wrong parameters of 'choose' ({file}, line 2): " + SIGNATURE,
        )
        for parameters in ("", "a, b", "*, view", "seed, view")
    ),
]


@pytest.mark.parametrize(("content", "name", "message"), FILES)
def test_a_file_has_no_such_bot(content: str, name: str, message: str, write: Write) -> None:
    """The message has the file, its functions and the nearest name, or the type or line, and what is expected."""
    file = write(content)
    assert message_for(f"{file}{name}").endswith(message.format(file=file))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gredy", f"unknown bot 'gredy': expected {', '.join(BUILTIN)}, file.py:function"),
        ("nowhere/mybot.py:choose", "cannot read nowhere/mybot.py: No such file or directory"),
        ("no_such_package:choose", "unknown module 'no_such_package': it is neither"),
        ("regicide_arena.no_such:choose", "unknown module 'regicide_arena.no_such': it is neither"),
        ("no_such.package:choose", "unknown module 'no_such': it is neither"),
        *((text, "") for text in (":choose", "a..b:choose", "a b:choose", ".:choose", "mybot.txt:choose")),
    ],
)
def test_there_is_no_such_bot(text: str, message: str) -> None:
    """The message is one line, and has the name or the path."""
    found = message_for(text)
    assert (found.startswith(message), "\n" in found) == (True, False)


@pytest.mark.parametrize("parameters", ["view", "*views", "view, depth=2", "seed", "seed, depth=2", "*, seed"])
def test_a_function_with_the_parameters_of_a_bot(parameters: str, write: Write) -> None:
    """Others with a default are allowed."""
    assert find_bot(f"{write(f'def choose({parameters}): return 1')}:choose")


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
    """The message has the end of the traceback, with the line in the file."""
    first, *lines = message_for(f"{write(content)}:choose").splitlines()
    assert (first.endswith("mybot.py cannot be loaded:"), lines[-1]) == (True, last)
    assert [line for line in lines if "File " in line and "mybot.py" not in line] == []
    assert any("mybot.py" in line for line in lines)


def test_an_interrupt_propagates(write: Write) -> None:
    """KeyboardInterrupt stops the program, and is not an error of the file."""
    with pytest.raises(KeyboardInterrupt):
        find_bot(f"{write('raise KeyboardInterrupt')}:choose")


def test_the_command_lists_the_bots(others: Path, run: Callable[..., Ended]) -> None:
    """It prints a line for each, with a summary of its own ones: it does not load the code of others."""
    others.write_text("1 / 0")
    lines = run("bots").out.splitlines()
    assert [line.split()[0] for line in lines] == sorted([*BUILTIN, "clever"])
    assert lines[0] == "clever        (clever_bots:choose)"
    assert lines[1].startswith("greedy        ")
    assert lines[1].endswith(". (regicide_arena.bots.greedy:choose)")
