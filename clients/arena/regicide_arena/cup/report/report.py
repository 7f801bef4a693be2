"""The report of a cup, from beginning to end."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from regicide_arena.cup import tables
from regicide_arena.cup.deals import COMMITMENT
from regicide_arena.cup.findings import finding
from regicide_arena.cup.report.colours import ALL
from regicide_arena.cup.report.panels import Panels
from regicide_arena.cup.scores import Scores
from regicide_arena.cup.standings import Facts, FailuresRow, Standings, TimesRow
from regicide_arena.cup.tables import Table
from regicide_arena.cup.wording import listed, numbers_of_players, players

FORMATS: Final = {
    "team": "Team: each entrant alone, in all seats.",
    "cross": "Cross-play: each entrant alone, and in mixed teams with others.",
    "gauntlet": "Gauntlet: a newcomer against all others.",
}
ON_FAILURE: Final = {
    "forfeit": "The game is forfeited: neither won nor lost by the rules, and counted as not won.",
    "random": "A random legal action is taken in its stead.",
}
_PAGES: Final = Environment(
    loader=PackageLoader("regicide_arena.cup.report", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def report(
    facts: Facts, standings: Standings, scores: Scores, times: Sequence[TimesRow], failures: Sequence[FailuresRow]
) -> str:
    """The report as one HTML file that needs nothing beside it. The same cup always has the same report."""
    numbers = numbers_of_players(standings.teams)
    content: dict[str, Any] = {
        "facts": facts,
        "colours": ALL,
        "findings": [(players(number).capitalize(), finding(standings, number)) for number in numbers],
        "state": _state(facts),
        "played": _played(facts),
        "check": _check(facts),
        "panels": Panels(facts, standings, scores, times),
        "leaderboards": [tables.leaderboard(standings, number) for number in numbers],
        "comparisons": _filled([tables.comparisons(standings, number) for number in [*numbers, None]]),
        "cross": _filled([tables.cross(standings.cross, number) for number in numbers if number > 1]),
        "partners": tables.partners(standings.partners),
        "times": _filled([tables.times(times, number) for number in numbers]),
        "failures": tables.failures(failures),
    }
    return _PAGES.get_template("report.html").render(content)


def _filled(found: Sequence[Table]) -> list[Table]:
    return [table for table in found if table.rows]


def _state(facts: Facts) -> str:
    deals = sum(facts.deals.values())
    told = f"{len(facts.entrants)} entrants, {deals:,} {'deal' if deals == 1 else 'deals'}"
    return told if facts.is_over else f"{told} so far: the cup is not over"


def _played(facts: Facts) -> list[tuple[str, str]]:
    """What was played: a name and a text for each fact."""
    deals = [f"{count:,} with {players(number)}" for number, count in sorted(facts.deals.items())]
    newcomer = [("Newcomer", facts.newcomer)] if facts.newcomer is not None else []
    return [
        ("Format", FORMATS[facts.format]),
        *newcomer,
        ("Deals", f"{listed(deals).capitalize() or 'None'}; at most {facts.deals_at_most:,} for each number."),
        ("End", facts.stopping),
        ("Clock", "None." if facts.clock is None else f"{facts.clock:g} s for each action."),
        ("When a bot fails", ON_FAILURE[facts.on_failure]),
        ("Program", f"regicide-arena {facts.version}"),
    ]


def _check(facts: Facts) -> str | None:
    """The command that gives the commitment; None as long as the seed is secret."""
    return None if facts.seed is None else f"printf %s {shlex.quote(COMMITMENT + facts.seed)} | sha256sum"
