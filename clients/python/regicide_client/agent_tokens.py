"""The token of an agent that plays on a server again and again: from the environment, a file, or a registration."""

from __future__ import annotations

import os
import re
from pathlib import Path

from regicide_client.credentials import TOKEN_VARIABLE, check_token, read_token, state_path, write_private
from regicide_client.errors import NameTaken
from regicide_client.generated.session import Session


class TokenUnavailable(Exception):
    """An agent has no usable token; the message says why, and what to do."""


def agent_token(agent: str, session: Session, server: str, file: Path | None = None) -> str:
    """Return the token of an agent: from REGICIDE_TOKEN, or its file, or a new registration saved in that file.

    By default the file is in the directory of `state_path()`. Raises TokenUnavailable if the name is taken or the file
    unusable, and the errors of `AgentCalls.register`.
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
            token = session.agents.register(agent).token
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
