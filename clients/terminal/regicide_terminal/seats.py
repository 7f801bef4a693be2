"""Obtaining the seat to play: in a new game, an open seat of an existing game, or a seat held before."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from gettext import gettext as _
from typing import Final

from regicide_client import TOKEN_VARIABLE, CreatedGame, RetryPolicy, SeatTaken, Session
from regicide_terminal.credentials import HeldSeat, load_all_seats, load_seat, read_token_file, require_token, save_seat
from regicide_terminal.i18n import text
from regicide_terminal.new_game import create_game
from regicide_terminal.options import DEFAULT_SERVER, PlayOptions
from regicide_terminal.output import UserError, print_line, sanitize

_SERVER_URL: Final = re.compile(r"https?://([^\s/?#:@\[\]]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/\S*)?")

FIRST_CALL_RETRY: Final = RetryPolicy(deadline=5, timeout=5)
"""Short, so that a wrong server URL is reported soon."""


def obtain_seats(options: PlayOptions) -> list[HeldSeat]:
    """Return the seats that the options describe; creates a game or takes a seat if need be.

    Raises UserError, ApiError, OSError, and the errors of httpx.
    """
    check_server_url(options.server_url)
    if options.game:
        return _held_seats(options, options.game)
    with first_session(options.server_url) as session:
        created = _join(session, options, options.join) if options.join else create_game(session, options)
        return save_new_seats(options.server_url, created)


def first_session(server: str) -> Session:
    """Return a session for the first calls to a server. Raises UserError."""
    check_server_url(server)
    return Session(server, retry=FIRST_CALL_RETRY, language=text("language"))


def save_new_seats(server: str, created: CreatedGame) -> list[HeldSeat]:
    """Save the seats of new tokens. If that fails, warn and return them all the same: the game can be played."""
    held = [HeldSeat(server, created.game.id, seat.seat, seat.token) for seat in created.seats]
    try:
        for each in held:
            save_seat(each)
    except OSError as error:
        warning = _("your token cannot be saved, so you cannot return to this seat later: {reason}")
        print_line(f"regicide: {warning.format(reason=error)}", sys.stderr)
    return held


def check_server_url(url: str) -> None:
    """Raise UserError for an invalid URL."""
    if not _SERVER_URL.fullmatch(url):
        form = _("invalid server URL {server!r}: expected one like {example}")
        raise UserError(form.format(server=sanitize(url), example=DEFAULT_SERVER))


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


def _held_seats(options: PlayOptions, game_id: str) -> list[HeldSeat]:
    """Return the seat whose token is in a file, in the environment, or saved; or all saved seats."""
    if options.token_file:
        return [HeldSeat(options.server_url, game_id, None, read_token_file(options.token_file))]
    if (token := os.environ.get(TOKEN_VARIABLE)) and not options.all_seats:
        return [HeldSeat(options.server_url, game_id, None, require_token(token, TOKEN_VARIABLE))]
    saved = load_all_seats(game_id) if options.all_seats else [load_seat(game_id, options.seat)]
    return [replace(held, server=options.server_url) if options.server else held for held in saved]
