"""Reviews the record of a game: reads it, computes, and writes a table or JSON, and a chart."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from regicide_arena.bots.planner import BUDGETS
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.commands.bots import ReviewOptions
from regicide_arena.review.last_chance import last_chance
from regicide_arena.review.record import RecordedGame, read_game
from regicide_arena.review.review import (
    OpenMoveReview,
    Review,
    ReviewSearch,
    chance,
    cost_points,
    enemies_to_fall,
    is_blunder,
    moment_lines,
    open_curve,
    reviewed_moves,
)
from regicide_arena.runtime.console import output_console, print_note, progress_bar
from regicide_arena.runtime.json_files import UnusableFile
from regicide_arena.runtime.messages import CommandError
from regicide_arena.words import action_text, end_text

CONSOLE_WIDTH: Final = 120
"""Characters per line without a terminal."""
BLUNDER_MARK: Final = "??"
"""The mark of a blunder, as in the notation of chess."""


def review_record(options: ReviewOptions) -> int:
    """Review a record; return the exit code, 2 for an unusable record or a chart that cannot be written."""
    game = read_game(options.record)
    _require_writable(options.chart)
    warm_up([options.bot])
    search = ReviewSearch(
        options.bot, options.rollouts or BUDGETS[options.bot].rollouts, options.seed, options.open_cards
    )
    review = Review(game, search, _computed(game, search, options.workers))
    if options.json:
        sys.stdout.write(review_json(review))
    else:
        print_review(review, output_console(CONSOLE_WIDTH))
    if options.chart:
        _write_chart(review, options.chart)
    return 0


def _computed(game: RecordedGame, search: ReviewSearch, workers: int) -> Sequence[OpenMoveReview]:
    with progress_bar() as progress:
        bar = progress.add_task("actions", total=len(game.moves))
        found = []
        for move in reviewed_moves(game.moves, search, workers):
            found.append(move)
            progress.update(bar, advance=1)
    return found


def _require_writable(chart: Path | None) -> None:
    """Raise UnusableFile for a folder that does not exist, before the review is computed."""
    if chart is not None and not chart.parent.is_dir():
        raise UnusableFile(f"cannot write {chart}: {chart.parent} is not a folder")


def _write_chart(review: Review, file: Path) -> None:
    from regicide_arena.review.chart import review_chart  # noqa: PLC0415 - slow to import, and optional

    try:
        file.write_text(review_chart(review), "utf-8")
    except OSError as error:
        raise CommandError(f"cannot write {file}: {error.strerror}") from error
    print_note(f"chart: {file}")


def review_json(review: Review) -> str:
    """Return the review as the server gives it, with the search that computed it, and the last chance to win."""
    last = last_chance(review.game)
    content: dict[str, Any] = {
        "game": review.game.ident,
        "agent": review.search.bot,
        "status": "ready",
        "moves": review.moves,
        "expires_at": None,
        "rollouts": review.search.rollouts,
        "seed": review.search.seed,
        "last_chance": last and {"number": last.move.number, "line": [*map(str, last.line)]},
    }
    return json.dumps(content) + "\n"


def print_review(review: Review, console: Console) -> None:
    """Print the table of all actions, the mean cost of each seat, and the costliest moments."""
    if review.moves:
        console.print(_table(review))
    for line in (end_text(review.game.outcome), *_seat_lines(review), *moment_lines(review), *_notes(review)):
        console.print(line)


def _notes(review: Review) -> Iterator[str]:
    """Yield where a lost game could last be won, and what the reader of the figures has to know."""
    if last := last_chance(review.game):
        yield last.text(review.game.names)
    if review.moves:
        yield "Chances are estimates, and costs are in percentage points."
        yield f"The best action is the first one in the order of {review.search.bot}."


def _table(review: Review) -> Table:
    has_open, names = bool(open_curve(review)), review.game.names
    table = Table("move", "seat", "action", header_style="bold")
    for name in ("before", *(("open cards",) if has_open else ()), "after", "points"):
        table.add_column(name, justify="right")
    for name in ("", "best", "defeats"):
        table.add_column(name)
    for move, fallen in zip(review.moves, enemies_to_fall(review), strict=True):
        open_cards = (chance(move["won_open"]),) if has_open else ()
        chances = (chance(move["won_before"]), *open_cards, chance(move["won_after"]))
        row = (str(move["number"]), names[move["seat"]], action_text(move["action"], names), *chances)
        table.add_row(*row, *_judgement(move, names), fallen, style="bold red" if is_blunder(move) else "")
    return table


def _judgement(move: OpenMoveReview, names: Sequence[str]) -> tuple[str, str, str]:
    """Return the cost, the mark of a blunder, and the best action where it is another one."""
    best = move["best"][0]["action"]
    better = action_text(best, names) if best != move["action"] else ""
    points = cost_points(move)
    return str(points or ""), BLUNDER_MARK if is_blunder(move) else "", better


def _seat_lines(review: Review) -> Iterator[str]:
    """Yield the mean cost of the actions of each seat, and the number of its blunders."""
    for seat, name in enumerate(review.game.names):
        moves = [move for move in review.moves if move["seat"] == seat]
        if moves:
            blunders = sum(is_blunder(move) for move in moves)
            plural = "blunder" if blunders == 1 else "blunders"
            cost = mean(move["cost"] for move in moves)
            yield f"{name}: {len(moves)} actions, {100 * cost:.2f} points each on average, {blunders} {plural}"
