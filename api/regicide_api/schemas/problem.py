"""What an error is answered with (RFC 9457)."""

from __future__ import annotations

from marshmallow.fields import List, Nested
from marshmallow.validate import OneOf

from regicide.legality import Why
from regicide_api.schemas import fields
from regicide_api.schemas.fields import ResponseSchema


class Fault(ResponseSchema):
    """What is wrong at one place of a request: in its body, or a parameter."""

    pointer = fields.text("The place in the body (RFC 6901).")
    parameter = fields.text("Or the parameter of the query, or the header.")
    detail = fields.text("What is wrong there.", required=True)


class Problem(ResponseSchema):
    """A problem (RFC 9457)."""

    type = fields.text("The kind of problem: a page that describes it.", fields.URI_REFERENCE, required=True)
    title = fields.text("The kind of problem in words.", required=True)
    status = fields.integer(400, 599, "The HTTP status.", required=True)
    detail = fields.text("What is wrong this time.", required=True)
    instance = fields.text("The path of the request.", fields.URI_REFERENCE, required=True)
    code = fields.text("The last part of the type: the problem's code.", required=True)
    version = fields.version("version-conflict: the game's version now.")
    turn = fields.seat("not-your-turn: whose turn it is.")
    reason = fields.text("illegal-action: why it is refused.", validate=OneOf([*Why]))
    rule = fields.text("illegal-action: the rule that says so.")
    legal_actions = List(fields.action("An action."), metadata={"description": "illegal-action: all that may be done."})
    open_seats = List(
        fields.seat("A seat."),
        metadata={"description": "seat-taken, game-not-started: the seats that anyone can take."},
    )
    seats = List(fields.seat("A seat."), metadata={"description": "not-your-seat: those that are yours."})
    errors = List(Nested(Fault), metadata={"description": "invalid-request: every fault."})
