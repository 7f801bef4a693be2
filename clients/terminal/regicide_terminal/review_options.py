"""The options of `regicide review`."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from gettext import gettext as _
from typing import Final

from regicide_terminal.options import add_server_argument, server_url

DEFAULT_REVIEWER: Final = "planner-fast"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewOptions:
    """The options of one run; `as_json` prints the review as the server sent it."""

    server: str | None
    game: str
    adviser: str
    as_json: bool

    @classmethod
    def from_namespace(cls, parsed: argparse.Namespace) -> ReviewOptions:
        """Return the options of parsed arguments."""
        return cls(server=parsed.server, game=parsed.game, adviser=parsed.adviser, as_json=parsed.json)

    @property
    def server_url(self) -> str:
        """The URL of the server."""
        return server_url(self.server)


def add_review_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `regicide review` to its parser."""
    game = _("the id of a finished game; the record in a file is reviewed by regicide-arena review FILE")
    parser.add_argument("game", metavar="GAME_ID", help=game)
    add_server_argument(parser)
    adviser = _("the agent that reviews (default: {agent}, as a review needs many searches; planner is stronger)")
    about = adviser.format(agent=DEFAULT_REVIEWER)
    parser.add_argument("--adviser", default=DEFAULT_REVIEWER, metavar="NAME", help=about)
    parser.add_argument("--json", action="store_true", help=_("print the review as JSON"))
