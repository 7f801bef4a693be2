"""An agent's token: registered the first time, kept in a file for its owner's eyes alone, and used again after that."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from regicide_client import NameTaken, Session

VARIABLE: Final = "REGICIDE_TOKEN"
_TOKEN: Final = re.compile(r"[!-~]{1,999}")


class NoToken(Exception):
    """There is no token for the agent; the message says in one line why, and what to do."""


def token_of(agent: str, session: Session, server: str, file: Path | None) -> str:
    """The token of an agent: that of the environment, or of its file, or a new one, which is kept there.

    Raises NoToken where another has the name or the file cannot be used, and what `Session.register_agent` raises.
    """
    if given := os.environ.get(VARIABLE):
        return _checked(given, VARIABLE)
    file = file or default_file(agent, server)
    try:
        if file.exists():
            return _checked(file.read_text(encoding="ascii").strip(), str(file))
        return _registered(agent, session, file)
    except OSError as error:
        raise NoToken(f"{file}: the token cannot be kept there: {error.strerror}") from error
    except UnicodeDecodeError:
        raise NoToken(f"{file} holds no token") from None


def default_file(agent: str, server: str) -> Path:
    """Where the token is kept: in the place that the XDG base directory specification has for state."""
    stated = os.environ.get("XDG_STATE_HOME", "")
    state = Path(stated) if stated.startswith("/") else Path.home() / ".local" / "state"
    return state / "regicide" / "agents" / re.sub(r"[^A-Za-z0-9.-]+", "_", server.partition("//")[2]) / agent


def _registered(agent: str, session: Session, file: Path) -> str:
    """A new token. The file is made before the agent is registered: a token that cannot be kept would be lost."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as open_file:
            token = session.register_agent(agent).token
            open_file.write(f"{token}\n")
        draft.replace(file)
    except NameTaken:
        advice = f"choose another --agent, or bring its token by --token-file or {VARIABLE}"
        raise NoToken(f"there is an agent {agent!r} already, and {file} does not exist: {advice}") from None
    finally:
        draft.unlink(missing_ok=True)
    return token


def _checked(token: str, where: str) -> str:
    if not _TOKEN.fullmatch(token):
        raise NoToken(f"{where} holds no token: a token is one word")
    return token
