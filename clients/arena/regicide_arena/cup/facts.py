"""What is said of a cup beside its statistics: what was played, how long actions took, and who failed."""

from __future__ import annotations

from importlib.metadata import version
from itertools import groupby

from regicide_arena.cup.deals import commitment
from regicide_arena.cup.games.game import Kind
from regicide_arena.cup.games.spread import milliseconds, percentile
from regicide_arena.cup.plan import Stop
from regicide_arena.cup.run import Run
from regicide_arena.cup.standings import Facts, FailuresRow, TimesRow
from regicide_arena.cup.tally import FailedAt


def facts(run: Run) -> Facts:
    """What was played so far. The seed is said only when the cup is over."""
    cup = run.cup
    return Facts(
        name=cup.name,
        format=cup.format.value,
        entrants=cup.entrants,
        newcomer=cup.newcomer,
        deals=run.tally.deals(run.most_deals),
        deals_at_most=cup.deals,
        clock=cup.clock,
        on_failure=cup.on_failure.value,
        stopping=_stopping(run),
        is_over=run.is_over,
        seed=cup.seed if run.is_over else None,
        commitment=commitment(cup.seed),
        version=version("regicide"),
    )


def times(run: Run) -> list[TimesRow]:
    """How long the entrants took for their actions."""
    return [
        TimesRow(
            entrant=name,
            players=players,
            actions=sum(spread.values()),
            p50=percentile(spread, 0.5),
            p99=percentile(spread, 0.99),
            longest=milliseconds(max(spread)),
            spread=[(milliseconds(each), count) for each, count in sorted(spread.items())],
        )
        for players in run.cup.players
        for name in run.cup.entrants
        if (spread := run.tally.spreads.get((name, players)))
    ]


def failures(run: Run) -> list[FailuresRow]:
    """Who failed at what, as often as it counts."""
    order = [*run.cup.entrants]

    def key(failed: FailedAt) -> tuple[int, int, Kind]:
        return len(failed.lineup), order.index(failed.entrant), failed.failure.kind

    found = sorted(run.tally.failures(run.most_deals), key=key)
    return [_row([*same]) for _, same in groupby(found, key)]


def _row(failed: list[FailedAt]) -> FailuresRow:
    first = failed[0]
    where = f"deal {first.number}, lineup {' '.join(first.lineup)}, after {first.failure.step} actions"
    kind = first.failure.kind.value
    return FailuresRow(first.entrant, len(first.lineup), kind, len(failed), f"{first.failure.what} ({where})")


def _stopping(run: Run) -> str:
    if run.decided_after is not None:
        return f"Decided after {run.decided_after} deals."
    if not run.is_over:
        return "The cup is not over."
    is_open = run.cup.stop is Stop.DECIDED and len(run.cup.entrants) > 1
    return "All deals were played" + (", and not all is decided." if is_open else ".")
