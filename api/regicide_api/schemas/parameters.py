"""The parameters in queries and headers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema
from marshmallow.validate import Length, OneOf, Range, Regexp
from webargs import fields

from regicide import Sentence
from regicide_api.http.conditional import LONGEST_WAIT
from regicide_api.http.query import WholeNumber
from regicide_api.schemas import parts
from regicide_api.schemas.parts import RequestSchema
from regicide_api.services import agents, inbox
from regicide_api.services.game_lists import GROUPS, NAME_PATTERN

LONGEST_PAGE: Final = 100
LONGEST_KEY: Final = 255
CURSOR_FAULT: Final = Sentence("take the cursor from the `next` of the page before")
KEY_PATTERN: Final = "^[!-~](?:[ -~]*[!-~])?$"


class SeatQuery(RequestSchema):
    """From which seat something is done or seen."""

    seat = WholeNumber(
        validate=Range(0, parts.MOST_PLAYERS - 1),
        metadata={
            "description": "For an agent with several seats: which. Without it the one whose turn it is, or the first."
        },
    )


class ViewQuery(SeatQuery):
    """How to look at a game."""

    wait = WholeNumber(
        validate=Range(0, LONGEST_WAIT),
        metadata={"description": "Seconds to wait for a change, with `If-None-Match`; as `Prefer: wait=N` does."},
    )


class GamesQuery(RequestSchema):
    """Which games to list."""

    status = fields.DelimitedList(
        fields.String(validate=OneOf(sorted(set(GROUPS.values())))),
        validate=Length(min=1),
        metadata={"description": "Only games of these: waiting, active, over."},
    )
    limit = WholeNumber(
        load_default=20, validate=Range(1, LONGEST_PAGE), metadata={"description": "How many games at the most."}
    )
    cursor = fields.String(
        validate=Regexp(NAME_PATTERN, error=CURSOR_FAULT),
        metadata={"description": "Where to go on: the `next` of the page before.", "pattern": NAME_PATTERN},
    )


class AgentsQuery(RequestSchema):
    """Which agents to list."""

    limit = WholeNumber(
        load_default=LONGEST_PAGE,
        validate=Range(1, LONGEST_PAGE),
        metadata={"description": "How many agents at the most."},
    )
    cursor = fields.String(
        validate=Regexp(agents.NAME_PATTERN, error=CURSOR_FAULT),
        metadata={"description": "Where to go on: the `next` of the page before.", "pattern": agents.NAME_PATTERN},
    )


class TurnsQuery(RequestSchema):
    """Which turns to give."""

    limit = WholeNumber(
        load_default=20, validate=Range(1, LONGEST_PAGE), metadata={"description": "How many turns at the most."}
    )
    cursor = fields.String(
        validate=Regexp(inbox.NAME_PATTERN, error=CURSOR_FAULT),
        metadata={"description": "Where to go on: the `next` of the page before.", "pattern": inbox.NAME_PATTERN},
    )
    wait = WholeNumber(
        validate=Range(0, LONGEST_WAIT),
        metadata={"description": "Seconds to wait for a change, with `If-None-Match`; as `Prefer: wait=N` does."},
    )


class EventsQuery(SeatQuery):
    """Which events to tell."""

    after = WholeNumber(
        load_default=1,
        validate=Range(0, parts.LARGEST_VERSION),
        metadata={"description": "The version that you know: the events since then are told."},
    )
    limit = WholeNumber(
        load_default=LONGEST_PAGE,
        validate=Range(1, LONGEST_PAGE),
        metadata={"description": "How many events at the most."},
    )


def _header(name: str, description: str, shape: Mapping[str, Any] = parts.ANY_TEXT) -> fields.String:
    return fields.String(data_key=name, metadata={"description": description, **shape})


class CreationHeaders(Schema):
    """The headers of a request that creates something."""

    idempotency_key = _header(
        "Idempotency-Key",
        "Makes it safe to send the request again: for a day it gets the same answer. Best a UUID.",
        {"minLength": 1, "maxLength": LONGEST_KEY, "pattern": KEY_PATTERN},
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
