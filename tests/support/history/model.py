"""A run as the checks read it: by game, without observations that a store with lost writes invalidates."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar

import regicide
from history.log import (
    AGREED,
    GAVE_UP,
    AgentGames,
    Attempt,
    Entry,
    Event,
    Fault,
    Final,
    Inbox,
    Observation,
    Owned,
    Run,
    SeatState,
    SeenEvent,
)

UNKNOWN = "?"
"""An agent, or none: the events do not tell who held the seat at the creation."""

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
"""The members of a view that follow from the deal and the actions; the turn is compared, too."""

Timed = TypeVar("Timed", Attempt, Observation)


def digest(view: dict[str, Any]) -> str:
    """A digest of the compared members of a view."""
    text = json.dumps([view["turn"], *(view[name] for name in COMPARED_MEMBERS)])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


class Game:
    """The final state of a game, with all attempts and observations."""

    def __init__(self, final: Final) -> None:
        self.final = final
        self.attempts: list[Attempt] = []
        self.observations: list[Observation] = []
        self.seen_events: list[SeenEvent] = []
        self._shown: dict[tuple[int, int | None], str] = {}

    def __str__(self) -> str:
        return f"game {self.final.game}"

    @cached_property
    def events(self) -> dict[int, Event]:
        """The events by version; the first one of duplicates."""
        return {event.version: event for event in reversed(self.final.events)}

    def taken_at(self, version: int) -> Event | None:
        """The first action or timeout after a version."""
        return next((event for event in self.steps if event.version > version), None)

    def acted(self, version: int) -> int:
        """The version of the last action or timeout up to a version; 1 before the first one."""
        return max((event.version for event in self.steps if event.version <= version), default=1)

    @cached_property
    def steps(self) -> list[Event]:
        """The actions and ends without one, which make earlier versions stale."""
        return [event for event in self.final.events if event.type in {"action", "timeout"} or event.what == GAVE_UP]

    def seat_state(self, version: int, number: int) -> SeatState:
        """The state of a seat at a version, which follows from the events; perhaps with the agent UNKNOWN."""
        states = self._seat_states[number]
        return states[bisect_right(states, version, key=itemgetter(0)) - 1][1]

    @cached_property
    def _seat_states(self) -> list[list[tuple[int, SeatState]]]:
        """The states of each seat, each with the version that it begins at."""
        states = [[(1, first_state(self.final, number))] for number in range(self.final.players)]
        for event in self.final.events:
            before = states[event.seat][-1][1]
            if (after := state_after(before, event)) != before:
                states[event.seat].append((event.version, after))
        return states

    def shown(self, version: int, viewer: int | None) -> str:
        """The digest of a viewer's view at a version, computed by the rules."""
        if (version, viewer) not in self._shown:
            position = self.positions[sum(step.version <= version for step in self.steps)]
            view = json.loads(json.dumps(regicide.observe(position, viewer)))
            self._shown[version, viewer] = digest(view)
        return self._shown[version, viewer]

    @cached_property
    def positions(self) -> list[regicide.Position]:
        """The positions from the deal on, one for each step.

        Raises RegicideError for a step that the rules forbid.
        """
        positions = [regicide.Position.new(self.final.seed, self.final.players, self.final.first_player)]
        for step in self.steps:
            if step.type == "timeout":
                positions.append(regicide.time_out(positions[-1])[0])
            elif step.type == "give-up":
                positions.append(regicide.give_up(positions[-1])[0])
            else:
                positions.append(regicide.apply(positions[-1], regicide.Action.parse(str(step.what))))
        return positions


CLIENT_DELAY_S = 1.0
"""Longest delay between the arrival of an event and its log entry: many clients share a process."""


