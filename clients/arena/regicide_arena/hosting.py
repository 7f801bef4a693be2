"""What `play` and `house` do with the Python client, which not every installation has."""

from __future__ import annotations

import argparse
import logging
import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import httpx

from regicide_arena.apart import Apart
from regicide_arena.catalogue import OURS, NoSuchBot, find
from regicide_arena.choosing import Chooser, OnError
from regicide_arena.credentials import NoToken, token_of
from regicide_arena.house_tokens import house_token
from regicide_arena.making import Seated
from regicide_arena.runner import Runner
from regicide_arena.running import log_to_stderr, run_all
from regicide_arena.saying import complain
from regicide_client import ApiError, RetryPolicy, Session

LOG: Final = logging.getLogger(__name__)
PATIENT: Final = RetryPolicy(deadline=5, timeout=10)


def play(arguments: argparse.Namespace) -> int:
    """Play as one agent with one bot; the exit code."""
    log_to_stderr(arguments.verbose)
    with Session(arguments.server, retry=PATIENT) as session:
        try:
            bots = Seated(find(arguments.bot), _seed(arguments))
            choose = Chooser(bots, OnError(arguments.on_error), arguments.retries)
            file = Path(arguments.token_file) if arguments.token_file else None
            token = token_of(arguments.agent, session, arguments.server, file)
        except (NoSuchBot, NoToken) as error:
            complain(str(error))
            return 1
        except (ApiError, httpx.HTTPError) as error:
            complain(f"{arguments.server}: {error}")
            return 1
        return run_all([Runner(arguments.agent, session.with_token(token), choose, bots.forget)])


def house(arguments: argparse.Namespace, key: str) -> int:
    """Play as bots of the house, each in a thread of its own, in which slow ones wait for a process; the exit code."""
    log_to_stderr(arguments.verbose)
    seed = _seed(arguments)
    with ExitStack() as ending:
        try:
            bots = {name: _house_bot(name, seed, ending) for name in dict.fromkeys(arguments.bots)}
        except NoSuchBot as error:
            complain(str(error))
            return 1
        session = ending.enter_context(Session(arguments.server, retry=PATIENT))
        return run_all([_runner(name, bot, session.with_token(house_token(key, name))) for name, bot in bots.items()])


def _house_bot(name: str, seed: str, ending: ExitStack) -> Seated | Apart:
    entry = find(name)
    if not OURS[name].slow:
        return Seated(entry, seed)
    apart = Apart(entry.place, seed)
    ending.callback(apart.close)
    return apart


def _runner(name: str, bots: Seated | Apart, session: Session) -> Runner:
    return Runner(name, session, Chooser(bots), bots.forget)


def _seed(arguments: argparse.Namespace) -> str:
    """The seed of all bots of this process; a new one is told, so that what they do can be repeated."""
    seed: str = arguments.seed if arguments.seed is not None else secrets.token_hex(8)
    LOG.info("the bots are made from the seed %s", seed)
    return seed
