"""One run of `regicide play`: a game and its rematches at the seats of a player, and what is printed at their end."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from gettext import gettext as _
from pathlib import Path
from typing import Final

import httpx
from rich.text import Text

from regicide_client import ApiError, ConnectionFailed, GameView, Session
from regicide_terminal.adviser import Adviser
from regicide_terminal.credentials import HeldSeat, forget_seat
from regicide_terminal.game_loop import GameLoop, Left, Quit
from regicide_terminal.i18n import text
from regicide_terminal.input import InputLines, wait_for_input
from regicide_terminal.options import PlayOptions, TableOptions
from regicide_terminal.output import EXIT_UNUSABLE, UserError, print_line, sanitize
from regicide_terminal.phrases import format_error
from regicide_terminal.render.screen import Screen
from regicide_terminal.seats import OwnSeats, obtain_seats, save_new_seats

EXIT_FAILURE: Final = 1
EXIT_INTERRUPTED: Final = 130
MAX_MESSAGE_CHARS: Final = 400

FAILURES: Final = (ApiError, UserError, OSError, httpx.HTTPError, httpx.InvalidURL)
"""The errors that end a command before it begins."""


def run(options: PlayOptions) -> int:
    """Play the game of the options and its rematches; return the exit code."""
    return play(options, lambda: obtain_seats(options))


def play(options: TableOptions, obtain: Callable[[], list[HeldSeat]], *, offers_rematch: bool = True) -> int:
    """Play the game at the seats that `obtain` returns; return the exit code."""
    try:
        if options.record:
            check_folder(options.record)
        held = obtain()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except FAILURES as error:
        print_failure(error, options.server_url)
        return EXIT_UNUSABLE
    return PlaySession(options, held, offers_rematch=offers_rematch).run()


class PlaySession:
    """A player at one seat or several, for a game and its rematches."""

    def __init__(self, options: TableOptions, held: Sequence[HeldSeat], *, offers_rematch: bool) -> None:
        self._options, self._held, self._offers_rematch = options, held, offers_rematch
        self._screen, self._lines = Screen(), InputLines(sys.stdin.fileno())
        self._adviser = Adviser(options.adviser)

    @property
    def _server(self) -> str:
        return self._held[0].server

    @property
    def _game_id(self) -> str:
        return self._held[0].game_id

    def run(self) -> int:
        """Play until the player wants no rematch, or leaves; return the exit code."""
        try:
            with Session(self._server, language=text("language")) as session:
                while self._play([session.with_token(held.token) for held in self._held]):
                    pass
            return 0
        except Left:
            for held in self._held:
                forget_seat(held)
            print_line(_("You have left the game."), sys.stdout)
            return 0
        except Quit:
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(EXIT_INTERRUPTED)
        except BrokenPipeError:  # the command line ends quietly
            raise
        except UserError as error:
            print_failure(error, self._server)
            return EXIT_UNUSABLE
        except (ApiError, OSError) as error:
            print_failure(error, self._server)
            return self._leave(EXIT_FAILURE)

    def _play(self, seats: Sequence[Session]) -> bool:
        """Play a game to its end; return whether a rematch follows."""
        own = OwnSeats(self._game_id, seats)
        last = GameLoop(own, self._screen, self._lines, self._adviser, _invitation(self._held[0])).run()
        if last.status == "cancelled":  # there is no record and no rematch
            return False
        self._save_and_announce_record(last, seats[0])
        if not (self._offers_rematch and self._wants_rematch()):
            return False
        self._held = [
            held for seat in seats for held in save_new_seats(self._server, seat.games.rematch(self._game_id))
        ]
        return True

    def _save_and_announce_record(self, last: GameView, seat: Session) -> None:
        """Save the record, and print what can be done with it; for the deal of a day, when it is available."""
        if last.deal and last.seed is None:
            later = _("The record and the review are available when the day of this deal is over: {time}.")
            self._screen.print(Text(later.format(time=f"{last.deal.ends_at:%Y-%m-%d %H:%M} UTC")))
            return
        self._save_record(seat)
        reviewed = _("To see what each move cost: {command}").format(command=self._command("review", self._game_id))
        self._screen.print(Text(reviewed))

    def _command(self, name: str, *arguments: str) -> str:
        """Return a command of `regicide` about the server of the game."""
        server = ["--server", self._server] if self._options.server else []
        return sanitize(shlex.join(["regicide", name, *arguments, *server]), MAX_MESSAGE_CHARS)

    def _save_record(self, seat: Session) -> None:
        """Save the record if a file was named for it, and print how to verify it. Raises OSError."""
        if self._options.record is None:
            hint = _("Use --record FILE to save the record, and regicide verify-record FILE to check that it was fair.")
            self._screen.print(Text(hint))
            return
        record = seat.games.record(self._game_id).to_dict()
        file = unused_path(self._options.record)
        with file.open("x", encoding="utf-8") as stream:
            json.dump(record, stream, indent=1)
        saved = _("The record is saved. To check that the game was fair: {command}")
        self._screen.print(Text(saved.format(command=f"regicide verify-record {file}")))

    def _wants_rematch(self) -> bool:
        question = _("Again? y/N")
        self._screen.prompt(f"{question} ")
        answer = wait_for_input(self._lines, None)
        if not isinstance(answer, str):
            self._screen.end_line()
            return False
        return answer.strip().lower() in {"y", "yes", text("answer.y"), text("answer.yes")}

    def _leave(self, code: int) -> int:
        self._screen.end_line()
        command = _continue_command(self._options, self._held)
        print_line(_("To continue this game: {command}").format(command=command), sys.stdout)
        return code


def check_folder(file: Path) -> None:
    """Raise UserError if no record can be saved at this path, as its folder does not exist or is not writable."""
    folder = file.parent
    if not folder.is_dir():
        raise UserError(_("cannot save the record: the folder {folder} does not exist").format(folder=folder))
    if not os.access(folder, os.W_OK):
        raise UserError(_("cannot save the record: the folder {folder} is not writable").format(folder=folder))


def unused_path(file: Path) -> Path:
    """Return the path, with a number if a file of this name exists: records are never overwritten."""
    number, unused = 1, file
    while unused.exists():
        number += 1
        unused = file.with_stem(f"{file.stem}-{number}")
    return unused


def _invitation(held: HeldSeat) -> str:
    """Return the command with which friends join the game."""
    command = ["regicide", "play", "--join", held.game_id, "--server", held.server, "--name", _("NAME")]
    return sanitize(shlex.join(command), MAX_MESSAGE_CHARS)


def _continue_command(options: TableOptions, held: Sequence[HeldSeat]) -> str:
    """Return the command that continues the game at these seats."""
    command = ["regicide", "play", "--game", held[0].game_id]
    if len(held) > 1:
        command += ["--all-seats"]
    elif held[0].seat is None:
        command += ["--server", held[0].server]
        command += ["--token-file", str(options.token_file)] if options.token_file else []
    elif options.seat is not None:
        command += ["--seat", str(held[0].seat)]
    return sanitize(shlex.join(command), MAX_MESSAGE_CHARS)


def print_failure(error: Exception, server: str) -> None:
    """Print an error in one line."""
    reason = sanitize(error, MAX_MESSAGE_CHARS)
    if isinstance(error, ConnectionFailed):
        reason = _("no response from {server}: is a server running there?").format(server=sanitize(server))
    elif isinstance(error, ApiError):
        reason = f"{sanitize(error.code)}: {format_error(error)}"
    print_line(f"regicide: {reason}", sys.stderr)
