"""How names and figures of a cup are written, in the terminal and in the report alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from regicide_arena.cup.plan import Lineup
from regicide_arena.cup.standings import Comparison, Estimate, TeamRow

MINUS: Final = "\N{MINUS SIGN}"
ELLIPSIS: Final = "…"
LEAST_P: Final = 0.001
"""Below this, no more is said of a p-value."""


def is_alone(lineup: Lineup) -> bool:
    """Whether one entrant has all seats."""
    return len(set(lineup)) == 1


def team(lineup: Lineup) -> str:
    """A lineup from seat 0 on; one entrant alone is called by its name."""
    if is_alone(lineup):
        return lineup[0]
    runs = [(name, len([*seats])) for name, seats in groupby(lineup)]
    return " + ".join(f"{count} × {name}" if count > 1 else name for name, count in runs)


def shortened(name: str, longest: int) -> str:
    """A name in no more characters than that: what is left out is in its middle."""
    if len(name) <= longest:
        return name
    head = longest // 2
    return name[:head] + ELLIPSIS + name[len(name) - (longest - head - 1) :]


def players(number: int | None) -> str:
    """`1 player`, `2 players`; None stands for all numbers together."""
    if number is None:
        return "all numbers of players together"
    return "1 player" if number == 1 else f"{number} players"


def listed(names: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def percent(share: float) -> str:
    """`61.2%`."""
    return f"{share:.1%}"


def percents(estimate: Estimate) -> str:
    """The interval of a share: `58.1 to 64.2`, all in percent."""
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}"


def mean(value: float) -> str:
    """`7.31`."""
    return f"{value:.2f}"


def means(estimate: Estimate) -> str:
    """The interval of a mean: `7.20 to 7.42`."""
    return f"{estimate.low:.2f} to {estimate.high:.2f}"


def signed(value: float, decimals: int = 1) -> str:
    """`+3.1`, `−0.4`; nothing at all has no sign."""
    text = f"{abs(value):.{decimals}f}"
    return text if not float(text) else ("+" if value > 0 else MINUS) + text


def signs(low: float, high: float, decimals: int = 1) -> str:
    """The interval of a difference: `−0.4 to +2.0`."""
    return f"{signed(low, decimals)} to {signed(high, decimals)}"


def probability(p: float) -> str:
    """A p-value: `0.023`, `< 0.001`."""
    return f"< {LEAST_P}" if p < LEAST_P else f"{p:.3f}"


def milliseconds(value: float) -> str:
    """A time in the unit that suits it: `0.12 ms`, `8.3 ms`, `120 ms`, `1.5 s`."""
    if value >= 1000:
        return f"{value / 1000:.1f} s"
    return f"{value:.0f} ms" if value >= 100 else f"{value:.1f} ms" if value >= 1 else f"{value:.2g} ms"


def told(comparison: Comparison) -> Comparison:
    """The same comparison with whoever does better as the first: there the difference is not negative."""
    if comparison.difference.value > 0 or comparison.better == comparison.first:
        return comparison
    if comparison.difference.value == 0 and comparison.better is None:
        return comparison
    return comparison._replace(
        first=comparison.second,
        second=comparison.first,
        only_first=comparison.only_second,
        only_second=comparison.only_first,
        difference=_turned(comparison.difference),
        defeated_difference=_turned(comparison.defeated_difference),
    )


def _turned(estimate: Estimate) -> Estimate:
    return Estimate(-estimate.value, -estimate.high, -estimate.low)


def verdict(comparison: Comparison) -> str:
    """What can be said of two teams, in words."""
    if comparison.better is None:
        return f"{comparison.first} or {comparison.second}: open so far"
    worse = comparison.second if comparison.better == comparison.first else comparison.first
    return f"{comparison.better} is better than {worse}"


def numbers_of_players(rows: Iterable[TeamRow]) -> list[int]:
    """The numbers of players that there are teams for, in ascending order."""
    return sorted({len(row.lineup) for row in rows})
