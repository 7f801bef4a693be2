"""Schemas of agents and their turns."""

from __future__ import annotations

from marshmallow.fields import Boolean, List, Nested

from regicide_api.schemas import fields
from regicide_api.schemas.fields import ResponseSchema
from regicide_api.schemas.views import GameView


class AgentToken(ResponseSchema):
    """A new agent, and its token."""

    name = fields.text("Its name.", fields.AGENT_NAME, required=True)
    token = fields.text(
        "To be sent as `Authorization: Bearer …`. The server stores only a hash: it cannot be retrieved later.",
        required=True,
    )


class Agent(ResponseSchema):
    """An agent."""

    name = fields.text("Its name.", fields.AGENT_NAME, required=True)
    house = Boolean(required=True, metadata={"description": "Whether it is a house bot."})
    last_seen = fields.text(
        "When it last requested its turns; null: never.", fields.DATE_TIME, required=True, allow_none=True
    )


class AgentList(ResponseSchema):
    """Agents, ordered by name."""

    items = List(Nested(Agent), required=True, metadata={"description": "The agents.", **fields.PAGE})
    next = fields.text("The `cursor` of the next page; null on the last one.", required=True, allow_none=True)


class Turns(ResponseSchema):
    """The games in which it is an agent's turn, in fair order over the creators of the games."""

    items = List(
        Nested(GameView), required=True, metadata={"description": "Each as seen from the seat to act.", **fields.PAGE}
    )
    next = fields.text("The `cursor` of the next page; null on the last one.", required=True, allow_none=True)
    now = fields.time("When the server responded.")
