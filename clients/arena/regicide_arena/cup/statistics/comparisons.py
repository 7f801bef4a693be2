"""Each two teams, held against each other on the same deals."""

from __future__ import annotations

from collections.abc import Sequence

from statsmodels.stats.contingency_tables import mcnemar

from regicide_arena.cup.scores import Scores
from regicide_arena.cup.standings import Comparison, Estimate
from regicide_arena.cup.statistics.deciding import Decision, decisions, holm
from regicide_arena.cup.statistics.duels import Duel, rounds
from regicide_arena.cup.statistics.estimates import Quantity, Spread, estimates
from regicide_arena.cup.statistics.teams import ENEMIES


def comparisons(scores: Scores, pairs: Sequence[tuple[str, str]], error: float, spread: Spread) -> list[Comparison]:
    """All pairs that met, for each number of players, and at last for all together.

    The errors are kept for each number of players, and for all together, each for itself: whoever picks the most
    striking out of all these rounds has more chances to be wrong.
    """
    return [row for duels in rounds(scores, pairs) for row in _compared(duels, error, spread)]


def _compared(duels: Sequence[Duel], error: float, spread: Spread) -> list[Comparison]:
    ps = [_p(duel) for duel in duels]
    wins = [Quantity(duel.wins, -1, 1) for duel in duels]
    defeated = [Quantity(duel.defeated, -ENEMIES, ENEMIES) for duel in duels]
    found = estimates([*wins, *defeated], spread)
    differences = zip(found[: len(duels)], found[len(duels) :], strict=True)
    return [*map(_row, duels, differences, ps, holm(ps), decisions(duels, error))]


def _p(duel: Duel) -> float:
    """By McNemar (1947), exactly: the chance that as many fair coins as there are discordant deals fall as unevenly, or
    more so. Without a discordant deal it is 1.

    A small p says that the teams differ, and nothing of how much; a large one says that one does not know.
    """
    only_first, only_second = int((duel.wins > 0).sum()), int((duel.wins < 0).sum())
    return float(mcnemar([[0, only_first], [only_second, 0]], exact=True).pvalue)


def _row(
    duel: Duel, differences: tuple[Estimate, Estimate], p: float, corrected: float, decision: Decision
) -> Comparison:
    difference, defeated = differences
    return Comparison(
        players=duel.players,
        first=duel.first,
        second=duel.second,
        deals=len(duel.wins),
        only_first=int((duel.wins > 0).sum()),
        only_second=int((duel.wins < 0).sum()),
        difference=difference,
        defeated_difference=defeated,
        p=p,
        p_corrected=corrected,
        p_anytime=decision.p,
        better=decision.better,
    )
