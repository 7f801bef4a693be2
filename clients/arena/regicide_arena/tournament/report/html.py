"""The HTML report: one self-contained page with all tables and figures, each figure with a textual description."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from regicide_arena.svg import PALETTE
from regicide_arena.tournament.report import tables
from regicide_arena.tournament.report.charts import figures
from regicide_arena.tournament.report.tables import ReportTable
from regicide_arena.tournament.report.texts import (
    conclusion,
    deals_text,
    disqualifications,
    join_names,
    player_counts,
    players_text,
)
from regicide_arena.tournament.schedule import COMMITMENT_LABEL
from regicide_arena.tournament.summary import Facts, Summary

FORMATS: Final = {
    "team": "Team: each entrant fills all seats.",
    "cross": "Cross-play: each entrant fills all seats, and mixed teams with the others play as well.",
    "gauntlet": "Gauntlet: one newcomer against all others.",
}
ON_FAILURE: Final = {
    "forfeit": "The game is forfeited: neither won nor lost by the rules, and counted as not won.",
    "random": "A random legal action replaces the bot's.",
}
_TEMPLATES: Final = Environment(
    loader=PackageLoader("regicide_arena.tournament.report", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def render_html(summary: Summary) -> str:
    """Render the report. The same summary always gives the same text."""
    standings, numbers = summary.standings, player_counts(summary.standings.teams)
    content: dict[str, Any] = {
        "facts": summary.facts,
        "colours": PALETTE,
        "conclusions": [(players_text(number).capitalize(), conclusion(standings, number)) for number in numbers],
        "state": _state(summary.facts),
        "parameters": _parameters(summary.facts),
        "check": _check_command(summary.facts),
        "figures": figures(summary),
        "leaderboards": [tables.leaderboard(standings, number) for number in numbers],
        "comparisons": _nonempty([tables.comparisons(standings, number) for number in [*numbers, None]]),
        "cross": _nonempty([tables.cross_table(standings.cross, number) for number in numbers if number > 1]),
        "partners": tables.partners(standings.partners),
        "times": _nonempty([tables.action_times(summary.times, number) for number in numbers]),
        "failures": tables.failures(summary.failures),
    }
    return _TEMPLATES.get_template("report.html").render(content)


def _nonempty(found: Sequence[ReportTable]) -> list[ReportTable]:
    return [table for table in found if table.rows]


def _state(facts: Facts) -> str:
    state = f"{len(facts.entrants)} entrants, {deals_text(sum(facts.deals.values()))}"
    return state if facts.is_over else f"{state} so far: the tournament is not over"


def _parameters(facts: Facts) -> list[tuple[str, str]]:
    """List the parameters as label and text."""
    deals = [f"{count:,} with {players_text(number)}" for number, count in sorted(facts.deals.items())]
    newcomer = [("Newcomer", facts.newcomer)] if facts.newcomer is not None else []
    return [
        ("Format", FORMATS[facts.format]),
        *newcomer,
        ("Deals", f"{join_names(deals).capitalize() or 'None'}; at most {facts.deals_at_most:,} for each number."),
        ("End", facts.stopping),
        ("Clock", "None." if facts.clock is None else f"{facts.clock:g} s per action."),
        ("When a bot fails", ON_FAILURE[facts.on_failure]),
        *(("Disqualified", sentence) for sentence in disqualifications(facts.disqualified)),
        ("Program", f"regicide-arena {facts.version}"),
    ]


def _check_command(facts: Facts) -> str | None:
    """Return the shell command that prints the commitment; None while the seed is secret."""
    return None if facts.seed is None else f"printf %s {shlex.quote(COMMITMENT_LABEL + facts.seed)} | sha256sum"
