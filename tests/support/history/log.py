"""What is written down of a run, a line of JSON each: what clients did and saw, what was broken, and how it all ended.

Times are seconds of the machine's monotonic clock, so that the lines of all clients can be put in order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Self, TextIO


class Run(NamedTuple):
    """What a run was: its seed, for how long, and how the store wrote to its disk."""

    seed: str
    seconds: float
    fsync: str
    program: str


class Attempt(NamedTuple):
    """A request, from when it was sent until it was answered or given up (no status).

    An action names the `version` it was chosen at, and no `seat` if it is an agent's, who acts for whichever of its
    seats has the turn; `what` is the action, the signal, or the name at a seat. `key` is the Idempotency-Key, `gave`
    what a creating request gave, and `token` the beginning of the token that was used.
    """

    client: str
    kind: str
    start: float
    end: float
    status: int | None
    code: str | None = None
    game: str | None = None
    seat: int | None = None
    version: int | None = None
    what: str | None = None
    key: str | None = None
    gave: str | None = None
    token: str | None = None

    @property
    def acknowledged(self) -> bool:
        """Whether the server said that it was done."""
        return self.status is not None and self.status < 300

    @property
    def refused(self) -> bool:
        """Whether the server said that it was not done; 429, like 5xx and silence, says neither."""
        return self.status is not None and 400 <= self.status < 500 and self.status != 429


class Observation(NamedTuple):
    """A game as it was seen: its version, from which seat (None: a spectator), and a digest of what was shown.

    Where only the version was learnt, or the game had not begun, there is no digest.
    """

    client: str
    start: float
    end: float
    game: str
    version: int
    viewer: int | None
    shown: str | None


class SeenEvent(NamedTuple):
    """An event as it was told: by a stream, whose name it bears, or in a list."""

    client: str
    end: float
    game: str
    version: int
    type: str
    seat: int
    what: str | None
    stream: str | None = None


class Fault(NamedTuple):
    """Something that was broken for a while.

    Between `lost_from` and `lost_until` the store may have lost what it had acknowledged; between `down_from` and
    `down_until` there was no store.
    """

    what: str
    start: float
    end: float
    lost_from: float | None = None
    lost_until: float | None = None
    down_from: float | None = None
    down_until: float | None = None


class Event(NamedTuple):
    """An event of a game as it stands in the end."""

    version: int
    type: str
    seat: int
    what: str | None


class Final(NamedTuple):
    """A game as it stands in the end: the status of looking at it, its version, whether it is over, events, record."""

    game: str
    seed: str
    players: int
    status: int
    version: int = 0
    state: str = ""
    due: str | None = None
    events: tuple[Event, ...] = ()
    record: dict[str, Any] | None = None


class Inbox(NamedTuple):
    """The games in which it is an agent's turn, as its inbox has them in the end."""

    agent: str
    games: tuple[str, ...]


Entry = Run | Attempt | Observation | SeenEvent | Fault | Final | Inbox
ENTRY_TYPES: dict[str, type[Entry]] = {
    kind.__name__: kind for kind in (Run, Attempt, Observation, SeenEvent, Fault, Final, Inbox)
}


class Log:
    """A file of lines, which many threads write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: TextIO = path.open("w")
        self._lock = Lock()

    def write(self, line: Entry) -> None:
        """Write a line: what it is, and its fields."""
        text = json.dumps([type(line).__name__, *line])
        with self._lock:
            self._file.write(f"{text}\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def read(path: Path) -> Iterator[Entry]:
    """The lines of a file."""
    with path.open() as file:
        for number, text in enumerate(file, 1):
            try:
                yield _line(*json.loads(text))
            except (ValueError, TypeError, KeyError) as error:
                raise ValueError(f"{path}, line {number}: this is no line of a history: {error}") from error


def _line(kind: str, *fields: Any) -> Entry:
    made = ENTRY_TYPES[kind](*fields)
    if isinstance(made, Final):
        return made._replace(events=tuple(Event(*event) for event in made.events))
    return made._replace(games=tuple(made.games)) if isinstance(made, Inbox) else made
