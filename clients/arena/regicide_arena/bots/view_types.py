"""The interface of a bot: a function from a view to an action, and the types of the view.

Views come from the server as JSON, or from the engine for a game in this process. The types add to the engine's the
members that only a server sends.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NotRequired, TypeAlias, cast

import regicide


class SeatView(regicide.SeatView):
    """The public facts of a seat; the members here come from the server only."""

    name: NotRequired[str | None]
    agent: NotRequired[str | None]
    held: NotRequired[bool]
    signal: NotRequired[str | None]


class View(regicide.View):
    """What one seat may know of a game, as a JSON object; the members here, besides `seats`, come from the server only.

    `hand` is None for a spectator and before the game starts. `legal_actions` is empty unless it is the seat's turn.
    `unseen` has the hidden cards, in groups, as far as a perfect memory narrows their places down.
    """

    seats: list[SeatView]  # type: ignore[misc] # narrower than the engine's: bots read views, and do not write them
    id: NotRequired[str]
    version: NotRequired[int]
    status: NotRequired[str]
    commitment: NotRequired[str | None]
    seed: NotRequired[str | None]
    nonce: NotRequired[str | None]
    seed_origin: NotRequired[str]
    turn_seconds: NotRequired[int | None]
    deadline: NotRequired[str | None]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]
    now: NotRequired[str]


Bot: TypeAlias = Callable[[View], str]
"""Chooses an action: takes a view in which it is the seat's turn and returns one of the legal actions."""


def canonical_view(view: View) -> str:
    """Return the members of a view that follow from the rules, as canonical JSON.

    Views of one position from the server and from the engine give the same text: ids, versions, names, signals and
    times are left out.
    """
    seats = [_select(seat, regicide.SeatView) for seat in view["seats"]]
    return json.dumps({**_select(view, regicide.View), "seats": seats}, sort_keys=True, separators=(",", ":"))


def _select(members: Mapping[str, Any], typed_dict: type) -> dict[str, Any]:
    return {name: members[name] for name in typed_dict.__annotations__ if name in members}


def seat_view(position: regicide.Position, seat: int | None) -> View:
    """Return the engine's view of a position for a seat; None stands for a spectator."""
    return cast(View, regicide.observe(position, seat))
