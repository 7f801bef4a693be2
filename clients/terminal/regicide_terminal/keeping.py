"""Keeping the seats that one holds: a file with the token for each, that nobody else on the machine can read."""

from __future__ import annotations

import json
import os
import re
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final, NamedTuple

from regicide_terminal.files import UnreadableFile, read_object

LONGEST_TOKEN: Final = 1000
_GAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,99}", re.ASCII)


class NotKept(Exception):
    """No seat is kept that would be meant; the message says in one line what to do."""


class Kept(NamedTuple):
    """A seat of a game: the server that it is on, the token that holds it."""

    server: str
    game_id: str
    seat: int
    token: str


def keep(kept: Kept) -> Path:
    """Write the seat down; its file. Raises OSError where that cannot be done."""
    file = _folder(kept.game_id) / f"seat-{kept.seat}.json"
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as open_file:
        json.dump(kept._asdict(), open_file)
    return draft.replace(file)


def kept_seat(game_id: str, seat: int | None) -> Kept:
    """The seat of a game that is kept, the one asked for if there are several. Raises NotKept."""
    found = {kept.seat: kept for file in sorted(_folder(game_id).glob("seat-?.json")) if (kept := _read(file, game_id))}
    if seat is not None and seat in found:
        return found[seat]
    if seat is None and len(found) == 1:
        return next(iter(found.values()))
    raise NotKept(_advice(game_id, seat, sorted(found)))


def token_in(file: str) -> str:
    """The token that somebody has put into a file of their own. Raises NotKept if there is none."""
    try:
        with Path(file).open(encoding="ascii") as open_file:
            token = open_file.read(LONGEST_TOKEN).strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or _("not a token")
        raise NotKept(_("{file} cannot be read: {reason}").format(file=file, reason=reason)) from error
    return checked(token, file)


def checked(token: str, where: str) -> str:
    """A token that can be one. Raises NotKept."""
    if not re.fullmatch(r"[!-~]{1,999}", token):
        raise NotKept(_("{where} holds no token: a token is one word").format(where=where))
    return token


def _folder(game_id: str) -> Path:
    """The folder of a game, in the place that the XDG base directory specification has for state."""
    if not _GAME.fullmatch(game_id):
        raise NotKept(_("{game!r} is no game: an id has letters, digits and hyphens").format(game=game_id))
    stated = os.environ.get("XDG_STATE_HOME", "")
    state = Path(stated) if stated.startswith("/") else Path.home() / ".local" / "state"
    return state / "regicide" / "games" / game_id


def _read(file: Path, game_id: str) -> Kept | None:
    """The seat in a file; None if the file is not ours."""
    try:
        content: dict[str, Any] = read_object(str(file))
        return Kept(str(content["server"]), game_id, int(content["seat"]), checked(str(content["token"]), file.name))
    except (UnreadableFile, NotKept, KeyError, TypeError, ValueError):
        return None


def _advice(game_id: str, seat: int | None, found: list[int]) -> str:
    if found and seat is None:
        seats = _(" or ").join(f"--seat {number}" for number in found)
        return _("you hold several seats of this game: say {seats}").format(seats=seats)
    if seat is None:
        form = _("no seat of game {game} is kept here: say --token-file FILE, or --join {game} for an open seat")
    else:
        form = _("no token of seat {seat} of game {game} is kept here: say --token-file FILE, or --join {game}")
    return form.format(game=game_id, seat=seat)
