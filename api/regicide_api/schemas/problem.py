"""The schema of problems (RFC 9457)."""

from __future__ import annotations

from marshmallow.fields import List, Nested

from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import ResponseSchema


class Fault(ResponseSchema):
    """A fault at one place of a request: in its body, or in a parameter."""

    pointer = fields.text("The place in the body (RFC 6901).")
    parameter = fields.text("The query parameter or header.")
    detail = fields.text("Description of the fault.", required=True)


class Problem(ResponseSchema):
    """A problem (RFC 9457)."""

    type = fields.text("The kind of problem: the path of its page.", fields.URI_REFERENCE, required=True)
    title = fields.text("The name of the kind of problem.", required=True)
    status = fields.integer(400, 599, "The HTTP status.", required=True)
    detail = fields.text("Description of this occurrence.", required=True)
    instance = fields.text("The path of the request.", fields.URI_REFERENCE, required=True)
    code = fields.named(
        enums.PROBLEM_CODE.component, "The code of the problem, which is the last segment of `type`.", required=True
    )
    version = fields.version("version-conflict: the current version of the game.")
    turn = fields.seat("not-your-turn: the seat to act.")
    reason = fields.enum(enums.REFUSAL_REASON, "illegal-action: the reason.")
    rule = fields.text("illegal-action: the rule.")
    legal_actions = List(fields.action("An action."), metadata={"description": "illegal-action: all legal actions."})
    open_seats = List(
        fields.seat("A seat."),
        metadata={"description": "seat-taken, game-not-started: the open seats."},
    )
    seats = List(fields.seat("A seat."), metadata={"description": "not-your-seat: your seats."})
    errors = List(Nested(Fault), metadata={"description": "invalid-request, agent-declines: all faults."})
