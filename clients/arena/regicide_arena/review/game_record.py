"""Reads the record of a finished game from a file or standard input, and verifies it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import regicide
from regicide import BrokenRecord, MalformedRecord, Outcome, Position
from regicide_arena.runtime.messages import cannot_read, printable


class UnusableRecord(Exception):
    """The input is not the record of a finished game; the message says why."""


class RecordedMove(NamedTuple):
    """An action of a game, and the positions before and after it."""

    number: int
    """From 1."""
    version: int | None
    """That of the game after it; None in a record that no server wrote."""
    seat: int
    action: str
    before: Position
    after: Position


class RecordedGame(NamedTuple):
    """A finished game."""

    ident: str | None
    """The id of the game; None in a record that no server wrote."""
    names: Sequence[str]
    """The name of each seat."""
    moves: Sequence[RecordedMove]
    outcome: Outcome


def read_game(file: str) -> RecordedGame:
    """Read the record of a finished game; the file `-` is standard input. Raises UnusableRecord."""
    source = "standard input" if file == "-" else file
    try:
        content = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text("utf-8"))
    except OSError as error:
        raise UnusableRecord(cannot_read(source, error)) from error
    except (ValueError, RecursionError) as error:  # invalid JSON or UTF-8, or too deep
        raise UnusableRecord(f"invalid JSON in {source}: {error}") from error
    record = content.get("record", content) if isinstance(content, dict) else content
    if not isinstance(record, dict) or "events" not in record:
        raise UnusableRecord(f"no record in {source}: expected the response of GET /v1/games/{{id}}/record")
    return recorded_game(record, source)


def recorded_game(record: Mapping[str, Any], source: str) -> RecordedGame:
    """Return the game of a record. Raises UnusableRecord unless the record holds, and the game is over."""
    try:
        positions = regicide.verify_record(record)
    except MalformedRecord as error:
        raise UnusableRecord(f"no record in {source}: {error.detail}") from error
    except BrokenRecord as error:
        raise UnusableRecord(f"the record in {source} does not hold: {error}") from error
    outcome = positions[-1].outcome
    if outcome is None:
        raise UnusableRecord(f"the game in {source} is not over: expected the record of a finished game")
    return RecordedGame(_text(record.get("id")), _names(record), _moves(record["events"], positions), outcome)


def _moves(events: Sequence[Mapping[str, Any]], positions: Sequence[Position]) -> list[RecordedMove]:
    """List the actions. A game that ends without an action has the position of that end in place of the last one."""
    return [
        RecordedMove(number, event.get("version"), event["seat"], event["action"], before, after)
        for number, (event, before, after) in enumerate(zip(events, positions, positions[1:], strict=False), 1)
    ]


def _names(record: Mapping[str, Any]) -> list[str]:
    """Return a name for each seat: that of its player, or of its agent, or its number."""
    seats = record.get("seats")
    found = {each.get("seat"): each for each in seats if isinstance(each, dict)} if isinstance(seats, list) else {}
    return [_name(found.get(seat, {}), seat) for seat in range(record["players"])]


def _name(seat: Mapping[str, Any], number: int) -> str:
    name = _text(seat.get("name")) or _text(seat.get("agent"))
    return f"{printable(name)} (seat {number})" if name else f"seat {number}"


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
