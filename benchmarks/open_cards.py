"""Benchmark of the limit of play: games won by the search of the planners if it sees all cards, which no player may.

Every seat searches from the position itself instead of a view. The share of won games, with a 95% confidence interval
(Wilson), bounds what a bot can win that has to guess the hidden cards, as far as the search plays well with them open.
The deals are those of `regicide-arena bench --deal-set final-1` and so on, with SET_DEALS of each set. Prints a row of
a table in Markdown for each number of players.

    .venv/bin/python benchmarks/open_cards.py [deals] [--rollouts N] [--players N ...]
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

from regicide import Action, Outcome, Position, apply
from regicide_arena.bots.compilation import ensure_compiled
from regicide_arena.bots.planner import NORMAL
from regicide_arena.bots.root_search import RootSearch
from regicide_arena.bots.search_settings import MAX_ROLLOUTS, SearchSettings
from regicide_arena.bots.tuned_numbers import kernel_numbers
from regicide_arena.commands.options import Parser, integer
from regicide_arena.stats import estimate_share

SET_DEALS: Final = 50
PLAYERS: Final = (1, 2, 3, 4)


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments of the command line; exits with a message for invalid ones."""
    parser = Parser(description="Measure how many games a search wins that sees all cards.")
    deals = integer("number of deals", most=100_000)
    about = "deals for each number of players (default: 400)"
    parser.add_argument("deals", type=deals, nargs="?", default=400, help=about)
    rollouts = integer("number of rollouts", most=MAX_ROLLOUTS)
    about = f"rollouts per move at most (default: {NORMAL.rollouts}, those of planner)"
    parser.add_argument("--rollouts", type=rollouts, default=NORMAL.rollouts, help=about)
    parser.add_argument("--players", type=int, choices=PLAYERS, nargs="+", default=PLAYERS, help="numbers of players")
    return parser.parse_args(given)


def play_open(number: int, *, players: int, settings: SearchSettings) -> Outcome:
    """The outcome of the deal with this number, with all cards open."""
    deal = f"final-{1 + number // SET_DEALS}/{number % SET_DEALS}"
    position, numbers = Position.new(deal, players), kernel_numbers(players)
    while not position.outcome:
        if len(position.legal_actions) == 1:
            action = str(position.legal_actions[0])
        else:
            action = RootSearch(position, numbers, settings, f"{deal}:{position}").choice()
        position = apply(position, Action.parse(action))
    return position.outcome


def share(outcomes: Iterable[bool]) -> str:
    """The share of outcomes in percent, with its interval."""
    counted = [*outcomes]
    estimate = estimate_share(sum(counted), len(counted))
    low, high = (100 * bound for bound in estimate.interval)
    return f"{100 * estimate.value:.1f} ({low:.1f} to {high:.1f}) of {len(counted):,}"


def main() -> None:
    """Print the table."""
    given = arguments()
    ensure_compiled()
    play = partial(play_open, settings=NORMAL._replace(rollouts=given.rollouts))
    print("| players | won | with gold |\n|---|---|---|")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for players in given.players:
            outcomes = [*pool.map(partial(play, players=players), range(given.deals))]
            gold = share(outcome.grade == "gold" for outcome in outcomes) if players == 1 else ""
            print(f"| {players} | {share(outcome.won for outcome in outcomes)} | {gold} |", flush=True)


if __name__ == "__main__":
    main()
