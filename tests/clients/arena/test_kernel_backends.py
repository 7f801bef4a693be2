"""The two backends of the kernel: numba and plain Python give the same results; compiled code is kept safely."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from kernels import in_plain_python, random_ends

from regicide_arena.kernel import backend, cache
from regicide_arena.kernel.backend import copy, integers, lowest, records
from regicide_arena.kernel.game import Game


def test_random_games_are_the_same_in_both_backends() -> None:
    """Every field of the end, the number of moves, and the state of the random numbers."""
    assert json.loads(in_plain_python("-m", "kernels", "games", "12")) == json.loads(json.dumps(random_ends(12)))


def test_the_plain_backend_needs_no_library() -> None:
    """Neither numba nor NumPy are imported."""
    program = "import sys, regicide_arena.kernel.tree; print({'numba', 'numpy'} & {*sys.modules})"
    assert in_plain_python("-c", program) == "set()\n"


def test_records_begin_with_zeros_and_are_copied_whole() -> None:
    """A copy shares nothing with its source."""
    games = records(Game, 2)
    games[0].turn, games[0].hands[2] = 3, 5
    copy(games, 1, 0)
    games[0].hands[2] = 6
    assert (games[1].turn, games[1].hands[2], games[1].players) == (3, 5, 0)


def test_the_lowest_card_of_a_set() -> None:
    """Also of the highest cards, and as Python counts."""
    assert [lowest(cards) for cards in (1, 0b1100, 1 << 53, 3 << 52)] == [0, 2, 53, 52]


def test_arrays_begin_with_zeros() -> None:
    """Of any length."""
    assert [*integers(3)] == [0, 0, 0]


@pytest.mark.parametrize("changed", ["rules.py", "rulebook.py"])
def test_the_folder_of_compiled_code_has_the_hash_of_all_sources(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change of any module, also of the engine, the folder is another one."""
    for name in ("rules.py", "rulebook.py"):
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(cache, "SOURCES", tmp_path)
    monkeypatch.setattr(cache, "ENGINE_SOURCES", [tmp_path / "rulebook.py"])
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    before = cache.cache_folder("0.1")
    (tmp_path / changed).write_text("2")
    after = cache.cache_folder("0.1")
    assert before is not None
    assert after is not None
    assert (before != after, after.parent) == (True, tmp_path / "__pycache__")


def test_all_modules_of_the_engine_in_compiled_code_are_in_the_hash() -> None:
    """The kernel imports constants and functions from them alone; `regicide` itself gives it only types."""
    imported = {
        node.module
        for path in cache.SOURCES.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("regicide.")
    }
    assert imported == {f"regicide.{path.stem}" for path in cache.ENGINE_SOURCES}


def test_versions_beside_each_other_keep_their_compiled_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders used last are kept, and nothing else is removed."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    (tmp_path / "kernel-of-another-program").mkdir()
    folders = [cache.cache_folder(f"0.{number}") for number in range(cache.MAX_FOLDERS + 1)]
    kept = {*tmp_path.iterdir()}
    assert kept == {tmp_path / "kernel-of-another-program", *folders[1:]}


def test_the_variable_names_the_parent_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is created where it is missing."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "a"))
    folder = cache.cache_folder("0.1")
    assert folder is not None
    assert (folder.parent, folder.is_dir()) == (tmp_path / "a", True)


def test_compiled_code_in_a_folder_that_cannot_be_written_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library reads only from folders that it can write. Incomplete code is not copied."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    folder = cache.cache_folder("0.1")
    assert folder is not None
    (folder / "rules.nbc").touch()
    monkeypatch.setattr(cache, "_is_writable", lambda _: False)
    assert [*_files(cache.cache_folder("0.1"))] == []
    (folder / cache.MARKER).touch()
    copied = cache.cache_folder("0.1")
    assert (copied != folder, {*_files(copied)}) == (True, {"rules.nbc", cache.MARKER})


def _files(folder: Path | None) -> list[str]:
    assert folder is not None
    return [file.name for file in folder.iterdir()]


def test_a_folder_of_the_user_gets_the_compiled_code_of_the_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that code that is complete somewhere is never compiled again."""
    installation, home = tmp_path / "installation", tmp_path / "home"
    monkeypatch.setattr(cache, "_parents", lambda: [installation, home])
    complete = cache.cache_folder("0.1")
    assert complete is not None
    (complete / cache.MARKER).touch()
    (home / complete.name).mkdir(parents=True)
    monkeypatch.setattr(cache, "_is_writable", lambda folder: folder.parent == home)
    folder = cache.cache_folder("0.1")
    assert folder is not None
    assert (folder.parent, _files(folder)) == (home, [cache.MARKER])


def test_without_any_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel then compiles anew in each process."""

    def refuse(**_: object) -> str:
        raise PermissionError

    monkeypatch.setattr(cache, "_is_writable", lambda _: False)
    monkeypatch.setattr(cache, "mkdtemp", refuse)
    assert cache.cache_folder("0.1") is None


@pytest.mark.skipif(not backend.IS_COMPILED, reason="the kernel is not compiled here")
def test_the_kernel_runs_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """A program whose folders are files compiles one function all the same."""
    blocked = tmp_path / "file"
    blocked.touch()
    program = (
        "from regicide_arena.kernel import cache; cache.mkdtemp = lambda **_: (_ for _ in ()).throw(OSError());\n"
        "from regicide_arena.kernel.backend import lowest; print(lowest(8))"
    )
    environment = os.environ | {cache.VARIABLE: str(blocked)}
    ended = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert (ended.stdout, ended.stderr) == ("3\n", "")


def test_the_kernel_is_complete_once_all_functions_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file in the folder says so."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    assert not cache.is_complete()
    folder = cache.cache_folder(version("numba"))
    assert folder is not None
    assert not cache.is_complete()
    (folder / cache.MARKER).touch()
    assert cache.is_complete()


@pytest.mark.skipif(not backend.IS_COMPILED, reason="the kernel is not compiled here")
def test_two_processes_do_not_compile_at_the_same_time(tmp_path: Path) -> None:
    """The second waits until the first has finished, and loads what that has compiled."""
    program = (
        "import os, sys; from regicide_arena.bots import compilation\n"
        "def use(rollouts):\n"
        "    os.mkdir(sys.argv[1]); os.rmdir(sys.argv[1])\n"
        "compilation._use_all_functions = use; compilation.ensure_compiled()"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "compiling")]
    environment = os.environ | {cache.VARIABLE: str(tmp_path)}
    running = [subprocess.Popen(command, env=environment) for _ in range(3)]
    assert [process.wait(timeout=60) for process in running] == [0, 0, 0]
    assert [path.parent.parent for path in tmp_path.rglob(cache.MARKER)] == [tmp_path]


@pytest.mark.long
@pytest.mark.skipif(not backend.IS_COMPILED, reason="the kernel is not compiled here")
def test_a_complete_cache_has_all_that_planners_need(tmp_path: Path) -> None:
    """No function is compiled by the bots after the compilation, in games of any number of players."""
    environment = os.environ | {cache.VARIABLE: str(tmp_path)}
    subprocess.run([sys.executable, "-m", "regicide_arena.bots.compilation"], env=environment, check=True, timeout=120)
    before = sorted(path.name for path in tmp_path.rglob("*.nbc"))
    command = ["-m", "regicide_arena", "bench", "policy", "planner-fast", "--deals", "1", "--workers", "1"]
    subprocess.run([sys.executable, *command], env=environment, check=True, capture_output=True, timeout=120)
    assert sorted(path.name for path in tmp_path.rglob("*.nbc")) == before != []
