"""The process of a bot that answers the questions to an agent, apart from those that take its turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from regicide_arena.agent.bot_process import BotProcess
from regicide_arena.bots.advice import ADVISER_SEED, NoAdvice
from regicide_arena.bots.failures import BotEnded, BotLate, BotRaised
from regicide_arena.bots.loader import BotFactory

NICENESS: Final = 10
"""The niceness of these processes: those that take turns have precedence."""


class AskedProcess(NamedTuple):
    """How to ask a bot (see `asked_bot`), how to end it even during an answer, and whether it rates given actions."""

    ask: Callable[[dict[str, Any]], dict[str, Any]]
    end: Callable[[], None]
    reviews: bool = True


def asked_planner(factory: BotFactory) -> AskedProcess:
    """Return the process of a planner, which starts with the first question."""
    process = BotProcess(factory.location, ADVISER_SEED, niceness=NICENESS)
    return AskedProcess(process.answer, process.close)


def asked_bot(bot: str, factory: BotFactory, clock_s: float) -> AskedProcess:
    """Start the process of a bot, and return it. Raises NoAdvice for one without a method `consider`."""
    process = BotProcess(factory.location, ADVISER_SEED, clock_s, NICENESS)
    try:
        answers = process.answer({"about": "answers"})
    except (BotEnded, BotLate, BotRaised) as error:
        process.close()
        raise NoAdvice(f"{bot} gives no advice: {error}") from error
    if not answers["advice"]:
        process.close()
        raise NoAdvice(f"{bot} gives no advice: expected a bot with a method consider(view), see docs/bots.md")
    return AskedProcess(process.answer, process.close, answers["reviews"])
