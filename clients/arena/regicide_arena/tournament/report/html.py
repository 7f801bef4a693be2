"""The HTML report: one self-contained page with all tables and figures.

Figures are charts with one row per team, pair or entrant, and one axis below all rows: legible on a telephone for any
number of rows and length of names. Each has a description for screen readers.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator, PercentFormatter
from numpy.typing import ArrayLike

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.svg import FAINT, INK, LINE, PALETTE, STYLE, entrant_colours, to_svg
from regicide_arena.tournament.model import is_pure
from regicide_arena.tournament.report import tables
from regicide_arena.tournament.report.games import MAX_GAMES, LinkedDeals
from regicide_arena.tournament.report.tables import ReportTable
from regicide_arena.tournament.report.texts import (
    conclusion,
    deals_text,
    disqualifications,
    duration,
    join_names,
    mean,
    oriented,
    percent,
    player_counts,
    players_text,
    relevant_pairs,
    shorten,
    signed,
    team_name,
    verdict,
)
from regicide_arena.tournament.schedule import COMMITMENT_LABEL, derive_deal
from regicide_arena.tournament.stats.model import TeamRow
from regicide_arena.tournament.summary import Facts, Summary, TimesRow

_TEMPLATES: Final = Environment(
    loader=PackageLoader("regicide_arena.tournament.report", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_TEMPLATES.filters |= {each.__name__: each for each in (deals_text, players_text)}
WIDTH_PX: Final = 360
MARGIN_PX: Final = 10
TOP_PX: Final = 4
AXIS_PX: Final = 38
"""Space below the rows."""
NAME_PX: Final = 16
"""Height of a row's name."""
GAP_PX: Final = 4
"""Space between rows."""
DPI: Final = 72
MAX_LABEL_CHARS: Final = 46
"""Characters that fit on one line."""
MAX_LINEUPS: Final = 24
"""Mixed teams drawn where no pure team has played."""
MAX_PAIRS: Final = 15
"""Pairs drawn; beyond that the relevant ones."""
LOW_RATE: Final = 0.08
"""Highest win rate up to which the axis has a decimal."""
BAR_RATIOS: Final = (1.02, 2.0)
"""The smallest and the largest ratio between the ends of a bar on the time axis."""
MAX_CLOCK_RATIO: Final = 100
"""A clock that exceeds the longest action by a greater factor is not drawn."""

Colours: TypeAlias = Mapping[str, str]
"""By entrant."""
Described: TypeAlias = tuple[Figure, Iterable[str]]
"""A chart, and the parts of its description."""


def render_html(summary: Summary, deals: Sequence[LinkedDeals], web_client: str, *, is_live: bool = False) -> str:
    """Render the report, which browsers load again if it is live. The same arguments always give the same text.

    `web_client` is the URL of the web client that the links of the games open.
    """
    standings, numbers = summary.standings, player_counts(summary.standings.teams)
    content: dict[str, Any] = {
        "facts": summary.facts,
        "is_live": is_live,
        "colours": PALETTE,
        "conclusions": [(players_text(number).capitalize(), conclusion(standings, number)) for number in numbers],
        "disqualified": disqualifications(summary.facts.disqualified),
        "played": join_names([f"{n:,} with {players_text(each)}" for each, n in sorted(summary.facts.deals.items())]),
        "checks": _check_commands(summary.facts),
        "figures": figures(summary),
        "leaderboards": [tables.leaderboard(standings, number) for number in numbers],
        "comparisons": _nonempty([tables.comparisons(standings, number) for number in [*numbers, None]]),
        "cross": _nonempty([tables.cross_table(standings.cross, number) for number in numbers if number > 1]),
        "partners": tables.partners(standings.partners),
        "times": _nonempty([tables.action_times(summary.times, number) for number in numbers]),
        "deals": deals,
        "max_games": MAX_GAMES,
        "web_client": web_client,
        "failures": tables.failures(summary.failures),
    }
    return _TEMPLATES.get_template("report.html").render(content)


def render_ladder(ratings: Sequence[ReportTable], tournaments: ReportTable) -> str:
    """Render the page of a ladder. The same tables always give the same text."""
    content = {"colours": PALETTE, "ratings": ratings, "tournaments": tournaments}
    return _TEMPLATES.get_template("ladder.html").render(content)


def _nonempty(found: Sequence[ReportTable]) -> list[ReportTable]:
    return [table for table in found if table.rows]


def _check_commands(facts: Facts) -> list[tuple[str, str, str]]:
    """Return for each number of players what a shell command shows, the command, and its result.

    The first one prints the commitment. Empty while the seed is secret.
    """
    if (seed := facts.seed) is None or facts.deal_set == "chosen":
        return []
    sealed = f"printf %s {shlex.quote(COMMITMENT_LABEL + seed)} | sha256sum"
    deals = [
        (
            f"The seed of deal 0, {players_text(number)}",
            f"printf %s regicide-cup-deal-1:{number}/0 | openssl dgst -sha256 -hmac {shlex.quote(seed)}",
            derive_deal(seed, number, 0).seed,
        )
        for number in facts.deals
    ]
    return [("The commitment", sealed, facts.commitment), *deals]


