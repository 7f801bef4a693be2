"""Conclusions from the standings in sentences, and the comparisons that are most relevant to show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from regicide_arena.stats import Estimate
from regicide_arena.tournament.model import is_pure, pure_lineup
from regicide_arena.tournament.report.texts import join_names, percent, percent_interval, team_name
from regicide_arena.tournament.stats.model import Comparison, Standings, TeamRow

MAX_NAMES: Final = 4
"""Names listed in a sentence; beyond that their number is given."""


def conclusion(standings: Standings, players: int) -> str:
    """Say which team is first for this number of players, and which teams it is better than."""
    rows = [row for row in standings.teams if len(row.lineup) == players]
    if not rows:
        return "No game was played."
    pure = next((row for row in rows if is_pure(row.lineup)), None)
    sentences = [_first_place(rows[0])]
    if pure and pure != rows[0]:
        sentences += [f"{pure.lineup[0]} is the best entrant playing alone."]
    return " ".join(sentences + (_compared(pure.lineup[0], standings.comparisons, players) if pure else []))


def disqualifications(disqualified: Mapping[str, int]) -> list[str]:
    """Say who was disqualified, and how its games count, in a sentence for each."""
    return [
        f"{name} was disqualified from deal {deal} on, as it took no action in its games before: its further games "
        "were not played and count as forfeited, those of mixed teams with it, too."
        for name, deal in disqualified.items()
    ]


def verdict(comparison: Comparison) -> str:
    """Say which of two teams is better, if that is decided."""
    if comparison.better is None:
        return f"{comparison.first} or {comparison.second}: undecided"
    worse = comparison.second if comparison.better == comparison.first else comparison.first
    return f"{comparison.better} is better than {worse}"


def oriented(comparison: Comparison) -> Comparison:
    """Put the team that does better first, so that the difference is not negative."""
    if comparison.difference.value > 0 or comparison.better == comparison.first:
        return comparison
    if comparison.difference.value == 0 and comparison.better is None:
        return comparison
    return comparison._replace(
        first=comparison.second,
        second=comparison.first,
        only_first=comparison.only_second,
        only_second=comparison.only_first,
        difference=_negated(comparison.difference),
        defeated_difference=_negated(comparison.defeated_difference),
    )


def relevant_pairs(standings: Standings, players: int | None, limit: int) -> list[Comparison]:
    """Select the comparisons for a number of players; beyond the limit those with the first team and of neighbours."""
    found = [each for each in standings.comparisons if each.players == players]
    if len(found) <= limit:
        return found
    seats = players or min(len(row.lineup) for row in standings.teams)
    pure = [row.lineup[0] for row in standings.teams if row.lineup == pure_lineup(row.lineup[0], seats)]
    ranks = {name: rank for rank, name in enumerate(pure)}
    return [each for each in found if _is_relevant(*sorted((ranks[each.first], ranks[each.second])))]


def _first_place(row: TeamRow) -> str:
    return (
        f"{team_name(row.lineup)} wins {percent(row.win_rate.value)} of its games ({percent_interval(row.win_rate)})."
    )


def _compared(name: str, comparisons: list[Comparison], players: int) -> list[str]:
    """Compare the best pure team with the others."""
    own = [each for each in comparisons if each.players == players and name in {each.first, each.second}]
    beaten = [_other(each, name) for each in own if each.better == name]
    beating = [_other(each, name) for each in own if each.better not in {name, None}]
    undecided = [_other(each, name) for each in own if each.better is None]
    sentences = [
        f"It is better than {_named(beaten, len(own))}." if beaten else "",
        f"It is worse than {_named(beating, len(own))}." if beating else "",
        f"Whether it is better than {_named(undecided, len(own), 'or')} is undecided." if undecided else "",
    ]
    return [sentence for sentence in sentences if sentence]


def _named(names: list[str], others: int, word: str = "and") -> str:
    if len(names) <= MAX_NAMES:
        return join_names(names, word)
    return f"all {others} others" if len(names) == others else f"{len(names)} of the {others} others"


def _other(comparison: Comparison, name: str) -> str:
    return comparison.second if comparison.first == name else comparison.first


def _negated(estimate: Estimate) -> Estimate:
    return Estimate(-estimate.value, -estimate.high, -estimate.low)


def _is_relevant(upper: int, lower: int) -> bool:
    return upper == 0 or lower - upper == 1
