"""The two backends of the kernel: numba and plain Python give the same results; compiled code is kept safely."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from pkgutil import iter_modules
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from checked_arrays import CheckedArray
from kernels import in_plain_python, random_ends

import regicide_kernel
from regicide_kernel import backend, cache
from regicide_kernel.backend import copy, integers, lowest, records
from regicide_kernel.game import Game

pytestmark = pytest.mark.costly

needs_numba = pytest.mark.skipif(not backend.IS_COMPILED, reason="the kernel is not compiled here")


def test_random_games_are_the_same_in_both_backends() -> None:
    """Every field of the end, the number of moves, and the state of the random numbers."""
    assert json.loads(in_plain_python("-m", "kernels", "games", "12")) == json.loads(json.dumps(random_ends(12)))


def test_the_plain_backend_needs_no_library() -> None:
    """Neither numba nor NumPy are imported."""
    program = "import sys, regicide_kernel.tree; print({'numba', 'numpy'} & {*sys.modules})"
    assert in_plain_python("-c", program) == "set()\n"


def test_no_index_is_out_of_bounds() -> None:
    """Compiled code does not check indexes: games and searches run in plain Python with arrays that do."""
    assert int(in_plain_python("-m", "checked_arrays")) > 50


@needs_numba
def test_no_compiled_function_returns_an_array() -> None:
    """Not in a tuple either: without reference counts, numba returns another array or none there."""
    returned = dict(compiled_results())
    assert len(returned) > 100
    assert [name for name, kind in returned.items() if not numbers_in(kind) <= {int, float, bool, NoneType}] == []
    assert numbers_in(tuple[int, list[int]]) == {int, list[int]}


def compiled_results() -> Iterator[tuple[str, Any]]:
    """The names of the functions that numba compiles, with the types of their results."""
    for found in iter_modules(regicide_kernel.__path__, "regicide_kernel."):
        module = import_module(found.name)
        for name, function in vars(module).items():
            if python := getattr(function, "py_func", None):
                yield f"{python.__module__}.{name}", get_type_hints(python)["return"]


def numbers_in(kind: Any) -> set[Any]:
    """The type, or the types in a tuple."""
    if isinstance(kind, type) and issubclass(kind, tuple) and get_origin(kind) is None:
        kind = tuple[tuple(get_type_hints(kind).values())]
    return set().union(*map(numbers_in, get_args(kind))) if get_origin(kind) is tuple else {kind}


def test_checked_arrays_refuse_what_corrupts_memory() -> None:
    """Negative indexes, slices of another length, and numbers beyond their width."""
    array = CheckedArray([0] * 3, 7)
    array[1:3] = [1, 127]
    for place, value, error in ((-1, 0, IndexError), (3, 0, IndexError), (slice(0, 2), [1], IndexError)):
        with pytest.raises(error):
            array[place] = value
    for place, value in ((0, 128), (slice(0, 2), [1, 128])):
        with pytest.raises(OverflowError):
            array[place] = value
    with pytest.raises(IndexError):
        array[3]
    assert array == [0, 1, 127]


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


@pytest.mark.parametrize("changed", ["rules.py", "rulebook.py", "cpuinfo"])
def test_the_folder_of_compiled_code_has_the_hash_of_all_sources(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change of any module, also of the engine, or on another processor, the folder is another one."""
    for name in ("rules.py", "rulebook.py", "cpuinfo"):
        (tmp_path / name).write_text("flags: 1")
    monkeypatch.setattr(cache, "SOURCES", tmp_path)
    monkeypatch.setattr(cache, "ENGINE_SOURCES", [tmp_path / "rulebook.py"])
    monkeypatch.setattr(cache, "_CPU_FILE", tmp_path / "cpuinfo")
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    before = found_folder()
    (tmp_path / changed).write_text("flags: 2")
    after = found_folder()
    assert (before != after, after.parent) == (True, tmp_path / "__pycache__")


def found_folder() -> Path:
    """The folder of compiled code."""
    folder = cache.cache_folder()
    assert folder is not None
    return folder


def test_all_modules_of_the_engine_in_compiled_code_are_in_the_hash() -> None:
    """The kernel imports constants and functions from them alone; `regicide` itself gives it only types."""
    imported = {
        node.module
        for path in cache.SOURCES.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("regicide.")
    }
    assert imported == {f"regicide.{path.name.removesuffix('.py')}" for path in cache.ENGINE_SOURCES}


def test_versions_beside_each_other_keep_their_compiled_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders that were completed last are kept, and nothing else is removed."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    other = tmp_path / "kernel-of-another-program"
    other.mkdir()
    folders = []
    for number in range(cache.MAX_FOLDERS + 1):
        monkeypatch.setenv("NUMBA_CPU_NAME", f"cpu-{number}")
        folders.append(found_folder())
        os.utime(folders[-1], (number, number))
        cache.mark_complete(folders[-1])
        os.utime(folders[-1], (number, number))
    assert {*tmp_path.iterdir()} == {other, *folders[1:]}


