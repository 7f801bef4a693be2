"""Mutation coverage: the share of small faults in the code that the tests find.

A sample of mutants of the rules and of the store's scripts is drawn with a fixed seed; each is put into a copy of the
checkout, and the tests of its subject run there until one fails.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from mutants import Mutant, lua_mutants, python_mutants

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ("api", "engine", "clients/arena", "clients/python", "clients/terminal")
PYTEST: Final = ("-m", "pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--hypothesis-seed=0")
TIMEOUT_S: Final = 600


@dataclass(frozen=True)
class Subject:
    """What is mutated, and the tests that should find the faults."""

    folder: str
    pattern: str
    tests: tuple[str, ...]
    sample: int


SUBJECTS: Final = {
    "rules": Subject("engine/regicide", "*.py", ("tests/engine",), 120),
    "scripts": Subject(
        "api/regicide_api/storage/scripts",
        "*.lua",
        tuple(
            f"tests/api/test_{name}.py"
            for name in (
                "store",
                "advice",
                "agents",
                "events",
                "expiry",
                "idempotency",
                "places",
                "question_store",
                "questions",
                "races",
                "rate_limits",
                "record",
                "reviews",
                "subscriptions",
            )
        ),
        40,
    ),
}


def main() -> int:
    """Run the tests on the mutants of the named subjects. Prints those that survive."""
    arguments = _parser().parse_args()
    for name in arguments.subjects or SUBJECTS:
        report(name, arguments.tree.resolve(), arguments.seed, arguments.sample, arguments.workers)
    return 0


def report(name: str, tree: Path, seed: int, sample: int | None, workers: int) -> None:
    """Print the mutants of a subject that survive, and the share that does not."""
    subject = SUBJECTS[name]
    chosen = sampled(tree, subject, seed, sample or subject.sample)
    survivors = 0
    for number, (mutant, outcome) in enumerate(tested(tree, subject, chosen, workers), 1):
        survivors += outcome == "survived"
        place = f"{mutant.path.relative_to(tree)}:{mutant.line}"
        print(f"{number}/{len(chosen)} {outcome}: {place}: {mutant.fault}", flush=True)
    found = len(chosen) - survivors
    print(f"{name}: {found} of {len(chosen)} mutants found ({found / len(chosen):.0%}), seed {seed}", flush=True)


def sampled(tree: Path, subject: Subject, seed: int, number: int) -> list[Mutant]:
    """A sample of the mutants of a subject; the same for the same seed and files."""
    rng = random.Random(seed)  # noqa: S311 - a sample that anyone can draw again
    files = sorted((tree / subject.folder).glob(subject.pattern))
    if subject.pattern == "*.py":
        return list(islice(python_mutants(files, rng), number))
    mutants = [mutant for file in files for mutant in lua_mutants(file)]
    return rng.sample(mutants, min(number, len(mutants)))


def tested(tree: Path, subject: Subject, mutants: list[Mutant], workers: int) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with its outcome: `killed`, `timeout` or `survived`.

    Raises SystemExit if the tests fail without a mutant.
    """
    with tempfile.TemporaryDirectory(prefix="mutation-") as directory, ThreadPoolExecutor(workers) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            copies.put(copied(tree, Path(directory) / str(number)))
        if outcome_in(Path(directory) / "0", subject.tests) != "survived":
            raise SystemExit(f"{' '.join(subject.tests)}: the tests fail without a mutant")
        yield from zip(mutants, pool.map(lambda mutant: _outcome(tree, subject, mutant, copies), mutants), strict=True)


def copied(tree: Path, target: Path) -> Path:
    """A copy of the versioned files of a checkout."""
    command = ["/usr/bin/env", "git", "ls-files", "-z"]
    files = subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True)
    for name in files.stdout.split("\0")[:-1]:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        if (tree / name).is_file():
            shutil.copy(tree / name, target / name)
    return target


def outcome_in(copy: Path, tests: tuple[str, ...]) -> str:
    """The outcome of the tests in a copy."""
    paths = os.pathsep.join(str(copy / source) for source in SOURCES)
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, *PYTEST, *quick_first(copy, tests)]
    try:
        ended = subprocess.run(command, cwd=copy, env=environment, check=False, capture_output=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return "timeout"
    return "killed" if ended.returncode else "survived"


def quick_first(copy: Path, tests: tuple[str, ...]) -> list[str]:
    """The files of tests in a copy; those with properties, which run many examples, are last."""
    files = [file for name in tests for file in (sorted((copy / name).glob("test_*.py")) or [copy / name])]
    return [str(file.relative_to(copy)) for file in sorted(files, key=lambda file: "hypothesis" in file.read_text())]


def _outcome(tree: Path, subject: Subject, mutant: Mutant, copies: SimpleQueue[Path]) -> str:
    copy = copies.get()
    target = copy / mutant.path.relative_to(tree)
    original = target.read_text()
    try:
        _replace(target, mutant.source)
        return outcome_in(copy, subject.tests)
    finally:
        _replace(target, original)
        copies.put(copy)


def _replace(file: Path, source: str) -> None:
    """Write a source file, and delete its compiled form: Python compares times of whole seconds."""
    file.write_text(source)
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        compiled.unlink()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"one of {', '.join(SUBJECTS)} (default: all)")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout (default: this one)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: 1)")
    parser.add_argument("--sample", type=int, help="mutants of each subject (default: 120 and 40)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="mutants at once (default: the cores)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
