"""Hosts agents: their tokens, a thread and processes of a bot for each, and signals that stop them.

The token of an agent comes from its registration or its token file, that of a house bot from the key of the server.
"""

from __future__ import annotations

import hmac
import logging
import os
import secrets
import signal
import sys
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from threading import Event, Thread
from typing import Final

import httpx

from regicide_arena.agent.answerer import Answerer
from regicide_arena.agent.bot_pool import BotPool
from regicide_arena.agent.play_log import AgentFormatter, PlayLog
from regicide_arena.agent.runner import AgentRunner
from regicide_arena.bots.registry import BUILTIN_BOTS, may_search
from regicide_arena.bots.safe_chooser import SafeChooser
from regicide_arena.bots.warm_up import ANNOUNCEMENT, COMPILED, CompilationFailed, compile_apart, is_cold, warm_up
from regicide_arena.commands.bots import KEY_VARIABLE, HouseBotsOptions, PlayOptions
from regicide_arena.protocol.advice import require_adviser
from regicide_arena.protocol.messages import Greeting
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import program_of, require_bot
from regicide_arena.runtime.console import print_error
from regicide_arena.runtime.messages import CommandError
from regicide_client import (
    AgentSettingsRequest,
    ApiError,
    ConnectionFailed,
    RetryPolicy,
    Session,
    TokenUnavailable,
    agent_token,
)

LOG: Final = logging.getLogger(__name__)

RETRY: Final = RetryPolicy(deadline=5, timeout=10)
CHOICE_GRACE_S: Final = 1.0
"""The time that bots have to end their choices when the agent stops, after which their processes are killed."""
SEND_TIMEOUT_S: Final = 4.0
"""The time after that in which the server has to accept an action."""
POLL_INTERVAL_S: Final = 0.2
NICENESS: Final = 5
"""The niceness of the processes of house bots: a server on the same core has precedence."""
ASKED_NICENESS: Final = 10
"""The niceness of processes that answer questions: processes that take turns have precedence."""
PLAIN_BOTS: Final = frozenset({"planner-fast"})
"""House bots that play in plain Python until the planners are compiled: the same moves, each in some 0.3 seconds."""
ANSWERS: Final = ("advice", "review")
"""What the process that answers questions is asked for."""


def play(options: PlayOptions) -> int:
    """Play as one agent with one bot; return the exit code."""
    log_to_stderr(AgentFormatter(options.agent), verbose=options.verbose)
    with Session(options.server, retry=RETRY) as session:
        greeting = _greeting(options)
        with _reporting(options.server):
            own = session.with_token(agent_token(options.agent, session, options.server, options.token_file))
            _configure(options, own, greeting)
        log = PlayLog(options.agent, options.server, options.log)
        asked = BotPlayer(program_of(options.bot, niceness=ASKED_NICENESS), options.clock, ANSWERS)
        answerer = Answerer(options.agent, own, asked, log, reviews=greeting.reviews) if options.advise else None
        program = program_of(options.bot)
        with closing(BotPool(program, _seed(options.bot_seed), options.games, options.clock)) as pool:
            choose = SafeChooser(pool, options.on_failure, options.retries, log.failed)
            return run_all([AgentRunner(options.agent, own, pool, choose, log, answerer)])


def _greeting(options: PlayOptions) -> Greeting:
    """Start the bot once, and return what it says. Raises BotNotFound, and NoAdvice if it is to advise and does not."""
    warm_up([options.bot])
    greeting = require_bot(options.bot, asks=["play", *ANSWERS] if options.advise else ["play"])
    if options.advise:
        require_adviser(options.bot, greeting)
    return greeting


def _configure(options: PlayOptions, session: Session, greeting: Greeting) -> None:
    """Set what the options say about the agent."""
    settings = AgentSettingsRequest()
    if options.description is not None:
        settings.description = options.description or None
    if options.advise is not None:
        settings.advises = options.advise
        settings.reviews = options.advise and greeting.reviews
    if settings != AgentSettingsRequest():
        session.me.configure(settings)


@contextmanager
def _reporting(server: str) -> Iterator[None]:
    """Turn errors before the first turn into CommandError."""
    try:
        yield
    except ConnectionFailed as error:
        raise CommandError(f"no response from {server}: is a server running there?") from error
    except (ApiError, httpx.HTTPError) as error:
        raise CommandError(f"{server}: {error}") from error
    except TokenUnavailable as error:
        raise CommandError(str(error)) from error


def run_house_bots(options: HouseBotsOptions) -> int:
    """Play as house bots, each in processes of its own; return the exit code."""
    key = os.environ.get(KEY_VARIABLE)
    if not key:
        raise CommandError(f"{KEY_VARIABLE} is not set: expected the key of the server")
    log_to_stderr(logging.Formatter("%(asctime)s %(levelname)s %(message)s"), verbose=options.verbose)
    seed = _seed(options.bot_seed)
    with ExitStack() as stack:
        session = stack.enter_context(Session(options.server, retry=RETRY))
        bots = [stack.enter_context(closing(HouseBot(name, seed))) for name in dict.fromkeys(options.bots)]
        _compile_in_background([bot for bot in bots if may_search(bot.name)])
        return run_all([bot.runner(session.with_token(house_token(key, bot.name))) for bot in bots])


