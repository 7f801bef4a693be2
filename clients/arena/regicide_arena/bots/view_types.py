"""The interface of a bot: a function from a view to an action, and the types of the view.

Views come from the server as JSON, or from the engine for a game in this process.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NotRequired, TypeAlias, TypedDict, cast

import regicide
from regicide import EnemyView, PoolView
from regicide import SeatView as EngineSeatView
from regicide import View as EngineView


class SeatView(TypedDict):
    """The public facts of a seat; members that are not required come from the server only."""

    seat: int
    hand_size: int
    yielded: bool
    name: NotRequired[str | None]
    agent: NotRequired[str | None]
    held: NotRequired[bool]
    signal: NotRequired[str | None]


class ResultView(TypedDict):
    """How a game ended."""

    outcome: str
    reason: str
    seat: int
    defeated: int
    grade: str | None


class View(TypedDict):
    """What one seat may know of a game, as a JSON object; members that are not required come from the server only.

    `hand` is None for a spectator and before the game starts. `legal_actions` is empty unless it is the seat's turn.
    `unseen` has the hidden cards, in groups, as far as a perfect memory narrows their places down.
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
    result: ResultView | None
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
"""Chooses an action: takes a view in which it is the seat's turn and returns one of the legal actions."""


def canonical_view(view: View) -> str:
    """Return the members of a view that follow from the rules, as canonical JSON.

    Views of one position from the server and from the engine give the same text: ids, versions, names, signals and
    times are left out.
    """
    seats = [_select(seat, EngineSeatView) for seat in view["seats"]]
    return json.dumps({**_select(view, EngineView), "seats": seats}, sort_keys=True, separators=(",", ":"))


def _select(members: Mapping[str, Any], typed_dict: type) -> dict[str, Any]:
    return {name: members[name] for name in typed_dict.__annotations__ if name in members}


def seat_view(position: regicide.Position, seat: int | None) -> View:
    """Return the engine's view of a position for a seat; None stands for a spectator."""
    return cast(View, regicide.observe(position, seat))
