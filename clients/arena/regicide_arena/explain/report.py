"""Prints an explanation: as a table with notes on what its figures rest on, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from rich.table import Table

from regicide_arena.bots.considered_action import MIN_ROLLOUTS, ConsideredAction
from regicide_arena.bots.search_settings import SearchSettings
from regicide_arena.runtime.console import output_console

CONSOLE_WIDTH: Final = 100
"""Characters per line without a terminal."""
SIMILAR_WORTH: Final = 0.02
"""The difference in worth that searches with other seeds often show."""


class Explanation(NamedTuple):
    """The actions that the search considered, the best first, and the other legal actions."""

    phase: str
    considered: Sequence[ConsideredAction]
    others: Sequence[str]
    settings: SearchSettings


def explanation_json(found: Explanation) -> str:
    """Return the explanation as a JSON object; expectations without any rollout are null."""
    content = {"considered": [*map(_json_row, found.considered)], "not_considered": found.others}
    return json.dumps(content) + "\n"


def _json_row(action: ConsideredAction) -> dict[str, Any]:
    row = action._asdict() | {"few_rollouts": not action.has_estimate}
    return row if action.basis else row | dict.fromkeys(("won", "defeated", "worth"))


def print_explanation(found: Explanation) -> None:
    """Print the table and its notes; a single candidate has no rollouts, and therefore a note alone."""
    console = output_console(CONSOLE_WIDTH)
    if len(found.considered) > 1:
        console.print(_table(found.considered))
    for note in _notes(found):
        console.print(note, highlight=False)


def _table(considered: Sequence[ConsideredAction]) -> Table:
    table = Table("action", header_style="bold")
    for name in ("rollouts", "% of them", "won", "enemies"):
        table.add_column(name, justify="right")
    for each in considered:
        expected = ("-", "-") if not each.has_estimate else (f"{each.won:.1%}", f"{each.defeated:.1f}")
        table.add_row(each.action, str(each.rollouts), f"{each.share:.0%}", *expected)
    return table


def _notes(found: Explanation) -> Iterator[str]:
    """Yield what the reader of the figures has to know, a sentence or two each."""
    if len(found.considered) == 1:
        reason = "the planner considers no other" if found.others else "the only legal action"
        yield f"{found.considered[0].action}: {reason}, so there are no rollouts."
    elif not all(each.has_estimate for each in found.considered):
        yield (
            f"-: fewer than {MIN_ROLLOUTS} rollouts, too few for an estimate. Estimates from few rollouts are often "
            "too low: the search has not yet found the best continuations."
        )
    if similar := _similar(found.considered):
        yield f"About as good as {found.considered[0].action}: {', '.join(similar)}. Another --search-seed may differ."
    if found.others:
        yield _others_note(found)


def _similar(considered: Sequence[ConsideredAction]) -> list[str]:
    """Return the actions whose worth does not differ reliably from that of the first."""
    first, *others = [each for each in considered if each.has_estimate] or considered[:1]
    return [each.action for each in others if abs(each.worth - first.worth) < SIMILAR_WORTH]


def _others_note(found: Explanation) -> str:
    number = len(found.others)
    count = "1 more legal action was" if number == 1 else f"{number} more legal actions were"
    if found.phase == "suffer":
        limit = f"the {found.settings.discards} discards that the policy rates best, of those without a needless card"
    else:
        limit = f"the {found.settings.plays} plays that the policy rates best"
    return f"{count} not considered: a planner considers at most {limit}."
