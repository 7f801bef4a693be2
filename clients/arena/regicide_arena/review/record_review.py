"""Reviews the record of a game: reads it, computes, and writes a table or JSON, and a chart."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from regicide_arena.bots.planner import BUDGETS
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.review.computation import OpenMoveReview, ReviewSearch, reviewed_moves
from regicide_arena.review.game_record import RecordedGame, UnusableRecord, read_game
from regicide_arena.review.report import CONSOLE_WIDTH, print_review, review_json
from regicide_arena.review.review import Review
from regicide_arena.runtime.console import (
    EXIT_UNUSABLE,
    output_console,
    print_error,
    print_note,
    print_refusal,
    progress_bar,
)


@dataclass(frozen=True)
class ReviewOptions:
    """What to review, by which search, and what to write."""

    record_file: str
    """The path of a JSON file, or `-` for standard input."""
    bot: str
    rollouts: int | None
    """None stands for the budget of the bot."""
    seed: str
    workers: int
    open_cards: bool
    json: bool
    chart: Path | None

    @property
    def search(self) -> ReviewSearch:
        """The search of the review."""
        return ReviewSearch(self.bot, self.rollouts or BUDGETS[self.bot].rollouts, self.seed, self.open_cards)


def review_record(options: ReviewOptions) -> int:
    """Review a record; return the exit code, 2 for an unusable record or a chart that cannot be written."""
    try:
        game = read_game(options.record_file)
        _require_writable(options.chart)
    except (UnusableRecord, UnwritableChart) as error:
        print_refusal(str(error))
        return EXIT_UNUSABLE
    warm_up([options.bot])
    review = Review(game, options.search, _computed(game, options))
    if options.json:
        sys.stdout.write(review_json(review))
    else:
        print_review(review, output_console(CONSOLE_WIDTH))
    return _write_chart(review, options.chart) if options.chart else 0


class UnwritableChart(Exception):
    """The file of the chart cannot be written; the message says why."""


def _computed(game: RecordedGame, options: ReviewOptions) -> Sequence[OpenMoveReview]:
    with progress_bar() as progress:
        bar = progress.add_task("actions", total=len(game.moves))
        found = []
        for move in reviewed_moves(game.moves, options.search, options.workers):
            found.append(move)
            progress.update(bar, advance=1)
    return found


def _require_writable(chart: Path | None) -> None:
    """Raise UnwritableChart for a folder that does not exist, before the review is computed."""
    if chart is not None and not chart.parent.is_dir():
        raise UnwritableChart(f"cannot write {chart}: {chart.parent} is not a folder")


def _write_chart(review: Review, file: Path) -> int:
    from regicide_arena.review.chart import review_chart  # noqa: PLC0415 - slow to import, and optional

    try:
        file.write_text(review_chart(review), "utf-8")
    except OSError as error:
        print_error(f"cannot write {file}: {error.strerror}")
        return EXIT_UNUSABLE
    print_note(f"chart: {file}")
    return 0
