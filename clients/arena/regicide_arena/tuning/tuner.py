"""Tunes the policy and the estimate, and writes a file for each number of players.

CMA-ES tunes the weights of the policy against the enemies of all suits together; the fitness is how well it plays, on
new deals in each generation. For several players, regressions are then fitted to games of the tuned policy; for solo
games a value network, to games of the policy and to games of the search with the network so far.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.commands.bots import TuneOptions
from regicide_arena.runtime.console import progress_bar
from regicide_arena.runtime.messages import CommandError
from regicide_arena.runtime.process_pool import Map, parallel_map
from regicide_arena.tuning.network_fit import GamesTask, fit_network, join, play_games
from regicide_arena.tuning.regression import TraceTask, fit_estimate, trace_games
from regicide_arena.tuning.regression import join as join_reveals
from regicide_kernel.tuning_games import play_policy_games, policy_run
from regicide_kernel.value_network import Network, Positions, network_of
from regicide_kernel.weights import UNTUNED, PolicyWeights, Suits

if TYPE_CHECKING:
    from rich.progress import Progress

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # cma warns that it cannot plot
    import cma

GAMES_PER_TASK: Final = 2500
"""Games for the regressions that a worker plays at a time."""
POLICY_GAMES_PER_TASK: Final = 500
"""Games of the policy for the network."""
SEARCH_GAMES_PER_TASK: Final = 20
"""Games of the search, without the further games that start from them."""

NETWORK_DIGITS: Final = 4
"""The digits after the point that are saved of the weights of the network."""

Rows: TypeAlias = dict[str, list[list[float]]]


class TuningJob(NamedTuple):
    """The tuning for one number of players."""

    players: int
    options: TuneOptions

    @property
    def deal_set(self) -> str:
        """The prefix of the seeds, from which the kernel makes deals: no hosted game has them."""
        return f"tune-{self.options.tuning_seed}/{self.players}"

    @property
    def command(self) -> str:
        """The command that gives the same numbers."""
        chosen = self.options
        fit = f"--estimate-games {chosen.estimate_games}"
        if self.players == 1:
            fit = f"--policy-games {chosen.policy_games} --search-generations {chosen.search_generations} "
            fit += f"--search-games {chosen.search_games} --rollouts {chosen.rollouts}"
        return (
            f"regicide-arena tune --players {self.players} --tuning-seed {chosen.tuning_seed} "
            f"--generations {chosen.generations} --population {chosen.population} --games {chosen.games} {fit}"
        )


def tune(options: TuneOptions) -> int:
    """Tune for each number of players, and print the path of each file; return the exit code."""
    _require_writable(options.output)
    warm_up(["planner"])
    with parallel_map(options.workers) as run:
        for players in sorted({*options.players}):
            sys.stdout.write(f"{_tune_players(TuningJob(players, options), run)}\n")
            sys.stdout.flush()
    return 0


def _require_writable(folder: Path) -> None:
    """Create the folder. Raises CommandError if files cannot be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot create the folder {folder}: {error.strerror}") from error
    if not os.access(folder, os.W_OK):
        raise CommandError(f"the folder {folder} is not writable")


def _tune_players(job: TuningJob, run: Map) -> Path:
    """Tune for one number of players, and replace its file at the end; return the path of the file.

    The numbers depend on the job only, not on the number of workers.
    """
    with progress_bar() as progress:
        suits = _evolve(job, run, progress)
        fit = _fit_network if job.players == 1 else _fit_regressions
        deals, fitted = fit(job, suits, run, progress)
    contents = {
        "made_by": job.command,
        "deals": {"policy": f"{job.deal_set}/0 to {job.deal_set}/{job.options.generations - 1}", **deals},
        "policy": {suit: weights._asdict() for suit, weights in suits._asdict().items()},
        **fitted,
    }
    return write_numbers(job.options.output / f"{job.players}.json", contents)


Fitted: TypeAlias = tuple[dict[str, str], dict[str, Any]]
"""The deals and the numbers of an estimate, by its name in the file."""


def _fit_regressions(job: TuningJob, suits: Suits, run: Map, progress: Progress) -> Fitted:
    tasks = _trace_tasks(job, suits)
    results = progress.track(run(trace_games, tasks), len(tasks), description=f"players: {job.players}, estimate")
    estimate = fit_estimate(join_reveals(results))
    rounded = {name: [round_weights(row) for row in rows] for name, rows in estimate.items()}
    return {"estimate": f"{tasks[0].seed} to {tasks[-1].seed}"}, {"estimate": rounded}


def _trace_tasks(job: TuningJob, suits: Suits) -> list[TraceTask]:
    """Return the games that the estimate is fitted to, in tasks with seeds of their own."""
    return [
        TraceTask(suits, job.players, f"{job.deal_set}/estimate/{number}", size)
        for number, size in enumerate(_sizes(job.options.estimate_games, GAMES_PER_TASK))
    ]


def _sizes(games: int, most: int) -> list[int]:
    """Return the numbers of games of tasks with at most `most` games each."""
    return [min(most, games - start) for start in range(0, games, most)]


