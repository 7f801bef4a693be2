"""The options of `regicide play`, and the request for a new game that they become."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from regicide.rulebook import FULL_HAND
from regicide_terminal.options import MAX_PLAYERS, PlayOptions, add_arguments
from regicide_terminal.seats import game_request, seat_requests

ME = {"name": "Ana"}
GREEDY, RANDOM, OPEN = {"agent": "greedy"}, {"agent": "random"}, {"open": True}


def parsed(typed: str) -> PlayOptions:
    """The options of these arguments, typed by Ana."""
    parser = argparse.ArgumentParser()
    add_arguments(parser, PlayOptions)
    return PlayOptions.from_namespace(parser.parse_args(["--name", "Ana", *typed.split()]))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", [ME, GREEDY]),
        ("--players 3", [ME, GREEDY, GREEDY]),
        ("--players 3 --bot random", [ME, RANDOM, RANDOM]),
        ("--players 3 --bot random --bot greedy", [ME, RANDOM, GREEDY]),
        ("--players 3 --open", [ME, OPEN, OPEN]),
        ("--solo", [ME]),
        ("--players 1", [ME]),
    ],
)
def test_the_other_seats_are_for_bots_or_open(typed: str, expected: list[dict[str, Any]]) -> None:
    """One bot plays at all of them, several in the order in which they are named."""
    assert seat_requests(parsed(typed), "greedy") == expected


def test_a_player_without_a_name_sends_none() -> None:
    """Other clients show the number of the seat, each in its language."""
    parser = argparse.ArgumentParser()
    add_arguments(parser, PlayOptions)
    assert seat_requests(PlayOptions.from_namespace(parser.parse_args(["--solo"])), "greedy") == [{"name": None}]


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ("", {}),
        ("--turn-seconds 60", {"turn_seconds": 60}),
        ("--turn-seconds 60 --on-timeout bot:random", {"turn_seconds": 60, "on_timeout": "bot:random"}),
    ],
)
def test_the_request_leaves_defaults_to_the_server(typed: str, clock: dict[str, Any]) -> None:
    """It has only the members that an option sets."""
    assert game_request(parsed(typed), "greedy").to_dict() == {"players": 2, "seats": [ME, GREEDY], **clock}


@pytest.mark.parametrize(
    ("typed", "variable", "url"),
    [
        ("", None, "http://127.0.0.1:8000"),
        ("", "http://one/", "http://one"),
        ("--server http://two/", "http://one", "http://two"),
    ],
)
def test_the_server_is_an_option_or_a_variable(
    typed: str, variable: str | None, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--server` takes precedence over REGICIDE_URL."""
    monkeypatch.delenv("REGICIDE_URL", raising=False)
    if variable:
        monkeypatch.setenv("REGICIDE_URL", variable)
    assert parsed(typed).server_url == url


def test_a_game_has_as_many_players_as_the_rules_allow() -> None:
    """The options do without the rules, which are slow to import."""
    assert max(FULL_HAND) == MAX_PLAYERS
