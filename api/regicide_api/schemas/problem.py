"""What an error is answered with (RFC 9457)."""

from __future__ import annotations

from marshmallow.validate import OneOf
from webargs import fields

from regicide import IllegalReason
from regicide_api.schemas import parts
from regicide_api.schemas.parts import AnswerSchema


class Fault(AnswerSchema):
    """What is wrong at one place of a request: in its body, or a parameter."""

    pointer = parts.text("The place in the body (RFC 6901).")
    parameter = parts.text("Or the parameter of the query, or the header.")
    detail = parts.text("What is wrong there.", required=True)


class Problem(AnswerSchema):
    """A problem (RFC 9457)."""

    type = parts.text("The kind of problem: a page that describes it.", parts.URI_REFERENCE, required=True)
    title = parts.text("The kind of problem in words.", required=True)
    status = parts.integer(400, 599, "The HTTP status.", required=True)
    detail = parts.text("What is wrong this time.", required=True)
    instance = parts.text("The path of the request.", parts.URI_REFERENCE, required=True)
    code = parts.text("The last part of the type: the problem's code.", required=True)
    version = parts.version("version-conflict: the game's version now.")
    turn = parts.seat("not-your-turn: whose turn it is.")
    reason = parts.text("illegal-action: why it is refused.", validate=OneOf([*IllegalReason]))
    rule = parts.text("illegal-action: the rule that says so.")
    legal_actions = fields.List(
        parts.action("An action."), metadata={"description": "illegal-action: all that may be done."}
    )
    open_seats = fields.List(
        parts.seat("A seat."), metadata={"description": "seat-taken, game-not-started: the seats that anyone can take."}
    )
    seats = fields.List(parts.seat("A seat."), metadata={"description": "not-your-seat: those that are yours."})
    errors = fields.List(fields.Nested(Fault), metadata={"description": "invalid-request: every fault."})
