"""Puzzles: the committed pool holds by the rules of the engine and by the solver, and the command that extends it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from commands import Ended

from regicide import Action, Position, apply, replay
from regicide_arena.bots.planner import policy
from regicide_arena.review.puzzles import (
    GRADES,
    PER_GRADE,
    EffectTexts,
    Found,
    Game,
    Puzzle,
    PuzzleSearch,
    graded_weeks,
    late_games,
    week_json,
)
from regicide_kernel.solver import Prover, Verdict

POOL: Final = Path(__file__).parents[3] / "clients/web/puzzles"


def weeks() -> list[dict[str, Any]]:
    """The weeks of the pool in their order."""
    return [
        json.loads(file.read_text("utf-8")) for file in sorted(POOL.glob("*.json"), key=lambda each: int(each.stem))
    ]


@cache
def pool() -> list[Puzzle]:
    """The puzzles of the pool, which the engine plays from their deals."""
    return [played(each) for each in chain.from_iterable(week["puzzles"] for week in weeks())]


def played(found: dict[str, Any]) -> Puzzle:
    """A puzzle of the pool. Raises IllegalAction if an action is not legal."""
    start = Position.new(found["seed"], found["players"], found["first"])
    game = Game(start, (), start)
    for action in found["actions"].split(","):
        game = game.after(Action.parse(action))
    lines = {Action.parse(action): actions_of(line)[1:] for action, line in found["lines"].items()}
    return Puzzle(game, Action.parse(found["solution"]), lines)


def actions_of(line: str) -> list[Action]:
    """The actions of a line of play."""
    return [Action.parse(step.split(" ")[0]) for step in line.split(";")]


def test_the_puzzles_of_the_pool_are_played_by_the_rules() -> None:
    """Each week has four of each grade, and none comes twice; each legal action has a line, and one of them wins."""
    number = 0
    for week in weeks():
        dozen = pool()[number : number + len(week["puzzles"])]
        number += len(dozen)
        grades = [each["grade"] for each in week["puzzles"]]
        assert week_json(zip(grades, dozen, strict=True)) == week
        assert grades == [grade for grade in GRADES for _ in range(PER_GRADE)]
    for puzzle in pool():
        there = puzzle.game.position
        assert [*puzzle.lines] == [*there.legal_actions]
        ends = {action: [*replay(there, [action, *line])][-1].position for action, line in puzzle.lines.items()}
        assert [action for action, end in ends.items() if end.outcome and end.outcome.won] == [puzzle.solution]
        assert all(end.is_over for end in ends.values())
    assert len({(each.game.position.hands, each.game.position.castle) for each in pool()}) > 0.9 * len(pool())


def proofs(puzzles: list[Puzzle]) -> Iterator[bool]:
    """Whether the solver says of each action of a puzzle what the pool says of it."""
    prover = Prover()
    for puzzle in puzzles:
        verdicts = prover.verdicts(puzzle.game.position)
        yield verdicts.pop(puzzle.solution) is Verdict.WINS and {*verdicts.values()} == {Verdict.LOSES}


@pytest.mark.costly
def test_a_sample_of_the_pool_is_proved_again() -> None:
    """A dozen of them."""
    assert all(proofs(Random("sample").sample(pool(), 12)))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_whole_pool_is_proved_again() -> None:
    """Every puzzle."""
    assert all(proofs(pool()))


def test_the_search_finds_the_puzzle_of_a_position_once() -> None:
    """With a line after each action, which the solver chooses; the position before it is another one, or none."""
    known = pool()[0]
    search = PuzzleSearch(Prover())
    found = search.puzzle(known.game)
    assert found is not None
    assert (found.solution, {*found.lines}) == (known.solution, {*known.lines})
    assert search.puzzle(known.game) is None
    assert search.puzzle(Game(known.game.start, (), known.game.start)) is None


def test_late_games_stray_from_the_course_of_the_bots() -> None:
    """All positions have at most two enemies left, and the seed with the actions leads to each of them."""
    start = pool()[0].game.start
    games = [*late_games(Game(start, (), start), [policy] * start.players, Random("stray"))]
    assert len({game.actions for game in games}) > 20
    for game in games[::10]:
        there = start
        for action in game.actions:
            there = apply(there, action)
        assert (there, len(there.castle) <= 2, there.is_over) == (game.position, True, False)


def test_puzzles_are_graded_by_the_bots_that_miss_them() -> None:
    """Two weeks, each with four of each third: those that most bots miss have the last grade."""
    found = [Found(puzzle, number) for number, puzzle in enumerate(pool()[:24])]
    two = [week["puzzles"] for week in graded_weeks(found[::-1])]
    assert [[each["grade"] for each in week] for week in two] == [[1] * 4 + [2] * 4 + [3] * 4] * 2
    grades = {each["actions"]: each["grade"] for each in chain.from_iterable(two)}
    actions = [",".join(map(str, each.puzzle.game.actions)) for each in found]
    assert [grades[each] for each in actions] == [1] * 8 + [2] * 8 + [3] * 8


def test_a_line_of_play_is_a_text() -> None:
    """Each step has its action, and its effects with a letter for their kind and their members."""
    effects = EffectTexts()
    steps = replay(Position.new("long-live-the-king", 2), [Action.parse("9S"), Action.parse("-2H")])
    assert effects.line(steps) == "9S a9 b9 c1;-2H d[2H e1"
    assert effects.kinds == {
        "a": ["shield", "amount"],
        "b": ["damage", "amount"],
        "c": ["strike", "amount"],
        "d": ["discard", "cards"],
        "e": ["turn", "seat"],
    }


def test_too_few_games_have_too_few_puzzles(run: Callable[..., Ended], tmp_path: Path) -> None:
    """The pool stays as it is."""
    code, _, err = run("puzzles", "--pool", tmp_path / "pool", "--deals", "1", "--players", "1")
    assert (code, [*(tmp_path / "pool").iterdir()]) == (2, [])
    assert err.splitlines()[-1].endswith("puzzles in these games, too few for 1 weeks: expected 12")
