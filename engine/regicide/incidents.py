"""The incidents of a game: what happened besides its actions, and decides who may act and how the game ends.

The record of a server contains them in order, beside the clock and the holders of the seats:

    {"seats": [{"seat": 0, "agent": null}, …], "clock": {"turn_seconds": 60, "on_timeout": "bot:greedy"},
     "incidents": [{"version": 7, "type": "timeout", "seat": 0, "agent": "greedy"},
                   {"version": 9, "type": "stand-in", "seat": 0, "agent": "planner"},
                   {"version": 12, "type": "give-up", "seat": 0, "agree": true, "effects": [{"type": "over", …}]}]}

Versions order incidents and actions, which contain the agent that acted. The clock is null without a time limit;
`on_timeout` is `forfeit`, or `bot:` and the agent that ends the turn after a timeout. An agent that stands in acts for
the holder of a seat until another incident appoints another one, or none (null). The game is given up when the holders
of all seats without an agent agree; if there is none, its owner gives it up, in an incident of the seat that has the
turn. The incident that ends the game has that as its effect.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, NoReturn

from regicide.actions import ActionKind
from regicide.errors import BrokenRecord, MalformedRecord
from regicide.outcome import EndReason, Outcome
from regicide.position import Position
from regicide.rulebook import Phase

_BOT_PREFIX: Final = "bot:"
_ON_TIMEOUT: Final = re.compile("forfeit|bot:.+")


def verify_incidents(record: Mapping[str, Any], positions: Sequence[Position], outcome: Outcome | None) -> None:
    """Verify the incidents of a record, whose positions follow from its actions; a record without them is valid.

    The last position is that after the last action; an incident that ends the game leads from there to the outcome.

    Raises BrokenRecord at the first fault, KeyError for a missing member, and MalformedRecord or TypeError for a
    malformed one.
    """
    if "incidents" not in record:
        return
    if not _is_clock(record["clock"]):
        expected = "null, or turn_seconds from 1 on and on_timeout, 'forfeit' or 'bot:NAME'"
        raise BrokenRecord(0, f"clock is {record['clock']!r}, expected {expected}")
    game = _Game(record, positions)
    for entry in _in_order(record):
        game.apply(entry)
    _require_end(game, outcome)


def _is_clock(clock: object) -> bool:
    """Whether this is null, or a time limit in seconds with its consequence."""
    if not isinstance(clock, Mapping):
        return clock is None
    seconds, on_timeout = clock["turn_seconds"], clock["on_timeout"]
    return (
        type(seconds) is int
        and seconds >= 1
        and isinstance(on_timeout, str)
        and bool(_ON_TIMEOUT.fullmatch(on_timeout))
    )


class _Entry(NamedTuple):
    """An action or an incident, with its place in the list of its kind, from 0."""

    version: int
    place: int
    is_action: bool
    content: Mapping[str, Any]

    def broken(self, fault: str) -> BrokenRecord:
        """The error of a fault of this entry."""
        if self.is_action:
            return BrokenRecord(self.place + 1, fault)
        return BrokenRecord(None, f"incidents[{self.place}]: {fault}")


def _in_order(record: Mapping[str, Any]) -> list[_Entry]:
    """The actions and incidents in the order of their versions, which differ."""
    if not isinstance(record["incidents"], list):
        raise TypeError("incidents: expected a list")
    entries = [
        _Entry(content["version"], place, name == "events", content)
        for name in ("events", "incidents")
        for place, content in enumerate(record[name])
    ]
    versions = [entry.version for entry in entries]
    if not all(type(version) is int for version in versions):
        raise MalformedRecord("version: expected an integer")
    if len({*versions}) < len(versions):
        raise BrokenRecord(None, "two events have the same version")
    if [event["version"] for event in record["events"]] != sorted(event["version"] for event in record["events"]):
        raise BrokenRecord(None, "the versions of the actions do not rise")
    return sorted(entries, key=lambda entry: entry.version)


@dataclass
class _Game:
    """A game at an entry: its position by number, the agents that stand in, and the seats that give it up."""

    record: Mapping[str, Any]
    positions: Sequence[Position]
    entry: _Entry = field(init=False)
    number: int = 0
    of_turn: str | None = None
    handed: dict[int, str] = field(default_factory=dict)
    agreed: set[int] = field(default_factory=set)
    ended: EndReason | None = None

    @property
    def is_over(self) -> bool:
        """Whether an incident has ended the game."""
        return self.ended is not None

    def fail(self, fault: str) -> NoReturn:
        """Raises BrokenRecord at the entry."""
        raise self.entry.broken(fault)

    def holder(self, seat: int) -> str | None:
        """The agent that holds a seat; None for a person."""
        agent: str | None = self.record["seats"][seat]["agent"]
        return agent

    def apply(self, entry: _Entry) -> None:
        """Apply the next entry."""
        self.entry, content = entry, entry.content
        if self.is_over:
            self.fail(f"{'an action' if entry.is_action else content['type']} follows the end")
        seat = content["seat"]
        if type(seat) is not int or not 0 <= seat < len(self.record["seats"]):
            self.fail(f"there is no seat {seat!r}")
        if entry.is_action:
            self._act(seat, content["agent"], content["action"])
        else:
            self._apply_incident(seat, content)

    def _apply_incident(self, seat: int, incident: Mapping[str, Any]) -> None:
        match incident["type"]:
            case "timeout":
                self._time_out(seat, incident.get("agent"))
            case "stand-in":
                self._hand_over(seat, incident["agent"])
            case "give-up":
                self._give_up(seat, incident["agree"])
            case other:
                self.fail(f"unknown incident {other!r}: expected timeout, stand-in or give-up")
        self._compare_effects(incident.get("effects", []))

    def _compare_effects(self, recorded: object) -> None:
        """The end is the only effect of an incident."""
        expected = [{"type": "over", "outcome": "lost", "reason": self.ended.value}] if self.ended else []
        if recorded != expected:
            self.fail(f"effects is {recorded!r}, expected {expected!r}")

    def _act(self, seat: int, agent: str | None, action: str) -> None:
        given = self.number < self.record.get("given_actions", 0)
        if not given and agent not in {self.holder(seat), self.handed.get(seat), self.of_turn}:
            self.fail(f"{agent!r} acts for seat {seat}, which it neither holds nor stands in for")
        if not given and agent is None and self.holder(seat) is not None:
            self.fail(f"a person acts for seat {seat}, which an agent holds")
        self.number += 1
        after = self.positions[self.number]
        if after.phase is Phase.PLAY and action != ActionKind.FLIP:
            self.of_turn = None

    def _time_out(self, seat: int, agent: str | None) -> None:
        clock = self.record["clock"]
        if clock is None:
            self.fail("a turn timed out, but the game has no clock")
        if seat != self.positions[self.number].turn:
            self.fail(f"the turn of seat {seat} timed out, but it is the turn of another seat")
        bot = clock["on_timeout"].removeprefix(_BOT_PREFIX) if clock["on_timeout"].startswith(_BOT_PREFIX) else None
        expected = None if self.of_turn else bot
        if agent != expected:
            self.fail(f"{agent!r} stands in after the timeout, expected {expected!r}")
        self.of_turn = agent
        self.ended = None if agent else EndReason.TIMEOUT

    def _hand_over(self, seat: int, agent: str | None) -> None:
        if self.holder(seat) is not None:
            self.fail(f"seat {seat} is handed over, but an agent holds it")
        self.handed.pop(seat, None)
        if agent is not None:
            self.handed[seat] = agent

    def _give_up(self, seat: int, agrees: object) -> None:
        if type(agrees) is not bool:
            self.fail(f"agree is {agrees!r}, expected true or false")
        people = {number for number in range(len(self.record["seats"])) if self.holder(number) is None}
        if people and seat not in people:
            self.fail(f"seat {seat} gives the game up, but an agent holds it")
        if not people and (not agrees or seat != self.positions[self.number].turn):
            self.fail(f"the owner does not give the game up by seat {seat} and agree {agrees!r}")
        (self.agreed.add if agrees else self.agreed.discard)(seat)
        self.ended = EndReason.GIVEN_UP if people <= self.agreed else None


def _require_end(game: _Game, outcome: Outcome | None) -> None:
    """Raises BrokenRecord unless the incidents end the game as the result says."""
    reason = outcome.reason if outcome else None
    by_incident = reason if reason in {EndReason.TIMEOUT, EndReason.GIVEN_UP} else None
    if game.ended != by_incident:
        raise BrokenRecord(None, f"the result is {reason}, but the incidents end the game by {game.ended or 'nothing'}")
