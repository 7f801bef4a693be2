"""The parameters of queries, with their limits."""

from __future__ import annotations

from typing import Final

from regicide import Message
from regicide_api.domain import daily_deal
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.schemas import enums, fields, values
from regicide_api.schemas.fields import QueryList, RequestSchema
from regicide_api.schemas.values import MAX_PAGE_LENGTH, MAX_QUESTIONS

GAME_CURSOR_PATTERN: Final = "^[0-9]{14}-[0-9a-f]{20}$"
"""The time of creation in milliseconds, and the id of the game."""
TURN_CURSOR_PATTERN: Final = "^[0-9]{1,16}$"
"""The place of a turn in its queue."""
AGENT_PREFIX_PATTERN: Final = "^[a-z0-9][a-z0-9-]{0,38}$"
EVENT_ID_PATTERN: Final = "^[0-9]{1,15}-[0-9]{1,9}$"
"""The place of an event in the stream of its agent, as Redis names it."""
MAX_EVENT_ID_LENGTH: Final = 25
EVENT_ID_FAULT: Final = Message("expected the id of an event of this stream")
PLACE_PATTERN: Final = "^[1-9][0-9]{0,4}$"
"""The place on a board of the first entry of a page."""
DATE_PATTERN: Final = (
    "^20(?:[0-9]{2}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    "|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[02468][048]|[13579][26])-02-29)$"
)
"""The days of this century."""
DATE_FAULT: Final = Message("expected a day of this century, such as 2026-11-23")
CURSOR_FAULT: Final = Message("expected the `next` of the previous page")


def _included() -> QueryList:
    """The parts of a view that are computed on request."""
    return fields.query_enum(
        enums.PART_OF_VIEW,
        "Parts of the view on request: `previews`, what follows from each of your plays.",
        "A part of a view.",
    )


class NoQuery(RequestSchema):
    """An operation without parameters in its query: each one is refused."""


class RulesQuery(RequestSchema):
    """Parameters of the rules."""

    include = fields.query_enum(
        enums.PART_OF_RULES,
        "Parts of the rules on request: `sections`, the rules of the game for players.",
        "A part of the rules.",
    )


class SeatQuery(RequestSchema):
    """The seat of a sender with several seats."""

    seat = fields.query_integer(
        0,
        values.MAX_PLAYERS - 1,
        "The seat, for an agent with several. Default: the one whose turn it is, else the first.",
    )


class ViewQuery(SeatQuery):
    """Parameters of a view."""

    wait = fields.wait("Seconds to wait for a change, with `If-None-Match`; like `Prefer: wait=N`.")
    include = _included()


class AgentGamesQuery(RequestSchema):
    """Parameters of the list of an agent's games."""

    status = fields.query_enum(
        enums.GAME_GROUP, "Only games in one of these states: waiting, active, over.", "A group of games."
    )
    limit = fields.query_integer(1, MAX_PAGE_LENGTH, "The maximum number of games.", load_default=20)
    cursor = fields.matching("The `next` of the previous page.", GAME_CURSOR_PATTERN, 35, CURSOR_FAULT)


class GamesQuery(AgentGamesQuery):
    """Parameters of the list of games."""

    label = fields.label("Only games with this label, of the owner whose token is sent.")
    agent = fields.agent("Only games in which this agent plays, of the owner whose token is sent.")


class RecordsQuery(RequestSchema):
    """Parameters of the records of an owner's games."""

    label = fields.label("Only games with this label.")
    limit = fields.query_integer(1, MAX_PAGE_LENGTH, "The maximum number of records of a page.", load_default=20)
    cursor = fields.matching(
        "The `next` of the previous page, or the `cursor` of a record: only games after it.",
        GAME_CURSOR_PATTERN,
        35,
        Message("expected the `next` of a page, or the `cursor` of a record"),
    )


class AgentsQuery(RequestSchema):
    """Parameters of the list of agents."""

    house = fields.QueryBoolean(metadata={"description": "true: only house bots; false: only others. Default: both."})
    prefix = fields.matching(
        "Only agents whose names begin so.",
        AGENT_PREFIX_PATTERN,
        39,
        Message("expected the beginning of a name: lowercase letters, digits, hyphens"),
    )
    limit = fields.query_integer(1, MAX_PAGE_LENGTH, "The maximum number of agents.", load_default=MAX_PAGE_LENGTH)
    cursor = fields.matching("The `next` of the previous page.", AGENT_NAME_PATTERN, 39, CURSOR_FAULT)


class TurnsQuery(RequestSchema):
    """Parameters of an agent's inbox."""

    limit = fields.query_integer(1, MAX_PAGE_LENGTH, "The maximum number of turns.", load_default=20)
    cursor = fields.matching("The `next` of the previous page.", TURN_CURSOR_PATTERN, 16, CURSOR_FAULT)
    wait = fields.wait("Seconds to wait for a change, with `If-None-Match`; like `Prefer: wait=N`.")
    ended = fields.query_integer(0, MAX_PAGE_LENGTH, "The maximum number of games that have ended.", load_default=20)
    questions = fields.query_integer(
        0, MAX_QUESTIONS, "The maximum number of questions; 0: the agent answers none.", load_default=0
    )
    include = _included()


class AgentEventsQuery(RequestSchema):
    """Parameters of the events of an agent's games."""

    after = fields.matching(
        "Only events after this place: the `resume` of an earlier response.",
        EVENT_ID_PATTERN,
        MAX_EVENT_ID_LENGTH,
        EVENT_ID_FAULT,
    )
    wait = fields.wait("Seconds to wait for an event; like `Prefer: wait=N`.")


class BoardQuery(RequestSchema):
    """Parameters of a board."""

    players = fields.query_integer(
        daily_deal.PLAYERS[0], daily_deal.PLAYERS[-1], "The number of players of the games.", load_default=1
    )
    week = fields.QueryBoolean(
        load_default=False, metadata={"description": "true: the sums of the week. Default: false."}
    )
    date = fields.matching("The day (UTC), or one of the week. Default: today.", DATE_PATTERN, 10, DATE_FAULT)
    game = fields.matching("A game whose entry is wanted beside the page.", values.ID_PATTERN, 64)
    limit = fields.query_integer(1, MAX_PAGE_LENGTH, "The maximum number of entries.", load_default=20)
    cursor = fields.matching("The `next` of the previous page.", PLACE_PATTERN, 5, CURSOR_FAULT)


class EventsQuery(SeatQuery):
    """Parameters of the list of events."""

    after = fields.query_integer(0, values.MAX_VERSION, "Only events after this version.", load_default=1)
    limit = fields.query_integer(1, MAX_PAGE_LENGTH, "The maximum number of events.", load_default=MAX_PAGE_LENGTH)
    wait = fields.wait("Seconds to wait for an event, in a stream after the end of the game; like `Prefer: wait=N`.")
