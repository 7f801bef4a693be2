"""What is played: the format of a cup, who enters, which deals, by which clock."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

AGENT: Final = "agent:"
"""An entrant that begins so is an agent on a server: what follows is its name there."""

Lineup: TypeAlias = tuple[str, ...]
"""Who sits where: the names of entrants, from seat 0 on; as many as there are players."""


class Format(StrEnum):
    """Who sits at a table together, and who is compared with whom."""

    TEAM = "team"
    """Each entrant fills all seats; every pair is compared."""
    CROSS = "cross"
    """Besides, all mixes are played, in all seat orders: who is worth how much as a partner?"""
    GAUNTLET = "gauntlet"
    """Each entrant fills all seats; one newcomer is compared with each of the others."""


class Mix(StrEnum):
    """How many entrants share a table."""

    NONE = "none"
    PAIRS = "pairs"
    """One, or two."""
    ALL = "all"
    """Any number."""


class Stop(StrEnum):
    """When no more deals are played."""

    DEALS = "deals"
    """After all of them."""
    DECIDED = "decided"
    """As soon as it is known of every pair that is compared who is better; after all of them at the latest."""


class OnFailure(StrEnum):
    """What becomes of a game in which a bot fails: raises something, answers with no legal action, or is late."""

    FORFEIT = "forfeit"
    """It ends there: neither won nor lost by the rules."""
    RANDOM = "random"
    """A random legal action is taken, and the game goes on."""


class Cup(NamedTuple):
    """A cup. Its games are the same wherever, whenever and by however many processes they are played."""

    name: str
    format: Format
    mix: Mix
    players: tuple[int, ...]
    """The numbers of players, ascending."""
    deals: int
    """For each number of players; with `Stop.DECIDED` at most so many."""
    stop: Stop
    error: float
    """The share of cups between bots that are equally good in which one may be called better."""
    clock: float
    """The seconds that a bot has for each action."""
    on_failure: OnFailure
    newcomer: str | None
    """Of a gauntlet."""
    entrants: dict[str, str]
    """Their names, and what each is: a bot's name, `file.py:function`, `package.module:function`, or `agent:NAME`."""
    seed: str
    """All deals are worked out from it. It is a secret until the cup is over."""


class Setting(NamedTuple):
    """Where a cup is played, which makes no difference to its games."""

    folder: str
    """The files of bots are looked for from here on."""
    codes: dict[str, str | None]
    """SHA-256 of the file that each entrant is written in, where there is one."""
    server: str | None = None
    """The URL of the server on which the games are played; None: in processes of ours, on the engine."""


def agent_of(bot: str) -> str | None:
    """The name of the agent that an entrant is; None for a bot that is played here."""
    return bot.removeprefix(AGENT) if bot.startswith(AGENT) else None


def pairs(cup: Cup) -> list[tuple[str, str]]:
    """Who is compared with whom."""
    names = [*cup.entrants]
    if cup.newcomer is not None:
        return [(cup.newcomer, other) for other in names if other != cup.newcomer]
    return [(first, second) for place, first in enumerate(names) for second in names[place + 1 :]]
