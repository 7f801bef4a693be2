"""Rendering of advice: the best actions with their numbers in the menu, chances and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import gettext as _
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from regicide import Preview
from regicide_client import Advice, GameView, RatedAction
from regicide_terminal.action_menu import MenuItem, format_action
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import percent
from regicide_terminal.reasons import action_reasons


def render_advice(advice: Advice, view: GameView, menu: Sequence[MenuItem]) -> RenderableType:
    """Render advice for a view with previews; the numbers are those of the menu."""
    previews = {preview.action: cast("Preview", preview.to_dict()) for preview in view.previews or []}
    numbers = {item.action: str(number) for number, item in enumerate(menu, 1)}
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for name, align in (("", "right"), ("", "left"), (_("wins"), "right"), (_("enemies"), "right"), ("", "left")):
        table.add_column(name, justify=align)  # type: ignore[arg-type] # literals
    for rated in advice.actions:
        why = action_reasons(view, rated.action, previews.get(rated.action))
        number = Text(numbers.get(rated.action, ""), "bold")
        table.add_row(number, format_action(rated.action), *_chances(rated), why)
    return Group(Text(_heading(advice)), table)


def _heading(advice: Advice) -> str:
    form = _("{agent} advises, of {count} actions, in its order (chances are estimates):")
    return form.format(agent=sanitize(advice.agent), count=advice.considered or len(advice.actions))


def _chances(rated: RatedAction) -> tuple[str, str]:
    """Return the chance to win, and the expected number of enemies defeated; a question mark if it is unknown."""
    return percent(rated.won), "?" if rated.defeated is None else f"{rated.defeated:.1f}"
