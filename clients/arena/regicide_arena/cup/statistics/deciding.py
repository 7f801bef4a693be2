"""Who is better, and whether that is settled for all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from statsmodels.stats.multitest import multipletests

from regicide_arena.cup.scores import Scores
from regicide_arena.cup.statistics.duels import Duel, rounds
from regicide_arena.cup.statistics.sequential import verdict
from regicide_arena.runtime.gc_control import frozen_gc


class Decision(NamedTuple):
    """What the sequential rule says of a duel, among all duels of the round."""

    p: float
    """Corrected."""
    better: str | None


def holm(ps: Sequence[float]) -> list[float]:
    """The p-values of several tests, raised so that the chance of any error in all of them stays what each p says
    (Holm 1979): the smallest is multiplied by their number, the next by one less, and so on.
    """
    with frozen_gc():  # multipletests calls for a collection of garbage, which takes longer than all of our statistics
        return [float(p) for p in multipletests(ps, method="holm")[1]]


def decisions(duels: Sequence[Duel], error: float) -> list[Decision]:
    """For each of these duels. That any two equal teams are told apart, ever, has a chance of `error` at most.

    What Holm corrects may be looked at after every deal, too: each p holds at any time, so all of them hold at whatever
    time one stops.
    """
    verdicts = [verdict(duel.wins) for duel in duels]
    corrected = holm([found.p for found in verdicts])
    return [
        Decision(p, _leader(duel, found.leader) if p <= error else None)
        for duel, found, p in zip(duels, verdicts, corrected, strict=True)
    ]


def is_decided(scores: Scores, pairs: Sequence[tuple[str, str]], error: float = 0.05) -> bool:
    """Whether it is settled for all pairs who is better: with all numbers of players together, where there are several.

    It may be asked as often as one likes, and stopping when it is true keeps the error. It depends on nothing but the
    outcomes in the order of the deals. Between bots that are equal it hardly ever becomes true, so that a cup needs a
    largest number of deals, too. Without a pair, or before all pairs have played, nothing is settled.
    """
    played = rounds(scores, pairs)
    if not played or len(played[-1]) < len(pairs):
        return False
    return all(decision.better for decision in decisions(played[-1], error))


def _leader(duel: Duel, leader: int) -> str:
    return duel.first if leader > 0 else duel.second
