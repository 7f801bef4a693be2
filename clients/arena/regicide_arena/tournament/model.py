"""The definition of a tournament: format, entrants, deals, clock; and where its games are played."""

from __future__ import annotations

from enum import StrEnum
from secrets import token_hex
from typing import Annotated, Final, NamedTuple, TypeAlias

from msgspec import Meta, Struct, field, structs

from regicide.rulebook import SOLO_GRADES
from regicide_arena.commands.options import MAX_COUNT
from regicide_arena.runtime.isolation import Isolation

AGENT_PREFIX: Final = "agent:"
"""Prefix of an entrant that is a remote agent; its name on the server follows."""
GRADES: Final = {grade: jesters_left + 1 for jesters_left, grade in SOLO_GRADES.items()}
"""Grades of a solo win, as numbers that order them; 0 stands for no grade."""

Lineup: TypeAlias = tuple[str, ...]
"""Entrant names by seat, from seat 0; one per player."""


class Format(StrEnum):
    """Which entrants share a lineup, and which are compared."""

    TEAM = "team"
    """Each entrant fills all seats; every pair is compared."""
    CROSS = "cross"
    """As `TEAM`, and all mixes in all seat orders, which measure entrants as partners."""
    GAUNTLET = "gauntlet"
    """Each entrant fills all seats; one newcomer is compared with each of the others."""


class Mix(StrEnum):
    """How many entrants a lineup may mix."""

    NONE = "none"
    PAIRS = "pairs"
    """One or two."""
    ALL = "all"
    """Any number."""


class Stop(StrEnum):
    """When the tournament ends."""

    DEALS = "deals"
    """After all deals."""
    DECIDED = "decided"
    """As soon as every compared pair is decided; after all deals at the latest."""


class OnFailure(StrEnum):
    """What happens when a bot raises an error, answers with an illegal action or exceeds its time."""

    FORFEIT = "forfeit"
    """The game ends: neither won nor lost by the rules."""
    RANDOM = "random"
    """A random legal action replaces the bot's, and the game continues."""


class Goal(NamedTuple):
    """What comparisons are to show, and with which error."""

    error: float = 0.05
    """Probability, 0 to 1, of any wrong verdict in a family of pairs, if the teams are equal or worse by the margin."""
    margin: float | None = None
    """Difference in win rate, 0 to 1: a team that is worse by less is no worse. None: only who is better counts."""
    is_one_sided: bool = False
    """Whether only the first team of a pair is to be no worse than the second."""


BETTER: Final = Goal()
"""The goal of a tournament without a margin."""


class Deal(Struct, frozen=True):
    """A deal: its seed, the seat that begins, and the actions that are taken before the bots play."""

    seed: str
    first_player: int = 0
    opening: tuple[str, ...] = ()


class Tournament(Struct, frozen=True, kw_only=True):
    """A tournament. Its games depend on these values alone, not on when, where or in how many processes they run.

    The names are members of `cup.json`.
    """

    name: str
    format: Format = Format.TEAM
    mix: Mix = Mix.NONE
    players: Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=1)] = (1, 2, 3, 4)
    """Numbers of players, ascending."""
    deals: Annotated[int, Meta(ge=1, le=MAX_COUNT)] = 1000
    """Deals per number of players; an upper limit with `Stop.DECIDED`."""
    stop: Stop = Stop.DEALS
    error: float = 0.05
    """Probability, 0 to 1, that equally good bots are declared different."""
    margin: float | None = None
    """As in `Goal`."""
    clock: float = 10.0
    """Seconds per action."""
    bank: float = 0.0
    """Further seconds of each seat in a game, for the actions that take longer than the clock."""
    on_failure: OnFailure = OnFailure.FORFEIT
    disqualify_after: int = 8
    """Games in a row without any action of an entrant after which it is disqualified; 0: never."""
    newcomer: str | None = None
    """The new entrant of a gauntlet."""
    entrants: dict[str, str]
    """Bot by entrant name: a bot's name, a location, `exec:PROGRAM ARGUMENTS` or `agent:NAME`."""
    seed: str = field(default_factory=lambda: token_hex(32))
    """Root of all deals; secret until the tournament is over."""
    chosen: dict[str, list[Deal]] | None = None
    """The deals by number of players, as text; None: they are derived from the seed."""

    def __post_init__(self) -> None:
        structs.force_setattr(self, "players", tuple(sorted({*self.players})))

    @property
    def goal(self) -> Goal:
        """What its comparisons are to show; in a gauntlet the newcomer alone is to be no worse."""
        return Goal(self.error, self.margin, self.newcomer is not None)

    @property
    def agents(self) -> dict[str, str]:
        """The names on the server of the entrants that are remote agents."""
        return {name: agent for name, bot in self.entrants.items() if (agent := agent_name(bot))}

    @property
    def local_bots(self) -> dict[str, str]:
        """The entrants that are not remote agents."""
        return {name: bot for name, bot in self.entrants.items() if agent_name(bot) is None}


class Shard(NamedTuple):
    """The unit of work: one lineup, deals `first` to `end` (exclusive)."""

    lineup: Lineup
    first: int
    end: int

    @property
    def games(self) -> int:
        """Number of games."""
        return self.end - self.first


class Environment(NamedTuple):
    """Where a tournament is played. It does not influence the games."""

    bot_folder: str
    """Directory against which the file names of bots are resolved, in which they run."""
    code_hashes: dict[str, str | None]
    """SHA-256 of each entrant's code; None without a source file."""
    server: str | None = None
    """URL of the server that hosts the games; None plays on the engine in local processes."""
    isolation: Isolation = Isolation.LIMITS
    """Of the processes of bots."""
    hidden: tuple[str, ...] = ()
    """Folders that isolated bots cannot read; they may be missing on the machine that plays."""


def agent_name(bot: str) -> str | None:
    """Return the agent's name on the server, or None for a bot that is run locally."""
    return bot.removeprefix(AGENT_PREFIX) if bot.startswith(AGENT_PREFIX) else None


def compared_pairs(tournament: Tournament) -> list[tuple[str, str]]:
    """List the pairs of entrants to be compared: in a gauntlet only those with the newcomer."""
    names = [*tournament.entrants]
    if tournament.newcomer is not None:
        return [(tournament.newcomer, other) for other in names if other != tournament.newcomer]
    return [(first, second) for place, first in enumerate(names) for second in names[place + 1 :]]


def pure_lineup(entrant: str, players: int) -> Lineup:
    """Return the lineup in which one entrant fills all seats."""
    return (entrant,) * players


def is_pure(lineup: Lineup) -> bool:
    """Return whether one entrant fills all seats."""
    return len({*lineup}) == 1
