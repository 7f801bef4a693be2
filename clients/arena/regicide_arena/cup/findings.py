"""What came out of a cup, in a few plain sentences."""

from __future__ import annotations

from regicide_arena.cup.standings import Comparison, Standings, TeamRow
from regicide_arena.cup.wording import is_alone, listed, percent, percents, team


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
        f"It is better than {listed(beaten)}." if beaten else "",
        f"It is worse than {listed(beating)}." if beating else "",
        f"Whether it is better than {listed(unknown, 'or')} is open so far." if unknown else "",
    ]
    return [sentence for sentence in sentences if sentence]


def _other(comparison: Comparison, name: str) -> str:
    return comparison.second if comparison.first == name else comparison.first
