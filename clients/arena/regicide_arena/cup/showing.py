"""Showing how a cup goes while it is played, to whoever looks; and what is said at its end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from regicide_arena.cup.plan import pairs
from regicide_arena.cup.run import Run
from regicide_arena.cup.statistics.whole import live_standings
from regicide_arena.cup.terminal import live

WIDTH: Final = 160
"""The characters of a line where no terminal says how many there are."""
LIVE_EVERY: Final = 2.0
"""Seconds after which the standings are worked out anew."""
LINE_EVERY: Final = 60.0
"""Seconds after which a line is written where there is no terminal."""

Show = Callable[[Run], None]


def say(what: RenderableType) -> None:
    """Say it on the output; a text as it is."""
    if isinstance(what, str):
        sys.stdout.write(f"{what}\n")
        return
    Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDTH).print(what)


@contextmanager
def showing(run: Run) -> Iterator[Show]:
    """What is to be told after each shard."""
    if not sys.stderr.isatty():
        yield _Lines(run)
        return
    console = Console(stderr=True, highlight=False, markup=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    progress = Progress(*columns, TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn(), console=console)
    with Live(console=console, transient=True, auto_refresh=True, refresh_per_second=4) as page:
        yield _Page(run, page, progress)


def _games(run: Run) -> int:
    return len(run.tally.lineups) * run.cup.deals


class _Page:
    """A bar, and below it the standings as they are."""

    def __init__(self, run: Run, page: Live, progress: Progress) -> None:
        self._page, self._progress, self._last = page, progress, 0.0
        self._bar = progress.add_task(run.cup.name, total=_games(run), completed=run.tally.games)
        self(run)

    def __call__(self, run: Run) -> None:
        self._progress.update(self._bar, completed=run.tally.games)
        if time.monotonic() >= self._last + LIVE_EVERY:
            self._page.update(Group(self._progress, _standings(run)))
            self._last = time.monotonic()


def _standings(run: Run) -> RenderableType:
    found = live_standings(run.tally.scores(run.most_deals), pairs(run.cup), run.cup.error)
    return live(found, run.tally.games, _games(run))


class _Lines:
    """Now and then a line."""

    def __init__(self, run: Run) -> None:
        self._began, self._before = time.monotonic(), run.tally.games
        self._last = self._began

    def __call__(self, run: Run) -> None:
        now = time.monotonic()
        if now < self._last + LINE_EVERY:
            return
        self._last = now
        done, games = run.tally.games, _games(run)
        left = (games - done) * (now - self._began) / max(1, done - self._before)
        sys.stderr.write(f"{done:,} of {games:,} games; about {left / 60:,.0f} minutes left\n")
