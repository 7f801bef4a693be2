"""The reasons of an action in words, from its preview."""

from __future__ import annotations

from typing import Any

import pytest
from web_modules import evaluated

JACK = {"card": "JH", "health": 20, "damage": 8, "attack": 10, "shield": 0, "immunity_cancelled": False}
"""The jack of hearts with 12 health left."""

ON_TOP = "the jack of hearts goes on top of the tavern"

CASES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "exact": (
        {"action": "6C", "damage": 12, "defeats": True, "exact": True, "health_left": 0},
        ["12 damage: exact kill", ON_TOP],
    ),
    "too much": ({"damage": 15, "defeats": True, "health_left": 0}, ["15 damage: kills, 3 more than needed"]),
    "last king": (
        {"damage": 12, "defeats": True, "exact": True, "health_left": 0, "outcome": "won", "healed": 3},
        ["this wins the game", "12 damage: exact kill"],
    ),
    "covered": (
        {"damage": 5, "health_left": 7, "strike": 10, "kept": 12, "covers": "yes"},
        ["5 damage, 7 left", "strike 10: pay it, keep cards worth 0"],
    ),
    "covered by draws": (
        {"action": "9D", "damage": 9, "health_left": 3, "drawn": [0, 4], "strike": 20, "kept": 7, "covers": "yes"},
        ["9 damage, 3 left", "draws 4 (you 4)", "hands are full", "strike 20: you draw enough to pay"],
    ),
    "uncertain": (
        {"damage": 5, "health_left": 7, "drawn": [3, 2], "strike": 10, "kept": 7, "covers": "depends"},
        [
            "5 damage, 7 left",
            "draws 5 (you 2, Bo 3)",
            "strike 10, you hold 7: needs good draws",
        ],
    ),
    "lost": (
        {"damage": 5, "health_left": 7, "strike": 10, "kept": 4, "covers": "no", "outcome": "lost"},
        ["this loses", "5 damage, 7 left", "strike 10, you hold only 4"],
    ),
    "saved by a flip": (
        {"damage": 5, "health_left": 7, "strike": 10, "kept": 4, "covers": "no"},
        ["5 damage, 7 left", "strike 10, you hold only 4: a flip is needed"],
    ),
    "shield": (
        {"damage": 4, "health_left": 8, "shield": 4, "strike": 6, "kept": 9, "covers": "yes"},
        ["4 damage, 8 left", "strike 10 to 6: pay it, keep cards worth 2"],
    ),
    "blocked": (
        {"damage": 10, "health_left": 2, "shield": 10},
        ["10 damage, 2 left", "strike 10 to 0: the shield blocks it"],
    ),
    "immune": (
        {"damage": 7, "health_left": 5, "stopped": ["H"], "strike": 10, "kept": 20, "covers": "yes"},
        ["7 damage, 5 left", "immunity stops hearts", "strike 10: pay it, keep cards worth 0"],
    ),
    "healed": (
        {"damage": 3, "health_left": 9, "healed": 1, "strike": 10, "kept": 20, "covers": "yes"},
        ["3 damage, 9 left", "heals 1", "strike 10: pay it, keep cards worth 0"],
    ),
    "known draw": (
        {"damage": 12, "defeats": True, "exact": True, "drawn": [0, 1], "drawn_cards": ["JC"], "action": "AD"},
        ["12 damage: exact kill", ON_TOP, "draws 1 (you 1)", "you draw jack of clubs"],
    ),
    "blocked exactly": (
        {"damage": 5, "health_left": 7, "strike": 6, "kept": 6, "covers": "yes"},
        ["5 damage, 7 left", "strike 10 to 6: pay it, keep cards worth 2"],
    ),
    "shield as before": (
        {"damage": 5, "health_left": 7, "shield": 4, "enemy": {"shield": 4}, "strike": 6, "kept": 9, "covers": "yes"},
        ["5 damage, 7 left", "strike 6: pay it, keep cards worth 2"],
    ),
    "jester behind shields": (
        {"action": "X1", "shield": 10, "enemy": {"shield": 10}},
        ["cancels the immunity", "you choose who goes next"],
    ),
    "flip behind shields": ({"action": "flip", "drawn": [0, 8], "shield": 10, "enemy": {"shield": 10}}, ["a new hand"]),
    "second jester": ({"action": "X2", "enemy": {"immunity_cancelled": True}}, ["you choose who goes next"]),
    "jester": ({"action": "X1"}, ["cancels the immunity", "you choose who goes next"]),
    "solo draw": (
        {"action": "2D", "damage": 12, "defeats": True, "exact": True, "drawn": [2], "you": 0},
        ["12 damage: exact kill", ON_TOP, "draws 2"],
    ),
    "nothing to heal": (
        {"action": "3H", "damage": 3, "health_left": 9, "shield": 10, "discard": []},
        ["3 damage, 9 left", "heals 0: the discard pile is empty", "strike 10 to 0: the shield blocks it"],
    ),
    "nothing to draw": (
        {"action": "3D", "damage": 12, "defeats": True, "tavern_size": 0},
        ["12 damage: kills, 0 more than needed", "draws 0: the tavern is empty"],
    ),
    "last cards of the tavern": (
        {"action": "9D", "damage": 15, "defeats": True, "drawn": [1, 1], "tavern_size": 2},
        [
            "15 damage: kills, 3 more than needed",
            "draws 2 (you 1, Bo 1)",
            "tavern is empty",
        ],
    ),
    "all discarded": ({"action": "-5S-9S-2C"}, ["you keep no card"]),
    "flip": ({"action": "flip", "drawn": [0, 8]}, ["a new hand"]),
    "yield": (
        {"action": "yield", "strike": 10, "kept": 14, "covers": "yes"},
        ["strike 10: pay it, keep cards worth 5"],
    ),
    "yield to few cards": (
        {"action": "yield", "strike": 12, "kept": 14, "covers": "yes"},
        ["strike 12: pay it, keep cards worth 2", "Bo has only 2 cards against 12"],
    ),
    "discard": ({"action": "-9S-2C"}, ["you keep 1 card worth 5"]),
}
"""What a preview has besides `NOTHING`, its enemy besides `JACK`, and its view; and the reasons. Seat 1 acts."""

