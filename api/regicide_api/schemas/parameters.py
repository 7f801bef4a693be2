"""The parameters in queries and headers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema
from marshmallow.fields import String
from marshmallow.validate import Length, OneOf, Range, Regexp
from webargs.fields import DelimitedList

from regicide import Sentence
from regicide_api.core.limits import MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WAIT_S
from regicide_api.domain.game import STATUS_GROUPS
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.schemas import fields
from regicide_api.schemas.fields import QueryInteger, RequestSchema

MAX_PAGE_LENGTH: Final = 100
GAME_CURSOR_PATTERN: Final = "^[0-9]{14}-[0-9a-f]{20}$"
"""The time of creation in milliseconds, and the id of the game."""
TURN_CURSOR_PATTERN: Final = "^[0-9]{14}-[0-9a-f]{20}-[0-9]{1,10}$"
"""The time of the turn in milliseconds, the id of the game and its version."""
CURSOR_FAULT: Final = Sentence("take the cursor from the `next` of the page before")
KEY_PATTERN: Final = "^[!-~](?:[ -~]*[!-~])?$"


class SeatQuery(RequestSchema):
    """From which seat something is done or seen."""

    seat = QueryInteger(
        validate=Range(0, fields.MAX_PLAYERS - 1),
        metadata={
            "description": "For an agent with several seats: which. Without it the one whose turn it is, or the first."
        },
    )


class ViewQuery(SeatQuery):
    """How to look at a game."""

    wait = QueryInteger(
        validate=Range(0, MAX_WAIT_S),
        metadata={"description": "Seconds to wait for a change, with `If-None-Match`; as `Prefer: wait=N` does."},
    )


class GamesQuery(RequestSchema):
    """Which games to list."""

    status = DelimitedList(
        String(validate=OneOf(sorted(set(STATUS_GROUPS.values())))),
        validate=Length(min=1),
        metadata={"description": "Only games of these: waiting, active, over."},
    )
    limit = QueryInteger(
        load_default=20, validate=Range(1, MAX_PAGE_LENGTH), metadata={"description": "How many games at the most."}
    )
    cursor = String(
        validate=Regexp(GAME_CURSOR_PATTERN, error=CURSOR_FAULT),
        metadata={"description": "Where to go on: the `next` of the page before.", "pattern": GAME_CURSOR_PATTERN},
    )


class AgentsQuery(RequestSchema):
    """Which agents to list."""

    limit = QueryInteger(
        load_default=MAX_PAGE_LENGTH,
        validate=Range(1, MAX_PAGE_LENGTH),
        metadata={"description": "How many agents at the most."},
    )
    cursor = String(
        validate=Regexp(AGENT_NAME_PATTERN, error=CURSOR_FAULT),
        metadata={"description": "Where to go on: the `next` of the page before.", "pattern": AGENT_NAME_PATTERN},
    )


class TurnsQuery(RequestSchema):
    """Which turns to give."""

    limit = QueryInteger(
        load_default=20, validate=Range(1, MAX_PAGE_LENGTH), metadata={"description": "How many turns at the most."}
    )
    cursor = String(
        validate=Regexp(TURN_CURSOR_PATTERN, error=CURSOR_FAULT),
        metadata={"description": "Where to go on: the `next` of the page before.", "pattern": TURN_CURSOR_PATTERN},
    )
    wait = QueryInteger(
        validate=Range(0, MAX_WAIT_S),
        metadata={"description": "Seconds to wait for a change, with `If-None-Match`; as `Prefer: wait=N` does."},
    )


class EventsQuery(SeatQuery):
    """Which events to tell."""

    after = QueryInteger(
        load_default=1,
        validate=Range(0, fields.MAX_VERSION),
        metadata={"description": "The version that you know: the events since then are told."},
    )
    limit = QueryInteger(
        load_default=MAX_PAGE_LENGTH,
        validate=Range(1, MAX_PAGE_LENGTH),
        metadata={"description": "How many events at the most."},
    )


def _header(name: str, description: str, shape: Mapping[str, Any] = fields.ANY_TEXT) -> String:
    return String(data_key=name, metadata={"description": description, **shape})


class CreationHeaders(Schema):
    """The headers of a request that creates something."""

    idempotency_key = _header(
        "Idempotency-Key",
        "Makes it safe to send the request again: for a day it gets the same answer. Best a UUID.",
        {"minLength": 1, "maxLength": MAX_IDEMPOTENCY_KEY_LENGTH, "pattern": KEY_PATTERN},
    )


class WaitHeaders(Schema):
    """The headers of a request that may wait for a change."""

    if_none_match = _header("If-None-Match", "The ETag that you have: 304 if there is nothing new (RFC 9110).")
    prefer = _header("Prefer", "`wait=N`: wait up to N seconds, 60 at the most, for something new (RFC 7240).")


class StreamHeaders(Schema):
    """The headers of a request for a stream."""

    last_event_id = _header(
        "Last-Event-ID", "In a stream: the id of the event that you had last.", {"pattern": "^[0-9]{1,10}$"}
    )
