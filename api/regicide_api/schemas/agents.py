"""Agents, and their turns."""

from __future__ import annotations

from marshmallow.fields import Boolean, List, Nested

from regicide_api.schemas import fields
from regicide_api.schemas.fields import ResponseSchema
from regicide_api.schemas.views import GameView


class AgentToken(ResponseSchema):
    """A new agent, and its token."""

    name = fields.text("How it is known.", required=True)
    token = fields.text("Send it as `Authorization: Bearer …`. It is not kept and cannot be had again.", required=True)


class Agent(ResponseSchema):
    """An agent."""

    name = fields.text("How it is known.", required=True)
    house = Boolean(required=True, metadata={"description": "Whether it is a bot of the house."})
    last_seen = fields.text(
        "When it last asked for its turns; null if it never did.", fields.DATE_TIME, required=True, allow_none=True
    )


class AgentList(ResponseSchema):
    """Agents, by their names."""

    items = List(Nested(Agent), required=True, metadata={"description": "The agents."})
    next = fields.text("The `cursor` with which to go on; null at the end.", required=True, allow_none=True)


class Turns(ResponseSchema):
    """The games in which it is an agent's turn, the oldest turn first."""

    items = List(Nested(GameView), required=True, metadata={"description": "Each as seen from the seat to act."})
    next = fields.text("The `cursor` with which to go on; null at the end.", required=True, allow_none=True)
