"""What can honestly be said of a cup, as it is shown in the terminal, in the report and as JSON."""

from __future__ import annotations

from typing import NamedTuple

from regicide_arena.cup.plan import Lineup


class Estimate(NamedTuple):
    """A value, and the interval in which the true one lies with a confidence of 95 %."""

    value: float
    low: float
    high: float


class TeamRow(NamedTuple):
    """A lineup."""

    lineup: Lineup
    games: int
    won: int
    lost: int
    """By the rules."""
    forfeited: int
    """By a failure of a bot: neither won nor lost."""
    win_rate: Estimate
    """Of all games, those forfeited among them; the interval is Wilson's."""
    defeated: Estimate
    """The enemies that were defeated, on the average; the interval is a bootstrap's."""
    matchpoints: Estimate | None
    """The share of the other lineups of as many players that it beats on a deal, half of those that do as well, on the
    average; None where there is no other."""
    grades: dict[str, int] | None
    """For one player: how many games were won with gold, silver and bronze."""


class Comparison(NamedTuple):
    """Two teams, each of one entrant alone, on the same deals."""

    players: int | None
    """None: all numbers of players together."""
    first: str
    second: str
    deals: int
    only_first: int
    """The deals that only the first wins."""
    only_second: int
    difference: Estimate
    """The win rate of the first less that of the second; the interval is a bootstrap's over deals."""
    defeated_difference: Estimate
    """The same for the enemies that were defeated."""
    p: float
    """By McNemar's exact test, for whoever looks only once, when the number of deals was settled beforehand."""
    p_corrected: float
    """The same by Holm's correction for all pairs with this number of players."""
    p_anytime: float
    """Holds however often one looks, and whenever one stops: by the e-process, corrected in the same way."""
    better: str | None
    """Who is better, as far as `p_anytime` tells; None: that is open."""


class PartnerRow(NamedTuple):
    """How much an entrant is worth at a table with others."""

    entrant: str
    players: int
    value: Estimate
    """The win rate of mixed teams with it: all its partners count the same, and so do all seat orders."""


class CrossCell(NamedTuple):
    """Two entrants who share a table, or one alone with itself."""

    first: str
    second: str
    players: int
    win_rate: Estimate
    """Over all lineups of both, of which each counts the same."""


class TimesRow(NamedTuple):
    """How long an entrant took for its actions, in milliseconds."""

    entrant: str
    players: int
    actions: int
    p50: float
    p99: float
    longest: float
    spread: list[tuple[float, int]]
    """How many actions took at most so long, and longer than the one before says; none of them is 0."""


class FailuresRow(NamedTuple):
    """What an entrant failed at: apart from all that it lost by the rules."""

    entrant: str
    players: int
    kind: str
    """`error`: it raised something. `illegal`: its answer is no legal action. `late`: it took longer than the clock
    allows. `ended`: it ended the process that it was in."""
    times: int
    first: str
    """What happened in the first of these games, in one line."""


class Facts(NamedTuple):
    """What was played."""

    name: str
    format: str
    """`team`, `cross` or `gauntlet`."""
    entrants: dict[str, str]
    """Their names, and what each is: `planner-fast`, `mine.py:choose`, `agent north-pole`."""
    newcomer: str | None
    """Of a gauntlet."""
    deals: dict[int, int]
    """How many deals were played, for each number of players."""
    deals_at_most: int
    clock: float | None
    """Seconds for each action."""
    on_failure: str
    """`forfeit` or `random`."""
    stopping: str
    """Why no more deals were played, in a sentence; or that the cup is not over."""
    is_over: bool
    seed: str | None
    """All deals can be worked out from it; None until the cup is over."""
    commitment: str
    version: str
    """Of the program."""


class Standings(NamedTuple):
    """All that is said of the games. Teams and partners stand in the order of their rank, by number of players."""

    teams: list[TeamRow]
    comparisons: list[Comparison]
    partners: list[PartnerRow]
    cross: list[CrossCell]
