"""What moves in a step of an event, and where: cards, marks, and motions in place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from web_modules import evaluated

ENEMY = {"card": "JD", "health": 20, "damage": 0, "attack": 10, "shield": 3, "strikes_for": 7}
BOARD = {"you": 0, "hand": ["3H", "4H"], "defeated": 1, "tavern_top": [], "played": [], "enemy": ENEMY}
PLAYED = '#played [data-card="{}"]'
OWN, OTHER = {"seat": 0, "count": 3, "cards": ["3H", "4H", "5H"]}, {"seat": 1, "count": 1, "cards": ["6H"]}
TAVERN, DISCARD = (f'[data-pile="{name}"] .pile-picture' for name in ("tavern", "discard"))
DISCARD_SIZE = '[data-pile="discard"] [data-size]'
HAND = [f'.hand [data-card="{card}"] .card' for card in ("3H", "4H")]
LAND = ".table > .scenery .land"
GROUND = [".area-seats", ".area-enemy", ".area-played", LAND]
TOWER = f'{LAND} [data-part="4"] .whole'

STEPS: dict[str, tuple[dict[str, Any], list[list[str]], dict[str, list[Any]]]] = {
    "players draw one card each in turn, which only those who see it see": (
        {"type": "deal", "draws": [OWN, OTHER]},
        [],
        {"cards": ["3H", None, "4H", "5H"], "secret": [True, None, True, True], "marks": ["♦ 3", "♦ 1"]},
    ),
    "the spades of the last play shield, as many as the shield grows by": (
        {"type": "shield", "amount": 3},
        [["5S"], ["3S", "3C"]],
        {"suits": ["S"] * 3, "from": [PLAYED.format("3S")] * 3, "to": ['[data-number="shield"]'] * 3},
    ),
    "no earlier spades shield": ({"type": "shield", "amount": 0}, [["5S"], ["2C"]], {"suits": []}),
    "all spades shield after a jester": (
        {"type": "shield", "amount": 4},
        [["5S"], ["2S"], ["X1"]],
        {"from": [PLAYED.format(card) for card in ("5S", "5S", "2S", "2S")]},
    ),
    "hearts leave the last play for the discard pile, then its cards go to the tavern": (
        {"type": "heal", "count": 2, "cards": ["7C", "8C"]},
        [["9H"], ["5H", "5D"]],
        {"suits": ["H", None, None], "to": [DISCARD, TAVERN, TAVERN], "cards": [None, "7C", "8C"]},
    ),
    "clubs that double reach the enemy": (
        {"type": "damage", "amount": 10},
        [["5C"]],
        {"suits": ["C", None], "manners": [None, "stand"], "lit": ["flash"]},
    ),
    "an enemy breaks in the dark by another kill": (
        {"type": "defeat", "enemy": "JD", "exact": False},
        [],
        {"cards": ["JD"], "to": [DISCARD], "lit": ["veil", "embers", "ring"], "manners": ["split"]},
    ),
    "an enemy falls on the tavern deck by an exact kill": (
        {"type": "defeat", "enemy": "JD", "exact": True},
        [],
        {
            "cards": ["JD"],
            "from": [".enemy-card"],
            "to": [TAVERN],
            "moving": [TAVERN],
            "lit": ["veil", "blaze", "ring"],
            "manners": ["crown"],
        },
    ),
    "a part of the castle falls with its tier": (
        {"type": "defeat", "enemy": "JD", "exact": False, "frame": {"defeated": 4}},
        [],
        {"lit": ["veil", "embers", "ring"], "shaken": [DISCARD, DISCARD_SIZE, TOWER, LAND, LAND]},
    ),
    "the fall of a king shakes the table and the land": (
        {"type": "defeat", "enemy": "KD", "exact": False},
        [],
        {"lit": ["veil", "embers", "ring"], "shaken": [DISCARD, DISCARD_SIZE, *GROUND]},
    ),
    "an enemy falls on the discard pile else": (
        {"type": "defeat", "enemy": "JD", "exact": False},
        [],
        {"cards": ["JD"], "to": [DISCARD], "moving": [DISCARD], "manners": ["split"]},
    ),
    "the enemy strikes the seat that suffers, where the mark is, too": (
        {"type": "strike", "seat": 1, "amount": 7},
        [],
        {
            "from": [".enemy-card"],
            "to": ['[data-seat="1"]'],
            "manners": ["lunge"],
            "marked": [['[data-seat="1"]']],
            "marks": ["Strikes for 7"],
            "lit": ["hurt"],
            "shaken": [".enemy-card .card", '[data-seat="1"]'],
        },
    ),
    "a strike shakes the own tray and each card of the hand, not the page": (
        {"type": "strike", "seat": 0, "amount": 7},
        [],
        {"to": [".hand"], "shaken": [".enemy-card .card", ".area-own", *HAND], "lit": ["hurt"]},
    ),
    "a hard strike is felt in the whole window": (
        {"type": "strike", "seat": 0, "amount": 12},
        [],
        {"shaken": [".enemy-card .card", ".area-own", *HAND, *GROUND], "lit": ["hurt", "blood"]},
    ),
    "a hand that does not cover a strike says what is missing, in the dark": (
        {"type": "doom", "seat": 0},
        [],
        {
            "shaken": HAND,
            "lit": ["doom"],
            "marks": ["0 points were missing."],
            "marked": [[".hand", '[data-seat="0"]']],
        },
    ),
    "nobody knows what another hand lacks": ({"type": "doom", "seat": 1}, [], {"lit": ["doom"], "marks": []}),
    "a jester breaks the seal of the immunity": (
        {"type": "cancel-immunity"},
        [["5S"], ["X1"]],
        {"suits": ["D", None], "cards": [None, "X1"], "manners": ["shatter", "lunge"], "lit": ["flash"]},
    ),
    "a jester of a solo game turns its face up": (
        {"type": "flip"},
        [],
        {"cards": ["X1"], "from": ['[data-pile="jesters"] .pile-picture'], "to": [".hand"], "manners": ["turn"]},
    ),
    "a shield takes the rest of a strike": (
        {"type": "strike", "seat": 0, "amount": 0},
        [],
        {"marks": ["Blocked"], "lit": []},
    ),
    "each discarded card falls on the pile": (
        {"type": "discard", "seat": 0, "cards": ["3H", "4H"]},
        [],
        {"cards": ["3H", "4H"], "to": [DISCARD] * 2, "manners": ["toss"] * 2, "shaken": [DISCARD] * 2},
    ),
    "a jack enters lightly": ({"type": "reveal", "enemy": "JD"}, [], {"cards": ["JD"], "lit": []}),
    "a king shakes the table and the land": (
        {"type": "reveal", "enemy": "KD"},
        [],
        {
            "shaken": [".enemy-facts", *GROUND],
            "lit": ["ring"],
        },
    ),
    "clubs double the value of the play": (
        {"type": "damage", "amount": 10},
        [["9S"], ["5C"]],
        {"marks": ["5 × 2: −10"]},
    ),
    "an immunity leaves the value": ({"type": "damage", "amount": 5}, [["5C"]], {"marks": ["−5"]}),
    "there may be no play": ({"type": "damage", "amount": 0}, [], {"marks": ["−0"]}),
}
"""A step, the cards played before it, and what its picture has."""


def test_a_step_shows_what_moves_and_where() -> None:
    """The cards and suits that fly, from where to where, what moves, lights and marks, each within the step's time."""
    boards = [BOARD | {"played": played} for _, played, _ in STEPS.values()]
    given = [[{"frame": board} | step, board] for board, (step, *_) in zip(boards, STEPS.values(), strict=True)]
    pictures = evaluated("theatre/pictures.ts", "given.map((each) => m.pictureOf(...each))", given)
    for name, picture in zip(STEPS, pictures, strict=True):
        flights, marks = picture["flights"], picture["marks"]
        shown = {
            name: [each.get(name.rstrip("s")) for each in flights] for name in ("cards", "suits", "manners", "secret")
        }
        shown |= {end: [each[end][0] for each in flights] for end in ("from", "to")}
        shown |= {"moving": [each["at"] for each in picture["motions"][:1]]}
        shown |= {
            "shaken": [each["at"] for each in picture["motions"]],
            "lit": [each["kind"] for each in picture["lights"]],
        }
        shown |= {"marks": [each["text"] for each in marks], "marked": [each["at"] for each in marks]}
        assert shown | STEPS[name][2] == shown, name
        assert "6H" not in json.dumps(flights), "a card of a covered hand"
        parts = [each for part in picture.values() for each in part]
        assert all(0 <= each.get("begin", 0) < each.get("end", 1) <= 1 for each in parts), name


PLACE = """(() => {
    const box = { ...given, right: given.left + given.width, bottom: given.top + given.height };
    const element = { getBoundingClientRect: () => box, querySelectorAll: () => [] };
    document.querySelectorAll = () => [element];
    return m.placeOf(document, ["#any"]);
})()"""


@pytest.mark.parametrize(
    ("box", "place"),
    [((100, 70), {"left": 35, "top": 20, "width": 50}), ((50, 140), {"left": 10, "top": 55, "width": 50})],
)
def test_a_card_is_in_the_middle_of_its_place(box: tuple[int, int], place: dict[str, int]) -> None:
    """As large as it fits in there: a card is 1.4 times as high as wide."""
    given = {"left": 10, "top": 20, "width": box[0], "height": box[1]}
    assert evaluated("theatre/stage.ts", PLACE, given) == pytest.approx(place)
