"""A summary of a run."""

from __future__ import annotations

from collections import Counter

from history.model import History


def report(history: History) -> str:
    """The seed, the numbers of requests by result and kind, and the number of faults by kind."""
    attempts = history.attempts
    acknowledged, refused = sum(a.acknowledged for a in attempts), sum(a.refused for a in attempts)
    events = sum(len(game.final.events) for game in history.games.values())
    views = sum(len(game.observations) for game in history.games.values())
    seen_events = sum(len(game.seen_events) for game in history.games.values())
    faults = Counter(fault.what for fault in history.faults)
    unanswered = len(attempts) - acknowledged - refused
    return "\n".join(
        [
            f"seed {history.run.seed}, {history.run.seconds:g} seconds, {history.run.program}, {history.run.fsync}",
            f"{len(history.games)} games with {events} events; {views} views and {seen_events} events were observed",
            f"{len(attempts)} requests: {acknowledged} acknowledged, {refused} rejected, {unanswered} unanswered",
            f"acknowledged: {', '.join(f'{kind} {n}' for kind, n in sorted(history.acknowledged.items()))}",
            f"{sum(faults.values())} faults: {', '.join(f'{what} {n}' for what, n in sorted(faults.items()))}",
        ]
    )
