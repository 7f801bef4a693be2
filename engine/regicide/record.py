"""The record of a game, and its replay: from the seed and the actions to every position.

A record is plain JSON:

    {"players": 2, "seed": "…", "nonce": "…", "commitment": "…", "first_player": 0, "start": "<position>",
     "events": [{"seat": 0, "action": "8D", "effects": […], "position": "<position>"}, …],
     "result": {"outcome": "lost", …}}

The nonce is null or absent if the commitment is the hash of the seed alone. A game that was not dealt, but began at the
position `start`, has `"beginning": "position"` and no commitment: its seed determines the later shuffles alone.

An event contains the seat that acted, its action, the effects, and the position after them. The end by a timeout, or
because the players gave the game up, is in the result, and in the `incidents` of records of the server (see
`regicide.incidents`). Further members, such as names and times, are ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from regicide.actions import Action
from regicide.beginnings import BEGINNINGS, FROM_POSITION, is_dealt, verify_given_actions
from regicide.deck import commitment
from regicide.differences import difference
from regicide.effects import OMNISCIENT, Effect
from regicide.errors import BrokenRecord, MalformedRecord, RegicideError
from regicide.incidents import verify_incidents
from regicide.outcome import EndReason, GameResult, Outcome
from regicide.position import Position
from regicide.turn import give_up, step, time_out


class Step(NamedTuple):
    """An action of a game: the seat that acted, the action, its effects, and the position after it."""

    seat: int
    action: Action
    effects: tuple[Effect, ...]
    position: Position

    def to_json(self) -> dict[str, Any]:
        """The step as an event of a record."""
        return {
            "seat": self.seat,
            "action": str(self.action),
            "effects": [effect.to_json(OMNISCIENT) for effect in self.effects],
            "position": str(self.position),
        }


def replay(position: Position, actions: Iterable[Action]) -> Iterator[Step]:
    """Every step of a game from a position on.

    Raises the errors of `apply`, at the first illegal action.
    """
    for action in actions:
        seat = position.turn
        position, effects = step(position, action)
        yield Step(seat, action, effects, position)


def game_record(
    first: Position,
    steps: Iterable[Step],
    *,
    nonce: str | None = None,
    reason: EndReason | None = None,
    dealt: bool = True,
) -> dict[str, Any]:
    """The record of a game from its first position and its steps.

    `nonce` belongs to the commitment, if it has one; `reason` to the end: after the steps the time limit may have
    run out, or the players may have given the game up; `dealt` if the seed dealt the first position. Raises
    MalformedNonce.
    """
    steps = list(steps)
    last = steps[-1].position if steps else first
    last = _end(last, reason)
    return {
        "players": first.players,
        **({} if dealt else {"beginning": FROM_POSITION}),
        "seed": first.seed,
        "nonce": nonce,
        "commitment": commitment(first.seed, nonce) if dealt else None,
        "first_player": first.turn,
        "start": str(first),
        "events": [step.to_json() for step in steps],
        "result": _result(last.outcome),
    }


def verify_record(record: Mapping[str, Any]) -> list[Position]:
    """Every position of the game of a valid record, from the deal on; the last one is the end.

    Deals from the seed, unless the game began at a position; applies every action by the rules, and compares all
    members of the record. Raises BrokenRecord with the first step that does not follow, and MalformedRecord if a member
    is missing or malformed.
    """
    try:
        positions = [_verify_start(record)]
        for number, event in enumerate(_events(record), 1):
            positions.append(_verify_step(number, positions[-1], event))
        end = _end(positions[-1], _reason(record["result"]))
        _compare(None, "result", record["result"], _result(end.outcome))
        verify_given_actions(record)
        verify_incidents(record, positions, end.outcome)
    except KeyError as error:
        raise MalformedRecord(f"there is no {error}") from error
    except (TypeError, AttributeError) as error:
        raise MalformedRecord(str(error)) from error
    return [*positions[:-1], end]


def _end(last: Position, reason: str | None) -> Position:
    """The position at the end: the last one, or the one after an end without an action, for that reason."""
    end = _ENDS_WITHOUT_ACTION.get(reason) if reason and not last.outcome else None
    return end(last)[0] if end else last


def _reason(result: object) -> str | None:
    reason = result.get("reason") if isinstance(result, Mapping) else None
    return reason if isinstance(reason, str) else None


_ENDS_WITHOUT_ACTION: Final[Mapping[str, Callable[[Position], tuple[Position, object]]]] = {
    EndReason.TIMEOUT: time_out,
    EndReason.GIVEN_UP: give_up,
}


def _result(outcome: Outcome | None) -> GameResult | None:
    return outcome.to_json() if outcome else None


def _events(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    events = record["events"]
    if not isinstance(events, list):
        raise TypeError("events: expected a list")
    return events


def _verify_start(record: Mapping[str, Any]) -> Position:
    if (beginning := record.get("beginning", "deal")) not in BEGINNINGS:
        raise BrokenRecord(0, f"beginning is {beginning!r}, expected {', '.join(BEGINNINGS)}")
    try:
        first = _first_position(record)
        expected = commitment(first.seed, record.get("nonce")) if is_dealt(record) else None
    except RegicideError as error:
        raise BrokenRecord(0, str(error)) from error
    _compare(0, "players", record["players"], first.players)
    _compare(0, "first_player", record["first_player"], first.turn)
    _compare(0, "seed", record["seed"], first.seed)
    _compare(0, "commitment", record["commitment"], expected)
    _compare(0, "start", record["start"], str(first))
    return first


def _first_position(record: Mapping[str, Any]) -> Position:
    """The position that the seed deals, or the one at which the game began."""
    if is_dealt(record):
        return Position.new(record["seed"], record["players"], record["first_player"])
    return Position.parse(record["start"])


def _verify_step(number: int, before: Position, event: Mapping[str, Any]) -> Position:
    try:
        [replayed] = replay(before, [Action.parse(event["action"])])
    except RegicideError as error:
        raise BrokenRecord(number, f"{event['action']!r} does not follow: {error}") from error
    expected = replayed.to_json()
    expected["effects"] = _as_recorded(event["effects"], expected["effects"])
    for name, value in expected.items():
        _compare(number, name, event[name], value)
    return replayed.position


def _as_recorded(recorded: object, expected: list[Any]) -> list[Any]:
    """The expected effects, without the cards of `heal` if the record has none: earlier versions did not write them."""
    if not isinstance(recorded, list) or len(recorded) != len(expected):
        return expected
    return [_heal_as_recorded(*pair) for pair in zip(recorded, expected, strict=True)]


def _heal_as_recorded(recorded: object, expected: dict[str, Any]) -> dict[str, Any]:
    if expected["type"] != "heal" or not isinstance(recorded, Mapping) or "cards" in recorded:
        return expected
    return {"type": "heal", "count": expected["count"]}


def _compare(step: int | None, name: str, recorded: object, expected: object) -> None:
    """Compare as JSON. Raises BrokenRecord on a difference."""
    if fault := difference(name, recorded, expected):
        raise BrokenRecord(step, fault)
