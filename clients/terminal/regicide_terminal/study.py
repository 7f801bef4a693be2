"""`regicide study`: plays on from a moment of a finished game or of a record."""

from __future__ import annotations

import sys
from gettext import gettext as _
from typing import Final

from regicide_client import GameWish
from regicide_terminal.credentials import HeldSeat
from regicide_terminal.moments import Moment, moment_after
from regicide_terminal.new_game import create_study
from regicide_terminal.output import UserError, print_line
from regicide_terminal.records import load_record
from regicide_terminal.seats import first_session, save_new_seats
from regicide_terminal.session import play
from regicide_terminal.study_options import StudyOptions

MAX_LINK_CHARS: Final = 100_000
"""A link has all actions before its moment."""


def run(options: StudyOptions) -> int:
    """Play on, and print the link to the moment; return the exit code, as that of `regicide play`."""
    links: list[str] = []
    code = play(options, lambda: _begin(options, links), offers_rematch=False)
    if links:
        print_line(_("This moment in the browser:"), sys.stdout)
        print_line(links[0], sys.stdout, MAX_LINK_CHARS)
    return code


def _begin(options: StudyOptions, links: list[str]) -> list[HeldSeat]:
    """Create the game; return the seats of the player, and add its link. Raises UserError, ApiError and OSError."""
    server = options.server_url
    with first_session(server) as session:
        moment = moment_after(load_record(options.source, session), options.move)
        seat = own_seat(options, moment)
        created = create_study(session, study_request(options, moment, seat))
    links.append(moment.puzzle_url(server, seat))
    return save_new_seats(server, created)


def own_seat(options: StudyOptions, moment: Moment) -> int:
    """Return the player's seat: the chosen one, or the one to act. Raises UserError if there is none of this number."""
    if options.seat is None:
        return moment.turn
    if options.seat >= moment.players:
        form = _("invalid seat {seat}: expected 0 to {last}")
        raise UserError(form.format(seat=options.seat, last=moment.players - 1))
    return options.seat


def study_request(options: StudyOptions, moment: Moment, own: int) -> GameWish:
    """Return the request for a game from a moment on. Raises UserError for a wrong number of bots."""
    request = {"players": moment.players, **moment.beginning}
    if not options.bots:
        return GameWish.from_dict(request)
    others = moment.players - 1
    if len(options.bots) not in {1, others} or not others:
        form = _("invalid number of bots: expected one for all {count} other seats, or one for each")
        raise UserError(form.format(count=others))
    seats: list[dict[str, str | None]] = [{"agent": bot} for bot in (options.bots * others)[:others]]
    seats.insert(own, {"name": options.name})
    return GameWish.from_dict(request | {"seats": seats})
