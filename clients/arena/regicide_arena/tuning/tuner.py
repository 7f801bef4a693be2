"""Tunes the policy, fits the win estimate to its games, and writes a file for each number of players."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from regicide_arena.bots.weights import PolicyWeights
from regicide_arena.runtime.console import progress_bar
from regicide_arena.runtime.process_pool import WorkerPool
from regicide_arena.tuning.evolution import EvolutionPlan, evolve, round_weights, run_trial
from regicide_arena.tuning.regression import TraceTask, fit_estimate, trace_games

if TYPE_CHECKING:
    from rich.progress import Progress

GAMES_PER_TASK: Final = 250
"""Games for the estimate that a worker plays at a time."""

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]


@dataclass(frozen=True)
class TuneOptions:
    """The numbers of players to tune for, the seed, and the size of the computation."""

    players: Sequence[int]
    tuning_seed: int
    plan: EvolutionPlan
    estimate_games: int
    folder: Path
    workers: int


class TuningJob(NamedTuple):
    """The tuning for one number of players."""

    players: int
    seed: int
    plan: EvolutionPlan
    estimate_games: int

    @property
    def deal_set(self) -> str:
        """The prefix of the seeds of all deals."""
        return f"tune-{self.seed}/{self.players}"

    @property
    def command(self) -> str:
        """The command that gives the same numbers."""
        return (
            f"regicide-arena tune --players {self.players} --tuning-seed {self.seed} "
            f"--generations {self.plan.generations} --population {self.plan.population} --games {self.plan.games} "
            f"--estimate-games {self.estimate_games}"
        )


def tune(options: TuneOptions) -> int:
    """Tune for each number of players, and print the path of each file; return the exit code."""
    for players in options.players:
        job = TuningJob(players, options.tuning_seed, options.plan, options.estimate_games)
        sys.stdout.write(f"{tune_players(job, options.folder, options.workers)}\n")
        sys.stdout.flush()
    return 0


def tune_players(job: TuningJob, folder: Path, workers: int) -> Path:
    """Tune for one number of players, and replace its file at the end; return the path of the file.

    The numbers depend on the job only, not on the number of workers.
    """
    with _mapper(workers) as run, progress_bar() as progress:
        weights = _evolve(job, run, progress)
        games = job.estimate_games
        parts = [range(at, min(at + GAMES_PER_TASK, games)) for at in range(0, games, GAMES_PER_TASK)]
        tasks = [TraceTask(weights, job.players, f"{job.deal_set}/estimate", part) for part in parts]
        results = progress.track(run(trace_games, tasks), len(tasks), description=f"players: {job.players}, estimate")
        traces = [trace for part in results for trace in part]
    contents = {
        "made_by": job.command,
        "deals": {
            "policy": f"{job.deal_set}/0/0 to {job.deal_set}/{job.plan.generations - 1}/{job.plan.games - 1}",
            "estimate": f"{job.deal_set}/estimate/0 to {job.deal_set}/estimate/{games - 1}",
        },
        "policy": weights._asdict(),
        "estimate": {
            name: [round_weights(row) for row in rows] for name, rows in fit_estimate(traces, job.players).items()
        },
    }
    return _replace(folder / f"{job.players}.json", contents)


def _evolve(job: TuningJob, run: Map, progress: Progress) -> PolicyWeights:
    """Return the weights after the last generation."""
    weights, bar = PolicyWeights(), progress.add_task("", total=job.plan.generations)
    for found, best in evolve(job.players, job.seed, job.plan, job.deal_set, lambda trials: run(run_trial, trials)):
        weights = PolicyWeights(*round_weights(found))
        progress.update(bar, advance=1, description=f"players: {job.players}, policy, best {best:.3f}")
    return weights


@contextmanager
def _mapper(workers: int) -> Iterator[Map]:
    """Provide a `map` that runs in worker processes, or in this process if `workers` is 1."""
    if workers == 1:
        yield map
        return
    with WorkerPool(workers) as processes:
        yield processes.pool.map


def _replace(file: Path, contents: dict[str, Any]) -> Path:
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
