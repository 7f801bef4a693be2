"""Sitting down at a table: creating a game, joining one, coming back to one; and what is said on leaving it."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Sequence
from gettext import gettext as _
from typing import Final

import httpx

from regicide_client import (
    ApiError,
    ConnectionFailed,
    CreatedGame,
    GameView,
    RetryPolicy,
    SeatTaken,
    Session,
)
from regicide_terminal.bots import NoSuchBot, advice, unknown_bots
from regicide_terminal.ending import again, save_record
from regicide_terminal.hearing import Lines
from regicide_terminal.keeping import Kept, NotKept, checked, keep, kept_seat, token_in
from regicide_terminal.play import DEFAULT_BOTS, server_of
from regicide_terminal.playing import Left, Playing
from regicide_terminal.saying import say
from regicide_terminal.screen import Screen
from regicide_terminal.texts import text
from regicide_terminal.wishing import wished
from regicide_terminal.words import plain, wrong

INTERRUPTED: Final = 130

_SERVER: Final = re.compile(r"https?://([^\s/?#:@\[\]]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/\S*)?")

HASTY: Final = RetryPolicy(deadline=5, timeout=5)
"""For the first call: who has named the wrong server wants to know at once."""


def sit_down(arguments: argparse.Namespace) -> int:
    """Play the game that the arguments mean, and its rematches; the exit code."""
    try:
        held = _held(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ApiError, NotKept, NoSuchBot, OSError, httpx.HTTPError, httpx.InvalidURL) as error:
        return _failed(error, server_of(arguments))
    return _Sitting(arguments, held).stay()


class _Sitting:
    """A person at a table, for one game or several."""

    def __init__(self, arguments: argparse.Namespace, held: Kept) -> None:
        self._arguments, self._held = arguments, held
        self._screen, self._lines = Screen(), Lines(sys.stdin.fileno())

    def stay(self) -> int:
        """Play until nobody wants a rematch, or the person leaves; the exit code."""
        try:
            with Session(self._held.server, language=text("language")) as session:
                while self._play(session.bearing(self._held.token)):
                    pass
            return 0
        except Left:
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED)
        except (ApiError, OSError) as error:
            return self._leave(_failed(error, self._held.server))

    def _play(self, seat: Session) -> bool:
        """Play a game to its end; whether there is another one after it."""
        view = seat.look(self._held.game_id)
        Playing(seat, view, self._screen, self._lines, _invitation(self._held)).play()
        save_record(seat, self._held.game_id, self._arguments.record, self._screen)
        if not again(self._screen, self._lines):
            return False
        self._held = _kept(self._held.server, seat.rematch(self._held.game_id))
        return True

    def _leave(self, code: int) -> int:
        self._screen.end_line()
        say(_("To go on with this game: {command}").format(command=_return(self._arguments, self._held)), sys.stdout)
        return code


def _held(arguments: argparse.Namespace) -> Kept:
    """The seat that the person has from now on."""
    if not _SERVER.fullmatch(server_of(arguments)):
        raise httpx.InvalidURL(server_of(arguments))
    if arguments.game:
        return _from_before(arguments)
    with Session(server_of(arguments), patience=HASTY, language=text("language")) as session:
        if not arguments.join:
            return _kept(server_of(arguments), _created(session, arguments))
        return _kept(server_of(arguments), _joined(session, arguments))


def _created(session: Session, arguments: argparse.Namespace, defaults: Sequence[str] = DEFAULT_BOTS) -> CreatedGame:
    """A new game; where no bot is named, with the first of the defaults that is there. Raises NoSuchBot."""
    default, *others = defaults
    wish = wished(arguments, default)
    try:
        return session.create_game(wish)
    except ApiError as problem:
        unknown = unknown_bots(problem, wish)
        if others and default in unknown and not arguments.bot:
            return _created(session, arguments, others)
        if unknown:
            raise NoSuchBot(advice(server_of(arguments), unknown)) from problem
        raise


def _joined(session: Session, arguments: argparse.Namespace) -> CreatedGame:
    """The seat asked for, or the first that is still open when it is asked for. Raises NotKept if there is none."""
    if arguments.seat is not None:
        return session.take_seat(arguments.join, arguments.seat, arguments.name)
    for seat in _open_seats(session.look(arguments.join)):
        try:
            return session.take_seat(arguments.join, seat, arguments.name)
        except SeatTaken:
            continue
    raise NotKept(_("no seat of game {game} is open").format(game=arguments.join))


def _open_seats(view: GameView) -> list[int]:
    return [seat.seat for seat in view.seats if not seat.held]


def _from_before(arguments: argparse.Namespace) -> Kept:
    """The seat of a token that is in a file, in the environment, or kept."""
    if arguments.token_file:
        return Kept(server_of(arguments), arguments.game, -1, token_in(arguments.token_file))
    if token := os.environ.get("REGICIDE_TOKEN"):
        return Kept(server_of(arguments), arguments.game, -1, checked(token, "REGICIDE_TOKEN"))
    kept = kept_seat(arguments.game, arguments.seat)
    return kept._replace(server=arguments.server.rstrip("/")) if arguments.server else kept


def _kept(server: str, created: CreatedGame) -> Kept:
    """The seat of a new token, written down; where it cannot be written, one is told and plays nonetheless."""
    kept = Kept(server, created.game.id, created.seats[0].seat, created.seats[0].token)
    try:
        keep(kept)
    except OSError as error:
        lost = _("your token cannot be kept, there is no way back to this seat: {reason}").format(reason=error)
        say(f"regicide: {lost}", sys.stderr)
    return kept


def _invitation(held: Kept) -> str:
    """The command with which friends come to the table."""
    command = ["regicide", "play", "--join", held.game_id, "--server", held.server, "--name", _("NAME")]
    return plain(shlex.join(command), 400)


def _return(arguments: argparse.Namespace, held: Kept) -> str:
    """The command that brings one back."""
    command = ["regicide", "play", "--game", held.game_id]
    if held.seat < 0:
        command += ["--server", held.server]
        command += ["--token-file", arguments.token_file] if arguments.token_file else []
    elif arguments.seat is not None:
        command += ["--seat", str(held.seat)]
    return plain(shlex.join(command), 400)


def _failed(error: Exception, server: str) -> int:
    """Say in one line what failed."""
    reason = plain(error, 400)
    if isinstance(error, ConnectionFailed):
        reason = _("no answer from {server}: is a server running there?").format(server=plain(server))
    elif isinstance(error, ApiError):
        reason = f"{plain(error.code)}: {wrong(error)}"
    elif isinstance(error, (httpx.InvalidURL, httpx.UnsupportedProtocol)):
        reason = _("{server} is no server: name it as http://127.0.0.1:8000").format(server=plain(server))
    say(f"regicide: {reason}", sys.stderr)
    return 1
