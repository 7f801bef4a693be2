"""The hash of a bot's code covers what its choices depend on."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from regicide_arena.protocol.programs import SOURCES, hash_code

OWN = "def choose(view):\n    return view['legal_actions'][0]\n"
SEARCHING = "def choose(seed):\n    from regicide_arena.bots.planner import planner\n    return planner(seed)\n"


@pytest.fixture
def sources(tmp_path: Path) -> list[Path]:
    """A copy of the bots and the kernel."""
    return [copytree(folder, tmp_path / folder.name) for folder in SOURCES]


def edited(sources: list[Path], file: str) -> list[Path]:
    """A further copy in which a file differs."""
    copies = [copytree(folder, folder.with_name(f"edited-{folder.name}")) for folder in sources]
    [found] = [path for copy in copies if (path := copy / file).exists()]
    with found.open("a") as source:
        source.write("\n")
    return copies


@pytest.mark.parametrize(
    ("bot", "file"),
    [("planner", "tuned/2.json"), ("policy", "search.py"), ("searching.py:choose", "tree.py")],
)
def test_the_hash_of_a_planner_covers_what_it_uses(tmp_path: Path, sources: list[Path], bot: str, file: str) -> None:
    """The kernel, the search and the tuned numbers; also of a bot that imports a planner when it is made."""
    (tmp_path / "searching.py").write_text(SEARCHING)
    assert hash_code(bot, tmp_path, sources) == hash_code(bot, tmp_path)
    assert hash_code(bot, tmp_path, edited(sources, file)) != hash_code(bot, tmp_path)


def test_the_hash_of_a_bot_that_uses_its_own_code_alone_stays(tmp_path: Path, sources: list[Path]) -> None:
    """Other code does not affect it."""
    (tmp_path / "own.py").write_text(OWN)
    edition = edited(sources, "tree.py")
    assert hash_code("own.py:choose", tmp_path, edition) == hash_code("own.py:choose", tmp_path)


def test_the_hash_of_a_program_covers_the_files_in_its_command(tmp_path: Path) -> None:
    """They are those in the folder."""
    (tmp_path / "bot").write_text(OWN)
    before = hash_code("exec:env -S ./bot --fast", tmp_path)
    (tmp_path / "bot").write_text(SEARCHING)
    assert before != hash_code("exec:env -S ./bot --fast", tmp_path)


def test_the_hash_of_a_program_leaves_out_its_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in PATH that gets files; by itself, or with a path, it is the bot."""
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "bot").write_text(OWN)
    bots, hashes = ("exec:python bot", "exec:python", "exec:./python bot"), []
    for text in ("3.14", "3.15"):
        (tmp_path / "python").write_text(text)
        (tmp_path / "python").chmod(0o755)
        hashes.append([hash_code(bot, tmp_path) for bot in bots])
    assert [one == other for one, other in zip(*hashes, strict=True)] == [True, False, False]


def test_the_hash_covers_what_a_bot_is_in_its_files(tmp_path: Path) -> None:
    """Its function, its arguments, its options, and where each file ends; not the folder that they are in."""
    (tmp_path / "bot").write_text("ab")
    (tmp_path / "rest").write_text("c")
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "bot").write_text("a")
    (tmp_path / "bots" / "rest").write_text("bc")
    for folder in (tmp_path, tmp_path / "bots"):
        (folder / "own.py").write_text(OWN)
    bots = (
        "own.py:choose",
        "own.py:other",
        "exec:./bot rest",
        "exec:./bot rest --fast",
        "exec:./bot rest --fast,depth=2",
        "own.py:choose,depth=2",
        "exec:sh -c one",
        "exec:sh -c two",
    )
    assert len({hash_code(bot, tmp_path) for bot in bots}) == len(bots)
    assert hash_code("exec:./bot rest", tmp_path) != hash_code("exec:./bot rest", tmp_path / "bots")
    assert hash_code("own.py:choose", tmp_path / "bots") == hash_code("bots/own.py:choose", tmp_path)


def test_a_builtin_has_no_file() -> None:
    """Written in C, it has no hash; nor has a file that is missing."""
    assert hash_code("builtins:len") is None
    assert hash_code("nowhere.py:choose") is None


def test_the_hash_of_a_bot_covers_the_files_of_its_options(tmp_path: Path) -> None:
    """Such as a network, which may be trained again under the same name."""
    (tmp_path / "own.py").write_text(OWN)
    bot, network = "own.py:choose,file=mine.npz", tmp_path / "mine.npz"
    found = {hash_code(bot, tmp_path)}
    for content in ("first", "second"):
        network.write_text(content)
        found.add(hash_code(bot, tmp_path))
    assert len(found) == 3
