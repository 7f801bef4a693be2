"""The journal: one JSON line for each shard played, appended and synced by a single process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

from msgspec.json import Decoder

from regicide_arena.tournament.errors import InvalidJournal
from regicide_arena.tournament.games.game import ShardResult, encode

_decode: Final = Decoder(ShardResult).decode


class Journal:
    """An open journal, locked for this process."""

    def __init__(self, file: Path) -> None:
        """Raises InvalidJournal, and OSError if the file cannot be opened or created."""
        self._path = file
        self._file = file.open("a+b", buffering=0)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise InvalidJournal(f"another process plays this tournament: {file} is locked") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, result: ShardResult) -> int:
        """Append a shard and sync it to disk; return the place of its line, for `read`.

        Raises OSError, for instance on a full disk; the next start truncates what was half written.
        """
        place = self._file.seek(0, os.SEEK_END)
        rest = memoryview(encode(result) + b"\n")
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OSError(error.errno, f"cannot write the journal: {error.strerror}", str(self._path)) from error
        return place

    def records(self) -> Iterator[tuple[int, ShardResult]]:
        """Yield all shards with the places of their lines. Read them before the first `append`.

        Raises InvalidJournal. A torn or corrupt last line is truncated instead, and its shard is played again: disks do
        not promise more.
        """
        place = 0
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    result = _decode(line if line.endswith(b"\n") else b"")
                except (ValueError, RecursionError) as error:
                    if file.read(1):
                        raise InvalidJournal(f"{self._path}, line {number}: not a shard: {error!r}") from error
                    self._file.truncate(place)
                    return
                yield place, result
                place += len(line)

    def read(self, place: int) -> ShardResult:
        """Read the shard in the line at this place."""
        with self._path.open("rb") as file:
            file.seek(place)
            return _decode(file.readline())
