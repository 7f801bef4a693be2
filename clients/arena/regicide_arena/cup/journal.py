"""The journal of a cup: a line for each shard, written when it was played, by one process alone."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

from regicide_arena.cup.games.spread import Spread
from regicide_arena.cup.games.told import Played, retold
from regicide_arena.cup.order import Shard

CHUNK: Final = 1 << 16


class JournalInUse(Exception):
    """Another process writes this journal."""


class BrokenJournal(Exception):
    """A line of a journal is no shard, and not only torn; the message says which."""


class Journal:
    """A journal that is open, for this process alone. A torn last line is cut off: its shard is played again."""

    def __init__(self, file: Path) -> None:
        """Raises JournalInUse, and OSError where the file can be neither read nor made."""
        self._path = file
        self._file = file.open("a+b", buffering=0)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise JournalInUse(f"another process plays this cup: {file} is in use") from None
        self._cut_torn_line()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, played: Played) -> tuple[int, int]:
        """Write a shard down, to the disk; where its line begins, and how long it is.

        Raises OSError, for instance where the disk is full; the next start then cuts off what is torn.
        """
        line = _line(played).encode()
        place = self._file.seek(0, os.SEEK_END)
        try:
            left = memoryview(line)
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OSError(error.errno, f"the cup cannot be written down: {error.strerror}", str(self._path)) from error
        return place, len(line)

    def lines(self) -> Iterator[tuple[int, int, Played]]:
        """All shards that were written down, each with the place of its line and its length.

        Raises BrokenJournal. If the last line is broken, it is cut off: no disk promises more.
        """
        place, size = 0, self._path.stat().st_size
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    played = _played(line)
                except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
                    if place + len(line) < size:
                        raise BrokenJournal(f"{self._path}, line {number}, is no shard: {error!r}") from error
                    self._file.truncate(place)
                    return
                yield place, len(line), played
                place += len(line)

    def read(self, place: int, length: int) -> Played:
        """The shard that is written there."""
        return _played(os.pread(self._file.fileno(), length, place))

    def _cut_torn_line(self) -> None:
        """Cut off what stands behind the last end of a line."""
        size = end = self._file.seek(0, os.SEEK_END)
        while end > 0:
            begin = max(0, end - CHUNK)
            found = os.pread(self._file.fileno(), end - begin, begin).rfind(b"\n")
            if found >= 0:
                end = begin + found + 1
                break
            end = begin
        if end != size:
            self._file.truncate(end)


def _line(played: Played) -> str:
    shard, spreads = played.shard, {name: {**spread} for name, spread in played.spreads.items()}
    head = {"lineup": shard.lineup, "first": shard.first, "end": shard.end, "seconds": played.seconds}
    games = ",".join(game.text for game in played.games)
    return f'{json.dumps(head | {"spreads": spreads})[:-1]}, "games": [{games}]}}\n'


def _played(line: bytes) -> Played:
    """The shard of a line. How long actions took is known of all its games together, and said with the first.

    Raises KeyError, TypeError or ValueError for what is no shard.
    """
    read: dict[str, Any] = json.loads(line)
    shard = Shard(tuple(map(str, read["lineup"])), int(read["first"]), int(read["end"]))
    games = [retold(game) for game in read["games"]]
    if len(games) != shard.games or not games:
        raise ValueError(f"{len(games)} games instead of {shard.games}")
    spreads = {
        name: Spread({int(each): count for each, count in told.items()}) for name, told in read["spreads"].items()
    }
    return Played(shard, [games[0]._replace(spreads=spreads), *games[1:]], float(read["seconds"]))
