"""The options of `regicide study`."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from gettext import gettext as _

from regicide_terminal.options import MAX_PLAYERS, InvalidOptions, PlayOptions, add_table_arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyOptions(PlayOptions):
    """The options of one run: `bots` are at the other seats, without any the player has all seats.

    `source` is a file with a record, or the id of a finished game; `move` the number of actions to begin after. `seat`
    is the player's own; None stands for the seat to act.
    """

    source: str
    move: int

    @classmethod
    def from_namespace(cls, parsed: argparse.Namespace) -> StudyOptions:
        """Return the options of parsed arguments. Raises InvalidOptions."""
        if parsed.seat is not None and not parsed.bot:
            raise InvalidOptions(_("--seat needs --bot: without bots you play all seats"))
        return cls(
            server=parsed.server,
            name=parsed.name,
            record=parsed.record,
            adviser=parsed.adviser,
            players=0,  # as many as in the record
            bots=tuple(parsed.bot or ()),
            open=False,
            deal=None,
            seed=None,
            first_player=None,
            turn_seconds=None,
            on_timeout=None,
            advice=None,
            join=None,
            game=None,
            seat=parsed.seat,
            all_seats=False,
            token_file=None,
            source=parsed.source,
            move=parsed.move,
        )


def add_study_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `regicide study` to its parser."""
    parser.add_argument("source", metavar="RECORD", help=_("a file with a record, or the id of a finished game"))
    move = _("play on after this move: 0 is the deal, 1 the first action")
    parser.add_argument("--move", type=int, required=True, metavar="N", help=move)
    bots = _("the bot at the other seats; repeat it per seat (default: you play all seats)")
    parser.add_argument("--bot", action="append", metavar="NAME", help=bots)
    seat = _("with --bot: your seat (default: the one to act)")
    parser.add_argument("--seat", type=int, choices=range(MAX_PLAYERS), help=seat)
    add_table_arguments(parser)
