"""The chances to win of a review: the curve, the costliest moves, and their texts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from nodes import computed

from regicide_api.pages.web import IN_REPOSITORY

PROGRAM = """
const [folder, given] = process.argv.slice(1);
globalThis.localStorage = { getItem: () => null };
globalThis.document = { querySelector: () => null };
globalThis.location = new URL("http://localhost/");
Object.defineProperty(globalThis, "navigator", { value: { languages: [] } });
const { balance, costliest, isBlunder, points, pointsOf } = await import(`${folder}/replay/chances.js`);
const { formatChance } = await import(`${folder}/words/texts.js`);
const { record, moves, chances } = JSON.parse(given);
console.log(JSON.stringify({
  points: points(record, { moves }),
  costliest: costliest({ moves }, 3).map(({ number }) => number),
  blunders: moves.filter(isBlunder).map(({ number }) => number),
  costs: moves.map(pointsOf),
  balances: moves.map((move) => balance(record, { moves }, move)),
  texts: chances.map(formatChance),
}));
"""


def told(outcome: str = "lost", costs: tuple[float, ...] = (), chances: tuple[float, ...] = ()) -> dict[str, Any]:
    """What the modules compute of a review: the chance falls from 0.9 by the costs of the moves."""
    moves, chance = [], 0.9
    for number, cost in enumerate(costs, 1):
        moves.append({"number": number, "won_before": chance, "won_after": chance - cost, "cost": cost})
        chance -= cost
    return told_of([{"effects": [], "seat": 0} for _ in costs], outcome, moves, chances)


def told_of(
    events: list[dict[str, Any]], outcome: str, moves: list[dict[str, Any]], chances: tuple[float, ...] = ()
) -> dict[str, Any]:
    """What the modules compute of a review of these events."""
    record = {"events": events, "result": {"outcome": outcome}}
    given = json.dumps({"record": record, "moves": moves, "chances": chances})
    result: dict[str, Any] = computed(PROGRAM, str(IN_REPOSITORY / "modules"), given)
    return result


@pytest.mark.parametrize(("outcome", "end"), [("won", 1), ("lost", 0)])
def test_the_curve_goes_from_the_first_chance_to_the_certain_end(outcome: str, end: int) -> None:
    """Between them, the chance at the step after each move."""
    curve = told(outcome, costs=(0.25, 0.0, 0.125))["points"]
    assert [point["step"] for point in curve] == [0, 1, 2, 3]
    assert [point["chance"] for point in curve] == pytest.approx([0.9, 0.65, 0.65, end])


def test_the_three_costliest_moves_come_with_the_costliest_first() -> None:
    """From one point on; a blunder costs ten points. Smaller costs than half a point are not shown."""
    result = told(costs=(0.0049, 0.0099, 0.01, 0.0999, 0.1, 0.1))
    assert result["costliest"] == [5, 6, 4]
    assert result["blunders"] == [5, 6]
    assert result["costs"] == [0, 1, 1, 10, 10, 10]
    assert told(costs=(0.0049, 0.0099, 0.01))["costliest"] == [3]


def test_luck_is_told_from_the_cost_of_a_move() -> None:
    """The move costs 2 points, the drawn cards bring 24; the hand of the next player and the end are other causes."""
    draw, none = [{"type": "draw", "seat": 0, "count": 1}], list[dict[str, Any]]()
    events = [{"effects": draw, "seat": 0}, {"effects": none, "seat": 0}, {"effects": none, "seat": 1}]
    chances = [(0.25, 0.23), (0.47, 0.47), (0.5, 0.4)]
    moves = [
        {"number": number, "won_before": before, "won_after": after, "cost": before - after}
        for number, (before, after) in enumerate(chances, 1)
    ]
    first, second, last = told_of(events, "lost", moves)["balances"]
    assert first == {"before": 0.25, "after": 0.47, "cost": 2, "rest": 24, "cause": "cards"}
    assert second == {"before": 0.47, "after": 0.5, "cost": 0, "rest": 3, "cause": "view"}
    assert last == {"before": 0.5, "after": 0, "cost": 10, "rest": -40, "cause": "end"}


def test_only_certain_chances_are_0_or_100_percent() -> None:
    """Others are below 1 % or above 99 %."""
    texts = told(chances=(0, 0.001, 0.005, 0.5, 0.994, 0.995, 0.9999, 1))["texts"]
    assert texts == ["0%", "<1%", "1%", "50%", "99%", ">99%", ">99%", "100%"]


def test_the_shown_percentages_add_up() -> None:
    """The rest is the difference of the rounded chances: 50 % stays 50 %."""
    moves = [
        {"number": 1, "won_before": 0.504, "won_after": 0.5, "cost": 0.004},
        {"number": 2, "won_before": 0.496, "won_after": 0.496, "cost": 0.005},
    ]
    result = told_of([{"effects": [], "seat": 0}] * 2, "lost", moves)
    assert (result["balances"][0]["rest"], result["costs"]) == (0, [0, 1])


@pytest.mark.parametrize("effect", ["draw", "reveal", "defeat"])
def test_cards_that_become_known_change_the_chance(effect: str) -> None:
    """Drawn cards, and the next enemy."""
    moves = [{"number": 1, "won_before": 0.5, "won_after": 0.5, "cost": 0}]
    result = told_of([{"effects": [{"type": effect}], "seat": 0}], "lost", moves)
    assert result["balances"][0]["cause"] == "cards"
