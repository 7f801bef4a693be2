"""The results files, each written atomically: games as JSON Lines, CSV and Parquet, standings, times, and the report.

Only the times, the report and the journal depend on how long actions took.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow.csv import CSVWriter
from pyarrow.parquet import ParquetWriter

from regicide_arena.runtime.atomic_file import atomic_file
from regicide_arena.runtime.journal import encode
from regicide_arena.tournament.engine import TournamentEngine
from regicide_arena.tournament.games.game import Game
from regicide_arena.tournament.report.games import linked_deals
from regicide_arena.tournament.report.html import render_html
from regicide_arena.tournament.summary import plain, summarize

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


class Export:
    """The results of a tournament so far, to be written to folders."""

    def __init__(self, engine: TournamentEngine, web_client: str) -> None:
        """`web_client` is the URL of the web client that the links of the report open."""
        self._engine, self.summary, self._web_client = engine, summarize(engine), web_client
        self._deals = linked_deals(engine, self.summary)

    def write(self, folder: Path, *, is_live: bool = False) -> None:
        """Write standings, times and report to a folder, which is created. Browsers load a live report again.

        Raises OSError.
        """
        texts = {
            "standings.json": self.summary.as_json() + "\n",
            "times.json": json.dumps(plain(self.summary.times), indent=2, ensure_ascii=False) + "\n",
            REPORT: render_html(self.summary, self._deals, self._web_client, is_live=is_live),
        }
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            with atomic_file(folder / name) as path:
                path.write_text(text, encoding="utf-8")

    def write_games(self, folder: Path) -> None:
        """Write the games that count, by lineup and deal, without anything that depends on timing. Raises OSError."""
        with atomic_file(folder / "games.jsonl") as path, path.open("wb") as file:
            file.writelines(encode(game) + b"\n" for game in _games(self._engine))
        schema = files("regicide_arena.tournament").joinpath(GAMES_SCHEMA)
        (folder / GAMES_SCHEMA).write_bytes(schema.read_bytes())
        for name, writer in {"games.csv": CSVWriter, "games.parquet": ParquetWriter}.items():
            with atomic_file(folder / name) as path, writer(path, COLUMNS) as table:
                for batch in _batches(_read_games(folder / "games.jsonl")):
                    table.write_table(batch)


class LiveReport:
    """Writes standings, times and report to a folder again and again while a tournament is played."""

    def __init__(self, folder: Path, web_client: str) -> None:
        self._folder, self._web_client, self._due = folder, web_client, 0.0

    def __call__(self, engine: TournamentEngine) -> None:
        """Write what is known after a shard, if it is time. Raises OSError."""
        if (started := time.monotonic()) >= self._due:
            Export(engine, self._web_client).write(self._folder, is_live=True)
            ended = time.monotonic()
            self._due = ended + max(LIVE_INTERVAL_S, LIVE_IDLE_FACTOR * (ended - started))


def _read_games(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _games(engine: TournamentEngine) -> Iterator[Game]:
    deals = engine.scoreboard.complete_deals(engine.deal_limit)
    for lineup in engine.scoreboard.lineups:
        yield from engine.games(lineup, range(deals[len(lineup)]))


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
