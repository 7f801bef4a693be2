"""The log of a run, one JSON array per line: requests, observations, faults, and the final state.

Times are seconds of the machine's monotonic clock, so that entries of all clients can be ordered.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Self, TextIO

AGREED, GAVE_UP = "agreed", "gave-up"
"""The contents of an agreement to give a game up: not of all, and the last one."""
LAST_ATTEMPTS = 400
"""Number of requests whose results explain a run that does not become complete."""
OVER = frozenset({"won", "lost", "cancelled"})
"""The statuses of games that have ended."""


class Run(NamedTuple):
    """The parameters of a run: its seed, its duration, and the store's policy of syncing."""

    seed: str
    seconds: float
    fsync: str
    program: str


class Attempt(NamedTuple):
    """A request, from its start to the response or the timeout (no status).

    An action has the `version` it was chosen at, and no `seat` if an agent took it; `what` is the action, the signal,
    or the player's name. `key` is the Idempotency-Key, `gave` the content of a creating response, and `token` a prefix
    of the token. `agent` is the agent that acts, or the one that gets a seat; `result` is the version of the game in
    the response to a change of a seat. `advice` is that of an agent, as sent or as read; `what` is its id then.
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
    agent: str | None = None
    result: int | None = None
    advice: str | None = None

    @property
    def acknowledged(self) -> bool:
        """Whether the server reported success."""
        return self.status is not None and self.status < 300

    @property
    def refused(self) -> bool:
        """Whether the server reported that nothing was changed; 429, 5xx and a lost response do not."""
        return self.status is not None and 400 <= self.status < 500 and self.status != 429


class SeatState(NamedTuple):
    """What a view has of a seat that is not part of the rules."""

    is_held: bool
    agent: str | None = None
    stand_in: str | None = None
    gives_up: bool = False


class Observation(NamedTuple):
    """An observed view of a game: its version, the viewer (None: a spectator), a digest of its content, and its seats.

    There is no digest if only the version is known, or the game had not started.
    """

    client: str
    start: float
    end: float
    game: str
    version: int
    viewer: int | None
    shown: str | None
    seats: tuple[SeatState, ...] = ()


class SeenEvent(NamedTuple):
    """An observed event: in a list, or from the named stream."""

    client: str
    end: float
    game: str
    version: int
    type: str
    seat: int
    what: str | None
    agent: str | None = None
    stream: str | None = None


class Fault(NamedTuple):
    """A fault and its times.

    Between `lost_from` and `lost_until` the store may have lost acknowledged writes; between `down_from` and
    `down_until` it was down.
    """

    what: str
    start: float
    end: float
    lost_from: float | None = None
    lost_until: float | None = None
    down_from: float | None = None
    down_until: float | None = None


class Event(NamedTuple):
    """An event of a game in its final state. `agent` is the agent that stands in, or that gets the seat."""

    version: int
    type: str
    seat: int
    what: str | None
    agent: str | None = None


class Final(NamedTuple):
    """The final state of a game: the status of its request, version, status of the game, events, record and holders.

    `due` are the agents that may act now. `holders` has an entry for each seat: None if it is open, else the number of
    known tokens that can act for it. `next` is the rematch. The seed of a rematch is empty until its end.
    """

    game: str
    seed: str
    players: int
    status: int
    version: int = 0
    state: str = ""
    due: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    record: dict[str, Any] | None = None
    holders: tuple[int | None, ...] = ()
    seats: tuple[SeatState, ...] = ()
    first_player: int = 0
    next: str | None = None

    @property
    def agents(self) -> set[str]:
        """The agents that hold seats, and those that stand in for their holders."""
        return {agent for seat in self.seats for agent in (seat.agent, seat.stand_in) if agent}


class Inbox(NamedTuple):
    """The games in an agent's inbox in the end."""

    agent: str
    games: tuple[str, ...]


class Owned(NamedTuple):
    """The games of an owner that responses have granted, those in the owner's list, and those with a line of records.

    `owner` is a prefix of the token.
    """

    owner: str
    games: tuple[str, ...]
    listed: tuple[str, ...]
    recorded: tuple[str, ...]


class AgentGames(NamedTuple):
    """The games that an agent's list has in the end: those that run, and those that are over."""

    agent: str
    running: tuple[str, ...]
    over: tuple[str, ...]


Entry = Run | Attempt | Observation | SeenEvent | Fault | Final | Inbox | AgentGames | Owned
ENTRY_TYPES: dict[str, type[Entry]] = {
    kind.__name__: kind for kind in (Run, Attempt, Observation, SeenEvent, Fault, Final, Inbox, AgentGames, Owned)
}


class Log:
    """A file of entries, written by many threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: TextIO = path.open("w")
        self._lock = Lock()
        self.kinds: set[str] = set()
        """The kinds of acknowledged requests, and the types of the other entries; since it was cleared, if it was."""
        self._last: deque[Attempt] = deque(maxlen=LAST_ATTEMPTS)

    def write(self, line: Entry) -> None:
        """Write the type of an entry and its fields."""
        text = json.dumps([type(line).__name__, *line])
        with self._lock:
            self._file.write(f"{text}\n")
            if isinstance(line, Attempt):
                self._last.append(line)
            if not isinstance(line, Attempt) or line.acknowledged:
                self.kinds.add(line.kind if isinstance(line, Attempt) else type(line).__name__)

    def missing(self, needed: frozenset[str]) -> str:
        """The needed kinds that are missing, and the results of the last requests; empty if none is missing."""
        if needed <= self.kinds:
            return ""
        with self._lock:
            results = Counter(f"{each.kind}: {each.status} {each.code or ''}".strip() for each in self._last)
        return f"missing {', '.join(sorted(needed - self.kinds))}; the last requests: {dict(results)}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def read(path: Path) -> Iterator[Entry]:
    """The entries of a file."""
    with path.open() as file:
        for number, text in enumerate(file, 1):
            try:
                yield _line(*json.loads(text))
            except (ValueError, TypeError, KeyError) as error:
                raise ValueError(f"{path}, line {number}: invalid log entry: {error}") from error


def _line(kind: str, *fields: Any) -> Entry:
    made = ENTRY_TYPES[kind](*fields)
    if isinstance(made, Final):
        events = tuple(Event(*event) for event in made.events)
        return made._replace(due=tuple(made.due), events=events, holders=tuple(made.holders), seats=_seats(made.seats))
    if isinstance(made, Observation):
        return made._replace(seats=_seats(made.seats))
    if isinstance(made, AgentGames):
        return made._replace(running=tuple(made.running), over=tuple(made.over))
    if isinstance(made, Owned):
        return Owned(made.owner, *(tuple(games) for games in made[1:]))
    return made._replace(games=tuple(made.games)) if isinstance(made, Inbox) else made


def _seats(lists: Iterable[Iterable[Any]]) -> tuple[SeatState, ...]:
    return tuple(SeatState(*fields) for fields in lists)
