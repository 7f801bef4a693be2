"""Paired comparisons: two pure teams on the same deals, tested by McNemar's test and by a sequential test.

The sequential test is valid after every deal and under any stopping rule.

Repeated looks at a fixed-sample test that stop at the first p below 5% declare equal bots different in far more than
5% of tournaments. The evidence used here is valid under continuous monitoring.

Deals that both teams win, or neither, carry no information on which is better. For equal teams each of the others, the
discordant deals, is the toss of a fair coin, whatever happened before. The evidence e is the factor by which a bet
against the fair coin has grown that spreads its stake over all coins by a Beta(a, a) prior. After w deals that only the
first team won and l that only the second did,

    e = B(a + w, a + l) / B(a, a) * 2^(w + l),   B being the beta function,

with the stake divided evenly between several values of a, each of which is best for differences of its own size.

Against a fair coin e is a martingale that starts at 1, so the probability that it ever reaches 1/p is at most p
(Ville 1939). Hence 1 over the running maximum of e is a p-value that is valid at any time. It needs somewhat more deals
than a single fixed-sample test at the end: that is its price.

The margin. A team is no worse than another if its win rate is lower by less than a margin m. Each deal then gains
x + m, x being 1, 0 or -1, whose mean is at most 0 if the team is worse by m or more. The evidence is the growth of a
bet that stakes a fixed share of its capital on each deal, divided evenly between several shares (Waudby-Smith and
Ramdas 2024). For such teams it is a supermartingale, and valid at any time as above. Where numbers of players are
pooled, only the moments count at which all of them have played the same deals: the means of several numbers, of which
some are above 0 and whose average is not, multiply to no more than the power of their average.

Assumption: the order of the deals is independent of their outcomes. So deals enter by number, from the first on, and
not in the order in which their games finish: short games are lost more often.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import reduce
from itertools import zip_longest
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize.elementwise import find_root
from scipy.special import betaln, logsumexp
from scipy.stats import binom

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.tournament.model import BETTER, Goal, pure_lineup
from regicide_arena.tournament.stats.model import Comparison, Outcomes, Quantity, estimate_means, player_counts

BETA_SHAPES: Final = np.array([1.0, 3.0, 10.0, 30.0])
"""Values of a; greater ones detect smaller differences sooner. In simulations the mixture needs as many deals as the
best single value, or up to an eighth more, for differences from 4 to 50 percentage points."""

STAKES: Final = 0.5 ** np.arange(1, 8)
"""Shares staked for the margin; a share that is wrong by a third grows nine tenths as fast as the best one."""
MAX_WINS: Final = 10_000_000
"""Deals searched for a decision: more than the wins needed after a million deals of each number of players."""


class SequentialResult(NamedTuple):
    """Result of the sequential test."""

    p: float
    """Anytime-valid p-value of one pair."""
    leader: int
    """Leader at the maximum of the evidence: 1 the first team, -1 the second, 0 neither."""


def log_evidence(first: NDArray[Any] | int, second: NDArray[Any] | int) -> NDArray[np.float64]:
    """Return ln e for these counts of deals that only the first, and only the second team won; elementwise."""
    shapes = BETA_SHAPES.reshape(-1, *[1] * np.ndim(first))
    each = betaln(shapes + first, shapes + second) - betaln(shapes, shapes)
    mixture: NDArray[np.float64] = logsumexp(each, axis=0) - np.log(len(BETA_SHAPES)) + (first + second) * np.log(2)
    return mixture


def sequential_test(wins: NDArray[np.int8]) -> SequentialResult:
    """Test deals in their order: 1 where only the first team won, -1 where only the second did, 0 elsewhere.

    The maximum of the evidence over all deals counts, so the result does not depend on when it is computed, and p never
    grows with more deals.
    """
    discordant = wins[wins != 0]
    first, second = np.cumsum(discordant > 0), np.cumsum(discordant < 0)
    evidence = np.concatenate([[0.0], log_evidence(first, second)])
    largest = int(evidence.argmax())
    leader = int(np.sign(discordant[:largest].sum(dtype=np.int64)))
    return SequentialResult(float(np.exp(-evidence[largest])), leader)


def wins_left(first: int, second: int, error: float) -> int:
    """Return the further deals, all won only by the team that leads, that decide the test after these counts."""
    ahead, behind = max(first, second), min(first, second)
    return bisect_left(range(MAX_WINS), -np.log(error), key=lambda more: log_evidence(ahead + more, behind))


def no_worse_p(wins: NDArray[np.int8], margin: float, looks: slice = slice(None)) -> float:
    """Return the anytime-valid p-value of the first team being worse by the margin or more; deals as above.

    `looks` are the deals after which the evidence counts.
    """
    gains = wins + margin
    grown = reduce(np.logaddexp, (np.cumsum(np.log1p(stake * gains)) for stake in STAKES)) - np.log(len(STAKES))
    return float(np.exp(-grown[looks].max(initial=0.0)))


def wins_needed(discordant: NDArray[np.float64], error: float) -> NDArray[np.float64]:
    """Return the wins among this many discordant deals that decide the test; infinite where not even all suffice."""

    def excess(first: NDArray[np.float64], total: NDArray[np.float64]) -> NDArray[np.float64]:
        value: NDArray[np.float64] = log_evidence(first, total - first) + np.log(error)
        return value

    suffices = excess(discordant, discordant) > 0
    total = discordant[suffices]
    needed = np.full(discordant.shape, np.inf)
    needed[suffices] = find_root(excess, (total / 2, total), args=(total,)).x
    return needed


class Pairing(NamedTuple):
    """Differences between two entrants by deal."""

    players: int | None
    """None: all numbers of players pooled."""
    first: str
    second: str
    wins: NDArray[np.int8]
    """1: only the first won, -1: only the second; 0: both or neither."""
    defeated: NDArray[np.int8]
    """Enemies defeated by the first minus those by the second."""
    looks: slice = slice(None)
    """The deals after which all pooled numbers of players have played the same deals."""

    @property
    def only_first(self) -> int:
        """Deals that only the first won."""
        return int((self.wins > 0).sum())

    @property
    def only_second(self) -> int:
        """Deals that only the second won."""
        return int((self.wins < 0).sum())


def pairing_families(outcomes: Outcomes, pairs: Sequence[tuple[str, str]]) -> list[list[Pairing]]:
    """Return the pairings that were played, one nonempty list per number of players.

    With several numbers of players, a last list pools them.
    """
    played = [
        [pairing for pair in pairs if (pairing := _pair(outcomes, *pair, players))]
        for players in player_counts(outcomes)
    ]
    families = [pairings for pairings in played if pairings]
    return [*families, _pool(families, pairs)] if len(families) > 1 else families


def comparisons(outcomes: Outcomes, pairs: Sequence[tuple[str, str]], goal: Goal) -> list[Comparison]:
    """Compare all pairs for each number of players, then pooled.

    Errors are controlled within each of these families, not across them: picking the most striking result of all
    families has a higher chance of error.
    """
    return [row for family in pairing_families(outcomes, pairs) for row in _compare(family, goal)]


def is_decided(outcomes: Outcomes, pairs: Sequence[tuple[str, str]], goal: Goal = BETTER) -> bool:
    """Return whether all pairs are decided, with the numbers of players pooled.

    May be called after any number of deals; stopping when it is true preserves the error. Without a margin it hardly
    ever becomes true for equal bots, so a tournament needs a limit on its deals as well. False without pairs, and
    before all pairs have played.
    """
    families = pairing_families(outcomes, pairs)
    if not families or len(families[-1]) < len(pairs):
        return False
    return all(row.is_decided for row in _compare(families[-1], goal))


def holm(ps: Sequence[float]) -> list[float]:
    """Correct the p-values of several tests for their number (Holm 1979), which controls the chance of any error.

    The least of n is multiplied by n, the next by n - 1, and so on; none is less than a corrected one before it.
    """
    order = np.argsort(ps)
    factors = np.arange(len(ps), 0, -1)
    corrected = np.empty(len(ps))
    corrected[order] = np.minimum(1, np.maximum.accumulate(np.asarray(ps)[order] * factors))
    return [float(p) for p in corrected]


def _pair(outcomes: Outcomes, first: str, second: str, players: int) -> Pairing | None:
    one, other = outcomes.get(pure_lineup(first, players)), outcomes.get(pure_lineup(second, players))
    if one is None or other is None:
        return None
    wins = one.won.astype(np.int8) - other.won.astype(np.int8)
    return Pairing(players, first, second, wins, one.defeated.astype(np.int8) - other.defeated.astype(np.int8))


def _pool(families: Sequence[Sequence[Pairing]], pairs: Sequence[tuple[str, str]]) -> list[Pairing]:
    by_pair = [[each for family in families for each in family if (each.first, each.second) == pair] for pair in pairs]
    return [_interleave(parts) for parts in by_pair if parts]


def _interleave(parts: Sequence[Pairing]) -> Pairing:
    """Pool pairings by deal: deal 0 of each number of players, then deal 1, and so on.

    Blocks of the same deals for all numbers of players thus append to the sequence, and the sequential test's past
    stays as it was.
    """
    order = np.argsort(np.concatenate([np.arange(len(part.wins)) for part in parts]), kind="stable")
    wins = np.concatenate([part.wins for part in parts])[order]
    defeated = np.concatenate([part.defeated for part in parts])[order]
    looks = slice(len(parts) - 1, len(parts) * min(len(part.wins) for part in parts), len(parts))
    return Pairing(None, parts[0].first, parts[0].second, wins, defeated, looks)


def _compare(family: Sequence[Pairing], goal: Goal) -> list[Comparison]:
    """Compare the pairs of a family.

    The probability that any two equal teams are ever declared different is at most the error, and so is, apart from
    that, the probability that any team that is worse by the margin is declared no worse. Holm's correction preserves
    validity at any time: all p-values are valid at whatever time the tournament stops.
    """
    wins = [Quantity(pairing.wins, -1, 1) for pairing in family]
    defeated = [Quantity(pairing.defeated, -ENEMIES_IN_CASTLE, ENEMIES_IN_CASTLE) for pairing in family]
    estimates = estimate_means([*wins, *defeated])
    ps, tests = [mcnemar_p(pairing) for pairing in family], [sequential_test(pairing.wins) for pairing in family]
    corrected, anytime, no_worse = holm(ps), holm([test.p for test in tests]), _no_worse(family, goal)
    level = goal.error / max(1, sum(p > goal.error for p in anytime))
    rows = []
    for place, (pairing, test) in enumerate(zip(family, tests, strict=True)):
        first, second = pairing.only_first, pairing.only_second
        is_different, p_no_worse = anytime[place] <= goal.error, no_worse[place]
        names = zip((pairing.first, pairing.second), p_no_worse, strict=True)
        rows.append(
            Comparison(
                players=pairing.players,
                first=pairing.first,
                second=pairing.second,
                deals=len(pairing.wins),
                only_first=first,
                only_second=second,
                difference=estimates[place],
                defeated_difference=estimates[len(family) + place],
                p=ps[place],
                p_corrected=corrected[place],
                p_anytime=anytime[place],
                better=(pairing.first if test.leader > 0 else pairing.second) if is_different else None,
                wins_left=None if is_different else wins_left(first, second, level),
                margin=goal.margin,
                p_first_no_worse=p_no_worse[0],
                p_second_no_worse=p_no_worse[1],
                no_worse=[name for name, p in names if p is not None and p <= goal.error],
            )
        )
    return rows


def _no_worse(family: Sequence[Pairing], goal: Goal) -> list[tuple[float | None, float | None]]:
    """Return for each pairing the corrected p-values of its teams; None for one that is not to be no worse."""
    if goal.margin is None:
        return [(None, None)] * len(family)
    signs = (1,) if goal.is_one_sided else (1, -1)
    ps = holm([no_worse_p(sign * each.wins, goal.margin, each.looks) for sign in signs for each in family])
    return [*zip_longest(ps[: len(family)], ps[len(family) :])]


def mcnemar_p(pairing: Pairing) -> float:
    """McNemar's exact test (1947): the two-sided binomial probability of the discordant deals; 1 without any."""
    fewer, discordant = min(pairing.only_first, pairing.only_second), pairing.only_first + pairing.only_second
    return min(1.0, 2 * float(binom.cdf(fewer, discordant, 0.5)))
