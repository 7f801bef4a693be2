"""Where requested games begin: after actions that were played already, or at a position.

The rules check each action, which takes the server longer than anything else in a request: so this follows the rate
limit, and the first game with a fault ends the check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marshmallow import ValidationError

import regicide
from regicide import Message
from regicide_api.core.work import in_parts
from regicide_api.domain.beginning import Beginning, RefusedAction, after_actions, at_position


def beginning(body: dict[str, Any]) -> Beginning | None:
    """The beginning of the game in a loaded body; None if it begins at its deal.

    Raises ValidationError, with the faults by member as a schema has them.
    """
    if "position" in body:
        return _at(body["position"], body["players"])
    return _after(body) if "actions" in body else None


def beginnings(bodies: Sequence[dict[str, Any]]) -> list[Beginning | None]:
    """The beginnings of the games of a loaded body with several.

    Raises ValidationError for the first game with a fault.
    """
    begun: list[Beginning | None] = []
    for number, body in enumerate(in_parts(bodies)):
        try:
            begun.append(beginning(body))
        except ValidationError as fault:
            raise ValidationError({"games": {number: fault.messages}}) from fault
    return begun


def _at(position: str, players: int) -> Beginning:
    try:
        begun = at_position(position)
    except regicide.RegicideError as error:
        raise ValidationError({"position": [error.args[0]]}) from error
    if begun.first.players != players:
        raise ValidationError({"players": [Message("the position has {count} players", count=begun.first.players)]})
    return begun


def _after(body: dict[str, Any]) -> Beginning:
    first = regicide.Position.new(body["seed"], body["players"], body["first_player"])
    try:
        return after_actions(first, body["actions"])
    except RefusedAction as refused:
        raise ValidationError({"actions": {refused.number: [refused.fault]}}) from refused
