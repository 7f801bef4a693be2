"""What came out of a cup, in a few plain sentences."""

from __future__ import annotations

from typing import Final

from regicide_arena.cup.standings import Comparison, Standings, TeamRow
from regicide_arena.cup.wording import is_alone, listed, percent, percents, team

MOST_NAMES: Final = 4
"""So many are named in a sentence."""


def finding(standings: Standings, players: int) -> str:
    """Who is first with so many players, and of whom it is known to be better."""
    rows = [row for row in standings.teams if len(row.lineup) == players]
    if not rows:
        return "No game was played."
    alone = next((row for row in rows if is_alone(row.lineup)), None)
    sentences = [_first(rows[0])]
    if alone and alone != rows[0]:
        sentences += [f"Of those with one entrant alone, {alone.lineup[0]} is first."]
    return " ".join(sentences + (_compared(alone.lineup[0], standings.comparisons, players) if alone else []))


def _first(row: TeamRow) -> str:
    return f"{team(row.lineup)} wins {percent(row.win_rate.value)} of its games ({percents(row.win_rate)})."


def _compared(name: str, comparisons: list[Comparison], players: int) -> list[str]:
    """Sentences about the first of those who play alone."""
    mine = [each for each in comparisons if each.players == players and name in {each.first, each.second}]
    beaten = [_other(each, name) for each in mine if each.better == name]
    beating = [_other(each, name) for each in mine if each.better not in {name, None}]
    unknown = [_other(each, name) for each in mine if each.better is None]
    sentences = [
        f"It is better than {_named(beaten, len(mine))}." if beaten else "",
        f"It is worse than {_named(beating, len(mine))}." if beating else "",
        f"Whether it is better than {_named(unknown, len(mine), 'or')} is open so far." if unknown else "",
    ]
    return [sentence for sentence in sentences if sentence]


def _named(names: list[str], others: int, word: str = "and") -> str:
    """The names as long as they are few, or how many they are."""
    if len(names) <= MOST_NAMES:
        return listed(names, word)
    return f"all {others} others" if len(names) == others else f"{len(names)} of the {others} others"


def _other(comparison: Comparison, name: str) -> str:
    return comparison.second if comparison.first == name else comparison.first


def pairs(standings: Standings, players: int | None, most: int) -> list[Comparison]:
    """The comparisons for so many players; of more than `most`, those with the first one and of neighbours."""
    found = [each for each in standings.comparisons if each.players == players]
    if len(found) <= most:
        return found
    seats = players or min(len(row.lineup) for row in standings.teams)
    alone = [row.lineup[0] for row in standings.teams if row.lineup == (row.lineup[0],) * seats]
    ranks = {name: rank for rank, name in enumerate(alone)}
    return [each for each in found if _matters(*sorted((ranks[each.first], ranks[each.second])))]


def _matters(upper: int, lower: int) -> bool:
    return upper == 0 or lower - upper == 1
