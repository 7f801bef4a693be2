"""Records of finished games: in a file, or on the server of the game."""

from __future__ import annotations

import re
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final

import regicide
from regicide_client import Session
from regicide_terminal.json_files import InaccessibleFile, UnreadableFile, read_json_object
from regicide_terminal.output import UserError, sanitize
from regicide_terminal.verify import record_in

_GAME_ID: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,99}", re.ASCII)


def is_file(source: str) -> bool:
    """Return whether the source of a record is a file, and not the id of a game."""
    return Path(source).exists() or not _GAME_ID.fullmatch(source)


def load_record(source: str, session: Session) -> dict[str, Any]:
    """Return the record in a file, or that of a finished game on the server, after verifying it.

    Raises UserError, and ApiError.
    """
    if not source:
        raise UserError(_("invalid record '': expected a file, or the id of a finished game"))
    record = _read(source) if is_file(source) else session.get_record(source).to_dict()
    try:
        regicide.verify_record(record)
    except regicide.MalformedRecord as error:
        raise UserError(_("{source} is not a record: {fault}").format(source=sanitize(source), fault=error)) from error
    except (regicide.BrokenRecord, RecursionError) as error:
        form = _("the record {source} does not hold: {fault}")
        raise UserError(form.format(source=sanitize(source), fault=error)) from error
    return record


def _read(file: str) -> dict[str, Any]:
    try:
        return record_in(read_json_object(file))
    except InaccessibleFile as error:
        raise UserError(_("cannot read {file}: {reason}").format(file=sanitize(file), reason=error)) from error
    except UnreadableFile as error:
        form = _("{source} is not a record: {fault}")
        raise UserError(form.format(source=sanitize(file), fault=error)) from error