def _fit_network(job: TuningJob, suits: Suits, run: Map, progress: Progress) -> Fitted:
    """Fit a network to games of the policy, and further ones to all games of the search so far."""
    network, seen = None, list[Positions]()
    for generation in range(job.options.search_generations + 1):
        tasks = _network_tasks(job, suits, network, generation)
        label = f"players: {job.players}, network {generation}"
        found = [*progress.track(run(play_games, tasks), len(tasks), description=label)]
        seen = [*(seen if generation > 1 else []), *found]
        rows = _rounded(fit_network(join(seen), f"{job.deal_set}/network/{generation}", network))
        network = network_of(rows)
    return {"network": f"{job.deal_set}/network/0/0 to {tasks[-1].seed}"}, {"network": rows}


def _network_tasks(job: TuningJob, suits: Suits, network: Network | None, generation: int) -> list[GamesTask]:
    """Return the games of a generation, in tasks with seeds of their own."""
    sizes, rollouts = _sizes(job.options.policy_games, POLICY_GAMES_PER_TASK), 0
    if generation:
        sizes, rollouts = _sizes(job.options.search_games, SEARCH_GAMES_PER_TASK), job.options.rollouts
    return [
        GamesTask(suits, network, f"{job.deal_set}/network/{generation}/{number}", size, rollouts)
        for number, size in enumerate(sizes)
    ]


def _rounded(network: Network) -> Rows:
    """Return the rows of a network as they are saved."""
    return {name: [round_weights(row, NETWORK_DIGITS) for row in rows] for name, rows in network._asdict().items()}


def _evolve(job: TuningJob, run: Map, progress: Progress) -> Suits:
    """Return the weights after the last generation."""
    suits, bar = UNTUNED, progress.add_task("", total=job.options.generations)
    for found, best in evolve(job, lambda trials: run(run_trial, trials)):
        suits = Suits(*(PolicyWeights(*round_weights(weights)) for weights in found))
        progress.update(bar, advance=1, description=f"players: {job.players}, policy, best {best:.3f}")
    return suits


def write_numbers(file: Path, contents: dict[str, Any]) -> Path:
    """Write a file of computed numbers, in place of an old one; return its path."""
    new = file.with_suffix(".new")
    new.write_text(_format_json(contents) + "\n", "utf-8")
    return new.rename(file)


def _format_json(value: Any, indent: str = "") -> str:
    """Format JSON with a member or a row of numbers on each line, for readable diffs."""
    deeper = indent + "  "
    if isinstance(value, dict):
        members = [f"{deeper}{json.dumps(name)}: {_format_json(each, deeper)}" for name, each in value.items()]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(f"{deeper}{json.dumps(row)}" for row in value) + f"\n{indent}]"
    return json.dumps(value)


INITIAL_DEVIATION: Final = PolicyWeights(
    clubs=1.0, diamonds=1.0, hearts=1.0, spades=1.0,
    clubs_value=0.2, diamonds_value=0.2, hearts_value=0.2, spades_value=0.2,
    companion=1.5, court=1.5, jester=2.0, draw=1.0, draw_wasted=0.5, heal=0.5, plenty=4.0, heal_wasted=0.5,
    drawn_value=0.5, defeat=2.0, exact=1.5, excess=0.25, poor=0.25, toil=0.1, pace=0.02, reach=1.0,
    price=0.2, strain=0.5, risk=2.5, follower=1.0, yielding=1.5, jester_played=1.5, immunity_cancelled=2.0,
    blocked=0.5, spades_blocked=0.5, flip=4.0, rescue=5.0, stranger=1.0,
)  # fmt: skip
"""The initial standard deviation of each weight."""


class PolicyTrial(NamedTuple):
    """A policy, and the seed and the number of the deals that it plays."""

    suits: Suits
    players: int
    deal_set: str
    games: int


RunTrials = Callable[[Iterable[PolicyTrial]], Iterable[float]]
"""Runs trials and returns their fitness, in order."""


def evolve(job: TuningJob, run_trials: RunTrials) -> Iterable[tuple[Suits, float]]:
    """Yield after each generation the favourite weights of the evolution, and the fitness of its best policy.

    Deterministic for a seed. The deals of generation `g` follow from the seed `DEAL_SET/g`.
    """
    seed, population, games = job.options.tuning_seed, job.options.population, job.options.games
    options = {"seed": seed, "popsize": population, "verbose": -9, "CMA_stds": [*INITIAL_DEVIATION] * len(UNTUNED)}
    evolution = cma.CMAEvolutionStrategy([*chain(*UNTUNED)], 1.0, options)
    for generation in range(job.options.generations):
        solutions, deals = evolution.ask(), f"{job.deal_set}/{generation}"
        trials = [PolicyTrial(_suits(each), job.players, deals, games) for each in solutions]
        fitness = [*run_trials(trials)]
        evolution.tell(solutions, [-each for each in fitness])
        yield _suits(evolution.result.xfavorite), max(fitness)


def _suits(flat: Sequence[float]) -> Suits:
    """Return the weights of which the evolution has one list."""
    return Suits(*(PolicyWeights(*each) for each in np.reshape(flat, (len(UNTUNED), -1)).tolist()))


def run_trial(trial: PolicyTrial) -> float:
    """Return the fitness of a policy: its win rate plus its share of defeated enemies, which varies less by chance."""
    run = policy_run(trial.suits, trial.deal_set)
    won, defeated = play_policy_games(run, trial.players, trial.games)
    return (won + defeated / ENEMIES_IN_CASTLE) / trial.games


def round_weights(weights: Sequence[float], digits: int = 6) -> list[float]:
    """Round weights to the digits that are saved; further ones are noise."""
    return [round(float(weight), digits) for weight in weights]
