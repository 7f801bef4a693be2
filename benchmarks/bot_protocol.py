"""The time of an action of a bot that has a process of its own, beside that of a call.

    .venv/bin/python benchmarks/bot_protocol.py [actions]

A bot takes the first legal action of a view of four players, again and again: in one game, and in several games in
turn. The times are microseconds per action: by the clock, and of CPUs in this process and in that of the bot, without
its start. By the clock, a busy machine delays every message.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from harness import print_table

from regicide import Position
from regicide_arena.bots.view_types import View, seat_view
from regicide_arena.protocol.messages import NewGame
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import program_of
from regicide_arena.runtime.isolation import Isolation

GAMES: Final = (1, 8)
BOT: Final = "def first(view):\n    return view['legal_actions'][0]\n"
VIEW: Final = seat_view(Position.new("benchmark", 4), 0)


def cpu_seconds(who: int) -> float:
    """The CPU time of this process, or of its children that have ended."""
    used = getrusage(who)
    return used.ru_utime + used.ru_stime


def measure(act: Callable[[int], object], actions: int) -> tuple[float, float]:
    """Seconds by the clock and of CPUs in this process, for a function that takes this number of actions."""
    clock, cpu = perf_counter(), cpu_seconds(RUSAGE_SELF)
    act(actions)
    return perf_counter() - clock, cpu_seconds(RUSAGE_SELF) - cpu


def by_protocol(folder: Path, games: int, actions: int) -> tuple[float, float, float]:
    """Seconds by the clock, and of CPUs in this process and in that of a bot, with its start."""
    seats, before = [NewGame(f"game-{number}", 0, 4, f"seed-{number}") for number in range(games)], bot_seconds()
    with closing(BotPlayer(program_of("bot.py:first", folder, Isolation.LIMITS), clock_s=10)) as player:
        for seat in seats:
            player.begin(seat)
        times = measure(lambda count: [player.choose(seat, VIEW) for seat in islice(cycle(seats), count)], actions)
    return *times, bot_seconds() - before


def bot_seconds() -> float:
    """The CPU time of all bots so far."""
    return cpu_seconds(RUSAGE_CHILDREN)


def main(actions: int) -> None:
    """Print the times."""
    names: dict[str, Callable[[View], str]] = {}
    exec(BOT, names)  # noqa: S102 - our own
    rows = {"a call": (*measure(lambda count: [names["first"](VIEW) for _ in range(count)], actions), 0.0)}
    with TemporaryDirectory() as folder:
        Path(folder, "bot.py").write_text(BOT, "utf-8")
        for games in GAMES:
            clock, here, bot = by_protocol(Path(folder), games, actions)
            rows[f"games: {games}"] = (clock, here, bot - by_protocol(Path(folder), games, 0)[2])
    table: list[list[str | float]] = [[name, *(1e6 * each / actions for each in rows[name])] for name in rows]
    print_table(["microseconds per action", "clock", "CPU here", "CPU of the bot"], table)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
