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
Object.defineProperty(globalThis, "navigator", { value: { languages: [] } });
const { BLUNDER, costliest, isBlunder, points, pointsOf } = await import(`${folder}/replay/chances.js`);
const { formatChance } = await import(`${folder}/words/texts.js`);
const { record, moves, chances } = JSON.parse(given);
console.log(JSON.stringify({
  points: points(record, { moves }),
  costliest: costliest({ moves }, 3).map(({ number }) => number),
  blunders: moves.filter(isBlunder).map(({ number }) => number),
  costs: moves.map(pointsOf),
  texts: chances.map(formatChance),
}));
"""


def told(outcome: str = "lost", costs: tuple[float, ...] = (), chances: tuple[float, ...] = ()) -> dict[str, Any]:
    """What the modules compute of a review: the chance falls from 0.9 by the costs of the moves."""
    moves, chance = [], 0.9
    for number, cost in enumerate(costs, 1):
        moves.append({"number": number, "won_before": chance, "won_after": chance - cost, "cost": cost})
        chance -= cost
    record = {"events": [{"effects": []} for _ in costs], "result": {"outcome": outcome}}
    given = json.dumps({"record": record, "moves": moves, "chances": chances})
    result: dict[str, Any] = computed(PROGRAM, str(IN_REPOSITORY / "modules"), given)
    return result


@pytest.mark.parametrize(("outcome", "end"), [("won", 1), ("lost", 0)])
def test_the_curve_goes_from_the_first_chance_to_the_certain_end(outcome: str, end: int) -> None:
    """With the chance after each move between."""
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


def test_only_certain_chances_are_0_or_100_percent() -> None:
    """Others are below 1 % or above 99 %."""
    texts = told(chances=(0, 0.001, 0.005, 0.5, 0.994, 0.995, 0.9999, 1))["texts"]
    assert texts == ["0%", "<1%", "1%", "50%", "99%", ">99%", ">99%", "100%"]
