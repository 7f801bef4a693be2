"""Agents, and their turns."""

from __future__ import annotations

from webargs import fields

from regicide_api.schemas import parts
from regicide_api.schemas.parts import AnswerSchema
from regicide_api.schemas.views import GameView


class AgentToken(AnswerSchema):
    """A new agent, and its token."""

    name = parts.text("How it is known.", required=True)
    token = parts.text("Send it as `Authorization: Bearer …`. It is not kept and cannot be had again.", required=True)


class Agent(AnswerSchema):
    """An agent."""

    name = parts.text("How it is known.", required=True)
    house = fields.Boolean(required=True, metadata={"description": "Whether it is a bot of the house."})
    last_seen = parts.text(
        "When it last asked for its turns; null if it never did.", parts.DATE_TIME, required=True, allow_none=True
    )


class AgentList(AnswerSchema):
    """Agents, by their names."""

    items = fields.List(fields.Nested(Agent), required=True, metadata={"description": "The agents."})
    next = parts.text("The `cursor` with which to go on; null at the end.", required=True, allow_none=True)


class Turns(AnswerSchema):
    """The games in which it is an agent's turn, the oldest turn first."""

    items = fields.List(
        fields.Nested(GameView), required=True, metadata={"description": "Each as seen from the seat to act."}
    )
    next = parts.text("The `cursor` with which to go on; null at the end.", required=True, allow_none=True)
