"""The chances to win of a review: the curve, the luck, and what all clients say of costs and chances."""

from __future__ import annotations

from typing import Any

import pytest
from web_modules import evaluated

from regicide_arena.review import review
from regicide_client import ReviewedMove
from regicide_terminal.phrases import percent
from regicide_terminal.render import review as terminal

COSTS = {
    (1.0, 0.0): (0, False),
    (1.0, 0.0099): (0, False),
    (1.0, 0.01): (1, False),
    (1.0, 0.025): (2, False),
    (0.994, 0.016): (1, False),
    (1.0, 0.095): (9, False),
    (1.0, 0.0951): (10, True),
    (1.0, 1.0): (100, True),
    (0.97, 0.011): (0, False),
    (0.97, 0.012): (1, False),
    (0.9, 0.035): (0, False),
    (0.9, 0.037): (4, False),
    (0.5, 0.099): (0, False),
    (0.5, 0.101): (10, True),
    (0.1, 0.035): (0, False),
}
"""Chances before moves with their costs: the difference of the shown percentages, and whether it is a blunder."""
CHANCES = {
    0.0: "0%",
    0.001: "<1%",
    0.005: "1%",
    0.5: "50%",
    0.645: "65%",
    0.994: "99%",
    0.995: ">99%",
    0.9999: ">99%",
    1.0: "100%",
}
"""Chances as texts: only certain ones are 0% or 100%."""


def costing(before: float, cost: float) -> dict[str, float]:
    """The chances of a move with this cost."""
    return {"won_before": before, "won_after": before - cost, "cost": cost}


def judged_by_arena(costs: list[float]) -> list[int]:
    """The numbers of the costliest moves, by `regicide-arena review`."""
    moves: list[Any] = [{"number": number, **costing(1, cost)} for number, cost in enumerate(costs)]
    return [move["number"] for move in review.costliest(moves)]


def points_by_arena(before: float, cost: float) -> tuple[int, bool]:
    """The points of a cost, and whether it is a blunder."""
    move: Any = costing(before, cost)
    return review.cost_points(move), review.is_blunder(move)


def judged_by_terminal(costs: list[float]) -> list[int]:
    """The numbers of the costliest moves, by `regicide review`."""
    return [move.number for move in terminal.costliest([terminal_move(1, *each) for each in enumerate(costs)])]


def terminal_move(before: float, number: int, cost: float) -> ReviewedMove:
    """A move of a review."""
    fixed = {"version": 1, "seat": 0, "action": "yield", "best": []}
    fixed |= {"defeated_before": 0, "defeated_after": 0}
    return ReviewedMove.from_dict(fixed | {"number": number} | costing(before, cost))


def points_by_terminal(before: float, cost: float) -> tuple[int, bool]:
    """The points of a cost, and whether it is a blunder."""
    move = terminal_move(before, 1, cost)
    return terminal.cost_points(move), terminal.is_blunder(move)


JUDGED_BY_PAGE = """{
    costs: given.costs.map(([won_before, cost]) => {
        const move = { won_before, won_after: won_before - cost, cost };
        return [m.pointsOf(move), m.isBlunder(move)];
    }),
    chances: given.chances.map((await own("words/texts.ts")).formatChance),
    costliest: given.ranked.map((costs) => {
        const moves = costs.map((cost, number) => ({ number, won_before: 1, won_after: 1 - cost, cost }));
        return m.costliest({ moves }, 3).map(({ number }) => number);
    }),
}"""


def test_all_clients_judge_costs_and_chances_alike() -> None:
    """Points, blunders, the texts of chances, and the three costliest moves."""
    ranked = {(0.02, 0.2, 0.0, 0.009, 0.3, 0.05): [4, 1, 5], (0.009, 0.01): [1], (0.1, 0.3, 0.1): [1, 0, 2]}
    given = {"costs": [*map(list, COSTS)], "chances": [*CHANCES], "ranked": [*map(list, ranked)]}
    costs, chances, costliest = [*COSTS.values()], [*CHANCES.values()], [*ranked.values()]
    page = evaluated("replay/chances.ts", JUDGED_BY_PAGE, given)
    assert page == {"costs": [*map(list, costs)], "chances": chances, "costliest": costliest}
    for points_of, chance in ((points_by_arena, review.chance), (points_by_terminal, percent)):
        assert [points_of(*each) for each in COSTS] == costs
        assert [*map(chance, CHANCES)] == chances
    for judged in (judged_by_arena, judged_by_terminal):
        assert [judged([*each]) for each in ranked] == costliest
    assert percent(None) == "?"
    assert [*map(review.points, (0.004, 0.005, 0.16))] == ["", "1 point", "16 points"]


def told_of(events: list[dict[str, Any]], outcome: str, moves: list[dict[str, Any]]) -> dict[str, Any]:
    """The curve and the luck of a review of these events, by the page."""
    expression = """{
        points: m.points(given.record, given),
        luck: given.moves.map((move) => m.changeAfter(given.record, given, move).luck),
        view: given.moves.map((move) => m.changeAfter(given.record, given, move).view),
    }"""
    record = {"events": events, "result": {"outcome": outcome}}
    found: dict[str, Any] = evaluated("replay/chances.ts", expression, {"record": record, "moves": moves})
    return found


def moves_of(*chances: tuple[float, float]) -> list[dict[str, Any]]:
    """Moves of a review, with the chances before and after each of them."""
    return [
        {"number": number, "won_before": before, "won_after": after, "cost": before - after}
        for number, (before, after) in enumerate(chances, 1)
    ]


