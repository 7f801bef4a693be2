"""The schemas of problems (RFC 9457)."""

from __future__ import annotations

from typing import Annotated, Any, Final, NotRequired, TypeAlias, TypedDict

from marshmallow import Schema
from marshmallow.fields import List, Nested
from marshmallow.validate import Range

from regicide_api.core import errors, refusals
from regicide_api.core.errors import ApiError, Errors, problems_in
from regicide_api.schemas import enums, fields, values
from regicide_api.schemas.responses import ActionText, Seat, Seats, Tag, Time, Union, Version, field_of, schema_of
from regicide_api.schemas.values import MAX_BODY_BYTES, MAX_FAULTS


class Fault(TypedDict):
    """A fault at one place of a request: in its body, or in a parameter."""

    pointer: NotRequired[Annotated[str, "The place in the body (RFC 6901)."]]
    parameter: NotRequired[Annotated[str, "The query parameter or header."]]
    detail: Annotated[str, "Description of the fault."]


MEMBERS: Final[dict[str, Any]] = {
    "version": Version,
    "turn": Seat,
    "seats": Seats,
    "open_seats": Seats,
    "reason": Annotated[str, enums.REFUSAL_REASON],
    "rule": str,
    "legal_actions": list[ActionText],
    "limit": Annotated[int, Range(0, values.MAX_VERSION)],
    "agent": str,
    "told_at": Time,
}
"""The types of the members of problems, which the error classes describe."""


class Problem(TypedDict):
    """The members that all problems have."""

    type: Annotated[str, values.URI_REFERENCE, "The kind of problem: the path of its page."]
    title: Annotated[str, "The name of the kind of problem."]
    status: Annotated[int, Range(400, 599), "The HTTP status."]
    detail: Annotated[str, "Description of this occurrence."]
    instance: Annotated[str, values.URI_REFERENCE, "The path of the request."]


def _schema(name: str, code: str | None, members: dict[str, Any]) -> type[Schema]:
    """The schema of the problems with a code; without one, of all that have no further members."""
    metadata = {"description": "The code of the problem, which is the last segment of `type`."}
    tag = Tag(enums.PROBLEM_CODE, code, required=True, metadata=metadata)
    return type(f"{name}Problem", (schema_of(Problem),), {"code": tag, **members})


def _members(kind: type[ApiError]) -> dict[str, Any]:
    """The fields of a problem's own members."""
    own = {name: field_of(MEMBERS[name], description) for name, description in kind.members().items()}
    return own | (_faults(kind.errors) if kind.errors else {})


def _faults(errors: Errors) -> dict[str, Any]:
    """The fields for faults."""
    metadata = {"description": errors.description, "minItems": 1, "maxItems": MAX_FAULTS}
    faults = {"errors": List(Nested(schema_of(Fault)), required=errors.required, metadata=metadata)}
    if errors.is_single:
        return faults
    description = "The number of further faults; absent if `errors` has all."
    return faults | {"further_errors": fields.integer(1, MAX_BODY_BYTES, description)}


PlainProblem: Final = _schema("Plain", None, {})

PROBLEM: Final = Union(
    "Problem",
    "A problem (RFC 9457); `code` tells which. Later versions may add codes: treat an unknown one by its `status`.",
    "code",
    (
        *(
            _schema(kind.__name__, kind.code, _members(kind))
            for kind in problems_in(errors, refusals)
            if kind.members() or kind.errors
        ),
        PlainProblem,
    ),
)
AnyProblem: TypeAlias = Annotated[Problem, PROBLEM]
