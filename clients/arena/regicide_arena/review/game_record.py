"""Reads the record of a finished game from a file or standard input, and verifies it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import regicide
from regicide import BrokenRecord, MalformedRecord, Outcome, Position
from regicide_arena.review.seat_names import recorded_names
from regicide_arena.runtime.json_files import STANDARD_INPUT, InvalidJSON, read_json
from regicide_arena.runtime.messages import cannot_read


class UnusableRecord(Exception):
    """The input is not the record of a finished game; the message says why."""


class GameMove(NamedTuple):
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
    moves: Sequence[GameMove]
    outcome: Outcome


def read_game(file: str) -> RecordedGame:
    """Read the record of a finished game; the file `-` is standard input. Raises UnusableRecord."""
    source = "standard input" if file == STANDARD_INPUT else file
    try:
        content = read_json(file)
    except OSError as error:
        raise UnusableRecord(cannot_read(source, error)) from error
    except InvalidJSON as error:
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
    try:
        return RecordedGame(_ident(record), recorded_names(record), _moves(record["events"], positions), outcome)
    except ValueError as error:
        raise UnusableRecord(f"no record in {source}: malformed record ({error})") from error


def _ident(record: Mapping[str, Any]) -> str | None:
    ident = record.get("id")
    if ident is not None and not isinstance(ident, str):
        raise ValueError(f"id is {ident!r:.40}: expected a text")
    return ident


def _moves(events: Sequence[Mapping[str, Any]], positions: Sequence[Position]) -> list[GameMove]:
    """List the actions. A game that ends without an action has the position of that end in place of the last one.

    Raises ValueError for an invalid version; `verify_record` checks the other members.
    """
    return [
        GameMove(number, _version(event, number), before.turn, event["action"], before, after)
        for number, (event, before, after) in enumerate(zip(events, positions, positions[1:], strict=False), 1)
    ]


def _version(event: Mapping[str, Any], number: int) -> int | None:
    version = event.get("version")
    if version is None or (type(version) is int and version > 0):
        return version
    raise ValueError(f"event {number}: version is {version!r:.40}: expected a positive integer")
