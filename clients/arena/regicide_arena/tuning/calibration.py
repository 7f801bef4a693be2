"""Fits the map from the estimates of a search to chances to win, and says how good both are.

Of several sets of terms, the one with the least Brier score in a cross-validation by games is taken. All figures of the
mapped chances are those of the cross-validation: each chance comes from a map that its game had no part in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from rich.table import Table
from scipy.optimize import isotonic_regression
from scipy.special import expit

from regicide import Position
from regicide_arena.bots.calibration import EDGE, TERMS, Situation, Weights, logit_of
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.commands.bots import CalibrateOptions
from regicide_arena.commands.options import PLAYERS
from regicide_arena.runtime.console import output_console, progress_bar
from regicide_arena.runtime.journal import Journal
from regicide_arena.runtime.messages import CommandError
from regicide_arena.runtime.process_pool import parallel_map
from regicide_arena.tuning.estimated_games import DEALS, LARGE, EstimatedGame, GameTask, play_game
from regicide_arena.tuning.regression import logistic_regression
from regicide_arena.tuning.reliability import Judged, brier, brier_difference, decomposition, diagram
from regicide_arena.tuning.tuner import write_numbers

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

CONSOLE_WIDTH: Final = 150
FOLDS: Final = 10
DIGITS: Final = 4
"""The digits after the point that are saved of the weights."""
MODELS: Final[Sequence[tuple[str, ...]]] = (
    ("one", "logit"),
    ("one", "logit", "enemies"),
    ("one", "logit", "enemies", "logit*enemies"),
)
"""The sets of terms to choose from, from the smallest."""
TITLE: Final = "Games that planner-fast wins, by the chance to win"


class Sample(NamedTuple):
    """The estimates of games; each array has one entry for each estimate."""

    there: Sequence[Situation]
    logit: Array
    rollouts: Array
    won: Array
    players: Array
    number: Array
    """The number of the deal."""
    is_first: Array
    """Whether it is the first estimate of a game that the planner has played from the start."""

    @property
    def game(self) -> Array:
        """The number of the game."""
        number: Array = self.number * len(PLAYERS) + self.players
        return number


def calibrate(options: CalibrateOptions) -> int:
    """Play the games that the journal lacks, fit the map, and print how good it is; return the exit code."""
    for path in (options.output, options.journal, *filter(None, [options.chart])):
        _require_folder(path)
    warm_up(["planner"])
    sample = sample_of(_games(options))
    before = expit(sample.logit)
    tested = {model: cross_validated(sample, mapping_of(model)) for model in MODELS}
    model = min(MODELS, key=lambda each: brier(_judged(sample, tested[each])).value)
    _print_models(sample, before, tested)
    _print_parts(sample, before, tested[model])
    _save(options, {players: fit(sample, model, sample.players == players) for players in PLAYERS})
    if options.chart:
        series = [("as searched", _judged(sample, before)), ("as shown", _judged(sample, tested[model]))]
        options.chart.write_text(diagram(TITLE, series), "utf-8")
    return 0


def _require_folder(file: Path) -> None:
    """Raise CommandError before the games if a file cannot be written."""
    if not file.parent.is_dir():
        raise CommandError(f"cannot write {file}: {file.parent} is not a folder")


def _games(options: CalibrateOptions) -> list[EstimatedGame]:
    """Return the games, in an order that does not depend on the journal."""
    wanted = [GameTask(players, number) for number in range(options.games) for players in PLAYERS]
    with Journal(options.journal, EstimatedGame) as journal:
        games = {game.task: game for _, game in journal.records()}
        missing = [task for task in wanted if task not in games]
        with parallel_map(min(options.workers, len(missing))) as run, progress_bar() as progress:
            for game in progress.track(run(play_game, missing), len(missing), description="games"):
                journal.append(game)
                games[game.task] = game
    return [games[task] for task in wanted]


def sample_of(games: Iterable[EstimatedGame]) -> Sample:
    """Return all estimates of games."""
    rows = [(game, place, each) for game in games for place, each in enumerate(game.estimates)]
    columns = (
        [logit_of(each.won) for _, _, each in rows],
        [each.rollouts for _, _, each in rows],
        [game.won for game, _, _ in rows],
        [game.players for game, _, _ in rows],
        [game.number for game, _, _ in rows],
        [place == 0 and not game.task.begins_weak for game, place, _ in rows],
    )
    return Sample([_situation(each.position) for _, _, each in rows], *map(np.array, columns))


def _situation(text: str) -> Situation:
    position = Position.parse(text)
    return Situation(position.players, len(position.castle))


# The fit

Fit: TypeAlias = Callable[[Sample, Array, Array], Array]
"""Fits a map to the chosen places of a sample, and maps those at other places."""


def fit(sample: Sample, model: Sequence[str], chosen: Array) -> Weights:
    """Fit the weights of terms to a part of a sample."""
    found = logistic_regression(_terms(sample, model)[chosen], sample.won[chosen].astype(float))
    return {name: round(float(weight), DIGITS) for name, weight in zip(model, found, strict=True)}


def _terms(sample: Sample, model: Sequence[str]) -> Array:
    pairs = zip(sample.logit, sample.there, strict=True)
    return np.array([[TERMS[name](logit, there) for name in model] for logit, there in pairs])


def mapping_of(model: Sequence[str]) -> Fit:
    """Return the mapping by the sum of terms."""

    def apply(sample: Sample, fitted: Array, others: Array) -> Array:
        weights = fit(sample, model, fitted)
        found: Array = expit(_terms(sample, model)[others] @ [weights[name] for name in model])
        return np.clip(found, EDGE, 1 - EDGE)

    return apply


def rising(sample: Sample, fitted: Array, others: Array) -> Array:
    """Map by the best rising function of the estimate alone: what a map without a formula would reach."""
    order = np.flatnonzero(fitted)[np.argsort(sample.logit[fitted], kind="stable")]
    steps = isotonic_regression(sample.won[order].astype(float)).x
    found: Array = np.interp(sample.logit[others], sample.logit[order], steps)
    return found


def cross_validated(sample: Sample, mapping: Fit) -> Array:
    """Return the chances of all estimates, each by a map for its number of players that its game had no part in."""
    chances = np.empty(len(sample.logit))
    for players in PLAYERS:
        for fold in range(FOLDS):
            is_tested = sample.number % FOLDS == fold
            others = (sample.players == players) & is_tested
            chances[others] = mapping(sample, (sample.players == players) & ~is_tested, others)
    return chances


# The figures


def _judged(sample: Sample, chances: Array, chosen: Array | None = None) -> Judged:
    places = slice(None) if chosen is None else chosen
    return Judged(chances[places], sample.won[places], sample.game[places])


def _print_models(sample: Sample, before: Array, tested: Mapping[tuple[str, ...], Array]) -> None:
    """Print the scores of the sets of terms, and of a map without a formula, in cross-validation."""
    table = Table("map", "Brier score (95% interval)", header_style="bold")
    table.add_row("none", str(brier(_judged(sample, before))))
    table.add_row("isotonic", str(brier(_judged(sample, cross_validated(sample, rising)))))
    for model, chances in tested.items():
        table.add_row(" + ".join(model), str(brier(_judged(sample, chances))))
    output_console(CONSOLE_WIDTH).print(table)


def _print_parts(sample: Sample, before: Array, after: Array) -> None:
    """Print the figures of all estimates, and of parts of them, and the decomposition of the scores."""
    table = Table("estimates", header_style="bold")
    for name in ("number", "games", "games won", "searched", "shown", "Brier searched", "Brier shown"):
        table.add_column(name, justify="right")
    for name, chosen in _parts(sample).items():
        one, other = (_judged(sample, chances, chosen) for chances in (before, after))
        shares = [f"{each.mean():.1%}" for each in (one.won, one.chance, other.chance)]
        counts = (f"{len(one.won):,}", f"{len(np.unique(one.game)):,}")
        table.add_row(name, *counts, *shares, str(brier(one)), str(brier(other)))
    console = output_console(CONSOLE_WIDTH)
    console.print(table)
    one, other = (_judged(sample, chances) for chances in (before, after))
    console.print(f"searched: {decomposition(one)}")
    console.print(f"shown: {decomposition(other)}")
    console.print(f"The map takes {brier_difference(one, other)} from the score.")


def _parts(sample: Sample) -> dict[str, Array]:
    """Return the estimates of each number of players, the first ones of whole games, and those of large searches."""
    players = {f"{each} player{'s' if each > 1 else ''}": sample.players == each for each in PLAYERS}
    first = {f"{name}, first": chosen & sample.is_first for name, chosen in players.items()}
    return {**players, **first, f"{LARGE:,} rollouts": sample.rollouts == LARGE, "all": np.ones(len(sample.won), bool)}


def _save(options: CalibrateOptions, weights: Mapping[int, Weights]) -> None:
    contents = {
        "made_by": f"regicide-arena calibrate --games {options.games}",
        "deals": ", ".join(f"{DEALS}-{players}/0 to {DEALS}-{players}/{options.games - 1}" for players in PLAYERS),
        "weights": {str(players): {**each} for players, each in weights.items()},
    }
    write_numbers(options.output, contents)
