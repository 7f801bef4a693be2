"""`regicide review`: an agent's review of a finished game, from the server of the game."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from regicide_client import NoAdviser, Review, Session
from regicide_terminal.adviser import no_reviewer
from regicide_terminal.i18n import text
from regicide_terminal.output import EXIT_UNUSABLE, UserError, print_line, sanitize
from regicide_terminal.records import is_file, load_record
from regicide_terminal.render.review import costliest, render_costly_move, render_review
from regicide_terminal.render.screen import Screen
from regicide_terminal.review_check import check_review
from regicide_terminal.review_options import ReviewOptions
from regicide_terminal.seats import check_server_url
from regicide_terminal.session import EXIT_FAILURE, EXIT_INTERRUPTED, FAILURES, print_failure

REVIEW_TIMEOUT_S: Final = 300
"""A review of a long game takes some seconds for each player, once its agent begins."""


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
            review = session.get_review(options.game, options.adviser, timeout=REVIEW_TIMEOUT_S)
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
