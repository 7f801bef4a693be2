"""What `play` and `house` do with the Python client, which not every installation has."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import httpx

from regicide_arena.catalogue import NoSuchBot, find
from regicide_arena.choosing import Chooser, OnError
from regicide_arena.credentials import NoToken, token_of
from regicide_arena.house_tokens import house_token
from regicide_arena.runner import Runner
from regicide_arena.running import log_to_stderr, run_all
from regicide_arena.saying import complain
from regicide_client import Patience, Problem, Session

PATIENT: Final = Patience(deadline=5, timeout=10)


def play(arguments: argparse.Namespace) -> int:
    """Play as one agent with one bot; the exit code."""
    log_to_stderr(arguments.verbose)
    with Session(arguments.server, patience=PATIENT) as session:
        try:
            choose = Chooser(find(arguments.bot), OnError(arguments.on_error), arguments.retries)
            file = Path(arguments.token_file) if arguments.token_file else None
            token = token_of(arguments.agent, session, arguments.server, file)
        except (NoSuchBot, NoToken) as error:
            complain(str(error))
            return 1
        except (Problem, httpx.HTTPError) as error:
            complain(f"{arguments.server}: {error}")
            return 1
        return run_all([Runner(arguments.agent, session.bearing(token), choose)])


def house(arguments: argparse.Namespace, key: str) -> int:
    """Play as bots of the house, each in a thread of its own; the exit code."""
    log_to_stderr(arguments.verbose)
    try:
        bots = {name: Chooser(find(name)) for name in arguments.bots}
    except NoSuchBot as error:
        complain(str(error))
        return 1
    with Session(arguments.server, patience=PATIENT) as session:
        runners = [Runner(name, session.bearing(house_token(key, name)), bots[name]) for name in bots]
        return run_all(runners)
