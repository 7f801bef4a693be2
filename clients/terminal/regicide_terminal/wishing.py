"""The wish for a new game that the arguments come to."""

from __future__ import annotations

import argparse
from typing import Any

from regicide_client import GameWish
from regicide_terminal.play import DEFAULT_BOT, players_of


def wished(arguments: argparse.Namespace) -> GameWish:
    """A game where you hold seat 0."""
    wish: dict[str, Any] = {"players": players_of(arguments), "seats": seats(arguments)}
    if arguments.seed is not None:
        wish["seed"] = arguments.seed
    if arguments.first_player is not None:
        wish["first_player"] = arguments.first_player
    return GameWish.from_dict(wish)


def seats(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """You, and at the other seats bots or whoever comes."""
    others = players_of(arguments) - 1
    bots = arguments.bot or [DEFAULT_BOT]
    bots = bots * others if len(bots) == 1 else bots
    return [{"name": arguments.name}, *[{"open": True} if arguments.open else {"agent": bot} for bot in bots[:others]]]
