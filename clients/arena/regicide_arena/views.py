"""What a bot sees: the view of its seat, as the server gives it, or as the engine does where a game is played here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NotRequired, TypeAlias, TypedDict, cast

import regicide
from regicide import EnemyView, PoolView
from regicide import SeatView as SeatByTheRules
from regicide import View as ViewByTheRules


class SeatView(TypedDict):
    """What all may know of a seat. What is not required here, only the server says."""

    seat: int
    hand_size: int
    yielded: bool
    name: NotRequired[str | None]
    agent: NotRequired[str | None]
    held: NotRequired[bool]
    signal: NotRequired[str | None]


class Result(TypedDict):
    """How a game ended."""

    outcome: str
    reason: str
    seat: int
    defeated: int
    grade: str | None


class View(TypedDict):
    """A game as one seat may know it: a JSON object. What is not required here, only the server says.

    `hand` is None for a spectator and before the game starts, `legal_actions` is empty unless it is your turn.
    `unseen` is what a perfect memory knows of the tavern and of the other hands.
    """

    phase: str
    players: int
    you: int | None
    turn: int | None
    enemy: EnemyView | None
    castle_size: int
    tavern_size: int
    tavern_top: list[str]
    discard: list[str]
    played: list[list[str]]
    seats: list[SeatView]
    hand: list[str] | None
    unseen: list[PoolView]
    flips_left: int
    defeated: int
    legal_actions: list[str]
    result: Result | None
    id: NotRequired[str]
    version: NotRequired[int]
    status: NotRequired[str]
    commitment: NotRequired[str]
    seed: NotRequired[str | None]
    seed_origin: NotRequired[str]
    deadline: NotRequired[str | None]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]


Bot: TypeAlias = Callable[[View], str]
"""What chooses: it is given a view in which it is its turn, and answers with one of the legal actions."""


def by_the_rules(view: View) -> str:
    """What the rules say of this view, as canonical text: the same for the server's view as for the engine's.

    What only the server says (id, version, names, signals, times) is not in it.
    """
    seats = [_known(seat, SeatByTheRules) for seat in view["seats"]]
    return json.dumps({**_known(view, ViewByTheRules), "seats": seats}, sort_keys=True, separators=(",", ":"))


def _known(members: Mapping[str, Any], to: type) -> dict[str, Any]:
    return {name: members[name] for name in to.__annotations__ if name in members}


def seen(position: regicide.Position, seat: int) -> View:
    """The view that a seat has of a position."""
    return cast(View, regicide.observe(position, seat))
