"""Obtaining the seat to play: in a new game, an open seat of an existing game, or a seat held before."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from gettext import gettext as _
from typing import Final

from regicide_client import TOKEN_VARIABLE, CreatedGame, RetryPolicy, SeatTaken, Session
from regicide_terminal.credentials import HeldSeat, load_seat, read_token_file, require_token, save_seat
from regicide_terminal.i18n import text
from regicide_terminal.new_game import create_game
from regicide_terminal.options import DEFAULT_SERVER, PlayOptions
from regicide_terminal.output import UserError, print_line, sanitize

_SERVER_URL: Final = re.compile(r"https?://([^\s/?#:@\[\]]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/\S*)?")

FIRST_CALL_RETRY: Final = RetryPolicy(deadline=5, timeout=5)
"""Short, so that a wrong server URL is reported soon."""


def obtain_seat(options: PlayOptions) -> HeldSeat:
    """Return the seat that the options describe; creates a game or takes a seat if need be.

    Raises UserError, ApiError, OSError, and the errors of httpx.
    """
    if not _SERVER_URL.fullmatch(options.server_url):
        form = _("invalid server URL {server!r}: expected one like {example}")
        raise UserError(form.format(server=sanitize(options.server_url), example=DEFAULT_SERVER))
    if options.game:
        return _held_seat(options, options.game)
    with Session(options.server_url, retry=FIRST_CALL_RETRY, language=text("language")) as session:
        created = _join(session, options, options.join) if options.join else create_game(session, options)
        return save_new_seat(options.server_url, created)


def save_new_seat(server: str, created: CreatedGame) -> HeldSeat:
    """Save the seat of a new token. If that fails, warn and return it all the same: the game can be played."""
    held = HeldSeat(server, created.game.id, created.seats[0].seat, created.seats[0].token)
    try:
        save_seat(held)
    except OSError as error:
        warning = _("your token cannot be saved, so you cannot return to this seat later: {reason}")
        print_line(f"regicide: {warning.format(reason=error)}", sys.stderr)
    return held


def _join(session: Session, options: PlayOptions, game_id: str) -> CreatedGame:
    """Take the seat of the options, or the first open one. Raises UserError if there is none."""
    if options.seat is not None:
        return session.take_seat(game_id, options.seat, options.name)
    for seat in session.get_game(game_id).seats:
        if seat.held:
            continue
        try:
            return session.take_seat(game_id, seat.seat, options.name)
        except SeatTaken:
            continue
    raise UserError(_("game {game} has no open seat").format(game=game_id))


def _held_seat(options: PlayOptions, game_id: str) -> HeldSeat:
    """Return the seat whose token is in a file, in the environment, or saved."""
    if options.token_file:
        return HeldSeat(options.server_url, game_id, None, read_token_file(options.token_file))
    if token := os.environ.get(TOKEN_VARIABLE):
        return HeldSeat(options.server_url, game_id, None, require_token(token, TOKEN_VARIABLE))
    saved = load_seat(game_id, options.seat)
    return replace(saved, server=options.server_url) if options.server else saved
