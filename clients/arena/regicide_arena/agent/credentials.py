"""Tokens of agents: registration and the token file of an agent, and the derived tokens of house bots."""

from __future__ import annotations

import hmac
import os
import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

from regicide_client import TOKEN_VARIABLE, NameTaken, Session, check_token, read_token, state_path, write_private


class TokenUnavailable(Exception):
    """An agent has no usable token; the message says why, and what to do."""


def agent_token(agent: str, session: Session, server: str, file: Path | None) -> str:
    """Return the token of an agent: from the environment, or its file, or a new registration saved in that file.

    Raises TokenUnavailable if the name is taken or the file unusable, and the errors of `Session.register_agent`.
    """
    if token := os.environ.get(TOKEN_VARIABLE):
        return _checked(token, TOKEN_VARIABLE)
    file = file or default_file(agent, server)
    try:
        if file.exists():
            return read_token(file)
        return _register(agent, session, file)
    except OSError as error:
        raise TokenUnavailable(f"the token file {file} cannot be used: {error.strerror}") from error
    except ValueError:
        raise TokenUnavailable(f"no token in {file}: expected one word of ASCII characters") from None


def default_file(agent: str, server: str) -> Path:
    """Return the path of an agent's token file, in the user's directory for state (XDG on Linux)."""
    host = re.sub(r"[^A-Za-z0-9.-]+", "_", server.partition("//")[2])
    return state_path() / "agents" / host / agent


def _register(agent: str, session: Session, file: Path) -> str:
    """Register the agent and save its token, readable by its owner only.

    The file is created before the registration: a token that cannot be saved would be lost, and with it the name.
    """
    try:
        with write_private(file) as stream:
            token = session.register_agent(agent).token
            stream.write(f"{token}\n")
    except NameTaken:
        advice = f"choose another --agent, or give its token by --token-file or {TOKEN_VARIABLE}"
        raise TokenUnavailable(f"the agent {agent!r} already exists, and {file} does not: {advice}") from None
    return token


def _checked(token: str, source: str) -> str:
    try:
        return check_token(token)
    except ValueError:
        raise TokenUnavailable(f"no token in {source}: expected one word of ASCII characters") from None


def house_token(key: str, bot: str) -> str:
    """Derive the token of a house bot from the key that server and bots share, as docs/included-bots.md describes."""
    digest = hmac.new(key.encode(), f"regicide-house-bot-1:{bot}".encode(), sha256).digest()
    return f"{bot}.{urlsafe_b64encode(digest[:24]).decode()}"
