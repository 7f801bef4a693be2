"""What moves in a step of an event, and where: cards, marks, and motions in place."""

from __future__ import annotations

from typing import Any

import pytest
from web_modules import evaluated


def flights(step: dict[str, Any], before: dict[str, Any]) -> list[dict[str, Any]]:
    """The flights of a step."""
    found: list[dict[str, Any]] = evaluated("theatre/flights.ts", "m.flightsOf(...given)", [step, before])
    return found


def test_the_players_draw_one_card_each_in_turn() -> None:
    """Each drawn card has its own face."""
    draws = [{"seat": 0, "count": 3, "cards": ["3H", "4H", "5H"]}, {"seat": 1, "count": 1}]
    found = flights({"type": "deal", "draws": draws}, {"you": 0, "tavern_top": []})
    assert [(each["card"], each["to"][-2]) for each in found] == [
        ("3H", '[data-seat="0"]'),
        (None, '[data-seat="1"]'),
        ("4H", '[data-seat="0"]'),
        ("5H", '[data-seat="0"]'),
    ]


@pytest.mark.parametrize(
    ("played", "shielding"),
    [([["5S"], ["3S", "3C"]], ["3S"]), ([["5S"], ["2C"]], []), ([["5S"], ["2S"], ["X1"]], ["5S", "2S"])],
)
def test_the_spades_that_begin_to_count_shield(played: list[list[str]], shielding: list[str]) -> None:
    """Those of the last play; after a jester, those of all plays."""
    found = flights({"type": "shield", "amount": 5}, {"played": played})
    assert [each["card"] for each in found] == shielding


def test_the_pile_that_gets_an_enemy_moves() -> None:
    """The tavern deck after an exact kill, else the discard pile."""
    steps = [{"type": "defeat", "enemy": "JD", "exact": exact} for exact in (True, False)]
    motions = evaluated("theatre/motions.ts", "given.map((step) => m.motionsOf(step)[0].at)", steps)
    assert motions == [f'[data-pile="{pile}"] .pile-picture' for pile in ("tavern", "discard")]


def test_the_mark_of_a_strike_is_at_the_seat_that_suffers() -> None:
    """Or at the own hand, which has no seat on the page."""
    given = [{"type": "strike", "seat": 1, "amount": 7}, {"played": []}]
    [mark] = evaluated("theatre/marks.ts", "m.marksOf(...given)", given)
    assert (mark["at"], mark["type"]) == (['[data-seat="1"]', ".hand"], "strike")


PLACE = """(() => {
    const element = { getBoundingClientRect: () => given, querySelectorAll: () => [] };
    document.querySelectorAll = () => [element];
    return m.placeOf(["#any"]);
})()"""


@pytest.mark.parametrize(
    ("box", "place"),
    [((100, 70), {"left": 35, "top": 20, "width": 50}), ((50, 140), {"left": 10, "top": 55, "width": 50})],
)
def test_a_card_is_in_the_middle_of_its_place(box: tuple[int, int], place: dict[str, int]) -> None:
    """As large as it fits in there: a card is 1.4 times as high as wide."""
    given = {"left": 10, "top": 20, "width": box[0], "height": box[1]}
    assert evaluated("theatre/stage.ts", PLACE, given) == pytest.approx(place)
