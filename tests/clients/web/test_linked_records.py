"""A link of a replay that has the record itself."""

from __future__ import annotations

import json

import pytest
from web_modules import evaluated

import regicide
from regicide_arena.tournament.verify import Replay

MODULE = "replay/linked_record.ts"


def replay() -> Replay:
    """A game of first legal actions."""
    first = position = regicide.Position.new("linked", 2)
    steps: list[regicide.Step] = []
    while not position.is_over:
        steps += regicide.replay(position, [position.legal_actions[0]])
        position = steps[-1].position
    return Replay(("one", "two"), first, steps)


def test_the_record_is_that_of_the_link() -> None:
    """With the seats; its id is that part of the link, so that the links of its steps have it, too."""
    record, packed = replay().record(), replay().link().removeprefix("#/replay/")
    found = evaluated(MODULE, "[m.isRecord(given), await m.linkedRecord(given)]", packed)
    seats = [{"seat": 0, "name": "one"}, {"seat": 1, "name": "two"}]
    assert found == [True, json.loads(json.dumps(record | {"seats": seats, "id": packed}))]


def test_ids_of_games_are_no_records() -> None:
    """Nor is what is too short, or too long."""
    ids = ["0123456789abcdef0123", "x", "x" * 100_001]
    assert evaluated(MODULE, "given.map(m.isRecord)", ids) == [False] * 3


@pytest.mark.parametrize("change", [lambda text: "!" + text, lambda text: text[:-9], lambda _: "x" * 200])
def test_a_broken_link_is_no_address_of_a_game(change: object) -> None:
    """It is damaged, cut, or none at all."""
    assert callable(change)
    broken = change(replay().link().removeprefix("#/replay/"))
    expression = "await m.linkedRecord(given).then(() => null, (error) => error.constructor.name)"
    assert evaluated(MODULE, expression, broken) == "NoGameAddress"