@pytest.mark.parametrize(("outcome", "end"), [("won", 1), ("lost", 0)])
def test_the_curve_goes_from_the_first_chance_to_the_certain_end(outcome: str, end: int) -> None:
    """Between them, the chance at the step after each move."""
    moves = moves_of((0.9, 0.65), (0.65, 0.65), (0.65, 0.525))
    curve = told_of([{"effects": [], "seat": 0}] * 3, outcome, moves)["points"]
    assert curve == [{"step": step, "chance": chance} for step, chance in enumerate([0.9, 0.65, 0.65, end])]


def test_the_scale_of_the_curve_has_at_least_20_points() -> None:
    """A cost of one point is small on it."""
    scales = {
        (0.97, 0.99, 1.0): [0.8, 1],
        (0.79, 1.0): [0.6, 1],
        (0.59, 1.0): [0, 1],
        (0.2, 0.02, 0.0): [0, 0.2],
        (0.4, 0.02, 0.0): [0, 0.4],
        (0.9, 0.0): [0, 1],
    }
    assert evaluated("replay/chances.ts", "given.map(m.scaleOf)", [*map(list, scales)]) == [*scales.values()]


def test_luck_is_told_from_the_cost_of_a_move() -> None:
    """The move costs 9 points, the drawn cards bring 31; what no card brings, and less than a blunder costs, is none.

    Cards that become known are those that are drawn, and the next enemy.
    """
    draw, none = [{"type": "draw", "seat": 0, "count": 1}], list[dict[str, Any]]()
    events = [{"effects": effects, "seat": seat} for seat, effects in enumerate((draw, draw, none))]
    assert told_of(events, "lost", moves_of((0.25, 0.16), (0.47, 0.47), (0.5, 0.39)))["luck"] == [31, 0, 0]
    events = [{"effects": [{"type": effect}], "seat": 0} for effect in ("draw", "reveal", "defeat")]
    assert told_of(events, "lost", moves_of((0.9, 0.9), (0.7, 0.7), (0.5, 0.5)))["luck"] == [-20, -20, -50]


def test_what_the_next_player_sees_otherwise_is_not_luck() -> None:
    """No card is turned up, and another player is to act; the same one, or the end, sees nothing otherwise."""
    events = [{"effects": [], "seat": seat} for seat in (0, 1, 1)]
    told = told_of(events, "lost", moves_of((0.99, 0.99), (0.61, 0.61), (0.45, 0.45)))
    assert (told["luck"], told["view"]) == ([0, 0, 0], [-38, 0, 0])
    told = told_of(events, "lost", moves_of((0.99, 0.89), (0.6, 0.6), (0.45, 0.45)))
    assert told["view"] == [-29, 0, 0]
    told = told_of(events, "lost", moves_of((0.99, 0.3), (0.6, 0.6), (0.45, 0.45)))
    assert told["view"] == [0, 0, 0], "no rise after a costly move"


RIVALS = {
    ("A", (("A", 0.99), ("B", 0.985))): None,
    ("A", (("A", 0.99), ("B", 0.96))): ("B", 3),
    ("B", (("A", 0.99), ("B", 0.96))): ("A", 0),
    ("B", (("A", 0.5), ("B", 0.45))): None,
    ("A", (("A", 0.5), ("B", 0.45))): None,
    ("A", (("A", 0.5), ("B", None))): None,
    ("A", (("A", 0.5),)): None,
}
"""Moves with the best actions: the action that each is compared with, and by how many points it is the best."""


def test_no_move_stands_out_by_less_than_the_estimates_tell() -> None:
    """Neither above the next action nor below the best one: the named moves are those that are compared."""
    moves = []
    for number, (action, best) in enumerate(RIVALS):
        won = {each: chance or 0.0 for each, chance in best}
        chances = costing(best[0][1] or 0.0, (best[0][1] or 0.0) - won[action])
        moves.append({"number": number, "action": action, "best": rated(*best), **chances})
    found = evaluated(
        "replay/chances.ts", "given.moves.map((move) => m.rivalOf(move)?.action ?? null)", {"moves": moves}
    )
    assert found == [rival and rival[0] for rival in RIVALS.values()]
    named = "m.bestMoves(given, 9).map(({ move, points }) => [move.number, points])"
    ahead = [[number, rival[1]] for number, rival in enumerate(RIVALS.values()) if rival and rival[1]]
    assert evaluated("replay/chances.ts", named, {"moves": moves}) == ahead


def rated(*actions: tuple[str, float | None]) -> list[dict[str, Any]]:
    """The best actions of a move."""
    return [{"action": action, "won": won} for action, won in actions]


def test_the_worst_luck_is_the_move_whose_cards_took_the_most() -> None:
    """From the points of a blunder on. It decides if it took more than any move cost."""
    draw, none = [{"type": "draw", "seat": 0, "count": 1}], list[dict[str, Any]]()
    events = [{"effects": effects, "seat": seat} for seat, effects in enumerate((draw, draw, none, draw))]
    worst = "[m.worstLuck, m.decidingLuck].map((luck) => luck(given.record, given)?.move.number ?? null)"

    def found(*chances: tuple[float, float]) -> list[int | None]:
        record = {"events": events, "result": {"outcome": "won"}}
        numbers: list[int | None] = evaluated(
            "replay/chances.ts", worst, {"record": record, "moves": moves_of(*chances)}
        )
        return numbers

    assert found((0.9, 0.9), (0.8, 0.7), (0.5, 0.5), (0.1, 0.1)) == [2, 2]
    assert found((0.9, 0.9), (0.9, 0.5), (0.39, 0.39), (0.1, 0.1)) == [2, None]
    assert found((0.9, 0.5), (0.41, 0.41), (0.4, 0.4), (0.1, 0.1)) == [None, None]
