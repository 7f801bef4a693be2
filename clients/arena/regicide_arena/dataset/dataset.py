"""A dataset of a tournament: parts in Parquet, each of some games, computed by workers.

A command that is interrupted goes on with the parts that are missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from hashlib import file_digest
from io import BytesIO
from itertools import count, islice
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct
from pyarrow import ArrowInvalid
from pyarrow.parquet import read_metadata, write_table

from regicide_arena.bots.warm_up import warm_up
from regicide_arena.commands.tournaments import DatasetOptions
from regicide_arena.dataset.decisions import Labels, NumberedRecord, table_of
from regicide_arena.runtime.atomic_file import atomic_file
from regicide_arena.runtime.console import print_note, progress_bar
from regicide_arena.runtime.executors import TaskExecutor, in_processes, on_dask
from regicide_arena.runtime.json_files import read_json
from regicide_arena.runtime.messages import CommandError, cannot_read
from regicide_arena.tournament.directory import ResultsDirectory
from regicide_arena.tournament.games.game import Game
from regicide_arena.tournament.model import Tournament
from regicide_arena.tournament.schedule import deal_of
from regicide_arena.tournament.verify import require_valid

DEFINITION: Final = "_dataset.json"
"""Readers of Parquet ignore files whose names begin like this."""
COMPRESSION: Final = "zstd"


class Part(NamedTuple):
    """Some games of a tournament, whose decisions are one file of the dataset."""

    number: int
    records: list[NumberedRecord]


class WrittenPart(NamedTuple):
    """The file of a part."""

    number: int
    content: bytes
    decisions: int


PartExecutor: TypeAlias = TaskExecutor[Part, WrittenPart]


class Definition(Struct, frozen=True, forbid_unknown_fields=True):
    """What a dataset is made of: the members of `_dataset.json`."""

    games: str
    """The SHA-256 of the file of games."""
    labels: Labels
    part_games: int


def make_dataset(options: DatasetOptions) -> int:
    """Verify the games, and compute the parts that the folder lacks; return the exit code.

    Raises CommandError, also for a game that does not follow from the rules or its deal, and OSError.
    """
    definition = ResultsDirectory(options.results).read_definition()
    games = options.results / "games.jsonl"
    if definition is None or not games.exists():
        raise CommandError(
            f"{options.results} has no {games.name}: expected the results folder of a finished tournament"
        )
    require_valid(options.results)
    folder, labels = options.folder or options.results / "dataset", Labels(options.views, options.rollouts)
    with games.open("rb") as lines:
        try:
            _begin(folder, Definition(file_digest(lines, "sha256").hexdigest(), labels, options.part_games))
        except OSError as error:
            raise CommandError(f"cannot write {folder}: {error.strerror}") from error
        lines.seek(0)
        missing = _missing(lines, folder, options.part_games)
        lines.seek(0)
        parts = (part for part in _parts(lines, definition.cup, options.part_games) if part.number in missing)
        decisions = _write(parts, len(missing), folder, _executor(options, labels))
    print_note(f"dataset: {folder}; {decisions:,} decisions added")
    return 0


def _begin(folder: Path, definition: Definition) -> None:
    """Create the folder of a dataset, or check that it is the same one. Raises CommandError, and OSError."""
    file = folder / DEFINITION
    if file.exists():
        try:
            stored = msgspec.convert(read_json(file), Definition)
        except ValueError as error:
            raise CommandError(cannot_read(file, error)) from error
        if stored != definition:
            raise CommandError(f"{folder} holds a dataset of other games or options: expected another folder")
        return
    if folder.exists() and any(folder.iterdir()):
        raise CommandError(f"{folder} is not empty and holds no dataset: expected another folder")
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_file(file) as path:
        path.write_text(json.dumps(msgspec.to_builtins(definition), indent=2) + "\n", "utf-8")


def _parts(lines: Iterable[bytes], tournament: Tournament, size: int) -> Iterator[Part]:
    """Yield all parts of a file that this program has written."""
    decode, numbered = msgspec.json.Decoder(Game).decode, enumerate(lines)
    for number in count():
        games = [(place, decode(line)) for place, line in islice(numbered, size)]
        if not games:
            return
        openings = [len(deal_of(tournament, game.players, game.deal).opening) for _, game in games]
        yield Part(number, [NumberedRecord(*game, opening) for game, opening in zip(games, openings, strict=True)])


def _missing(lines: Iterable[bytes], folder: Path, size: int) -> set[int]:
    """Return the numbers of the parts that a folder lacks."""
    numbers = range(-(-sum(1 for _ in lines) // size))
    return {number for number in numbers if not _is_whole(_file_of(folder, number))}


def _is_whole(file: Path) -> bool:
    """Return whether a part is there, and not cut."""
    try:
        read_metadata(file)
    except (OSError, ArrowInvalid):
        return False
    return True


def _file_of(folder: Path, number: int) -> Path:
    return folder / f"part-{number:05}.parquet"


def _executor(options: DatasetOptions, labels: Labels) -> AbstractContextManager[PartExecutor]:
    compute = partial(compute_part, labels)
    if options.scheduler:
        return on_dask(compute, options.scheduler, _lost)
    warm_up(["planner"])
    return in_processes(compute, options.workers)


def compute_part(labels: Labels, part: Part) -> WrittenPart:
    """Return the file of a part. Raises RegicideError for an illegal action."""
    table, file = table_of(part.records, labels), BytesIO()
    write_table(table, file, compression=COMPRESSION)
    return WrittenPart(part.number, file.getvalue(), len(table))


def _lost(part: Part) -> list[Part]:
    raise CommandError(f"every worker was lost that computed part {part.number}")


def _write(parts: Iterator[Part], total: int, folder: Path, executor: AbstractContextManager[PartExecutor]) -> int:
    """Compute and write parts, of which there is a number; return the number of their decisions."""
    decisions = 0
    with executor as execute, progress_bar() as progress:
        for part in progress.track(execute(parts), total, description="parts"):
            with atomic_file(_file_of(folder, part.number)) as path:
                path.write_bytes(part.content)
            decisions += part.decisions
    return decisions
