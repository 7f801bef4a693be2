"""The games of a cup as files: JSON Lines, CSV and Parquet, each made whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow.csv import CSVWriter
from pyarrow.parquet import ParquetWriter

from regicide_arena.cup.journal import Journal
from regicide_arena.cup.run import Run

SCHEMA: Final = "games.schema.json"
COLUMNS: Final = pa.schema(
    [
        pa.field("players", pa.int8(), nullable=False),
        pa.field("deal", pa.int32(), nullable=False),
        pa.field("lineup", pa.string(), nullable=False),
        pa.field("seed", pa.string(), nullable=False),
        pa.field("first_player", pa.int8(), nullable=False),
        pa.field("actions", pa.string(), nullable=False),
        pa.field("result", pa.string(), nullable=False),
        pa.field("reason", pa.string()),
        pa.field("defeated", pa.int8(), nullable=False),
        pa.field("grade", pa.string()),
        pa.field("failures", pa.int32(), nullable=False),
        pa.field("first_failure", pa.string()),
        pa.field("failed", pa.string()),
    ]
)
"""The columns of a game; what is many in one is parted by spaces."""
AT_ONCE: Final = 10_000


def write_games(run: Run, journal: Journal, folder: Path) -> None:
    """Write the games that count: for each lineup in the order of the deals, without anything that chance or time made.

    Raises OSError.
    """
    with replacing(folder / "games.jsonl") as path, path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{text}\n" for text in _texts(run, journal))
    (folder / SCHEMA).write_bytes(files("regicide_arena.cup").joinpath(SCHEMA).read_bytes())
    for name, writer in {"games.csv": CSVWriter, "games.parquet": ParquetWriter}.items():
        with replacing(folder / name) as path, writer(path, COLUMNS) as table:
            for batch in _batches(read_games(folder / "games.jsonl")):
                table.write_table(batch)


def read_games(file: Path) -> Iterator[dict[str, Any]]:
    """The games of a file of JSON Lines.

    Raises OSError and ValueError.
    """
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """The path of a file that takes the place of this one when it is whole."""
    new = path.with_name(f".{path.name}.new")
    yield new
    os.replace(new, path)  # noqa: PTH105 - the method of Path does the same


def _texts(run: Run, journal: Journal) -> Iterator[str]:
    deals, order = run.tally.deals(run.most_deals), {lineup: place for place, lineup in enumerate(run.tally.lineups)}
    for shard in sorted(run.places, key=lambda shard: (order[shard.lineup], shard.first)):
        count = min(shard.end, deals[len(shard.lineup)]) - shard.first
        if count > 0:
            yield from (game.text for game in journal.read(*run.places[shard]).games[:count])


def _batches(games: Iterable[dict[str, Any]]) -> Iterator[pa.Table]:
    rows: list[dict[str, Any]] = []
    for game in games:
        rows.append(_row(game))
        if len(rows) == AT_ONCE:
            yield pa.Table.from_pylist(rows, COLUMNS)
            rows.clear()
    yield pa.Table.from_pylist(rows, COLUMNS)


def _row(game: dict[str, Any]) -> dict[str, Any]:
    result, failures = game["result"] or {}, game["failures"]
    return game | {
        "lineup": " ".join(game["lineup"]),
        "actions": " ".join(game["actions"]),
        "result": result.get("outcome", "forfeited"),
        "reason": result.get("reason"),
        "grade": result.get("grade"),
        "failures": len(failures),
        "first_failure": failures[0]["kind"] if failures else None,
        "failed": game["lineup"][failures[0]["seat"]] if failures else None,
    }
