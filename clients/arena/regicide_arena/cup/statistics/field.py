"""Who played with how many players."""

from __future__ import annotations

from regicide_arena.cup.plan import Lineup
from regicide_arena.cup.scores import Scores


def numbers(scores: Scores) -> list[int]:
    """The numbers of players."""
    return sorted({len(lineup) for lineup in scores})


def field(scores: Scores, players: int) -> Scores:
    """The lineups of so many players, all of which have played the same deals."""
    return {lineup: outcomes for lineup, outcomes in scores.items() if len(lineup) == players}


def pure(entrant: str, players: int) -> Lineup:
    """The team that has this entrant on all seats."""
    return (entrant,) * players


def is_mixed(lineup: Lineup) -> bool:
    """Whether there are several entrants on it."""
    return len(set(lineup)) > 1


def entrants(lineups: Scores) -> list[str]:
    """All who sit anywhere, in the order in which they come up."""
    return list(dict.fromkeys(entrant for lineup in lineups for entrant in lineup))
