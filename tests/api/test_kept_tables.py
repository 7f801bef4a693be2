"""How tables are kept, and that what is remembered of one is what is kept of it."""

from __future__ import annotations

from dataclasses import replace

import regicide
from regicide_api.domain.clock import Clock
from regicide_api.domain.game import SeedOrigin, Table
from regicide_api.domain.seat import Seat, Signal
from regicide_api.services.serializer import (
    MOST_REMEMBERED,
    read,
    table_of,
    to_bytes,
)


def a_table(game_id: str = "one") -> Table:
    """A game of two with a clock, after its first action."""
    start = Table(
        id=game_id,
        version=1,
        acted=1,
        position=regicide.start("kept", 2),
        seats=(Seat("Ana", "hash"), Seat(agent="greedy")),
        first_player=0,
        seed_origin=SeedOrigin.CLIENT,
        listed=True,
        clock=Clock(60, "greedy"),
        deadline=None,
        stand_in=None,
        created_at=1,
        updated_at=1,
    )
    return start.act(0, 1, regicide.legal_actions(start.position)[0], now=2)[0]


def test_a_table_is_read_as_it_was_written() -> None:
    """By a process that remembers nothing of it, too."""
    table = a_table()
    assert read("one", to_bytes(table)) == table


def test_a_signal_is_read_as_it_was_written() -> None:
    """It is a text then."""
    table = a_table()
    signalled = replace(table, seats=(table.seats[0]._replace(signal=Signal.EAGER), table.seats[1]))
    assert read("one", to_bytes(signalled)) == signalled


def test_what_was_written_last_is_remembered() -> None:
    """It is not read again."""
    table = a_table()
    assert table_of("one", to_bytes(table)) is table


def test_what_is_kept_counts_and_not_what_is_remembered() -> None:
    """A change that was written here, but did not come first, is not taken for what is there."""
    table = a_table()
    kept = to_bytes(table)
    to_bytes(replace(table, version=9))
    assert table_of("one", kept) == table


def test_a_table_that_has_been_forgotten_is_read() -> None:
    """So many others have been written since."""
    table = a_table()
    kept = to_bytes(table)
    for number in range(MOST_REMEMBERED):
        to_bytes(replace(table, id=f"other-{number}"))
    found = table_of("one", kept)
    assert found == table
    assert found is not table
