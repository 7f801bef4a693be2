"""Tunes the policy, fits the win estimate to it, and writes both into a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from regicide_arena.bots.weights import Weights
from regicide_arena.processes import Processes
from regicide_arena.tuning.evolution import Plan, evolve, rounded, trial
from regicide_arena.tuning.regression import Courses, courses, fit

PART: Final = 250
"""Games for the estimate that are played in one go."""

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]


class Order(NamedTuple):
    """What is to be tuned, and how."""

    players: int
    seed: int
    plan: Plan
    games: int
    """Games that the estimate is fitted to."""

    @property
    def deals(self) -> str:
        """The first part of the seeds of all deals."""
        return f"tune-{self.seed}/{self.players}"

    @property
    def command(self) -> str:
        """What makes the same numbers again."""
        return (
            f"regicide-arena tune --players {self.players} --seed {self.seed} --generations {self.plan.generations} "
            f"--population {self.plan.population} --games {self.plan.games} --estimate-games {self.games}"
        )


def tune(order: Order, folder: Path, workers: int) -> Path:
    """Tune for a number of players; the file. It is written at the end, in one go: what was there is kept until then.

    Its numbers depend on the order alone, not on how many processes play.
    """
    with _spread(workers) as spread, _progress() as progress:
        weights = _evolved(order, spread, progress)
        parts = [range(at, min(at + PART, order.games)) for at in range(0, order.games, PART)]
        tasks = [Courses(weights, order.players, f"{order.deals}/estimate", part) for part in parts]
        told = progress.track(spread(courses, tasks), len(tasks), description=f"{order.players}: estimate")
        played = [course for part in told for course in part]
    contents = {
        "made_by": order.command,
        "deals": {
            "policy": f"{order.deals}/0/0 to {order.deals}/{order.plan.generations - 1}/{order.plan.games - 1}",
            "estimate": f"{order.deals}/estimate/0 to {order.deals}/estimate/{order.games - 1}",
        },
        "policy": weights._asdict(),
        "estimate": {name: [rounded(row) for row in rows] for name, rows in fit(played, order.players).items()},
    }
    return _written(contents, folder / f"{order.players}.json")


def _evolved(order: Order, spread: Map, progress: Progress) -> Weights:
    weights, bar = Weights(), progress.add_task("", total=order.plan.generations)
    for evolved, best in evolve(order.players, order.seed, order.plan, order.deals, lambda each: spread(trial, each)):
        weights = Weights(*rounded(evolved))
        progress.update(bar, advance=1, description=f"{order.players}: policy, best {best:.3f}")
    return weights


def _written(contents: dict[str, Any], file: Path) -> Path:
    new = file.with_suffix(".new")
    new.write_text(_as_json(contents) + "\n", "utf-8")
    return new.rename(file)


def _as_json(value: Any, indent: str = "") -> str:
    """JSON with a member, or a row of numbers, on each line, so that changes can be read."""
    deeper = indent + "  "
    if isinstance(value, dict):
        members = [f"{deeper}{json.dumps(name)}: {_as_json(each, deeper)}" for name, each in value.items()]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(f"{deeper}{json.dumps(row)}" for row in value) + f"\n{indent}]"
    return json.dumps(value)


@contextmanager
def _spread(workers: int) -> Iterator[Map]:
    """What does something for each task: in so many processes, or, if that is one, here."""
    if workers == 1:
        yield map
        return
    with Processes(workers) as processes:
        yield processes.pool.map


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True))
