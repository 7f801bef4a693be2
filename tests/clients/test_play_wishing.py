"""Who sits at the table of a new game."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from regicide_terminal import play
from regicide_terminal.wishing import seats, wished

ME = {"name": "Ana"}
GREEDY, RANDOM, OPEN = {"agent": "greedy"}, {"agent": "random"}, {"open": True}


def parsed(typed: str) -> argparse.Namespace:
    """What these arguments mean, typed by Ana."""
    parser = argparse.ArgumentParser()
    play.add_to(parser.add_subparsers())
    return parser.parse_args(["play", "--name", "Ana", *typed.split()])


@pytest.mark.parametrize(
    ("typed", "there"),
    [
        ("", [ME, GREEDY]),
        ("--players 3", [ME, GREEDY, GREEDY]),
        ("--players 3 --bot random", [ME, RANDOM, RANDOM]),
        ("--players 3 --bot random --bot greedy", [ME, RANDOM, GREEDY]),
        ("--players 3 --open", [ME, OPEN, OPEN]),
        ("--solo", [ME]),
        ("--players 1", [ME]),
        ("--players 1 --open", [ME]),
    ],
)
def test_the_other_seats_are_for_bots_or_friends(typed: str, there: list[dict[str, Any]]) -> None:
    """One bot named is at all of them, several are in the order in which they are named."""
    assert seats(parsed(typed), "greedy") == there


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ("", {}),
        ("--turn-seconds 60", {"turn_seconds": 60}),
        ("--turn-seconds 60 --on-timeout bot:random", {"turn_seconds": 60, "on_timeout": "bot:random"}),
    ],
)
def test_a_clock_is_only_asked_for_when_it_is_wanted(typed: str, clock: dict[str, Any]) -> None:
    """What is not said is left to the server."""
    assert wished(parsed(typed), "greedy").to_dict() == {"players": 2, "seats": [ME, GREEDY], **clock}
