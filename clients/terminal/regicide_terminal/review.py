"""`regicide review`: an agent's review of a finished game, from the server of the game."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final

from rich.console import Console

import regicide
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_client import NoAdviser, RatedAction, Review, ReviewedMove, Session
from regicide_terminal.adviser import no_reviewer
from regicide_terminal.i18n import text
from regicide_terminal.options import ReviewOptions
from regicide_terminal.output import EXIT_UNUSABLE, UserError, print_line, sanitize
from regicide_terminal.render.review import costliest, position_before, render_costly_move, render_review
from regicide_terminal.render.screen import Screen
from regicide_terminal.seats import check_server_url
from regicide_terminal.session import EXIT_FAILURE, EXIT_INTERRUPTED, FAILURES, print_failure
from regicide_terminal.verify import is_file, load_record

REVIEW_TIMEOUT_S: Final = 300
"""A review of a long game takes some seconds for each player, once its agent begins."""


MAX_BEST: Final = 3
"""The most best actions of a move."""

COST_TOLERANCE: Final = 0.002
"""The most by which a cost may differ from the difference of its chances: the server rounds all of them."""


class NoReview(Exception):
    """The agent has not made the review; the message is one line for the user."""


def run(options: ReviewOptions) -> int:
    """Print the review of a game; return 0, 1 if there is none, 2 if none can be asked for, 130 after Ctrl-C."""
    try:
        _print(options, *_reviewed(options))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the command line ends quietly
        raise
    except NoReview as error:
        print_line(f"regicide: {error}", sys.stderr)
        return EXIT_FAILURE
    except FAILURES as error:
        print_failure(error, options.server_url)
        return EXIT_UNUSABLE
    return 0


def _reviewed(options: ReviewOptions) -> tuple[dict[str, Any], Review]:
    """Return the record of the game and its review. Raises NoReview, UserError and ApiError."""
    _check_game(options.game)
    check_server_url(options.server_url)
    with Session(options.server_url, language=text("language")) as session:
        record = load_record(options.game, session)
        review = _review(session, options)
    check_review(review, options.game, options.adviser, record)
    return record, review


def _check_game(game: str) -> None:
    """Raise UserError for a file, and for a text that is not the id of a game."""
    if Path(game).is_file():
        form = _("{file} is not the id of a game: a record in a file is reviewed by regicide-arena review {file}")
        raise UserError(form.format(file=sanitize(game)))
    if is_file(game):
        raise UserError(_("invalid game {game!r}: expected the id of a finished game").format(game=sanitize(game)))


def _review(session: Session, options: ReviewOptions) -> Review:
    agent = sanitize(options.adviser)
    try:
        with _progress(_("{agent} reviews the game …").format(agent=agent)):
            review = session.advice.review(options.game, options.adviser, timeout=REVIEW_TIMEOUT_S)
    except NoAdviser as error:
        raise UserError(no_reviewer(session, error)) from error
    except TimeoutError as error:
        raise NoReview(_("{agent} has not reviewed the game yet: try again later").format(agent=agent)) from error
    if review.status != "ready" or review.moves is None:
        raise NoReview(_("{agent} could not review the game").format(agent=agent))
    return review


@contextmanager
def _progress(message: str) -> Iterator[None]:
    """Show a message while the server is waited for: animated in a terminal, else in one line of the errors."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        print_line(message, sys.stderr)
    with console.status(message):
        yield


def _print(options: ReviewOptions, record: dict[str, Any], review: Review) -> None:
    if options.as_json:
        json.dump(review.to_dict(), sys.stdout, indent=1)
        sys.stdout.write("\n")
        return
    screen = Screen()
    for part in render_review(review, record, screen.width):
        screen.print(part)
    for move in costliest(review.moves or []):
        screen.print(render_costly_move(move, record))
        screen.print_unwrapped(f"    {_study_command(options, move.number)}")


