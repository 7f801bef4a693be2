"""The record of a game, and its replay: from the seed and the actions to every position.

A record is plain JSON:

    {"players": 2, "seed": "…", "commitment": "…", "first_player": 0, "start": "<position>",
     "events": [{"seat": 0, "action": "8D", "effects": […], "position": "<position>"}, …],
     "result": {"outcome": "lost", …}}

An event names the seat that acted, what it did, all that it caused, and the position after it. Where the time of a turn
ran out, the result says so. Whoever keeps more of a
game (names, times) adds fields; the replay passes over what it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from regicide.actions import Action, parse_action
from regicide.deal import commitment
from regicide.effects import Effect, told_in_full
from regicide.errors import BrokenRecord, MalformedRecord, RegicideError
from regicide.outcome import Outcome, Reason
from regicide.position import Position, start
from regicide.turn import act_out, time_out


class Step(NamedTuple):
    """An action of a game: who took it, what it caused, and the position after it."""

    seat: int
    action: Action
    effects: tuple[Effect, ...]
    position: Position

    def as_json(self) -> dict[str, object]:
        """The step as an event of a record."""
        return {
            "seat": self.seat,
            "action": str(self.action),
            "effects": [told_in_full(effect) for effect in self.effects],
            "position": str(self.position),
        }


def replay(position: Position, actions: Iterable[Action]) -> Iterator[Step]:
    """Every step of a game from a position on.

    Raises what `act` raises, at the action that does not follow.
    """
    for action in actions:
        seat = position.turn
        position, effects = act_out(position, action)
        yield Step(seat, action, effects, position)


def record(first: Position, steps: Iterable[Step], *, timed_out: bool = False) -> dict[str, Any]:
    """The record of a game from its start and its steps, after which the time may have run out."""
    steps = list(steps)
    last = steps[-1].position if steps else first
    last = time_out(last)[0] if timed_out else last
    return {
        "players": first.players,
        "seed": first.seed,
        "commitment": commitment(first.seed),
        "first_player": first.turn,
        "start": str(first),
        "events": [step.as_json() for step in steps],
        "result": _result(last.outcome),
    }


def verify(record: Mapping[str, Any]) -> list[Position]:
    """Every position of the game of a record, from the deal on, if the record holds.

    Works the deal out again from the seed, takes every action by the rules, and compares all that the record says.
    Raises BrokenRecord with the first step that does not follow, and MalformedRecord where there is nothing to follow.
    """
    try:
        positions = [_verified_start(record)]
        for step, event in enumerate(_events(record), 1):
            positions.append(_verified_step(step, positions[-1], event))
        _compare(None, "result", record["result"], _result(_end(positions[-1], record["result"]).outcome))
    except KeyError as error:
        raise MalformedRecord(f"there is no {error}") from error
    except (TypeError, AttributeError) as error:
        raise MalformedRecord(str(error)) from error
    return positions


def _end(last: Position, result: object) -> Position:
    """The position at the end: the last one, or that after the time ran out, which only the result says."""
    timed_out = isinstance(result, Mapping) and result.get("reason") == Reason.TIMEOUT and not last.outcome
    return time_out(last)[0] if timed_out else last


def _result(outcome: Outcome | None) -> dict[str, object] | None:
    return outcome.as_json() if outcome else None


def _events(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    events = record["events"]
    if not isinstance(events, list):
        raise TypeError("the events are no list")
    return events


def _verified_start(record: Mapping[str, Any]) -> Position:
    try:
        first = start(record["seed"], record["players"], record["first_player"])
    except RegicideError as error:
        raise BrokenRecord(0, str(error)) from error
    _compare(0, "players", record["players"], first.players)
    _compare(0, "commitment", record["commitment"], commitment(first.seed))
    _compare(0, "start", record["start"], str(first))
    return first


def _verified_step(step: int, before: Position, event: Mapping[str, Any]) -> Position:
    try:
        [replayed] = replay(before, [parse_action(event["action"])])
    except RegicideError as error:
        raise BrokenRecord(step, f"{event['action']!r} does not follow: {error}") from error
    for name, expected in replayed.as_json().items():
        _compare(step, name, event[name], expected)
    return replayed.position


def _compare(step: int | None, name: str, recorded: object, expected: object) -> None:
    """Compare as JSON, in which true is not 1."""
    if json.dumps(recorded, sort_keys=True) != json.dumps(expected, sort_keys=True):
        raise BrokenRecord(step, f"{name} is {recorded!r}, and should be {expected!r}")