class History:
    """All games of a run, its faults, and the entries that belong to no game.

    Responses received while the store may have lost writes are treated as lost responses; `doubtful` detects them.
    """

    def __init__(self, lines: Iterable[Entry]) -> None:
        lines = list(lines)
        self.run = next((line for line in lines if isinstance(line, Run)), Run("?", 0, "always", "?"))
        self.faults = [line for line in lines if isinstance(line, Fault)]
        self.inboxes = [line for line in lines if isinstance(line, Inbox)]
        self.agent_games = [line for line in lines if isinstance(line, AgentGames)]
        self.owned = [line for line in lines if isinstance(line, Owned)]
        self.games = {line.game: Game(line) for line in lines if isinstance(line, Final)}
        requests = [line for line in lines if isinstance(line, Attempt)]
        self.acknowledged = Counter(attempt.kind for attempt in requests if attempt.acknowledged)
        """The acknowledged requests by kind, with those that the store may have lost."""
        self.attempts = [self._doubted(request) for request in requests]
        self._assign(lines)

    @property
    def existing(self) -> list[Game]:
        """The games that exist in the end."""
        return [game for game in self.games.values() if game.final.status == 200]

    def _assign(self, lines: Sequence[Entry]) -> None:
        """Assign attempts and observations to their games."""
        for attempt in self.attempts:
            if game := self.games.get(attempt.game or ""):
                game.attempts.append(attempt)
        for line in lines:
            if isinstance(line, Observation) and line.game in self.games and not self.doubtful(line.start, line.end):
                self.games[line.game].observations.append(line)
            if (
                isinstance(line, SeenEvent)
                and line.game in self.games
                and not self.doubtful(line.end - CLIENT_DELAY_S, line.end)
            ):
                self.games[line.game].seen_events.append(self._renamed(line))

    def doubtful(self, start: float, end: float) -> bool:
        """Whether a response between these times may have been lost by the store."""
        return any(_overlaps(fault, start, end) for fault in self.faults)

    def _doubted(self, attempt: Attempt) -> Attempt:
        """An attempt, without its status if its response is doubtful."""
        return attempt._replace(status=None) if self.doubtful(attempt.start, attempt.end) else attempt

    def _renamed(self, seen: SeenEvent) -> SeenEvent:
        """An event with a new name of its stream after each loss, because the check of gaps restarts there."""
        losses = sum(fault.lost_until is not None and fault.lost_until < seen.end for fault in self.faults)
        return seen._replace(stream=f"{seen.stream}, after {losses} losses") if seen.stream and losses else seen

    def by_key(self) -> dict[tuple[str, str], list[Attempt]]:
        """The attempts with an Idempotency-Key, by kind and key."""
        found: dict[tuple[str, str], list[Attempt]] = defaultdict(list)
        for attempt in self.attempts:
            if attempt.key is not None:
                found[attempt.kind, attempt.key].append(attempt)
        return found


def _overlaps(fault: Fault, start: float, end: float) -> bool:
    return (
        fault.lost_from is not None
        and fault.lost_until is not None
        and start <= fault.lost_until
        and end >= fault.lost_from
    )


def first_state(final: Final, number: int) -> SeatState:
    """The state of a seat at the creation of its game: the opposite of its first change, else the final one."""
    changes = (event.type for event in final.events if event.seat == number)
    change = next((kind for kind in changes if kind in {"seat-taken", "seat-left"}), None)
    if change is None:
        return SeatState(final.seats[number].is_held, final.seats[number].agent) if final.seats else SeatState(True)
    return SeatState(is_held=change == "seat-left", agent=UNKNOWN if change == "seat-left" else None)


def state_after(state: SeatState, event: Event) -> SeatState:
    """The state of the event's seat after it."""
    if event.type == "seat-taken":
        return SeatState(True, event.agent)
    if event.type == "seat-left":
        return SeatState(False)
    if event.type == "stand-in":
        return state._replace(stand_in=event.agent)
    return state._replace(gives_up=True) if event.what in {AGREED, GAVE_UP} else state


def agrees(observed: SeatState, state: SeatState) -> bool:
    """Whether an observed state is the one of the events."""
    return observed == (state._replace(agent=observed.agent) if state.agent == UNKNOWN else state)
