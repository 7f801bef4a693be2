"""The parameters of queries, and headers of requests, with their limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema
from marshmallow.fields import String
from marshmallow.validate import Length, Range
from webargs.fields import DelimitedList

from regicide import Message
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import FullMatch, QueryInteger, RequestSchema

MAX_PAGE_LENGTH: Final = 100
MAX_WAIT_S: Final = 60
MIN_IDEMPOTENCY_KEY_LENGTH: Final = 22
"""128 random bits in Base64: the response to a guessed key contains tokens."""
MAX_IDEMPOTENCY_KEY_LENGTH: Final = 255
GAME_CURSOR_PATTERN: Final = "^[0-9]{14}-[0-9a-f]{20}$"
"""The time of creation in milliseconds, and the id of the game."""
TURN_CURSOR_PATTERN: Final = "^[0-9]{14}-[0-9a-f]{20}-[0-9]{1,10}(?:-[0-9]{1,5}-[0-9]{1,14})?$"
"""The time of a turn in milliseconds, its game and version, the rounds before it, the last service of its creator."""
CURSOR_FAULT: Final = Message("expected the `next` of the previous page")
IDEMPOTENCY_KEY_PATTERN: Final = "^[!-~](?:[ -~]*[!-~])?$"


class SeatQuery(RequestSchema):
    """The seat of a sender with several seats."""

    seat = QueryInteger(
        validate=Range(0, fields.MAX_PLAYERS - 1),
        metadata={
            "description": "The seat, for an agent with several. Default: the one whose turn it is, else the first."
        },
    )


class ViewQuery(SeatQuery):
    """Parameters of a view."""

    wait = QueryInteger(
        validate=Range(0, MAX_WAIT_S),
        metadata={"description": "Seconds to wait for a change, with `If-None-Match`; like `Prefer: wait=N`."},
    )


class GamesQuery(RequestSchema):
    """Parameters of the list of games."""

    status = DelimitedList(
        fields.enum(enums.GAME_GROUP, "A group of games."),
        validate=Length(min=1),
        metadata={"description": "Only games in one of these states: waiting, active, over."},
    )
    limit = QueryInteger(
        load_default=20, validate=Range(1, MAX_PAGE_LENGTH), metadata={"description": "The maximum number of games."}
    )
    cursor = String(
        validate=FullMatch(GAME_CURSOR_PATTERN, error=CURSOR_FAULT),
        metadata={"description": "The `next` of the previous page.", "pattern": GAME_CURSOR_PATTERN},
    )


class AgentsQuery(RequestSchema):
    """Parameters of the list of agents."""

    limit = QueryInteger(
        load_default=MAX_PAGE_LENGTH,
        validate=Range(1, MAX_PAGE_LENGTH),
        metadata={"description": "The maximum number of agents."},
    )
    cursor = String(
        validate=FullMatch(AGENT_NAME_PATTERN, error=CURSOR_FAULT),
        metadata={"description": "The `next` of the previous page.", "pattern": AGENT_NAME_PATTERN},
    )


class TurnsQuery(RequestSchema):
    """Parameters of an agent's inbox."""

    limit = QueryInteger(
        load_default=20, validate=Range(1, MAX_PAGE_LENGTH), metadata={"description": "The maximum number of turns."}
    )
    cursor = String(
        validate=FullMatch(TURN_CURSOR_PATTERN, error=CURSOR_FAULT),
        metadata={"description": "The `next` of the previous page.", "pattern": TURN_CURSOR_PATTERN},
    )
    wait = QueryInteger(
        validate=Range(0, MAX_WAIT_S),
        metadata={"description": "Seconds to wait for a change, with `If-None-Match`; like `Prefer: wait=N`."},
    )


class EventsQuery(SeatQuery):
    """Parameters of the list of events."""

    after = QueryInteger(
        load_default=1,
        validate=Range(0, fields.MAX_VERSION),
        metadata={"description": "Only events after this version."},
    )
    limit = QueryInteger(
        load_default=MAX_PAGE_LENGTH,
        validate=Range(1, MAX_PAGE_LENGTH),
        metadata={"description": "The maximum number of events."},
    )
    wait = QueryInteger(
        validate=Range(0, MAX_WAIT_S),
        metadata={
            "description": "Seconds to wait for an event, in a stream after the end of the game; like `Prefer: wait=N`."
        },
    )


def _header(name: str, description: str, shape: Mapping[str, Any] = fields.ANY_TEXT) -> String:
    return String(data_key=name, metadata={"description": description, **shape})


class CreationHeaders(Schema):
    """The headers of a request that creates something."""

    idempotency_key = _header(
        "Idempotency-Key",
        "Makes retries safe: for a day, repeats of the request get the same response. A new random text, best a UUID.",
        {
            "minLength": MIN_IDEMPOTENCY_KEY_LENGTH,
            "maxLength": MAX_IDEMPOTENCY_KEY_LENGTH,
            "pattern": IDEMPOTENCY_KEY_PATTERN,
            "example": "5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90",
        },
    )


_PREFER: Final = "`wait=N`: wait up to N seconds for a change, at most 60 (RFC 7240)."


class WaitHeaders(Schema):
    """The headers of a request that may wait for a change of a copy."""

    if_none_match = _header("If-None-Match", "The ETag of your copy: 304 if it is current (RFC 9110).")
    prefer = _header("Prefer", _PREFER)


class PreferHeaders(Schema):
    """The headers of a request that may wait for something new."""

    prefer = _header("Prefer", _PREFER)


class StreamHeaders(Schema):
    """The headers of a request for a stream."""

    last_event_id = _header(
        "Last-Event-ID", "In a stream: the id of the last event that you received.", {"pattern": "^[0-9]{1,10}$"}
    )