class HouseBot:
    """A house bot in a process that takes turns, and one that answers questions, which starts when one is asked."""

    def __init__(self, name: str, seed: str) -> None:
        self.name = name
        turns, questions = self._compiled = [program_of(name, niceness=each) for each in (NICENESS, ASKED_NICENESS)]
        self._is_plain = name in PLAIN_BOTS and is_cold()
        if self._is_plain:
            turns, questions = (each.with_variables(REGICIDE_KERNEL="plain") for each in self._compiled)
        self.pool, self._asked = BotPool(turns, seed), BotPlayer(questions, asks=ANSWERS)

    def runner(self, session: Session) -> AgentRunner:
        """Return what plays as this bot."""
        answerer = Answerer(self.name, session, self._asked) if BUILTIN_BOTS[self.name].advises else None
        return AgentRunner(self.name, session, self.pool, SafeChooser(self.pool), answerer=answerer)

    def use_compiled(self) -> None:
        """Leave plain Python, once the planners are compiled."""
        if self._is_plain:
            turns, questions = self._compiled
            self.pool.replace(turns)
            self._asked.replace(questions)

    def close(self) -> None:
        """End the processes for good."""
        self.pool.close()
        self._asked.close()


def _compile_in_background(bots: Sequence[HouseBot]) -> None:
    """Compile the kernel for planners in a process of its own, before the first turn needs it; log begin and end."""
    if bots and is_cold():
        LOG.warning("%s; until then planner-fast plays in plain Python, and planner waits", ANNOUNCEMENT)
        Thread(target=_compile, args=[bots], name="compilation", daemon=True).start()


def _compile(bots: Sequence[HouseBot]) -> None:
    try:
        compile_apart(NICENESS)
        LOG.warning(COMPILED)
    except CompilationFailed as error:
        LOG.warning("the planners are not ready: %s", error)
        return
    for bot in bots:
        bot.use_compiled()


def _seed(seed: str | None) -> str:
    """Return the seed of all bots of this process; log it, so that their choices can be reproduced."""
    seed = secrets.token_hex(8) if seed is None else seed
    LOG.info("the bots are made from the seed %s", seed)
    return seed


def run_all(runners: Sequence[AgentRunner]) -> int:
    """Run all agents until SIGTERM or SIGINT; return the exit code.

    The first signal lets the action in progress end, a second one exits at once. If an agent fails, as its token is
    rejected, print that, stop all agents and return 1.
    """
    stop = Event()
    _stop_on_signals(stop)
    threads = [Thread(target=runner.run, name=runner.name, daemon=True) for runner in runners]
    for thread in threads:
        thread.start()
    while not stop.wait(POLL_INTERVAL_S) and all(thread.is_alive() for thread in threads):
        if any(runner.fault for runner in runners):
            break
    faults = [f"{runner.name}: {runner.fault}" for runner in runners if runner.fault]
    for fault in faults:
        print_error(fault)
    stop_all(runners)
    return 0 if stop.is_set() and not faults else 1


def stop_all(runners: Sequence[AgentRunner]) -> None:
    """Stop all runners: first bots get time to choose, then what they have chosen to be sent. Results are looked up."""
    for runner in runners:
        runner.stop(CHOICE_GRACE_S)
    _await_actions(runners, CHOICE_GRACE_S)
    for runner in runners:
        runner.cancel_choices()
    _await_actions(runners, SEND_TIMEOUT_S)
    for runner in runners:
        runner.report_results()


def _await_actions(runners: Sequence[AgentRunner], timeout_s: float) -> None:
    """Wait for the actions in progress, with one timeout for all together."""
    end = time.monotonic() + timeout_s
    for runner in runners:
        runner.await_action(max(0, end - time.monotonic()))


def _stop_on_signals(stop: Event) -> None:
    def on_signal(number: int, _: object) -> None:
        if stop.is_set():
            sys.exit(128 + number)
        Thread(target=stop.set).start()  # the interrupted thread may hold the lock of the event

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)


def log_to_stderr(formatter: logging.Formatter, *, verbose: bool) -> None:
    """Log warnings to standard error; with `verbose`, every action of the agents."""
    level = logging.DEBUG if verbose else logging.WARNING
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("regicide_arena").setLevel(level)


def house_token(key: str, bot: str) -> str:
    """Derive the token of a house bot from the key that server and bots share, as docs/included-bots.md describes."""
    digest = hmac.new(key.encode(), f"regicide-house-bot-1:{bot}".encode(), sha256).digest()
    return f"{bot}.{urlsafe_b64encode(digest[:24]).decode()}"
