"""Warnings on standard error while a tournament is played."""

from __future__ import annotations

from regicide_arena.runtime.console import print_note
from regicide_arena.tournament.engine import TournamentEngine


class AttendanceNotes:
    """Warns once of each entrant that takes no action in a game, and once of its disqualification."""

    def __init__(self) -> None:
        self._absent, self._disqualified = set[str](), set[str]()

    def print_new(self, engine: TournamentEngine) -> None:
        """Print the warnings that are new since the last call."""
        attendance, limit = engine.attendance, engine.tournament.disqualify_after
        for name in attendance.absences.keys() - self._absent:
            (lineup, deal), what = next(iter(attendance.absences[name].items()))
            outlook = f"; it is disqualified after {limit} such games in a row" if limit else ""
            print_note(f"warning: {name} took no action in deal {deal}, lineup {' '.join(lineup)}: {what}{outlook}")
            self._absent.add(name)
        for name in attendance.disqualified.keys() - self._disqualified:
            deal = attendance.disqualified[name]
            print_note(f"warning: {name} is disqualified from deal {deal} on: its further games count as forfeited")
            self._disqualified.add(name)
