"""Writing down what came out of a cup: the games, the standings, and a report for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import RenderableType

from regicide_arena.cup.facts import facts, failures, times
from regicide_arena.cup.journal import Journal
from regicide_arena.cup.plan import pairs
from regicide_arena.cup.report.report import report
from regicide_arena.cup.results import replacing, write_games
from regicide_arena.cup.run import Run
from regicide_arena.cup.standings import Facts, FailuresRow, Standings, TimesRow
from regicide_arena.cup.statistics.whole import standings
from regicide_arena.cup.terminal import tables


class Published(NamedTuple):
    """All that is said of a cup."""

    facts: Facts
    standings: Standings
    times: list[TimesRow]
    failures: list[FailuresRow]

    def tables(self) -> RenderableType:
        """For people."""
        return tables(self.facts, self.standings, self.times, self.failures)

    def as_json(self) -> str:
        """For programs."""
        members = {
            "facts": self.facts._asdict(),
            "teams": [_plain(row) for row in self.standings.teams],
            "comparisons": [_plain(row) for row in self.standings.comparisons],
            "partners": [_plain(row) for row in self.standings.partners],
            "cross": [_plain(row) for row in self.standings.cross],
            "times": [_plain(row) for row in self.times],
            "failures": [_plain(row) for row in self.failures],
        }
        return json.dumps(members, indent=2, ensure_ascii=False)


def publish(run: Run, journal: Journal, folder: Path) -> Published:
    """Write the standings and the report, and, when the cup is over, its games; all that is said of it.

    Raises OSError.
    """
    scores = run.tally.scores(run.most_deals)
    found = Published(facts(run), standings(scores, pairs(run.cup), run.cup.error), times(run), failures(run))
    if run.is_over:
        write_games(run, journal, folder)
    with replacing(folder / "standings.json") as path:
        path.write_text(found.as_json() + "\n", encoding="utf-8")
    with replacing(folder / "report.html") as path:
        page = report(found.facts, found.standings, scores, found.times, found.failures)
        path.write_text(page, encoding="utf-8")
    return found


def _plain(row: Any) -> Any:
    """A row as JSON has it: estimates have their members named, too."""
    if isinstance(row, tuple) and hasattr(row, "_asdict"):
        return {name: _plain(value) for name, value in row._asdict().items()}
    return row
