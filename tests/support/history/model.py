"""A whole run as the checks read it: by game, without what a store that lost its last second makes doubtful."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import regicide
from history.log import (
    Attempt,
    Entry,
    Event,
    Fault,
    Final,
    Inbox,
    Observation,
    Run,
    SeenEvent,
)

COMPARED_MEMBERS = (
    "phase",
    "enemy",
    "castle_size",
    "tavern_size",
    "tavern_top",
    "discard",
    "played",
    "defeated",
    "hand",
    "flips_left",
)
"""What of a view is compared, beside whose turn it is: all that follows from the deal and the actions."""

Timed = TypeVar("Timed", Attempt, Observation)


def digest(view: dict[str, Any]) -> str:
    """A digest of what a view shows."""
    text = json.dumps([view["turn"], *(view[name] for name in COMPARED_MEMBERS)])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


class Game:
    """A game as it stands in the end, which is held against all that clients did in it and saw of it."""

    def __init__(self, final: Final) -> None:
        self.final = final
        self.attempts: list[Attempt] = []
        self.sights: list[Observation] = []
        self.told: list[SeenEvent] = []
        self._shown: dict[tuple[int, int | None], str] = {}

    def __str__(self) -> str:
        return f"game {self.final.game}"

    @cached_property
    def events(self) -> dict[int, Event]:
        """The events by version; of two at one version the first."""
        return {event.version: event for event in reversed(self.final.events)}

    def taken_at(self, version: int) -> Event | None:
        """What was done at a version: the first action, or timeout, after it."""
        return next((event for event in self.steps if event.version > version), None)

    @cached_property
    def steps(self) -> list[Event]:
        """The actions and timeouts, without signals and the like, which make no version past."""
        return [event for event in self.final.events if event.type in {"action", "timeout"}]

    def shown(self, version: int, viewer: int | None) -> str:
        """The digest of what a viewer has to see at a version, by the rules alone."""
        if (version, viewer) not in self._shown:
            position = self.positions[sum(step.version <= version for step in self.steps)]
            view = json.loads(json.dumps(regicide.view(position, viewer)))
            self._shown[version, viewer] = digest(view)
        return self._shown[version, viewer]

    @cached_property
    def positions(self) -> list[regicide.Position]:
        """The positions from the deal on, one for each step.

        Raises RegicideError for a step that the rules do not allow.
        """
        positions = [regicide.start(self.final.seed, self.final.players)]
        for step in self.steps:
            if step.type == "timeout":
                positions.append(regicide.time_out(positions[-1])[0])
            else:
                positions.append(regicide.act(positions[-1], regicide.parse_action(str(step.what))))
        return positions


CLIENT_DELAY_S = 1.0
"""Seconds by which a client may write down late what it was told: there are many in one process."""


class History:
    """All games of a run, what was broken meanwhile, and what belongs to no game.

    What a client was told while the store may have lost it again counts for nothing: an answer of that time is as good
    as none, and `doubtful` says so.
    """

    def __init__(self, lines: Iterable[Entry]) -> None:
        lines = list(lines)
        self.run = next((line for line in lines if isinstance(line, Run)), Run("?", 0, "always", "?"))
        self.faults = [line for line in lines if isinstance(line, Fault)]
        self.inboxes = [line for line in lines if isinstance(line, Inbox)]
        self.games = {line.game: Game(line) for line in lines if isinstance(line, Final)}
        self.attempts = [self._doubted(line) for line in lines if isinstance(line, Attempt)]
        self._hand_out(lines)

    def _hand_out(self, lines: Sequence[Entry]) -> None:
        """Give each game what is its own."""
        for attempt in self.attempts:
            if game := self.games.get(attempt.game or ""):
                game.attempts.append(attempt)
        for line in lines:
            if isinstance(line, Observation) and line.game in self.games and not self.doubtful(line.start, line.end):
                self.games[line.game].sights.append(line)
            if (
                isinstance(line, SeenEvent)
                and line.game in self.games
                and not self.doubtful(line.end - CLIENT_DELAY_S, line.end)
            ):
                self.games[line.game].told.append(self._renamed(line))

    def doubtful(self, start: float, end: float) -> bool:
        """Whether what was answered then may have been lost."""
        return any(_meets(fault, start, end) for fault in self.faults)

    def _doubted(self, attempt: Attempt) -> Attempt:
        """An attempt; as one without an answer, where that is worth nothing."""
        return attempt._replace(status=None) if self.doubtful(attempt.start, attempt.end) else attempt

    def _renamed(self, told: SeenEvent) -> SeenEvent:
        """An event; if it is of a stream, after each loss of another one: what came in between counts for nothing."""
        losses = sum(fault.lost_until is not None and fault.lost_until < told.end for fault in self.faults)
        return told._replace(stream=f"{told.stream}, after {losses} losses") if told.stream and losses else told

    def by_key(self) -> dict[tuple[str, str], list[Attempt]]:
        """The attempts that bore an Idempotency-Key, by kind and key."""
        found: dict[tuple[str, str], list[Attempt]] = defaultdict(list)
        for attempt in self.attempts:
            if attempt.key is not None:
                found[attempt.kind, attempt.key].append(attempt)
        return found


def _meets(fault: Fault, start: float, end: float) -> bool:
    return (
        fault.lost_from is not None
        and fault.lost_until is not None
        and start <= fault.lost_until
        and end >= fault.lost_from
    )