class Panel(NamedTuple):
    """A chart for one number of players."""

    heading: str
    drawing: Markup


class RowChart:
    """A chart with a fixed number of rows, filled from the top."""

    def __init__(self, rows: int, row_height: int, label: str) -> None:
        """`row_height` is the height of the marks in pixels; `label` names the axis."""
        height = TOP_PX + rows * (NAME_PX + row_height + GAP_PX) + AXIS_PX
        with rc_context(STYLE):
            self.figure = Figure(figsize=(WIDTH_PX / DPI, height / DPI), dpi=DPI)
            width = 1 - 2 * MARGIN_PX / WIDTH_PX
            box = (MARGIN_PX / WIDTH_PX, AXIS_PX / height, width, 1 - (TOP_PX + AXIS_PX) / height)
            self.axes: Axes = self.figure.add_axes(box)
            self.axes.set_xlabel(label, fontsize=9)
        self.axes.set_ylim(-rows * (NAME_PX + row_height + GAP_PX), 0)
        self.axes.set_yticks([])
        self.axes.spines[["top", "left", "right"]].set_visible(False)
        self.row_height = row_height
        self._rows = 0

    def add_row(self, left: str, right: str, *, is_name: bool = True) -> float:
        """Begin a row with these labels above it, and a fine line; return the y coordinate of its base."""
        top = -self._rows * (NAME_PX + self.row_height + GAP_PX)
        across = self.axes.get_yaxis_transform()
        with rc_context(STYLE):
            limit = MAX_LABEL_CHARS - len(right)
            self.axes.text(0, top - 2, shorten(left, limit), va="top", transform=across, color=INK.light)
            colour = FAINT.light if is_name else INK.light
            self.axes.text(1, top - 2, right, va="top", ha="right", transform=across, color=colour)
        self._rows += 1
        base = top - NAME_PX - self.row_height
        self.axes.axhline(base, color=LINE.light, linewidth=0.6, zorder=0)
        return base

    def tick(self, x: float, base: float, colour: str, dashes: str = "-") -> None:
        """Draw a fine vertical line within a row."""
        self.axes.plot([x, x], [base, base + self.row_height], color=colour, linewidth=0.9, linestyle=dashes)

    def bars(self, at: ArrayLike, shares: ArrayLike, base: float, width: ArrayLike, colour: str) -> None:
        """Draw bars within a row; a share of 1 fills its height."""
        heights = np.asarray(shares, float) * self.row_height
        self.axes.bar(np.asarray(at, float), heights, np.asarray(width, float), base, color=colour, linewidth=0)

    def interval(self, low: float, value: float, high: float, base: float, colour: str) -> None:
        """Draw an estimate as a dot with its interval as a line."""
        y = base + self.row_height / 2
        self.axes.plot([low, high], [y, y], color=colour, linewidth=2.2, solid_capstyle="butt")
        self.axes.plot([value], [y], marker="o", markersize=6.5, color=colour, clip_on=False)


def figures(summary: Summary) -> dict[str, list[Panel]]:
    """Draw the figures of a tournament; numbers of players without data are left out."""
    colours = entrant_colours(summary.facts.entrants)
    numbers = [*player_counts(summary.standings.teams), None]
    return {
        ident: [
            _panel(f"{ident}-{number or 'all'}", title, number, drawn)
            for number in numbers
            if (drawn := draw(summary, number, colours))
        ]
        for ident, (title, draw) in FIGURES.items()
    }


def _panel(ident: str, title: str, number: int | None, drawn: Described) -> Panel:
    figure, parts = drawn
    name = f"{title}, {players_text(number)}"
    return Panel(players_text(number).capitalize(), to_svg(figure, ident, name, "; ".join(parts) + "."))


def _win_rates(summary: Summary, number: int | None, colours: Colours) -> Described | None:
    """Draw the win rate of each team with its interval."""
    if not (rows := _teams(summary, number)):
        return None
    chart = RowChart(len(rows), 14, "games won")
    for row in rows:
        rate = row.win_rate
        base = chart.add_row(team_name(row.lineup), percent(rate.value))
        chart.interval(rate.low, rate.value, rate.high, base, colours[row.lineup[0]])
    highest = min(1.0, 1.05 * max(row.win_rate.high for row in rows))
    chart.axes.set_xlim(0, highest)
    chart.axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    chart.axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0 if highest > LOW_RATE else 1))
    return chart.figure, (f"{team_name(row.lineup)} {percent(row.win_rate.value)}" for row in rows)


