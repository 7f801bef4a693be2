"""The schemas of problems (RFC 9457)."""

from __future__ import annotations

from typing import Any, Final

from marshmallow.fields import Integer, List, Nested

from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import MAX_BODY_BYTES, ResponseSchema
from regicide_api.schemas.unions import Tag, Union

MAX_FAULTS: Final = 20
"""The most faults of a request that are described."""


class Fault(ResponseSchema):
    """A fault at one place of a request: in its body, or in a parameter."""

    pointer = fields.text("The place in the body (RFC 6901).")
    parameter = fields.text("The query parameter or header.")
    detail = fields.text("Description of the fault.", required=True)


def _faults(description: str, *, required: bool = False) -> List[Any]:
    return List(
        Nested(Fault), required=required, metadata={"description": description, "minItems": 1, "maxItems": MAX_FAULTS}
    )


def _further_faults() -> Integer:
    return fields.integer(1, MAX_BODY_BYTES, "The number of further faults; absent if `errors` has all.")


def _tag(code: str | None) -> Tag:
    return Tag(enums.PROBLEM_CODE, code, "The code of the problem, which is the last segment of `type`.")


class _Problem(ResponseSchema):
    """The members that all problems have."""

    type = fields.text("The kind of problem: the path of its page.", fields.URI_REFERENCE, required=True)
    title = fields.text("The name of the kind of problem.", required=True)
    status = fields.integer(400, 599, "The HTTP status.", required=True)
    detail = fields.text("Description of this occurrence.", required=True)
    instance = fields.text("The path of the request.", fields.URI_REFERENCE, required=True)


class PlainProblem(_Problem):
    """A problem without further members."""

    code = _tag(None)


class InvalidRequestProblem(_Problem):
    """The request is invalid."""

    code = _tag("invalid-request")
    errors = _faults(
        "The first faults. The names of an object's members are checked before their values; actions are replayed, and "
        "then agents looked up, only if the rest is valid.",
        required=True,
    )
    further_errors = _further_faults()


class VersionConflictProblem(_Problem):
    """The action was chosen at another version of the game."""

    code = _tag("version-conflict")
    version = fields.version("The current version of the game.", required=True)


class NotYourTurnProblem(_Problem):
    """It is the turn of another seat."""

    code = _tag("not-your-turn")
    turn = fields.seat("The seat to act.", required=True)


class NotYourSeatProblem(_Problem):
    """The seat is held by another player."""

    code = _tag("not-your-seat")
    seats = fields.seats("Your seats.", required=True)


class IllegalActionProblem(_Problem):
    """The rules do not allow the action."""

    code = _tag("illegal-action")
    reason = fields.enum(enums.REFUSAL_REASON, "The reason.", required=True)
    rule = fields.text("The rule.", required=True)
    legal_actions = List(fields.action("An action."), required=True, metadata={"description": "All legal actions."})


class SeatTakenProblem(_Problem):
    """The seat is taken."""

    code = _tag("seat-taken")
    open_seats = fields.seats("The open seats.", required=True)


class GameNotStartedProblem(_Problem):
    """The game has open seats."""

    code = _tag("game-not-started")
    open_seats = fields.seats("The open seats.", required=True)


class HouseSeatsTakenProblem(_Problem):
    """Your unfinished games have as many seats of house bots as one address may have."""

    code = _tag("house-seats-taken")
    limit = fields.integer(0, fields.MAX_VERSION, "The number of seats.", required=True)


class AgentBusyProblem(_Problem):
    """The agent plays in as many games as it takes."""

    code = _tag("agent-busy")
    agent = fields.text("The agent.", required=True)
    limit = fields.integer(0, fields.MAX_VERSION, "The number of games.", required=True)
    errors = _faults("The first seats in the body of a creation; absent otherwise.")
    further_errors = _further_faults()


class TooManyChangesProblem(_Problem):
    """The seat has changed as often as one seat may."""

    code = _tag("too-many-changes")
    limit = fields.integer(0, fields.MAX_VERSION, "The number of changes.", required=True)


class AgentDeclinesProblem(_Problem):
    """The agent does not let you give it a seat."""

    code = _tag("agent-declines")
    agent = fields.text("The agent.", required=True)
    errors = _faults("The first seats in the body; absent for a rematch.")
    further_errors = _further_faults()


class NoAdviserProblem(_Problem):
    """The agent gives no advice."""

    code = _tag("no-adviser")
    agent = fields.text("The agent.", required=True)
    errors = _faults("The place of the agent in the request.", required=True)


class AdviserBusyProblem(_Problem):
    """As many questions wait for the agent as may wait."""

    code = _tag("adviser-busy")
    agent = fields.text("The agent.", required=True)
    limit = fields.integer(0, fields.MAX_VERSION, "The number of questions.", required=True)


class TooManyWaitingProblem(_Problem):
    """Your address has as many waiting requests as one address may have."""

    code = _tag("too-many-waiting")
    limit = fields.integer(0, fields.MAX_VERSION, "The number of requests.", required=True)


class DealNotToldProblem(_Problem):
    """The deal of a day is told when the day is over."""

    code = _tag("deal-not-told")
    told_at = fields.time("The end of the day.")


PROBLEM: Final = Union(
    "Problem",
    "A problem (RFC 9457); `code` tells which. Later versions may add codes: treat an unknown one by its `status`.",
    "code",
    (
        *(InvalidRequestProblem, VersionConflictProblem, NotYourTurnProblem, NotYourSeatProblem, IllegalActionProblem),
        *(SeatTakenProblem, GameNotStartedProblem, HouseSeatsTakenProblem, AgentBusyProblem, TooManyWaitingProblem),
        TooManyChangesProblem,
        AgentDeclinesProblem,
        NoAdviserProblem,
        AdviserBusyProblem,
        DealNotToldProblem,
        PlainProblem,
    ),
)
