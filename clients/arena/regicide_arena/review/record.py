"""Reads the record of a finished game from a file or standard input, and verifies it.

The names of its seats are texts that cannot be mistaken for those of the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import regicide
from regicide import BrokenRecord, MalformedRecord, Outcome, Position
from regicide_arena.runtime.json_files import UnusableFile, read_input
from regicide_arena.runtime.messages import one_line

MAX_NAME_CHARS: Final = 40
"""The characters of the longest name that a server accepts; a longer one is cut."""


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
    """Read the record of a finished game; the file `-` is standard input. Raises UnusableFile."""
    content, source = read_input(file)
    record = content.get("record", content) if isinstance(content, dict) else content
    if not isinstance(record, dict) or "events" not in record:
        raise UnusableFile(f"no record in {source}: expected the response of GET /v1/games/{{id}}/record")
    return recorded_game(record, source)


def recorded_game(record: Mapping[str, Any], source: str) -> RecordedGame:
    """Return the game of a record. Raises UnusableFile unless the record holds, and the game is over."""
    try:
        positions = regicide.verify_record(record)
    except MalformedRecord as error:
        raise UnusableFile(f"no record in {source}: {error.detail}") from error
    except BrokenRecord as error:
        raise UnusableFile(f"the record in {source} does not hold: {error}") from error
    outcome = positions[-1].outcome
    if outcome is None:
        raise UnusableFile(f"the game in {source} is not over: expected the record of a finished game")
    try:
        return RecordedGame(_ident(record), recorded_names(record), _moves(record["events"], positions), outcome)
    except ValueError as error:
        raise UnusableFile(f"no record in {source}: malformed record ({error})") from error


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


def recorded_names(record: Mapping[str, Any]) -> list[str]:
    """Return a name for each seat of a verified record: the name of its player, or of its agent, or its number.

    Raises ValueError for malformed seats; a record that no server wrote has none.
    """
    seats = record.get("seats") or []
    if not isinstance(seats, list):
        raise ValueError(f"seats is {seats!r:.40}: expected a list")  # noqa: TRY004 - of a file
    found = dict(_named(each, number, record["players"]) for number, each in enumerate(seats, 1))
    return [found.get(seat, f"seat {seat}") for seat in range(record["players"])]


def _named(seat: object, number: int, players: int) -> tuple[int, str]:
    """Return the number of a seat, and its name. Raises ValueError."""
    if not isinstance(seat, dict):
        raise ValueError(f"seat {number} of the list is {seat!r:.40}: expected an object")  # noqa: TRY004 - of a file
    place = seat.get("seat")
    if type(place) is not int or not 0 <= place < players:
        raise ValueError(f"seat {number} of the list: seat is {place!r:.40}: expected 0 to {players - 1}")
    names = [*_texts(seat, number)]
    return place, f"{one_line(names[0], MAX_NAME_CHARS)} (seat {place})" if names else f"seat {place}"


def _texts(seat: Mapping[str, Any], number: int) -> Iterator[str]:
    """Yield the names of the player and of the agent, where there is one. Raises ValueError."""
    for member in ("name", "agent"):
        value = seat.get(member)
        if value is not None and not isinstance(value, str):
            raise ValueError(f"seat {number} of the list: {member} is {value!r:.40}: expected a text or null")
        if value:
            yield value
