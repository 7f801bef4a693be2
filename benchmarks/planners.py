"""Benchmark of the bots that search: milliseconds of CPU time per move, as the rows of a table in Markdown.

Each bot plays the same deals with itself in every seat, reading the view included, until it has made a number of moves
for each number of players. Choices are deterministic, so that every run measures the same positions.

    .venv/bin/python benchmarks/planners.py [moves] [--bots NAME ...]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

import numpy as np

from regicide import Action, Position, apply
from regicide_arena.bench.games import ChoiceTimes, TimedBot
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.planner import DEEP, FAST, NORMAL
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import seat_view
from regicide_arena.commands.options import Parser, integer

ROLLOUTS: Final = {
    "policy": "none",
    "planner-fast": f"{FAST.rollouts:,}",
    "planner": f"{NORMAL.rollouts:,}",
    "planner-deep": f"{DEEP.rollouts:,}",
}
"""The bots, with their rollouts per move at most."""
PLAYERS: Final = (1, 2, 3, 4)
MAX_MOVES: Final = 100_000


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments of the command line; exits with a message for invalid ones."""
    parser = Parser(description="Measure the CPU time per move of the policy and the planners.")
    moves = integer("number of moves", most=MAX_MOVES)
    about = "moves of each bot for each number of players (default: 100)"
    parser.add_argument("moves", type=moves, nargs="?", default=100, help=about)
    parser.add_argument(
        "--bots",
        metavar="NAME",
        choices=[*ROLLOUTS],
        nargs="+",
        default=[*ROLLOUTS],
        help="bots to measure (default: all four)",
    )
    return parser.parse_args(given)


def cpu_times_s(factory: BotFactory, players: int, moves: int) -> list[float]:
    """The CPU times of the first moves of a bot, in seconds."""
    times, game = ChoiceTimes([], []), 0
    while len(times.cpu_s) < moves:
        seats = [TimedBot(factory.make(f"planners/{game}/{seat}"), times) for seat in range(players)]
        position = Position.new(f"planners/{game}", players)
        while not position.outcome and len(times.cpu_s) < moves:
            action = seats[position.turn](seat_view(position, position.turn))
            position = apply(position, Action.parse(action))
        game += 1
    return times.cpu_s


def cell(times_s: Sequence[float]) -> str:
    """The mean and the 99th percentile in milliseconds; those below 10 with a decimal."""
    figures = 1000 * np.mean(times_s), 1000 * np.percentile(times_s, 99)
    return ", ".join(f"{ms:.1f}" if ms < 10 else f"{ms:.0f}" for ms in figures)


def main() -> None:
    """Measure the bots one after another, and print a row for each."""
    given = arguments()
    print("| bot | rollouts | 1 player: mean, p99 | 2 players | 3 players | 4 players |\n|---|---|---|---|---|---|")
    for name in given.bots:
        factory = find_bot(name).prepared()
        cells = [cell(cpu_times_s(factory, players, given.moves)) for players in PLAYERS]
        print(f"| `{name}` | {ROLLOUTS[name]} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
