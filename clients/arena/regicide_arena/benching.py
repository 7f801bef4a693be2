"""What `regicide-arena bench` does: plays the games, shows how far it is, and says what came out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from regicide_arena.catalogue import NoSuchBot, find
from regicide_arena.figures import Figures, figures
from regicide_arena.measuring import Game, Task, measuring
from regicide_arena.needing import INTERRUPTED
from regicide_arena.reporting import as_json, notes, table
from regicide_arena.saying import complain

WIDTH: Final = 160
"""The characters of a line where no terminal says how many there are."""


def bench(arguments: argparse.Namespace) -> int:
    """Measure bots; the exit code: 1 if a bot failed, 130 after Ctrl-C."""
    bots, players = list(dict.fromkeys(arguments.bots)), sorted(set(arguments.players))
    try:
        for bot in bots:
            find(bot)
    except NoSuchBot as error:
        complain(str(error))
        return 1
    tasks = [
        Task(bot, number, game, arguments.deals, arguments.seed)
        for bot in bots
        for number in players
        for game in range(arguments.games)
    ]
    games: list[Game] = []
    code = _play(tasks, arguments.workers, games)
    found = [_figures(bot, number, games) for bot in bots for number in players]
    _report(found, arguments, "" if len(games) == len(tasks) else f"stopped after {len(games)} of {len(tasks)} games")
    return code or int(any(row.failed for row in found))


def _play(tasks: Sequence[Task], workers: int, games: list[Game]) -> int:
    """Play the games, as far as it goes; the exit code."""
    try:
        with _progress() as progress, measuring(min(workers, len(tasks))) as measure:
            bar = progress.add_task("", total=len(tasks))
            for game in measure(tasks):
                games.append(game)
                progress.update(bar, advance=1, description=f"{game.task.bot}, players: {game.task.players}")
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenProcessPool:
        complain(f"a bot ended the process that it was in, in one of the games after {len(games)}")
        return 1
    return 0


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn())
    disable = not sys.stderr.isatty()
    return Progress(*columns, *times, console=Console(stderr=True), transient=True, disable=disable)


def _figures(bot: str, players: int, games: Sequence[Game]) -> Figures:
    return figures(bot, players, [game for game in games if (game.task.bot, game.task.players) == (bot, players)])


def _report(found: Sequence[Figures], arguments: argparse.Namespace, stopped: str) -> None:
    if arguments.json:
        sys.stdout.write(as_json(found, arguments.deals, arguments.seed, complete=not stopped))
        return
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDTH)
    console.print(table(found, console.width))
    console.print(notes(stopped))
    for row in found:
        if row.failure:
            line = f"{row.bot}, players: {row.players}: the first of {row.failed} failures: {row.failure}"
            console.print(line, soft_wrap=True)
