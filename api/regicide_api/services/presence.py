"""Presence: whether the holders of seats follow their game now.

The holder of a seat is present while a stream or a long poll with its token is open. A process notes its present seats
in the store: each when it comes, and all of them in one batch after each HEARTBEAT_S. No other request notes anything.
A process that is killed notes nothing more, and after ABSENT_AFTER_MS its seats count as absent. An agent that holds a
seat is also present while it asks for its turns.

All who know the id of a game see the presence of its players, so it says little: times in whole minutes, and nothing
once the game is over.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.domain import seat_rules
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.storage.game_store import Store
from regicide_api.storage.values import HeldSeat

HEARTBEAT_S: Final = 15.0
"""Interval at which a process notes its present seats again."""

ABSENT_AFTER_MS: Final = 40_000
"""Time after the last note of a seat after which its holder counts as absent."""

AGENT_ABSENT_AFTER_MS: Final = 90_000
"""Time after the last request of an agent for its turns after which it counts as absent: it may wait a minute."""

KEPT_S: Final = 24 * 60 * 60
"""Time for which the store has the last note of a seat."""

SEEN_STEP_MS: Final = 60_000
"""The accuracy of the time when a holder was seen last."""

_HOLDER_LENGTH: Final = 16
"""Characters of the name of an agent, or of the hash of a token, that distinguish the holders of one seat."""


class SeatPresence(NamedTuple):
    """Whether the holder of a seat is present, and when it was seen last.

    The time is in milliseconds since 1970, rounded down to SEEN_STEP_MS; None: not seen, or the game is over.
    """

    seat: int
    present: bool
    seen_at: int | None


class Presence:
    """The presence of the holders of seats. While the store is unavailable, nothing is noted."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._followers = Counter[HeldSeat]()
        self._noted_at: dict[HeldSeat, int] = {}
        self._lock = Lock()
        self._thread: Thread | None = None

    @property
    def remembered(self) -> int:
        """The number of seats of which this process knows when it noted them."""
        return len(self._noted_at)

    @contextmanager
    def follower(self, principal: Principal | None) -> Iterator[Callable[[HostedGame], None]]:
        """A function that a client calls with the game that it is about to follow, until the context ends.

        The first call notes the seats that the client holds.
        """
        followed: list[HeldSeat] = []

        def follow(game: HostedGame) -> None:
            if principal and not followed:
                followed.extend(_held_seat(game, seat) for seat in seat_rules.player(game, principal).held)
                self._enter(followed)

        try:
            yield follow
        finally:
            self._leave(followed)

    def seats(self, game: HostedGame) -> list[SeatPresence]:
        """The presence of the holder of each seat of a game; none in a game that is over. Raises RedisError."""
        if game.is_over:
            return [SeatPresence(seat, present=False, seen_at=None) for seat in range(len(game.seats))]
        seen = self._store.sightings.read(game.id, len(game.seats))
        asked = self._agents_seen({seat.agent for seat in game.seats if seat.agent})
        now = now_ms()
        return [
            _seat_presence(number, seen.get(_held_seat(game, number)), asked.get(seat.agent or ""), now)
            for number, seat in enumerate(game.seats)
        ]

    def _agents_seen(self, names: Iterable[str]) -> dict[str, int]:
        """The times of the last requests of agents for their turns."""
        ordered = sorted(names)
        records = self._store.agents.get_many(ordered) if ordered else []
        return {name: int(record["seen"]) for name, record in zip(ordered, records, strict=True) if "seen" in record}

    def _enter(self, followed: Sequence[HeldSeat]) -> None:
        """Count followers; note those seats now that were not noted since the last heartbeat."""
        due = now_ms() - 1000 * HEARTBEAT_S
        with self._lock:
            self._followers.update(followed)
            new = [each for each in followed if self._noted_at.get(each, 0) <= due]
            if new and self._thread is None:
                self._start_heartbeat()
        self._note(new)

    def _leave(self, followed: Sequence[HeldSeat]) -> None:
        with self._lock:
            self._followers.subtract(followed)
            for each in followed:
                if not self._followers[each]:
                    del self._followers[each]

    def _start_heartbeat(self) -> None:
        """Start the thread of the heartbeat, with the lock. Without a thread left, seats are noted when they come."""
        thread = Thread(target=self._beat, name="presence", daemon=True)
        with suppress(RuntimeError):
            thread.start()
            self._thread = thread

    def _beat(self) -> None:
        """Note all present seats at an interval, until there are none."""
        while True:
            time.sleep(HEARTBEAT_S)
            with self._lock:
                present = [*self._followers]
                self._noted_at = {each: at_ms for each, at_ms in self._noted_at.items() if each in self._followers}
                if not present:
                    self._thread = None
                    return
            self._note(present)

    def _note(self, followed: Sequence[HeldSeat]) -> None:
        """Write the present time for seats, in one batch."""
        now = now_ms()
        with suppress(RedisError):
            self._store.sightings.write(followed, now, KEPT_S)
            with self._lock:
                self._noted_at.update(dict.fromkeys(followed, now))


def _held_seat(game: HostedGame, number: int) -> HeldSeat:
    """A seat with a short name of its holder; empty for an open seat."""
    seat = game.seats[number]
    holder = next(filter(None, (seat.agent, *seat.token_hashes)), "")
    return HeldSeat(game.id, number, holder[:_HOLDER_LENGTH])


def _seat_presence(number: int, followed_at: int | None, asked_at: int | None, now: int) -> SeatPresence:
    """The presence of a seat, from when its holder followed the game, and when an agent asked for its turns."""
    is_following = followed_at is not None and now - followed_at < ABSENT_AFTER_MS
    is_asking = asked_at is not None and now - asked_at < AGENT_ABSENT_AFTER_MS
    times = [at_ms - at_ms % SEEN_STEP_MS for at_ms in (followed_at, asked_at) if at_ms is not None]
    return SeatPresence(number, is_following or is_asking, max(times, default=None))
