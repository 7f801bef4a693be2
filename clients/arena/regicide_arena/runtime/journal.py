"""The journal of a long command: one JSON line for each part of its work, appended and synced by a single process.

A command that is interrupted reads its journal, and goes on with the parts that are missing.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Generic, Self, TypeVar

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from regicide_arena.runtime.messages import CommandError

Part = TypeVar("Part", bound=Struct)

encode: Final = Encoder().encode


class InvalidJournal(CommandError):
    """The journal is locked by another process, or has something else than parts of this work, each once."""


class Journal(Generic[Part]):
    """An open journal of parts of one kind, locked for this process."""

    def __init__(self, file: Path, kind: type[Part]) -> None:
        """Raises InvalidJournal, and OSError if the file cannot be opened or created."""
        self._path, self._kind = file, kind
        self._decode = Decoder(kind).decode
        self._file = file.open("a+b", buffering=0)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise InvalidJournal(f"another process does the same work: {file} is locked") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, part: Part) -> int:
        """Append a part and sync it to disk; return the place of its line, for `read`.

        Raises OSError, for instance on a full disk; the next start truncates what was half written.
        """
        place = self._file.seek(0, os.SEEK_END)
        rest = memoryview(encode(part) + b"\n")
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OSError(error.errno, f"cannot write the journal: {error.strerror}", str(self._path)) from error
        return place

    def records(self) -> Iterator[tuple[int, Part]]:
        """Yield all parts with the places of their lines. Read them before the first `append`.

        Raises InvalidJournal. A torn or corrupt last line is truncated instead, and its part is done again: disks do
        not promise more.
        """
        place = 0
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    part = self._decode(line if line.endswith(b"\n") else b"")
                except (ValueError, RecursionError) as error:
                    if file.read(1):
                        what = f"not a {self._kind.__name__}: {error!r}"
                        raise InvalidJournal(f"{self._path}, line {number}: {what}") from error
                    self._file.truncate(place)
                    return
                yield place, part
                place += len(line)

    def read(self, place: int) -> Part:
        """Read the part in the line at this place."""
        with self._path.open("rb") as file:
            file.seek(place)
            return self._decode(file.readline())