SEATS = [{"seat": 0, "name": "Bo", "hand_size": 2}, {"seat": 1, "name": "Ana", "hand_size": 3}]

NOTHING: dict[str, Any] = dict.fromkeys(("damage", "healed", "shield", "strike", "kept"), 0)
NOTHING |= {"action": "5S", "health_left": 12, "defeats": False, "exact": False, "covers": None, "outcome": None}
NOTHING |= {"drawn": [0, 0], "drawn_cards": [], "stopped": []}


def view_of(more: dict[str, Any]) -> dict[str, Any]:
    """The action of a case, and the view before it."""
    preview = NOTHING | more
    action = preview["action"]
    view = {
        "you": preview.pop("you", 1),
        "enemy": JACK | preview.pop("enemy", {}),
        "hand": ["5S", "9S", "2C"],
        "seats": SEATS,
        "discard": preview.pop("discard", ["8H"]),
        "tavern_size": preview.pop("tavern_size", 20),
    }
    return {"view": view | {"previews": [] if action.startswith("-") else [preview]}, "action": action}


@pytest.fixture(scope="module")
def told() -> dict[str, list[dict[str, Any]]]:
    """The reasons of all cases, by one run of the module."""
    given = [view_of(more) for more, _ in CASES.values()]
    reasons = "given.map(({ view, action }) => m.reasonsOf(view, action))"
    return dict(zip(CASES, evaluated("words/reasons.ts", reasons, given), strict=True))


@pytest.mark.parametrize("case", CASES)
def test_a_preview_gives_the_reasons_of_an_action(case: str, told: dict[str, Any]) -> None:
    """What it does, what it draws and heals, and whether the hand covers the strike."""
    assert [reason["text"] for reason in told[case]] == CASES[case][1]


BRIEF: dict[str, tuple[str, list[str]]] = {
    "exact": ("6C", ["12 damage: exact kill", "pay 0"]),
    "too much": ("8C", ["15 damage: kills", "pay 0"]),
    "last king": ("6C", ["this wins the game", "12 damage: exact kill"]),
    "covered": ("AC", ["5 damage, doubled", "pay 10"]),
    "covered by draws": ("9D", ["draws 4", "9 damage", "pay 20"]),
    "uncertain": ("5D", ["draws 5", "5 damage", "pay 10 with good draws"]),
    "lost": ("5H", ["this loses", "heals 0", "5 damage"]),
    "saved by a flip": ("5H", ["heals 0", "5 damage", "a jester to pay 10"]),
    "shield": ("5S", ["shield +4", "4 damage", "pay 6"]),
    "blocked": ("5S", ["shield +10", "10 damage", "pay 0"]),
    "immune": ("7H", ["immune", "7 damage", "pay 10"]),
    "healed": ("3H", ["heals 1", "3 damage", "pay 10"]),
    "jester behind shields": ("X1", ["cancels the immunity", "0 damage", "pay 0"]),
    "second jester": ("X2", ["you choose who goes next", "0 damage", "pay 0"]),
    "flip": ("flip", ["a new hand"]),
    "yield": ("yield", ["0 damage", "pay 10"]),
    "discard": ("-9S-2C", ["you keep 1 card worth 5"]),
}
"""Actions with previews of these cases, and what the advice says about them."""


def test_the_advice_says_the_same_facts_of_each_action() -> None:
    """The effect of its suits, its damage and what is to pay; before these the end of the game or of the enemy."""
    given = [view_of(CASES[case][0] | {"action": action}) for case, (action, _) in BRIEF.items()]
    told = evaluated("words/reasons.ts", "given.map((each) => m.briefReasons(each.view, each.action))", given)
    texts = [[reason["text"] for reason in each] for each in told]
    assert dict(zip(BRIEF, texts, strict=True)) == {case: expected for case, (_, expected) in BRIEF.items()}


