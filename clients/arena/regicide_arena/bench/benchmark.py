"""Measures bots: plays each of them on the same deals, and prints the summary."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final

from regicide_arena.bench.games import GameTask, MeasuredGame, MeasureGames, game_runner
from regicide_arena.bench.summary import BotSummary, summarize, summary_json, summary_table, table_notes
from regicide_arena.bots.registry import BUILTIN_BOTS, BotNotFound, find_bot
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.runtime.console import (
    EXIT_INTERRUPTED,
    EXIT_UNUSABLE,
    output_console,
    output_to_stderr,
    print_error,
    progress_bar,
)

CONSOLE_WIDTH: Final = 160
"""Characters per line without a terminal."""


@dataclass(frozen=True)
class BenchOptions:
    """The bots, and the deals that each of them plays for each number of players."""

    bots: Sequence[str]
    players: Sequence[int]
    deals: int
    deal_set: str
    bot_seed: str
    workers: int
    json: bool

    @property
    def tasks(self) -> list[GameTask]:
        """All games, by bot, players and deal."""
        return [
            GameTask(bot, players, deal, self.deal_set, self.bot_seed)
            for bot in self.bots
            for players in self.players
            for deal in range(self.deals)
        ]


def run_benchmark(options: BenchOptions) -> int:
    """Measure the bots; return the exit code: 1 if a bot failed, 2 if one cannot be loaded, 130 after Ctrl-C."""
    try:
        with output_to_stderr():
            for bot in options.bots:
                find_bot(bot)
    except BotNotFound as error:
        print_error(str(error))
        return EXIT_UNUSABLE
    warm_up(options.bots)
    tasks, games = options.tasks, list[MeasuredGame]()
    code = _play(tasks, options.workers, games)
    rows = [_summary(bot, players, games) for bot in options.bots for players in options.players]
    _print(rows, options, "" if len(games) == len(tasks) else f"Stopped after {len(games)} of {len(tasks)} games")
    return code or int(any(row.failed for row in rows))


def _play(tasks: Sequence[GameTask], workers: int, games: list[MeasuredGame]) -> int:
    """Play the tasks and append the results, until the end or Ctrl-C; return the exit code."""
    try:
        with progress_bar() as progress, _game_runner(tasks, workers) as measure_games:
            bar = progress.add_task("", total=len(tasks))
            for game in measure_games(tasks):
                games.append(game)
                progress.update(bar, advance=1, description=f"{game.task.bot}, players: {game.task.players}")
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenProcessPool:
        print_error(f"a bot ended its worker process in one of the games after {len(games)}")
        return 1
    return 0


def _game_runner(tasks: Sequence[GameTask], workers: int) -> AbstractContextManager[MeasureGames]:
    only_builtin = all(task.bot in BUILTIN_BOTS for task in tasks)
    return game_runner(min(workers, len(tasks)), only_builtin=only_builtin)


def _summary(bot: str, players: int, games: Sequence[MeasuredGame]) -> BotSummary:
    return summarize(bot, players, [game for game in games if (game.task.bot, game.task.players) == (bot, players)])


def _print(rows: Sequence[BotSummary], options: BenchOptions, stopped: str) -> None:
    if options.json:
        sys.stdout.write(summary_json(rows, options.deal_set, options.bot_seed, complete=not stopped))
        return
    console = output_console(CONSOLE_WIDTH)
    console.print(summary_table(rows, console.width))
    console.print(table_notes(stopped))
    for row in rows:
        if row.failure:
            line = f"{row.bot}, players: {row.players}: the first of {row.failed} failures: {row.failure}"
            console.print(line, soft_wrap=True)
