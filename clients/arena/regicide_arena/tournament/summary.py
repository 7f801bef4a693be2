"""The summary of a tournament: its parameters, standings, action times and failures, as all outputs show them."""

from __future__ import annotations

import json
from importlib.metadata import version
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import structs

from regicide_arena.tournament.engine import TournamentEngine
from regicide_arena.tournament.games.game import FailureKind, percentile_ms, upper_bound_ms
from regicide_arena.tournament.model import GRADES, Stop, Tournament, compared_pairs, pure_lineup
from regicide_arena.tournament.schedule import commitment, deal_of, is_public
from regicide_arena.tournament.scoreboard import FailureRecord
from regicide_arena.tournament.stats.model import LineupOutcomes, Outcomes, Standings
from regicide_arena.tournament.stats.standings import standings


class Facts(NamedTuple):
    """What was played. The names are members of `standings.json`, as in the rows below."""

    name: str
    format: str
    """`team`, `cross` or `gauntlet`."""
    entrants: dict[str, str]
    """Bot by entrant name: `planner-fast`, `mine.py:choose`, `agent:north-pole`."""
    newcomer: str | None
    """The new entrant of a gauntlet."""
    deals: dict[int, int]
    """Deals played by all lineups, by number of players."""
    deals_at_most: int
    clock: float | None
    """Seconds per action."""
    bank: float
    """Further seconds of each seat in a game."""
    on_failure: str
    """`forfeit` or `random`."""
    disqualified: dict[str, int]
    """The first deal that an entrant did not play, by entrant: its further games count as forfeited."""
    stopping: str
    """Why the tournament ended, or that it has not; a sentence."""
    is_over: bool
    seed: str | None
    """Root of all deals; None until the tournament is over."""
    commitment: str
    deal_set: str
    """`sealed`; `public` if the seed can be guessed, so that entrants may have played the deals before; or `chosen`."""
    version: str
    """Of regicide-arena."""


class TimesRow(NamedTuple):
    """Durations of an entrant's actions, in milliseconds. The names are members of `times.json`."""

    entrant: str
    players: int
    actions: int
    p50: float
    p99: float
    longest: float
    spread: list[tuple[float, int]]
    """Histogram: upper bound and count of each nonempty bucket."""


class FailuresRow(NamedTuple):
    """Failures of an entrant of one kind."""

    entrant: str
    players: int
    kind: str
    """A value of `FailureKind`."""
    times: int
    first: str
    """Description of the first one, on one line."""


class Summary(NamedTuple):
    """Everything that the terminal, the report and `standings.json` show."""

    facts: Facts
    standings: Standings
    outcomes: Outcomes
    times: list[TimesRow]
    failures: list[FailuresRow]

    def as_json(self, **further: Any) -> str:
        """Return the text of `standings.json`, which depends on the games alone, with further members."""
        members = {
            "facts": self.facts._asdict(),
            **plain(self.standings),
            "failures": plain(self.failures),
        }
        return json.dumps(members | further, indent=2, ensure_ascii=False)


def summarize(engine: TournamentEngine) -> Summary:
    """Summarize the deals that all lineups have played so far."""
    tournament, outcomes = engine.tournament, engine.scoreboard.outcomes(engine.deal_limit)
    found = standings(outcomes, compared_pairs(tournament), tournament.goal)
    return Summary(_facts(engine), found, outcomes, _times(engine), _failures(engine))


def deal_results(summary: Summary, tournament: Tournament) -> list[dict[str, Any]]:
    """Return each deal with the results of the pure lineups, by entrant."""
    return [
        {
            "players": players,
            "deal": number,
            **structs.asdict(deal_of(tournament, players, number)),
            "results": {
                name: _result(summary.outcomes[pure_lineup(name, players)], number) for name in summary.facts.entrants
            },
        }
        for players, deals in summary.facts.deals.items()
        for number in range(deals)
    ]


def _result(outcomes: LineupOutcomes, deal: int) -> dict[str, Any]:
    score = {name: row[deal].item() for name, row in outcomes._asdict().items()}
    return score | {"grade": next((name for name, grade in GRADES.items() if grade == score["grade"]), None)}


def _facts(engine: TournamentEngine) -> Facts:
    """Collect the parameters. The seed is included only when the tournament is over."""
    tournament = engine.tournament
    return Facts(
        name=tournament.name,
        format=tournament.format.value,
        entrants=tournament.entrants,
        newcomer=tournament.newcomer,
        deals=engine.scoreboard.complete_deals(engine.deal_limit),
        deals_at_most=tournament.deals,
        clock=tournament.clock,
        bank=tournament.bank,
        on_failure=tournament.on_failure.value,
        disqualified=_disqualified(engine),
        stopping=_stop_reason(engine),
        is_over=engine.is_over,
        seed=tournament.seed if engine.is_over else None,
        commitment=commitment(tournament.seed),
        deal_set=_deal_set(tournament),
        version=version("regicide-server"),
    )


def _deal_set(tournament: Tournament) -> str:
    if tournament.chosen is not None:
        return "chosen"
    return "public" if is_public(tournament.seed) else "sealed"


def _disqualified(engine: TournamentEngine) -> dict[str, int]:
    deals = max(engine.scoreboard.complete_deals(engine.deal_limit).values())
    return {name: deal for name, deal in engine.attendance.disqualified.items() if deal < deals}


def _stop_reason(engine: TournamentEngine) -> str:
    if engine.decided_after is not None:
        return f"Decided after {engine.decided_after} deals."
    if not engine.is_over:
        return "The tournament is not over."
    is_open = engine.tournament.stop is Stop.DECIDED and len(engine.tournament.entrants) > 1
    return "All deals were played" + (", and not all pairs are decided." if is_open else ".")


def _times(engine: TournamentEngine) -> list[TimesRow]:
    return [
        TimesRow(
            entrant=name,
            players=players,
            actions=sum(histogram.values()),
            p50=percentile_ms(histogram, 0.5),
            p99=percentile_ms(histogram, 0.99),
            longest=upper_bound_ms(max(histogram)),
            spread=[(upper_bound_ms(bucket), count) for bucket, count in sorted(histogram.items())],
        )
        for players in engine.tournament.players
        for name in engine.tournament.entrants
        if (histogram := engine.scoreboard.timings.get((name, players)))
    ]


def _failures(engine: TournamentEngine) -> list[FailuresRow]:
    order = [*engine.tournament.entrants]

    def key(record: FailureRecord) -> tuple[int, int, FailureKind]:
        return len(record.lineup), order.index(record.entrant), record.failure.kind

    records = sorted(engine.scoreboard.failures(engine.deal_limit), key=key)
    return [_failures_row([*same]) for _, same in groupby(records, key)]


def _failures_row(records: list[FailureRecord]) -> FailuresRow:
    first = records[0]
    where = f"deal {first.deal}, lineup {' '.join(first.lineup)}, actions: {first.failure.step}"
    kind = first.failure.kind.value
    return FailuresRow(first.entrant, len(first.lineup), kind, len(records), f"{first.failure.what} ({where})")


def plain(value: Any) -> Any:
    """Convert named tuples within lists and named tuples to dictionaries."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(member) for name, member in value._asdict().items()}
    return [*map(plain, value)] if isinstance(value, list) else value