def _study_command(options: ReviewOptions, number: int) -> str:
    """Return the command that plays on before a move."""
    server = ["--server", options.server] if options.server else []
    return sanitize(shlex.join(["regicide", "study", options.game, "--move", str(number - 1), *server]))


# The check of the review against the verified record of its game


def check_review(review: Review, game: str, agent: str, record: Mapping[str, Any]) -> None:
    """Raise UserError, with the first fault, unless it is an agent's review of this game that fits its record."""
    for fault in _faults(review, game, agent, record):
        form = _("the review by {agent} does not fit the record: {fault}")
        raise UserError(form.format(agent=sanitize(agent), fault=fault))


def _faults(review: Review, game: str, agent: str, record: Mapping[str, Any]) -> Iterator[str]:
    yield from _wrong("game", review.game, game)
    yield from _wrong("agent", review.agent, agent)
    moves: object = review.moves  # the generated model lets any JSON through
    if not isinstance(moves, list) or not all(isinstance(move, ReviewedMove) for move in moves):
        yield _("invalid moves: expected a list of reviewed moves")
        return
    if len(moves) != len(record["events"]):
        yield _("{count} moves: expected {expected}").format(count=len(moves), expected=len(record["events"]))
        return
    for number, move in enumerate(moves, 1):
        for fault in _move_faults(move, number, record):
            yield _("move {number}: {fault}").format(number=number, fault=fault)


def _move_faults(move: ReviewedMove, number: int, record: Mapping[str, Any]) -> Iterator[str]:
    event = record["events"][number - 1]
    yield from _wrong("number", move.number, number)
    yield from _wrong("version", move.version, event["version"])
    yield from _wrong("seat", move.seat, event["seat"])
    yield from _wrong("action", move.action, event["action"])
    yield from _outside("won_before", move.won_before, 1)
    yield from _outside("won_after", move.won_after, 1)
    yield from _outside("cost", move.cost, 1)
    yield from _outside("defeated_before", move.defeated_before, ENEMIES_IN_CASTLE)
    yield from _outside("defeated_after", move.defeated_after, ENEMIES_IN_CASTLE)
    yield from _cost_faults(move)
    yield from _best_faults(move, position_before(record, number))


def _cost_faults(move: ReviewedMove) -> Iterator[str]:
    expected = max(0.0, move.won_before - move.won_after)
    if abs(move.cost - expected) > COST_TOLERANCE:
        form = _("invalid {name} {value}: expected {expected}")
        yield form.format(name="cost", value=move.cost, expected=round(expected, 4))


def _best_faults(move: ReviewedMove, before: regicide.Position) -> Iterator[str]:
    if not 1 <= len(move.best) <= MAX_BEST:
        yield _("{count} best actions: expected 1 to {last}").format(count=len(move.best), last=MAX_BEST)
    legal = [*map(str, before.legal_actions)]
    for rated in move.best:
        if rated.action not in legal:
            yield _("invalid best action {action}: expected a legal one").format(action=sanitize(rated.action))
        yield from _rating_faults(rated)


def _rating_faults(rated: RatedAction) -> Iterator[str]:
    if rated.won is not None:
        yield from _outside("won", rated.won, 1)
    if rated.defeated is not None:
        yield from _outside("defeated", rated.defeated, ENEMIES_IN_CASTLE)
    yield from _outside("share", rated.share, 1)


def _wrong(name: str, value: object, expected: object) -> Iterator[str]:
    if type(value) is not type(expected) or value != expected:
        form = _("invalid {name} {value}: expected {expected}")
        yield form.format(name=name, value=sanitize(value), expected=expected)


def _outside(name: str, value: object, last: int) -> Iterator[str]:
    """Yield a fault for a value that is not a number from 0 to the last one; NaN is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= last:
        form = _("invalid {name} {value}: expected a number from 0 to {last}")
        yield form.format(name=name, value=sanitize(value), last=last)