def test_the_variable_names_the_parent_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is created where it is missing."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "a"))
    folder = found_folder()
    assert (folder.parent, folder.is_dir()) == (tmp_path / "a", True)


def test_complete_code_is_used_in_a_folder_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as that of an installation, before a folder of the user; incomplete code is not."""
    installation, home = tmp_path / "installation", tmp_path / "home"
    monkeypatch.setattr(cache, "_parents", lambda: [installation, home])
    folder = found_folder()
    monkeypatch.setattr(cache, "_is_writable", lambda each: each.parent == home)
    assert (found_folder().parent, cache.is_complete()) == (home, False)
    cache.mark_complete(folder)
    assert (found_folder(), cache.is_complete()) == (folder, True)


def test_without_any_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is a file, or may not be entered."""
    (tmp_path / "file").touch()
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file"))
    assert (cache.cache_folder(), cache.is_complete()) == (None, False)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / ("too long" * 99)))
    assert (cache.cache_folder(), cache.is_complete()) == (None, False)


def test_without_numba_nothing_is_left_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is there a folder."""

    def refuse(_: str) -> str:
        raise PackageNotFoundError

    monkeypatch.setattr(cache, "version", refuse)
    assert (cache.cache_folder(), cache.is_complete()) == (None, True)


LOWEST = "from regicide_kernel.backend import is_all_kept, lowest; print(lowest(8), is_all_kept())"
"""A program that compiles one function."""


def printed(parent: Path, program: str = LOWEST) -> str:
    """What a program prints with a parent folder for compiled code."""
    environment = os.environ | {cache.VARIABLE: str(parent)}
    ended = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert ended.stderr == ""
    return ended.stdout


@needs_numba
def test_the_kernel_runs_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """The parent of the folder is a file."""
    blocked = tmp_path / "file"
    blocked.touch()
    assert printed(blocked) == "3 True\n"


@needs_numba
@pytest.mark.parametrize("damage", [b"", b"nonsense"])
def test_damaged_files_are_compiled_anew(damage: bytes, tmp_path: Path) -> None:
    """And replaced: the next process loads them."""
    printed(tmp_path)
    for file in tmp_path.rglob("*.nb?"):
        file.write_bytes(damage)
    assert printed(tmp_path) == "3 True\n"
    [index] = tmp_path.rglob("*.nbi")
    assert len(index.read_bytes()) > 100


@needs_numba
def test_a_full_disk_costs_only_time(tmp_path: Path) -> None:
    """The code is compiled, and what is missing is not marked as complete."""
    program = (
        "import resource; from regicide_arena.bots import compilation\n"
        "def use(rollouts):\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "    from regicide_kernel.backend import lowest; print(lowest(8))\n"
        "compilation._use_all_functions = use; compilation.ensure_compiled()"
    )
    assert printed(tmp_path, program) == "3\n"
    assert not [*tmp_path.rglob("complete")]


@needs_numba
def test_two_processes_do_not_compile_at_the_same_time(tmp_path: Path) -> None:
    """The second waits until the first has finished, and loads what that has compiled."""
    program = (
        "import os, sys; from regicide_arena.bots import compilation\n"
        "def use(rollouts):\n"
        "    if rollouts > 1:\n"  # otherwise it loads complete code
        "        os.mkdir(sys.argv[1]); os.rmdir(sys.argv[1])\n"
        "compilation._use_all_functions = use; compilation.ensure_compiled()"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "compiling")]
    environment = os.environ | {cache.VARIABLE: str(tmp_path)}
    running = [subprocess.Popen(command, env=environment) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert [path.parent.parent for path in tmp_path.rglob("complete")] == [tmp_path]


@pytest.mark.parametrize("value", ["Plain", "plain ", "mypyc"])
def test_an_unknown_backend_is_refused(value: str) -> None:
    """The message names the variable, and what it may be."""
    ended = subprocess.run(
        [sys.executable, "-c", "import regicide_kernel.backend"],
        env=os.environ | {"REGICIDE_KERNEL": value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr.splitlines()[-1] == f"ValueError: REGICIDE_KERNEL is {value!r}: expected numba or plain"


@pytest.mark.long
@needs_numba
def test_a_complete_cache_has_all_that_planners_need(tmp_path: Path) -> None:
    """No function is compiled by the bots after the compilation, in games of any number of players."""
    environment = os.environ | {cache.VARIABLE: str(tmp_path)}
    subprocess.run([sys.executable, "-m", "regicide_arena.bots.warm_up"], env=environment, check=True)
    before = sorted(path.name for path in tmp_path.rglob("*.nbc"))
    command = ["-m", "regicide_arena", "bench", "policy", "planner-fast", "--deals", "1", "--workers", "1"]
    subprocess.run([sys.executable, *command], env=environment, check=True, capture_output=True)
    assert sorted(path.name for path in tmp_path.rglob("*.nbc")) == before != []
