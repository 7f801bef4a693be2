"""Saved seats: for each seat that the player holds, a private file with its token."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final

from regicide_client import check_token, read_token, state_path, write_private
from regicide_terminal.json_files import UnreadableFile, read_json_object
from regicide_terminal.output import UserError

_GAME_ID: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,99}", re.ASCII)


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A seat of a game on a server, and its token. The number is None if only the server knows it."""

    server: str
    game_id: str
    seat: int | None
    token: str


def save_seat(held: HeldSeat) -> Path:
    """Save a seat; return its file. Raises OSError."""
    file = _seat_path(held)
    with write_private(file) as stream:
        json.dump(asdict(held), stream)
    return file


def forget_seat(held: HeldSeat) -> None:
    """Delete the file of a seat, if it is saved and its token is this one."""
    file = _seat_path(held)
    saved = _load(file, held.game_id)
    if saved and saved.token == held.token:
        file.unlink()


def load_seat(game_id: str, seat: int | None) -> HeldSeat:
    """Return the saved seat of a game; with several, the one of this number. Raises UserError."""
    saved = {held.seat: held for held in _saved_seats(game_id)}
    if seat is not None and seat in saved:
        return saved[seat]
    if seat is None and len(saved) == 1:
        return next(iter(saved.values()))
    raise UserError(_not_found(game_id, seat, [*saved]))


def load_all_seats(game_id: str) -> list[HeldSeat]:
    """Return all saved seats of a game. Raises UserError if there is none."""
    saved = _saved_seats(game_id)
    if not saved:
        raise UserError(_not_found(game_id, None, []))
    return saved


def read_token_file(file: Path) -> str:
    """Return the token in a file that the player names. Raises UserError."""
    try:
        return read_token(file)
    except OSError as error:
        raise UserError(_("cannot read {file}: {reason}").format(file=file, reason=error.strerror)) from error
    except ValueError as error:
        raise UserError(_invalid_token(str(file))) from error


def require_token(text: str, source: str) -> str:
    """Return a valid token. Raises UserError, which names its source."""
    try:
        return check_token(text)
    except ValueError as error:
        raise UserError(_invalid_token(source)) from error


def _invalid_token(source: str) -> str:
    return _("invalid token in {source}: expected one word").format(source=source)


def _game_path(game_id: str) -> Path:
    if not _GAME_ID.fullmatch(game_id):
        raise UserError(_("invalid game id {game!r}: expected letters, digits, - and _").format(game=game_id))
    return state_path() / "games" / game_id


def _seat_path(held: HeldSeat) -> Path:
    return _game_path(held.game_id) / f"seat-{held.seat}.json"


def _saved_seats(game_id: str) -> list[HeldSeat]:
    files = sorted(_game_path(game_id).glob("seat-?.json"))
    return [held for file in files if (held := _load(file, game_id))]


def _load(file: Path, game_id: str) -> HeldSeat | None:
    """Return the seat in a file; None if it is not a file of `save_seat`."""
    try:
        content: dict[str, Any] = read_json_object(str(file))
        return HeldSeat(str(content["server"]), game_id, int(content["seat"]), check_token(str(content["token"])))
    except (UnreadableFile, KeyError, TypeError, ValueError):
        return None


def _not_found(game_id: str, seat: int | None, saved: list[int | None]) -> str:
    if saved and seat is None:
        seats = _(" or ").join(f"--seat {number}" for number in saved)
        return _("you hold several seats of this game: choose {seats}").format(seats=seats)
    if seat is None:
        form = _("no saved token for game {game}: use --token-file FILE, or --join {game} to take an open seat")
    else:
        form = _("no saved token for seat {seat} of game {game}: use --token-file FILE, or --join {game}")
    return form.format(game=game_id, seat=seat)