@pytest.mark.parametrize(
    ("case", "tones"),
    [("exact", ["good", ""]), ("lost", ["bad", "", "bad"]), ("uncertain", ["", "", "doubtful"]), ("discard", [""])],
)
def test_a_reason_has_the_tone_of_what_it_says(case: str, tones: list[str], told: dict[str, Any]) -> None:
    """A loss is bad, a covered strike good, a strike that depends on draws doubtful."""
    assert [reason["tone"] for reason in told[case]] == tones


def test_a_stopped_suit_is_a_member_of_its_reason(told: dict[str, Any]) -> None:
    """The page strikes it through."""
    assert [reason.get("stopped") for reason in told["immune"]] == [None, ["H"], None]


def test_a_dimmed_card_says_why() -> None:
    """What the rules say about it with the selected cards."""
    cases = [
        ("X1", ["5C"], "a jester is played alone"),
        ("AC", ["2D", "2H"], "with one other card at most"),
        ("5D", ["5C", "5H"], "worth 10 at most"),
        ("7D", ["5C"], "Cards of one number from 2 to 5"),
    ]
    found = evaluated("table/hand.ts", "given.map((each) => m.dimmedReason(...each))", cases)
    assert [reason in text for text, (_, _, reason) in zip(found, cases, strict=True)] == [True] * len(cases)


def test_an_immunity_explains_what_it_stops() -> None:
    """The power of the enemy's suit alone, until a jester cancels it."""
    cases = [(suit, f"J{enemy}", cancelled) for cancelled in (False, True) for enemy in "HDSC" for suit in "HDSC"]
    reasons = "given.map(([suit, card, cancelled]) => m.stoppedReason(suit, { card, immunity_cancelled: cancelled }))"
    found = evaluated("rules/legend.ts", reasons, cases)
    stopped = [suit == enemy[1] and not cancelled for suit, enemy, cancelled in cases]
    assert ["immunity stops the power" in text for text in found] == [bool(text) for text in found] == stopped


def test_the_forecast_of_a_defeat_is_an_empty_bar() -> None:
    """The shield of a defeated enemy does not matter, and its strike is struck out."""
    enemy = {"health": 20, "damage": 12, "attack": 10, "shield": 4, "strikes_for": 6}
    preview = {"defeats": True, "health_left": 0, "shield": 0}
    found = evaluated("table/enemy.ts", "m.forecastOf(...given)", [enemy, preview])
    assert found == {"defeats": True, "health": 0, "shield": None, "strikes": None}


LOSSES: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "exact kill": (
        {"damage": 12, "defeats": True, "exact": True},
        {"damage": 14, "defeats": True},
        ["gives up the exact kill"],
    ),
    "kill": (
        {"damage": 14, "defeats": True, "kept": 20},
        {"damage": 5, "health_left": 7, "strike": 10, "kept": 4, "covers": "no"},
        ["leaves the enemy standing", "leaves the strike uncovered"],
    ),
    "certain cover": (
        {"strike": 5, "kept": 9, "covers": "yes", "shield": 5},
        {"strike": 8, "kept": 9, "covers": "depends", "shield": 2},
        ["leaves the cover to the draw", "3 less shield"],
    ),
    "jester played": ({"damage": 5}, {"action": "X1"}, ["spends a jester", "5 less damage"]),
    "jester flipped": ({"drawn": [0, 0]}, {"action": "flip", "drawn": [0, 8]}, ["spends a jester"]),
    "amounts": (
        {"damage": 9, "healed": 4, "drawn": [2, 3]},
        {"damage": 9, "healed": 1, "drawn": [2, 0]},
        ["heals 3 fewer", "draws 3 fewer"],
    ),
    "hand": ({"kept": 20}, {"kept": 15}, ["the hand is worth 5 less"]),
    "nothing": ({"damage": 5}, {"damage": 6, "healed": 2}, []),
    "discard": ({"action": "-2C"}, {"action": "-5S"}, ["the hand is worth 3 less"]),
    "discard of two": ({"action": "-9S"}, {"action": "-5S-2C-X1"}, ["spends a jester", "2 cards fewer in hand"]),
    "appointed": ({"action": ">0"}, {"action": ">1"}, []),
}
"""Previews of the best action and of another one, or discards; and what the other one loses."""


def test_a_comparison_says_what_the_second_best_action_loses() -> None:
    """The two most serious losses; what it wins besides is among its own reasons."""
    given = []
    for one, other, _ in LOSSES.values():
        best, second = NOTHING | {"action": "9S"} | one, NOTHING | {"action": "2C"} | other
        plays = [each for each in (best, second) if each["action"][0] not in "->"]
        view = {"enemy": JACK, "hand": ["5S", "9S", "2C", "X1"], "seats": SEATS, "you": 1, "previews": plays}
        given.append([view, best["action"], second["action"]])
    found = evaluated("words/reasons.ts", "given.map((each) => m.lossesOf(...each))", given)
    texts = [[reason["text"] for reason in each] for each in found]
    assert dict(zip(LOSSES, texts, strict=True)) == {name: losses for name, (_, _, losses) in LOSSES.items()}
