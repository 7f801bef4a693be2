"""What `regicide play` shows of values that a later server adds."""

from __future__ import annotations

from io import StringIO

import pytest
from invented import INVENTED, enumerations, invented
from rich.console import Console

from regicide_client import GameEvent, GameView
from regicide_client.generated.models import GameEvents
from regicide_terminal.action_menu import action_menu
from regicide_terminal.phrases import display_names
from regicide_terminal.render.game_view import render_task, render_view
from regicide_terminal.render.narration import narrate

NAMES = ("Ana", "Bo")


@pytest.mark.parametrize("enumeration", enumerations())
def test_a_view_with_an_unknown_value_is_shown(enumeration: str) -> None:
    """With the task and the menu of its legal actions."""
    view = GameView.from_dict(invented("get_game", enumeration))
    console = Console(file=StringIO(), width=100)
    console.print(render_view(view, [narrate(event, NAMES) for event in events(enumeration)]))
    console.print(render_task(view))
    assert [item.action for item in action_menu(view)]
    assert display_names(view)


def events(enumeration: str) -> list[GameEvent]:
    """Events with an invented value."""
    return GameEvents.from_dict(invented("get_events", enumeration)).items


def test_an_unknown_event_and_effect_is_narrated_by_its_type() -> None:
    """Without inventing what happened."""
    assert INVENTED in narrate(events("EventType")[0], NAMES).plain
    assert INVENTED in narrate(events("EffectType")[0], NAMES).plain


def test_an_unknown_signal_is_quoted() -> None:
    """It is neither eager nor reluctant."""
    told = GameEvent.from_dict(
        {"type": "signal", "version": 2, "seat": 0, "at": "2026-01-01T00:00:00Z", "signal": INVENTED}
    )
    assert narrate(told, NAMES).plain == "Ana: invented."
