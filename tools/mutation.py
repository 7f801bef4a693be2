"""Mutation coverage: the share of small faults in the code that the tests find.

A sample of faults in the rules and in the store's scripts is drawn with a fixed seed; each is put into a copy of the
checkout, and the tests of its subject run there until one fails. Cosmic Ray (https://cosmic-ray.readthedocs.io) has the
faults of Python, LUA_TOKENS those of the scripts.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT: Final = Path(__file__).parents[1]
NOT_COPIED: Final = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "dist", "regicide-data")
SOURCES: Final = ("api", "engine", "clients/arena", "clients/env", "clients/mcp", "clients/python", "clients/terminal")
PYTEST: Final = ("-m", "pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--hypothesis-seed=0")
MARKS: Final = "not long and not costly and not browser and not faults and not contract"
TIMEOUT_S: Final = 600

NOT_USED: Final = {"core/NoOp", "core/VariableInserter", "core/VariableReplacer"}
"""Operators of Cosmic Ray that change nothing or need arguments."""
LUA_TOKENS: Final = {
    "==": "~=",
    "~=": "==",
    "'EX'": "'PX'",
    ", 'NX')": ")",
    "if not ": "if ",
    "'1'": "'0'",
    "''": "'x'",
    "#ARGV": "#ARGV - 1",
    "-1)": "-2)",
    "'EXPIRE'": "'PERSIST'",
}
"""Tokens of the scripts, and what replaces each."""
_NUMBER: Final = re.compile(r"(?<![\w'-])\d+(?![\w'])")
_STATEMENT: Final = re.compile(r"^\s*(?:redis\.call\(.*\)|return .*)$")

Fault: TypeAlias = tuple[str, Callable[[], str | None]]
"""What a fault is called, and a function that makes the faulty source; None: it cannot be made."""


class Place(NamedTuple):
    """A place of a file with its possible faults."""

    file: Path
    line: int
    faults: Sequence[Fault]


class Mutant(NamedTuple):
    """A faulty version of a file."""

    file: Path
    name: str
    source: str


def python_places(file: Path) -> list[Place]:
    """The positions of a module at which operators of Cosmic Ray apply."""
    source, faults = file.read_text(), defaultdict[tuple[int, int], list[Fault]](list)
    nodes = [*ast_nodes(get_ast(source))]
    for name in sorted({*operator_names()} - NOT_USED):
        operator = get_operator(name)()
        starts = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, start in enumerate(starts):
            faults[start].append((name.removeprefix("core/"), partial(mutate_code, source, operator, occurrence)))
    return [Place(file, line, faults[line, column]) for line, column in sorted(faults)]


def lua_places(file: Path) -> list[Place]:
    """A place for each token that can be replaced, number that can be greater, and statement that can be left out."""
    lines = file.read_text().splitlines(keepends=True)
    return [
        Place(file, number, [(faulty.strip() or "left out", partial("".join, [*lines[: number - 1], faulty, *rest]))])
        for number, line in enumerate(lines, 1)
        if not line.startswith("--")
        for rest in [lines[number:]]
        for faulty in _faulty_lines(line)
    ]


def _faulty_lines(line: str) -> Iterator[str]:
    for token, other in LUA_TOKENS.items():
        if token in line:
            yield line.replace(token, other, 1)
    for found in _NUMBER.finditer(line):
        yield f"{line[: found.start()]}{int(found[0]) + 1}{line[found.end() :]}"
    if _STATEMENT.match(line):
        yield "\n"


class Subject(NamedTuple):
    """What is mutated, and the tests that should find the faults: those of a folder that import a package, or all."""

    files: str
    places: Callable[[Path], list[Place]]
    folder: str
    package: str
    sample: int


SUBJECTS: Final = {
    "rules": Subject("engine/regicide/*.py", python_places, "tests/engine", "", 120),
    "scripts": Subject("api/regicide_api/storage/scripts/*.lua", lua_places, "tests/api", "regicide_api.storage", 40),
}


def mutants(subject: Subject, rng: random.Random) -> Iterator[Mutant]:
    """Mutants of a subject in random order, one for each place; the same for the same files and state of `rng`."""
    places = [place for file in sorted(ROOT.glob(subject.files)) for place in subject.places(file)]
    for file, line, faults in rng.sample(places, len(places)):
        sources = ((name, make()) for name, make in rng.sample(faults, len(faults)))
        effective = ((name, source) for name, source in sources if source and has_effect(file, source))
        for name, source in islice(effective, 1):
            yield Mutant(file, f"{file.relative_to(ROOT)}:{line}: {name}", source)


def has_effect(file: Path, source: str) -> bool:
    """Whether a source changes what the file does: not if only annotations or docstrings differ, or it is no Python."""
    return file.suffix != ".py" or _effective(source) not in {None, _effective(file.read_text())}


def _effective(source: str) -> str | None:
    """A module's syntax tree without annotations and docstrings. None if the module cannot be parsed."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign() | ast.arg():
                node.annotation = ast.Constant(None)
            case ast.FunctionDef():
                node.returns = None
            case ast.Expr(value=ast.Constant()):
                node.value = ast.Constant(None)
    return ast.dump(tree)