def _enemies(summary: Summary, number: int | None, colours: Colours) -> Described | None:
    """Draw the distribution of the enemies defeated, 0 to 12, with the same scale for all teams."""
    if not (rows := _teams(summary, number)):
        return None
    counts = [np.bincount(summary.outcomes[row.lineup].defeated, minlength=ENEMIES_IN_CASTLE + 1) for row in rows]
    highest = max((count / count.sum()).max() for count in counts)
    chart = RowChart(len(rows), 30, "enemies defeated")
    for row, count in zip(rows, counts, strict=True):
        base = chart.add_row(team_name(row.lineup), f"mean {mean(row.defeated.value)}")
        at = np.arange(ENEMIES_IN_CASTLE + 1)
        chart.bars(at, count / count.sum() / highest, base, np.full(len(at), 0.82), colours[row.lineup[0]])
    chart.axes.set_xlim(-0.6, ENEMIES_IN_CASTLE + 0.6)
    chart.axes.set_xticks(range(ENEMIES_IN_CASTLE + 1))
    return chart.figure, (f"{team_name(row.lineup)} {mean(row.defeated.value)} on average" for row in rows)


def _differences(summary: Summary, number: int | None, colours: Colours) -> Described | None:
    """Draw the difference in win rate of each pair with its interval; undecided pairs are grey."""
    pairs = [oriented(each) for each in relevant_pairs(summary.standings, number, MAX_PAIRS)]
    if not pairs:
        return None
    chart = RowChart(len(pairs), 14, "difference in win rate, percentage points")
    limit = MAX_LABEL_CHARS // 2 - 3
    for each in pairs:
        left, right = f"◂ {shorten(each.second, limit)}", f"{shorten(each.first, limit)} ▸"
        base = chart.add_row(left, right, is_name=False)
        low, value, high = (100 * each.difference.low, 100 * each.difference.value, 100 * each.difference.high)
        chart.interval(low, value, high, base, colours[each.better] if each.better else FAINT.light)
    widest = 1.08 * max(1.0, *(100 * max(abs(each.difference.low), abs(each.difference.high)) for each in pairs))
    chart.axes.axvline(0, color=LINE.light, linewidth=0.8, zorder=0)
    chart.axes.set_xlim(-widest, widest)
    chart.axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(value, 0 if widest > 5 else 1)))
    return chart.figure, map(verdict, pairs)


def _times(summary: Summary, number: int | None, colours: Colours) -> Described | None:
    """Draw the distribution of action times on a logarithmic axis, with median, 99th percentile and clock."""
    rows = [row for row in summary.times if row.players == number and row.spread]
    if not rows:
        return None
    ratio = _bar_ratio(rows)
    longest = max(max(row.spread[-1][0], row.longest) for row in rows)
    clock = [1000 * summary.facts.clock] if summary.facts.clock is not None else []
    clocks = [time for time in clock if time <= MAX_CLOCK_RATIO * longest]
    chart = RowChart(len(rows), 30, "time per action")
    chart.axes.set_xscale("log")
    for row in rows:
        base = chart.add_row(row.entrant, f"{duration(row.p50)} / {duration(row.p99)}")
        above, counts = (np.array(values, float) for values in zip(*row.spread, strict=True))
        chart.bars(
            (above + above / ratio) / 2, counts / counts.max(), base, above - above / ratio, colours[row.entrant]
        )
        for time in (row.p50, row.p99):
            chart.tick(time, base, INK.light)
        for time in clocks:
            chart.tick(time, base, FAINT.light, "--")
    chart.axes.set_xlim(min(row.spread[0][0] for row in rows) / ratio / 1.3, max(longest, *clocks, 0) * 1.3)
    chart.axes.xaxis.set_minor_locator(NullLocator())
    chart.axes.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{value:g} ms" if value < 1000 else f"{value / 1000:g} s")
    )
    return chart.figure, (f"{row.entrant}: median {duration(row.p50)}, 99% within {duration(row.p99)}" for row in rows)


FIGURES: Final[Mapping[str, tuple[str, Callable[[Summary, int | None, Colours], Described | None]]]] = {
    "win_rates": ("Win rates", _win_rates),
    "enemies": ("Enemies defeated", _enemies),
    "differences": ("Differences in win rate", _differences),
    "times": ("Time per action", _times),
}
"""The title and the drawing of each figure."""


def _teams(summary: Summary, number: int | None) -> list[TeamRow]:
    """Select the teams to draw: the pure ones, if there are any."""
    rows = [row for row in summary.standings.teams if len(row.lineup) == number]
    return [row for row in rows if is_pure(row.lineup)] or rows[:MAX_LINEUPS]


def _bar_ratio(rows: Sequence[TimesRow]) -> float:
    """Return the ratio between the ends of each bar: the smallest one between adjacent buckets."""
    least, most = BAR_RATIOS
    ratios = [after[0] / before[0] for row in rows for before, after in pairwise(row.spread)]
    return max(least, min([*ratios, most]))
