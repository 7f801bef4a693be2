"""Reads the record of a finished game from a file or standard input, and verifies it.

The names of its seats are texts that cannot be mistaken for those of the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert

import regicide
from regicide import BrokenRecord, MalformedRecord, Outcome, Position
from regicide_arena.runtime.json_files import UnusableFile, read_input
from regicide_arena.runtime.messages import one_line

MAX_NAME_CHARS: Final = 40
"""The characters of the longest name that a server accepts; a longer one is cut."""


class _Seat(Struct):
    seat: int
    name: str | None = None
    agent: str | None = None


class _Event(Struct):
    version: Annotated[int, Meta(ge=1)] | None = None


class _Record(Struct):
    """The members that a server adds to a record; `verify_record` checks the others."""

    players: int
    events: list[_Event]
    id: str | None = None
    seats: list[_Seat] | None = None


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
    """The name of each seat: of its player, or of its agent, or its number."""
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
        positions, checked = regicide.verify_record(record), convert(record, _Record)
    except MalformedRecord as error:
        raise UnusableFile(f"no record in {source}: {error.detail}") from error
    except ValidationError as error:
        raise UnusableFile(f"no record in {source}: malformed record ({error})") from error
    except BrokenRecord as error:
        raise UnusableFile(f"the record in {source} does not hold: {error}") from error
    outcome = positions[-1].outcome
    if outcome is None:
        raise UnusableFile(f"the game in {source} is not over: expected the record of a finished game")
    # A game that ends without an action has the position of that end in place of the last one.
    steps = zip(checked.events, record["events"], positions, positions[1:], strict=False)
    moves = [
        GameMove(number, event.version, before.turn, step["action"], before, after)
        for number, (event, step, before, after) in enumerate(steps, 1)
    ]
    return RecordedGame(checked.id, _names(checked), moves, outcome)


def _names(record: _Record) -> list[str]:
    """Return the names of all seats of a record, which has none if no server wrote it."""
    names = {each.seat: each.name or each.agent for each in record.seats or ()}
    numbered = [(f"seat {seat}", names.get(seat)) for seat in range(record.players)]
    return [f"{one_line(name, MAX_NAME_CHARS)} ({seat})" if name else seat for seat, name in numbered]
