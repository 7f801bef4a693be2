"""The cards that the seats of a device draw, which the stream of one seat does not name."""

from __future__ import annotations

import pytest
from web_modules import evaluated


@pytest.mark.parametrize(
    ("draw", "unnamed"),
    [
        ({"seat": 1, "count": 2}, True),
        ({"seat": 1, "count": 2, "cards": ["2C", "3C"]}, False),
        ({"seat": 1, "count": 0}, False),
        ({"seat": 0, "count": 2}, False),
    ],
)
def test_unnamed_cards_of_the_own_seats_are_asked_for(draw: dict[str, object], *, unnamed: bool) -> None:
    """Not cards that the event names, and not those of others."""
    given = {"effects": [{"type": "draw", **draw}]}
    expression = 'm.hasUnnamedDraws(given, new Map([[1, "token"]]))'
    assert evaluated("server/own_draws.ts", expression, given) == unnamed


def test_an_event_stays_as_it_is_without_an_answer() -> None:
    """It is then told without the cards."""
    event = {"version": 2, "effects": [{"type": "draw", "seat": 1, "count": 2}]}
    expression = """await (() => {
        globalThis.fetch = async () => { throw new TypeError("no answer"); };
        return m.withOwnDraws("game", given, new Map([[1, "token"]]));
    })()"""
    assert evaluated("server/own_draws.ts", expression, event) == event
