"""The wish for a new game that the arguments come to."""

from __future__ import annotations

import argparse
from typing import Any, Final

from regicide_client import GameWish
from regicide_terminal.play import players_of

CHOICES: Final = ("seed", "first_player", "turn_seconds", "on_timeout")
"""What the server decides where the arguments say nothing."""


def wished(arguments: argparse.Namespace, default: str) -> GameWish:
    """A game where you hold seat 0; where no bot is named, the default one plays."""
    wish: dict[str, Any] = {"players": players_of(arguments), "seats": seats(arguments, default)}
    chosen = {name: getattr(arguments, name) for name in CHOICES}
    return GameWish.from_dict(wish | {name: value for name, value in chosen.items() if value is not None})


def seats(arguments: argparse.Namespace, default: str) -> list[dict[str, Any]]:
    """You, and at the other seats bots or whoever comes."""
    others = players_of(arguments) - 1
    bots = arguments.bot or [default]
    bots = bots * others if len(bots) == 1 else bots
    return [{"name": arguments.name}, *[{"open": True} if arguments.open else {"agent": bot} for bot in bots[:others]]]