def outcome(subject: Subject, mutant: Mutant | None = None) -> str:
    """The outcome of the tests in a copy of the checkout, with a mutant: `killed`, `timeout` or `survived`."""
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        copy = Path(shutil.copytree(ROOT, f"{folder}/copy", ignore=NOT_COPIED))
        if mutant:
            (copy / mutant.file.relative_to(ROOT)).write_text(mutant.source)
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(str(copy / source) for source in SOURCES)}
        command = [sys.executable, *PYTEST, "-m", MARKS, *_tests(copy / subject.folder, subject.package)]
        try:
            ended = subprocess.run(
                command, cwd=copy, env=environment, check=False, capture_output=True, timeout=TIMEOUT_S
            )
        except subprocess.TimeoutExpired:
            return "timeout"
    return "killed" if ended.returncode else "survived"


def _tests(folder: Path, package: str) -> list[str]:
    """The files of tests in a folder that import a package, those with many examples of properties last."""
    texts = {str(file): file.read_text() for file in sorted(folder.glob("test_*.py"))}
    return sorted((name for name in texts if package in texts[name]), key=lambda name: "hypothesis" in texts[name])


def report(name: str, seed: int, sample: int | None, workers: int) -> None:
    """Print the outcome for each mutant of a subject, and the share that the tests find.

    Raises SystemExit if the tests fail without a mutant.
    """
    subject = SUBJECTS[name]
    if (first := outcome(subject)) != "survived":
        raise SystemExit(f"{subject.folder}: the tests fail without a mutant: {first}")
    chosen = [*islice(mutants(subject, random.Random(seed)), sample or subject.sample)]  # noqa: S311 - anyone can draw it again
    survivors = 0
    with ThreadPoolExecutor(workers) as pool:
        outcomes = pool.map(partial(outcome, subject), chosen)
        for number, (mutant, found) in enumerate(zip(chosen, outcomes, strict=True), 1):
            survivors += found == "survived"
            print(f"{number}/{len(chosen)} {found}: {mutant.name}", flush=True)
    killed = len(chosen) - survivors
    print(f"{name}: {killed} of {len(chosen)} mutants found ({killed / len(chosen):.0%}), seed {seed}", flush=True)


def main() -> None:
    """Run the tests on the mutants of the named subjects, or of all."""
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"one of {', '.join(SUBJECTS)} (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: 1)")
    parser.add_argument("--sample", type=int, help="mutants of each subject (default: 120 and 40)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="mutants at once (default: the cores)")
    options = parser.parse_args()
    for name in options.subjects or SUBJECTS:
        report(name, options.seed, options.sample, options.workers)


if __name__ == "__main__":
    main()
