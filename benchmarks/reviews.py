"""Benchmark of advice and reviews: what the actions of bots cost, and how often games are won by following the advice.

Plays the same deals with each bot in all seats, for 1 to 4 players in turn, and reviews every action; and plays these
deals by the first action of the advice, which the function gives that answers questions on servers. Prints means with
95% confidence intervals: costs over games (normal approximation), win rates by Wilson's method. After each STEP deals a
line is printed for each part.

    .venv/bin/python benchmarks/reviews.py [--games 500] [--first 0] [--parts greedy planner-fast advice]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from regicide_arena.agent.asked_bot import AskedBot
from regicide_arena.bench.games import PlayedGame, play_game
from regicide_arena.bots.advice import ADVISER_SEED, rate_action
from regicide_arena.bots.planner import FAST, Planner
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import Bot, View, seat_view
from regicide_arena.commands.options import Parser, integer
from regicide_arena.review.moments import BLUNDER
from regicide_arena.stats import estimate_share

ADVISER: Final = "planner-fast"
PARTS: Final = ("greedy", "planner-fast", "advice")
STEP: Final = 50
Z: Final = 1.96


class GameFigures(NamedTuple):
    """The figures of a game: whether it is won, and the cost of each action if it is reviewed."""

    won: bool
    costs: Sequence[float]


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments of the command line; exits with a message for invalid ones."""
    parser = Parser(description="Measure the costs of bots' actions, and the strength of advice.")
    games = integer("number of games", most=100_000)
    parser.add_argument("--games", type=games, default=500, help="games of each part (default: 500)")
    first = integer("number of a deal", least=0, most=1_000_000)
    parser.add_argument("--first", type=first, default=0, help="number of the first deal (default: 0)")
    parser.add_argument("--parts", choices=PARTS, nargs="+", default=[*PARTS], help="parts (default: all)")
    return parser.parse_args(given)


def played(make: Callable[[str], Bot], number: int) -> PlayedGame:
    """The game of a number, with a bot for each seat."""
    players, deal = 1 + number % 4, f"reviews/{number}"
    return play_game([make(f"{deal}/{seat}") for seat in range(players)], deal, number % players)


def reviewed(game: PlayedGame, reviewer: Planner) -> GameFigures:
    """The figures of a game."""
    before = [game.first, *(step.position for step in game.steps)]
    rates = (
        rate_action(reviewer, seat_view(there, step.seat), str(step.action))
        for there, step in zip(before, game.steps, strict=False)
    )
    return GameFigures(game.outcome.won, [rate["cost"] for rate in rates])


def measured(part: str) -> Callable[[int], GameFigures]:
    """A function that plays a deal for a part, and returns its figures."""
    factory = find_bot(ADVISER if part == "advice" else part).prepared()
    if part != "advice":
        reviewer = Planner(ADVISER_SEED, FAST)
        return lambda number: reviewed(played(factory.make, number), reviewer)
    asked = AskedBot(factory)

    def follow(view: View) -> str:
        answer = asked.answer({"view": view, "limit": 1})["answer"]
        return str(answer["actions"][0]["action"])

    return lambda number: GameFigures(played(lambda _: follow, number).outcome.won, [])


def line(part: str, found: Sequence[GameFigures]) -> str:
    """The figures of the games so far."""
    won, low, high = estimate_share(sum(each.won for each in found), len(found))
    text = f"{part}: {len(found)} games, {won:.1%} won ({low:.1%} to {high:.1%})"
    means = [fmean(each.costs) for each in found if each.costs]
    if len(means) < 2:
        return text
    mean, error = fmean(means), Z * stdev(means) / sqrt(len(means))
    blunders = sum(cost >= BLUNDER for each in found for cost in each.costs) / len(found)
    costs = f"mean cost of an action {mean:.2%} ({mean - error:.2%} to {mean + error:.2%})"
    return f"{text}, {costs}, {blunders:.2f} blunders per game"


def main() -> None:
    """Measure the parts deal by deal."""
    given = arguments()
    measures = {part: measured(part) for part in given.parts}
    found: dict[str, list[GameFigures]] = {part: [] for part in given.parts}
    for count in range(1, given.games + 1):
        for part, measure in measures.items():
            found[part].append(measure(given.first + count - 1))
            if count % STEP == 0 or count == given.games:
                print(line(part, found[part]), flush=True)


if __name__ == "__main__":
    main()
