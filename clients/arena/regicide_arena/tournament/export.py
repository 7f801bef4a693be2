"""The results files, each written atomically: games as JSON Lines, CSV and Parquet, standings, times, and the report.

Only the times, the report and the journal depend on how long actions took.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow.csv import CSVWriter
from pyarrow.parquet import ParquetWriter

from regicide_arena.tournament.engine import TournamentEngine
from regicide_arena.tournament.games.game import Game, encode
from regicide_arena.tournament.journal import Journal
from regicide_arena.tournament.model import Lineup, Shard
from regicide_arena.tournament.report.html import render_html
from regicide_arena.tournament.summary import Summary, plain, summarize

REPORT: Final = "report.html"
GAMES_SCHEMA: Final = "games.schema.json"
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
"""Columns of a game in CSV and Parquet; lists are joined by spaces."""
LIVE_INTERVAL_S: Final = 30.0
"""Time between live reports."""
LIVE_IDLE_FACTOR: Final = 10
"""The least ratio of that time to the time that one takes."""
BATCH_ROWS: Final = 10_000


def export(engine: TournamentEngine, journal: Journal, folder: Path) -> Summary:
    """Write standings, times and report, and, when the tournament is over, its games.

    Raises OSError.
    """
    summary = summarize(engine)
    if engine.is_over:
        _write_games(engine, journal, folder)
    write_summary(summary, folder)
    return summary


class LiveReport:
    """Writes standings, times and report to a folder again and again while a tournament is played."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._due = folder, 0.0

    def __call__(self, engine: TournamentEngine) -> None:
        """Write what is known after a shard, if it is time. Raises OSError."""
        if (started := time.monotonic()) >= self._due:
            write_summary(summarize(engine), self._folder, is_live=True)
            ended = time.monotonic()
            self._due = ended + max(LIVE_INTERVAL_S, LIVE_IDLE_FACTOR * (ended - started))


def write_summary(summary: Summary, folder: Path, *, is_live: bool = False) -> None:
    """Write standings, times and report to a folder, which is created. Browsers load a live report again.

    Raises OSError.
    """
    texts = {
        "standings.json": summary.as_json() + "\n",
        "times.json": json.dumps(plain(summary.times), indent=2, ensure_ascii=False) + "\n",
        REPORT: render_html(summary, is_live=is_live),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        with _atomic_file(folder / name) as path:
            path.write_text(text, encoding="utf-8")


def _write_games(engine: TournamentEngine, journal: Journal, folder: Path) -> None:
    """Write the games that count, by lineup and deal, without anything that depends on timing."""
    with _atomic_file(folder / "games.jsonl") as path, path.open("wb") as file:
        file.writelines(encode(game) + b"\n" for game in _games(engine, journal))
    schema = files("regicide_arena.tournament").joinpath(GAMES_SCHEMA)
    (folder / GAMES_SCHEMA).write_bytes(schema.read_bytes())
    for name, writer in {"games.csv": CSVWriter, "games.parquet": ParquetWriter}.items():
        with _atomic_file(folder / name) as path, writer(path, COLUMNS) as table:
            for batch in _batches(_read_games(folder / "games.jsonl")):
                table.write_table(batch)


def _read_games(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@contextmanager
def _atomic_file(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file that replaces `path` on success."""
    new = path.with_name(f".{path.name}.new")
    yield new
    os.replace(new, path)  # noqa: PTH105 - Path.replace is the same


def _games(engine: TournamentEngine, journal: Journal) -> Iterator[Game]:
    """Yield the games that were played, then the games that were forfeited by a disqualification, for each lineup."""
    deals, shards = engine.scoreboard.complete_deals(engine.deal_limit), defaultdict[Lineup, list[Shard]](list)
    for shard in sorted(engine.places, key=lambda each: each.first):
        shards[shard.lineup].append(shard)
    for lineup in engine.scoreboard.lineups:
        end = deals[len(lineup)]
        missed = engine.attendance.first_missed_deal(lineup)
        played = end if missed is None else min(end, missed)
        for shard in (each for each in shards[lineup] if each.first < played):
            yield from journal.read(engine.places[shard]).games[: played - shard.first]
        forfeited = (engine.attendance.forfeited_game(lineup, deal) for deal in range(played, end))
        yield from filter(None, forfeited)


def _batches(games: Iterable[dict[str, Any]]) -> Iterator[pa.Table]:
    rows: list[dict[str, Any]] = []
    for game in games:
        rows.append(_columns_of(game))
        if len(rows) == BATCH_ROWS:
            yield pa.Table.from_pylist(rows, COLUMNS)
            rows.clear()
    yield pa.Table.from_pylist(rows, COLUMNS)


def _columns_of(game: dict[str, Any]) -> dict[str, Any]:
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
