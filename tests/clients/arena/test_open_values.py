"""Bots in games of a later server, whose views have values that this version does not list."""

from __future__ import annotations

import logging

import pytest
from invented import enumerations, invented

from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.safe_chooser import SafeChooser


@pytest.mark.parametrize("name", ["random", "greedy", "policy"])
def test_a_bot_acts_in_a_view_with_an_unknown_value(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """By a choice of its own, or by the fallback if it does not understand the view."""
    for enumeration in enumerations():
        view = invented("get_game", enumeration)
        with caplog.at_level(logging.CRITICAL):
            assert SafeChooser(find_bot(name).make("seed"))(view) in view["legal_actions"], enumeration
