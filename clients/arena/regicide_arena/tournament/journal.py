"""The journal: one JSON line for each shard played, appended and synced by a single process."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from regicide_arena.tournament.errors import CorruptJournal, JournalInUse
from regicide_arena.tournament.games.game import ShardResult, parse_row
from regicide_arena.tournament.games.histogram import Histogram
from regicide_arena.tournament.schedule import Shard

CHUNK_BYTES: Final = 1 << 16


class LineSpan(NamedTuple):
    """Place of a line in the journal, in bytes."""

    offset: int
    length: int


class Journal:
    """An open journal, locked for this process. A torn last line is truncated: its shard is played again."""

    def __init__(self, file: Path) -> None:
        """Raises JournalInUse, and OSError if the file cannot be opened or created."""
        self._path = file
        self._file = file.open("a+b", buffering=0)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise JournalInUse(f"another process plays this tournament: {file} is locked") from None
        self._truncate_torn_line()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, result: ShardResult) -> LineSpan:
        """Append a shard and sync it to disk.

        Raises OSError, for instance on a full disk; the next start truncates what was half written.
        """
        line = _to_line(result).encode()
        offset = self._file.seek(0, os.SEEK_END)
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OSError(error.errno, f"cannot write the journal: {error.strerror}", str(self._path)) from error
        return LineSpan(offset, len(line))

    def records(self) -> Iterator[tuple[LineSpan, ShardResult]]:
        """Yield all shards with their places.

        Raises CorruptJournal. A corrupt last line is truncated instead: disks do not promise more.
        """
        offset, size = 0, self._path.stat().st_size
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    result = _from_line(line)
                except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
                    if offset + len(line) < size:
                        raise CorruptJournal(f"{self._path}, line {number}: not a shard: {error!r}") from error
                    self._file.truncate(offset)
                    return
                yield LineSpan(offset, len(line)), result
                offset += len(line)

    def read(self, span: LineSpan) -> ShardResult:
        """Read the shard at this place."""
        return _from_line(os.pread(self._file.fileno(), span.length, span.offset))

    def _truncate_torn_line(self) -> None:
        """Truncate the file after its last newline."""
        size = end = self._file.seek(0, os.SEEK_END)
        while end > 0:
            begin = max(0, end - CHUNK_BYTES)
            newline = os.pread(self._file.fileno(), end - begin, begin).rfind(b"\n")
            if newline >= 0:
                end = begin + newline + 1
                break
            end = begin
        if end != size:
            self._file.truncate(end)


def _to_line(result: ShardResult) -> str:
    shard, spreads = result.shard, {name: {**histogram} for name, histogram in result.timings.items()}
    head = {"lineup": shard.lineup, "first": shard.first, "end": shard.end, "seconds": result.seconds}
    games = ",".join(game.text for game in result.games)
    return f'{json.dumps(head | {"spreads": spreads})[:-1]}, "games": [{games}]}}\n'


def _from_line(line: bytes) -> ShardResult:
    """Parse a line. Timings are stored per shard; the first game carries them all.

    Raises KeyError, TypeError or ValueError for anything but a shard.
    """
    members: dict[str, Any] = json.loads(line)
    shard = Shard(tuple(map(str, members["lineup"])), int(members["first"]), int(members["end"]))
    games = [parse_row(game) for game in members["games"]]
    if len(games) != shard.games or not games:
        raise ValueError(f"{len(games)} games instead of {shard.games}")
    timings = {
        name: Histogram({int(bucket): count for bucket, count in counts.items()})
        for name, counts in members["spreads"].items()
    }
    return ShardResult(shard, [games[0]._replace(timings=timings), *games[1:]], float(members["seconds"]))
