"""The schemas of problems (RFC 9457)."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from marshmallow import Schema
from marshmallow.fields import List, Nested

from regicide_api.core import errors, refusals
from regicide_api.core.errors import ApiError, Errors, problems_in
from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import MAX_BODY_BYTES, ResponseSchema, Tag, Union

MAX_FAULTS: Final = 20
"""The most faults of a request that are described."""


class Fault(ResponseSchema):
    """A fault at one place of a request: in its body, or in a parameter."""

    pointer = fields.text("The place in the body (RFC 6901).")
    parameter = fields.text("The query parameter or header.")
    detail = fields.text("Description of the fault.", required=True)


_COUNT: Final = partial(fields.integer, 0, fields.MAX_VERSION)

MEMBERS: Final[dict[str, Any]] = {
    "version": fields.version,
    "turn": fields.seat,
    "seats": fields.seats,
    "open_seats": fields.seats,
    "reason": partial(fields.enum, enums.REFUSAL_REASON),
    "rule": fields.text,
    "legal_actions": lambda description, **options: List(
        fields.action("An action."), metadata={"description": description}, **options
    ),
    "limit": _COUNT,
    "agent": fields.text,
    "told_at": partial(fields.text, shape=fields.DATE_TIME),
}
"""The fields of the members of problems, which the error classes describe."""


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


def _with_members(kind: type[ApiError]) -> type[Schema]:
    """The schema of a problem that has members of its own."""
    members = {name: MEMBERS[name](description, required=True) for name, description in kind.members().items()}
    faults = _faults(kind.errors) if kind.errors else {}
    return type(f"{kind.__name__}Problem", (_Problem,), {"code": _tag(kind.code), **members, **faults})


def _faults(errors: Errors) -> dict[str, Any]:
    """The members for faults."""
    metadata = {"description": errors.description, "minItems": 1, "maxItems": MAX_FAULTS}
    faults = {"errors": List(Nested(Fault), required=errors.required, metadata=metadata)}
    if errors.is_single:
        return faults
    description = "The number of further faults; absent if `errors` has all."
    return faults | {"further_errors": fields.integer(1, MAX_BODY_BYTES, description)}


PROBLEM: Final = Union(
    "Problem",
    "A problem (RFC 9457); `code` tells which. Later versions may add codes: treat an unknown one by its `status`.",
    "code",
    (
        *(_with_members(kind) for kind in problems_in(errors, refusals) if kind.members() or kind.errors),
        PlainProblem,
    ),
)
