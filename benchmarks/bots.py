"""Benchmarks of the rules and the bots, by their CPU time and by the games that they win.

    .venv/bin/python benchmarks/bots.py rules       # random games per second, and microseconds per operation
    .venv/bin/python benchmarks/bots.py moves       # milliseconds per move of the bots that search
    .venv/bin/python benchmarks/bots.py reviews     # what the actions of bots cost, and games won by following advice
    .venv/bin/python benchmarks/bots.py open-cards  # games won by a search that sees all cards: the limit of play

In `rules` a random player lists all legal actions and takes any of them: in the engine, whose games are positions, and
in the kernel of the bots, whose games are records, in plain Python and compiled by numba, in alternating processes. The
other sections choose by seeds, so that every run plays the same games. Shares of games have 95% confidence intervals by
Wilson's method, costs by the normal approximation.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from operator import attrgetter
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

import regicide
from regicide import Action, Outcome, Position, apply
from regicide_arena.agent.bot_worker import AskedBot
from regicide_arena.bots.advice import ADVISER_SEED, rate_action
from regicide_arena.bots.compilation import ensure_compiled
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.planner import BUDGETS, FAST, NORMAL, Planner
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.search import RootSearch
from regicide_arena.bots.search_settings import MAX_ROLLOUTS, SearchSettings
from regicide_arena.bots.tuned_numbers import kernel_numbers
from regicide_arena.bots.view_types import Bot, View, seat_view
from regicide_arena.commands.options import (
    PLAYERS,
    Parser,
    add_options,
    argument,
    integer,
    option,
    parsed_options,
    players_option,
)
from regicide_arena.kernel.backend import IS_COMPILED
from regicide_arena.kernel.deals import play_random_games, random_run
from regicide_arena.review.review import BLUNDER
from regicide_arena.stats import estimate_share

COMPILED_FACTOR: Final = 100
"""The compiled kernel plays this many times the number of games."""
MICROSECONDS: Final = ": us"
"""The end of the names of figures that are microseconds; the others are rates per second."""
ADVISER: Final = "planner-fast"
PARTS: Final = ("greedy", "planner-fast", "advice")
STEP: Final = 50
"""Games of a part after which a line is printed."""
Z: Final = 1.96
SET_DEALS: Final = 50

Measured = dict[str, float]


@dataclass(frozen=True)
class RulesOptions:
    """Measure the rules."""

    games: int = argument(
        "games of each measurement", "GAMES", default=2000, nargs="?", type=integer("number of games")
    )
    rounds: int = argument(
        "measurements, of which the medians are printed",
        "ROUNDS",
        default=3,
        nargs="?",
        type=integer("number of rounds", most=1000),
    )
    process: str | None = option("measure this once, and print JSON", choices=["engine", "kernel"])


@dataclass(frozen=True)
class MovesOptions:
    """Measure the CPU time per move, reading the view included, with the same bot in every seat."""

    moves: int = argument(
        "moves of each bot for each number of players",
        "MOVES",
        default=100,
        nargs="?",
        type=integer("number of moves", most=100_000),
    )
    bots: Sequence[str] = option("bots to measure", ("policy", *BUDGETS), metavar="BOT", nargs="+")


@dataclass(frozen=True)
class ReviewsOptions:
    """Measure the costs of bots' actions, and the strength of advice.

    Each bot plays the same deals in all seats, for 1 to 4 players in turn, and every action is reviewed; `advice` plays
    them by the first action of the advice that the function gives which answers questions on servers.
    """

    games: int = option("games of each part", 500, metavar="N", type=integer("number of games", most=100_000))
    first: int = option("number of the first deal", 0, metavar="N", type=integer("number of a deal", least=0))
    parts: Sequence[str] = option("parts", PARTS, choices=PARTS, nargs="+")


@dataclass(frozen=True)
class OpenCardsOptions:
    """Measure how many games the search of the planners wins if it sees all cards, which no player may.

    Every seat searches from the position itself instead of a view.
    """

    deals: int = argument(
        "deals for each number of players",
        "DEALS",
        default=400,
        nargs="?",
        type=integer("number of deals", most=100_000),
    )
    rollouts: int = option(
        "rollouts per move at most", NORMAL.rollouts, metavar="N", type=integer("number of rollouts", most=MAX_ROLLOUTS)
    )
    players: Sequence[int] = players_option()


def cpu_seconds(work: Callable[[Any], object], inputs: Iterable[Any]) -> float:
    """The CPU time of a function called with each of the inputs, in seconds."""
    start = process_time()
    for item in inputs:
        work(item)
    return process_time() - start


def apply_at_random(first: regicide.Position, rng: Random) -> int:
    """Play a random game with `apply`; returns the number of actions."""
    position, count = first, 0
    while actions := position.legal_actions:
        position = regicide.apply(position, actions[int(rng.random() * len(actions))])
        count += 1
    return count


def engine_rates(players: int, games: int) -> Measured:
    """Games and actions of `apply` per second of CPU time."""
    rng, count = Random(players), 0  # noqa: S311 - a benchmark

    def apply_game(game: int) -> None:
        nonlocal count
        count += apply_at_random(regicide.Position.new(f"engine/{game}", players), rng)

    seconds = cpu_seconds(apply_game, range(games))
    return {
        f"apply, {players} players: games/s": games / seconds,
        f"apply, {players} players: actions/s": count / seconds,
    }


def kernel_rates(players: int, games: int) -> Measured:
    """Games and moves of the kernel per second of CPU time."""
    run = random_run("benchmark")
    play_random_games(run, players, 1)  # compiles
    before = int(run.sums[0].moves)
    seconds = cpu_seconds(lambda number: play_random_games(run, players, number), [games])
    return {
        f"kernel, {players} players: games/s": games / seconds,
        f"kernel, {players} players: moves/s": (int(run.sums[0].moves) - before) / seconds,
    }


def sample_pairs(games: int) -> list[tuple[regicide.Position, regicide.Action]]:
    """The positions of random games of two players, each with a legal action."""
    rng, pairs = Random(0), []  # noqa: S311 - a benchmark
    for game in range(games):
        position = regicide.Position.new(f"operations/{game}", 2)
        while actions := position.legal_actions:
            pairs.append((position, actions[int(rng.random() * len(actions))]))
            position = regicide.apply(*pairs[-1])
    return pairs


def operation_times(games: int) -> Measured:
    """Microseconds per operation, in games of two players; every call has new arguments."""
    pairs = sample_pairs(games)
    positions = [position for position, _ in pairs]
    texts = [str(position) for position in positions]
    fresh = [regicide.Position.parse(text) for text in texts]
    work: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
        "deal a game": (lambda game: regicide.Position.new(f"dealt/{game}", 2), [*range(len(pairs))]),
        "legal actions": (attrgetter("legal_actions"), fresh),
        "apply": (lambda pair: regicide.apply(*pair), pairs),
        "observe": (lambda position: regicide.observe(position, position.turn), positions),
        "print a position": (str, positions),
        "parse a position": (regicide.Position.parse, texts),
    }
    return {
        name + MICROSECONDS: 1e6 * cpu_seconds(operation, inputs) / len(pairs)
        for name, (operation, inputs) in work.items()
    }


def measure_kernel(games: int) -> Measured:
    """The figures of the kernel in this process."""
    found: Measured = {}
    for players in PLAYERS:
        found |= kernel_rates(players, COMPILED_FACTOR * games if IS_COMPILED else games)
    return found


def measure_engine(games: int) -> Measured:
    """The figures of the engine."""
    found: Measured = {}
    for players in PLAYERS:
        found |= engine_rates(players, games)
    return found | operation_times(max(1, games // 4))


MEASUREMENTS: Final = {"engine": measure_engine, "kernel": measure_kernel}


def in_another_process(measurement: str, games: int, **environment: str) -> Measured:
    """The figures of a new process."""
    command = [sys.executable, __file__, "rules", str(games), "--process", measurement]
    done = subprocess.run(command, env=os.environ | environment, check=True, stdout=subprocess.PIPE)  # noqa: S603 - ours
    found: Measured = json.loads(done.stdout)
    return found


def medians(rounds: Sequence[Measured]) -> Measured:
    """The median of each figure."""
    return {name: statistics.median(found[name] for found in rounds) for name in rounds[0]}


def print_rates(plain: Measured, compiled: Measured) -> None:
    """Print the rates in plain Python, and beside them those that numba has, too."""
    print(f"{'per second of CPU time':36}{'plain':>12}{'numba':>12}{'faster':>8}")
    for name, rate in plain.items():
        if not name.endswith(MICROSECONDS):
            faster = f"{compiled[name]:12,.0f}{compiled[name] / rate:8.1f}" if name in compiled else ""
            print(f"{name:36}{rate:12,.0f}{faster}")


def print_times(plain: Measured) -> None:
    """Print the times of operations."""
    print(f"\n{'microseconds of CPU time':36}{'plain':>12}")
    for name, time_us in plain.items():
        if name.endswith(MICROSECONDS):
            print(f"{name.removesuffix(MICROSECONDS):36}{time_us:12,.1f}")


def compare_rules(options: RulesOptions) -> None:
    """Measure the rules in turns, and print the medians; or once in this process."""
    if options.process:
        print(json.dumps(MEASUREMENTS[options.process](options.games)))
        return
    plain, compiled = list[Measured](), list[Measured]()
    for _ in range(options.rounds):
        engine = in_another_process("engine", options.games)
        plain.append(engine | in_another_process("kernel", options.games, REGICIDE_KERNEL="plain"))
        compiled.append(in_another_process("kernel", options.games))
    print(f"Medians of {options.rounds}\n")
    print_rates(medians(plain), medians(compiled))
    print_times(medians(plain))


class Turn(NamedTuple):
    """An action of a game, and the position before it."""

    before: Position
    action: str


def turns(bots: Sequence[Bot], deal: str, first_player: int = 0) -> Iterator[Turn]:
    """The turns of a game with a bot for each seat."""
    position = Position.new(deal, len(bots), first_player)
    while not position.outcome:
        turn = Turn(position, bots[position.turn](seat_view(position, position.turn)))
        yield turn
        position = apply(position, Action.parse(turn.action))


def cpu_times_s(factory: BotFactory, players: int, moves: int) -> list[float]:
    """The CPU times of the first moves of a bot, in seconds."""
    times = list[float]()

    def timed(bot: Bot, view: View) -> str:
        began = process_time()
        action = bot(view)
        times.append(process_time() - began)
        return action

    for game in range(moves):
        bots = [partial(timed, factory.make(f"planners/{game}/{seat}")) for seat in range(players)]
        for _ in turns(bots, f"planners/{game}"):
            if len(times) == moves:
                return times
    return times[:moves]


def cell(times_s: Sequence[float]) -> str:
    """The mean and the 99th percentile in milliseconds; those below 10 with a decimal."""
    figures = 1000 * np.mean(times_s), 1000 * np.percentile(times_s, 99)
    return ", ".join(f"{ms:.1f}" if ms < 10 else f"{ms:.0f}" for ms in figures)


def measure_moves(options: MovesOptions) -> None:
    """Measure the bots one after another, and print a row of a table in Markdown for each."""
    print("| bot | rollouts | 1 player: mean, p99 | 2 players | 3 players | 4 players |\n|---|---|---|---|---|---|")
    for name in options.bots:
        factory = find_bot(name).prepared()
        cells = [cell(cpu_times_s(factory, players, options.moves)) for players in PLAYERS]
        rollouts = f"{BUDGETS[name].rollouts:,}" if name in BUDGETS else "none"
        print(f"| `{name}` | {rollouts} | {' | '.join(cells)} |", flush=True)


class GameFigures(NamedTuple):
    """The figures of a game: whether it is won, and the cost of each action if it is reviewed."""

    won: bool
    costs: Sequence[float]


def played(make: Callable[[str], Bot], number: int) -> list[Turn]:
    """The game of a number, with a bot for each seat."""
    players, deal = 1 + number % 4, f"reviews/{number}"
    return [*turns([make(f"{deal}/{seat}") for seat in range(players)], deal, number % players)]


def figures(game: Sequence[Turn], reviewer: Planner | None) -> GameFigures:
    """The figures of a game."""
    rates = [rate_action(reviewer, seat_view(there, there.turn), action) for there, action in game] if reviewer else []
    end = apply(game[-1].before, Action.parse(game[-1].action)).outcome
    return GameFigures(bool(end and end.won), [rate["cost"] for rate in rates])


def measured(part: str) -> Callable[[int], GameFigures]:
    """A function that plays a deal for a part, and returns its figures."""
    factory = find_bot(ADVISER if part == "advice" else part).prepared()
    if part != "advice":
        reviewer = Planner(ADVISER_SEED, FAST)
        return lambda number: figures(played(factory.make, number), reviewer)
    asked = AskedBot(factory)

    def follow(view: View) -> str:
        answer = asked.answer({"view": view, "limit": 1})["answer"]
        return str(answer["actions"][0]["action"])

    return lambda number: figures(played(lambda _: follow, number), None)


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


def measure_reviews(options: ReviewsOptions) -> None:
    """Measure the parts deal by deal."""
    measures = {part: measured(part) for part in options.parts}
    found: dict[str, list[GameFigures]] = {part: [] for part in options.parts}
    for count in range(1, options.games + 1):
        for part, measure in measures.items():
            found[part].append(measure(options.first + count - 1))
            if count % STEP == 0 or count == options.games:
                print(line(part, found[part]), flush=True)


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


def measure_open_cards(options: OpenCardsOptions) -> None:
    """Print a row of a table in Markdown for each number of players."""
    ensure_compiled()
    play = partial(play_open, settings=NORMAL._replace(rollouts=options.rollouts))
    print("| players | won | with gold |\n|---|---|---|")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for number in options.players:
            outcomes = [*pool.map(partial(play, players=number), range(options.deals))]
            gold = share(outcome.grade == "gold" for outcome in outcomes) if number == 1 else ""
            print(f"| {number} | {share(outcome.won for outcome in outcomes)} | {gold} |", flush=True)


SECTIONS: Final[dict[str, tuple[type, Callable[[Any], None]]]] = {
    "rules": (RulesOptions, compare_rules),
    "moves": (MovesOptions, measure_moves),
    "reviews": (ReviewsOptions, measure_reviews),
    "open-cards": (OpenCardsOptions, measure_open_cards),
}


def main(given: Sequence[str] | None = None) -> None:
    """Run the section that the arguments name; exits with a message for invalid ones."""
    parser = Parser(description="Measure the rules and the bots.")
    sections = parser.add_subparsers(required=True, metavar="SECTION", dest="section")
    for name, (options, _) in SECTIONS.items():
        add_options(sections.add_parser(name, help=(options.__doc__ or "").partition("\n")[0]), options)
    parsed = parser.parse_args(given)
    options, measure = SECTIONS[parsed.section]
    measure(parsed_options(options, parsed))


if __name__ == "__main__":
    main()
