"""What a board shows of the actions before it, and what follows from a choice, by the modules alone."""

from __future__ import annotations

from typing import Any

from web_modules import evaluated

EVENTS: list[dict[str, Any]] = [
    {"type": "action", "action": "7S", "effects": [{"type": "damage", "amount": 7}]},
    {"type": "action", "action": "-9H-2C", "effects": [{"type": "discard", "cards": ["2C", "9H"]}]},
    {"type": "action", "action": "10C+AD", "effects": [{"type": "defeat", "enemy": "JD", "exact": False}]},
    {"type": "advice", "seat": 0},
    {"type": "action", "action": "3S", "effects": []},
    {"type": "action", "action": "-4H", "effects": [{"type": "discard", "cards": ["4H"]}]},
]


def board(discard: list[str], events: int) -> dict[str, Any]:
    """The board after some of the events; the queen of clubs lay on the discard pile before."""
    shown = [{"discard": discard, "defeated": 1, "enemy": {"card": "JS"}}, ["QC"], EVENTS[:events]]
    found: dict[str, Any] = evaluated("table/course.ts", "m.afterCourse(...given)", shown)
    return found


def test_the_discard_pile_lies_as_it_was_laid() -> None:
    """The cards played against an enemy go there with it; those of an own action come before its event."""
    assert board(["2C", "9H", "QC"], 2)["discard"] == ["QC", "2C", "9H"]
    assert board(["2C", "9H", "QC"], 1)["discard"] == ["QC", "2C", "9H"]
    fallen = board(["2C", "10C", "QC", "AD", "JD", "9H", "7S"], 5)
    assert fallen["discard"] == ["QC", "2C", "9H", "JD", "7S", "10C", "AD"]
    assert fallen["fallen"] == ["JD"]
    assert board(["10C", "4H", "7S"], 6)["discard"] == ["7S", "10C", "4H"]  # others were healed


def test_the_castle_says_which_enemies_wait() -> None:
    """Those of the current tier by name, if the events name all that have fallen."""
    cases = [
        {"defeated": 1, "enemy": {"card": "JS"}, "fallen": ["JD"]},
        {"defeated": 11, "enemy": {"card": "KS"}, "fallen": ["KD", "KC", "KH"]},
        {"defeated": 2, "enemy": {"card": "JS"}, "fallen": ["JD"]},
    ]
    texts = evaluated("table/piles.ts", "given.map((each) => m.waitingText(each))", cases)
    first = "Behind the current enemy: the jack of clubs, the jack of hearts, all queens, and all kings."
    assert texts == [first, "", ""]


def test_cards_that_a_discard_does_not_need_are_found() -> None:
    """The highest ones first."""
    cases = [["5S", "10C"], ["5S", "10C", "8D"], ["5S", "10C", "9H", "8D"], ["6S", "3C"]]
    found = evaluated(
        "table/selection.ts", "given.map((each) => m.spareCards({ enemy: { strikes_for: 10 } }, each))", cases
    )
    assert found == [["5S"], ["10C"], ["10C", "9H"], []]


def test_a_play_that_loses_asks_for_a_second_press() -> None:
    """Unless all plays lose; a discard does if a card could stay."""
    lost, other = {"action": "2C", "outcome": "lost"}, {"action": "9C", "outcome": None}
    cases = [
        [{"previews": [lost, other]}, "2C"],
        [{"previews": [lost, other]}, "9C"],
        [{"previews": [lost]}, "2C"],
        [{"enemy": {"strikes_for": 10}}, "-10C-5S"],
        [{"enemy": {"strikes_for": 10}}, "-10C"],
    ]
    asked = evaluated("table/selection.ts", "given.map((each) => m.isDoubtful(...each))", cases)
    assert asked == [True, False, False, True, False]


ARRIVAL = """(() => {
    const state = new m.TableState();
    const view = { version: 1, status: "active", hand: [], discard: [], seats: [] };
    const fall = { type: "action", version: 2, action: "5C", effects: [{ type: "defeat", enemy: "JC", exact: true }] };
    const drawn = [];
    state.show(view, true, null);
    state.board.subscribe((board) => drawn.push(board.fallen));
    state.show({ ...view, turn: 1 }, false, null);
    state.addEvent(fall);
    state.show({ ...view, version: 2 }, true, null);
    return drawn;
})()"""


def test_an_event_that_arrives_during_a_step_draws_nothing() -> None:
    """What moves on the board stays, as the card that flies hides the one at its place."""
    assert evaluated("table/table_state.ts", ARRIVAL, None) == [[], [], ["JC"]]
