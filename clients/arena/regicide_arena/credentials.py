"""An agent's token: registered the first time, kept in a file for its owner's eyes alone, and used again after that."""

from __future__ import annotations

import os
import re
from pathlib import Path

from regicide_client import TOKEN_VARIABLE, NameTaken, Session, check_token, read_token, state_path, write_private


class NoToken(Exception):
    """There is no token for the agent; the message says in one line why, and what to do."""


def token_of(agent: str, session: Session, server: str, file: Path | None) -> str:
    """The token of an agent: that of the environment, or of its file, or a new one, which is kept there.

    Raises NoToken where another has the name or the file cannot be used, and what `Session.register_agent` raises.
    """
    if given := os.environ.get(TOKEN_VARIABLE):
        return _checked(given, TOKEN_VARIABLE)
    file = file or default_file(agent, server)
    try:
        if file.exists():
            return read_token(file)
        return _registered(agent, session, file)
    except OSError as error:
        raise NoToken(f"{file}: the token cannot be kept there: {error.strerror}") from error
    except ValueError:
        raise NoToken(f"invalid token in {file}: expected one word of printable ASCII") from None


def default_file(agent: str, server: str) -> Path:
    """Where the token is kept: in the place that the XDG base directory specification has for state."""
    return state_path() / "agents" / re.sub(r"[^A-Za-z0-9.-]+", "_", server.partition("//")[2]) / agent


def _registered(agent: str, session: Session, file: Path) -> str:
    """A new token. The file is made before the agent is registered: a token that cannot be kept would be lost."""
    try:
        with write_private(file) as open_file:
            token = session.register_agent(agent).token
            open_file.write(f"{token}\n")
    except NameTaken:
        advice = f"choose another --agent, or bring its token by --token-file or {TOKEN_VARIABLE}"
        raise NoToken(f"there is an agent {agent!r} already, and {file} does not exist: {advice}") from None
    return token


def _checked(token: str, where: str) -> str:
    try:
        return check_token(token)
    except ValueError:
        raise NoToken(f"invalid token in {where}: expected one word of printable ASCII") from None
