"""Names, figures and conclusions in words, and the teams and comparisons that are most relevant to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from regicide_arena.tournament.model import Lineup, is_pure, pure_lineup
from regicide_arena.tournament.stats.model import Comparison, Estimate, Standings, TeamRow

MINUS: Final = "\N{MINUS SIGN}"
ELLIPSIS: Final = "…"
MIN_P: Final = 0.001
"""Smaller p-values are shown as a bound."""
MAX_TEAMS: Final = 20
"""Lineups listed per number of players; beyond that the best mixed ones, and all pure ones."""
MAX_NAMES: Final = 4
"""Names listed in a sentence; beyond that their number is given."""


def team_name(lineup: Lineup) -> str:
    """Name a lineup from seat 0; a pure one by its entrant: `a`, `a + 2 × b`."""
    if is_pure(lineup):
        return lineup[0]
    runs = [(name, len([*seats])) for name, seats in groupby(lineup)]
    return " + ".join(f"{count} × {name}" if count > 1 else name for name, count in runs)


def shorten(name: str, limit: int) -> str:
    """Shorten a name to this number of characters by cutting its middle."""
    if len(name) <= limit:
        return name
    head = limit // 2
    return name[:head] + ELLIPSIS + name[len(name) - (limit - head - 1) :]


def players_text(number: int | None) -> str:
    """Format `1 player`, `2 players`; None stands for all numbers pooled."""
    if number is None:
        return "all numbers of players together"
    return "1 player" if number == 1 else f"{number} players"


def deals_text(number: int) -> str:
    """Format `1 deal`, `2,000 deals`."""
    return f"{number:,} {'deal' if number == 1 else 'deals'}"


def join_names(names: Sequence[str], word: str = "and") -> str:
    """Format `a`, `a and b`, `a, b and c`."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def percent(share: float) -> str:
    """Format `61.2%`."""
    return f"{share:.1%}"


def percent_interval(estimate: Estimate) -> str:
    """Format the interval of a share in percent: `58.1 to 64.2`."""
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}"


def mean(value: float) -> str:
    """Format `7.31`."""
    return f"{value:.2f}"


def mean_interval(estimate: Estimate) -> str:
    """Format the interval of a mean: `7.20 to 7.42`."""
    return f"{estimate.low:.2f} to {estimate.high:.2f}"


def signed(value: float, decimals: int = 1) -> str:
    """Format `+3.1`, `−0.4`; zero has no sign."""
    text = f"{abs(value):.{decimals}f}"
    return text if not float(text) else ("+" if value > 0 else MINUS) + text


def signed_interval(low: float, high: float, decimals: int = 1) -> str:
    """Format the interval of a difference: `−0.4 to +2.0`."""
    return f"{signed(low, decimals)} to {signed(high, decimals)}"


def p_value(p: float) -> str:
    """Format `0.023`, `< 0.001`."""
    return f"< {MIN_P}" if p < MIN_P else f"{p:.3f}"


def duration(milliseconds: float) -> str:
    """Format with a suitable unit: `0.12 ms`, `8.3 ms`, `120 ms`, `1.5 s`."""
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.1f} s"
    if milliseconds >= 100:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds:.1f} ms" if milliseconds >= 1 else f"{milliseconds:.2g} ms"


def player_counts(rows: Iterable[TeamRow]) -> list[int]:
    """List the numbers of players of these teams, ascending."""
    return sorted({len(row.lineup) for row in rows})


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
    """Say which of two teams is better or no worse, if that is decided."""
    first, second, better, margin = comparison.first, comparison.second, comparison.better, margin_text(comparison)
    if better is not None:
        worse = _other(comparison, better)
        return f"{better} is better than {worse}" + (f", by less than {margin}" if worse in comparison.no_worse else "")
    if len(comparison.no_worse) > 1:
        return f"{first} and {second} differ by less than {margin}"
    if comparison.no_worse:
        [name] = comparison.no_worse
        return f"{name} is no worse than {_other(comparison, name)}, within {margin}"
    return f"{first} or {second}: undecided"


def margin_text(comparison: Comparison) -> str:
    """Format the margin of a comparison: `2.5 points`."""
    return f"{100 * (comparison.margin or 0):g} points"


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
        p_first_no_worse=comparison.p_second_no_worse,
        p_second_no_worse=comparison.p_first_no_worse,
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


def listed_teams(standings: Standings, number: int) -> list[TeamRow]:
    """Select all pure teams with this number of players, and as many of the best mixed ones as fit, by rank."""
    teams = [row for row in standings.teams if len(row.lineup) == number]
    mixed = [row for row in teams if not is_pure(row.lineup)]
    room = max(0, MAX_TEAMS - (len(teams) - len(mixed)))
    return [row for row in teams if is_pure(row.lineup) or row in mixed[:room]]


def _first_place(row: TeamRow) -> str:
    return (
        f"{team_name(row.lineup)} wins {percent(row.win_rate.value)} of its games ({percent_interval(row.win_rate)})."
    )


def _compared(name: str, comparisons: list[Comparison], players: int) -> list[str]:
    """Compare the best pure team with the others."""
    own = [each for each in comparisons if each.players == players and name in {each.first, each.second}]
    beaten = [_other(each, name) for each in own if each.better == name]
    beating = [_other(each, name) for each in own if each.better not in {name, None}]
    undecided = [_other(each, name) for each in own if each.better is None and not each.no_worse]
    sentences = [
        f"It is better than {_named(beaten, len(own))}." if beaten else "",
        f"It is worse than {_named(beating, len(own))}." if beating else "",
        *(f"{verdict(each)}." for each in own if each.better is None and each.no_worse),
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
