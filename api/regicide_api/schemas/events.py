"""Schemas of a game's events with the effects of actions, of its record, and of views and records of many games."""

from __future__ import annotations

from typing import Annotated, Any, Final, NotRequired, TypeAlias, TypedDict

from marshmallow.validate import Range

from regicide import GameResult
from regicide_api.domain import clock
from regicide_api.domain.new_game import MAX_GIVEN_ACTIONS
from regicide_api.schemas import enums, values
from regicide_api.schemas.problem import AnyProblem
from regicide_api.schemas.responses import (
    ActionText,
    AgentName,
    Card,
    Cards,
    GameId,
    NextVersion,
    PlayerName,
    Seat,
    Time,
    Union,
)
from regicide_api.schemas.views import DealOfDay, GameView

MAX_AMOUNT: Final = 80
MAX_CARDS: Final = 54


class _Effect(TypedDict):
    """The member that all effects have."""

    type: Annotated[str, enums.EFFECT_TYPE, "The type of the effect."]


class HealEffect(_Effect):
    """Cards of the discard pile went under the tavern deck."""

    count: Annotated[int, Range(0, MAX_CARDS), "The number of cards."]
    cards: NotRequired[Annotated[Cards, "The cards, in canonical order; records of an earlier version lack them."]]


class DrawEffect(_Effect):
    """A seat drew cards."""

    seat: Annotated[Seat, "The seat that drew."]
    count: Annotated[int, Range(0, MAX_CARDS), "The number of cards."]
    cards: NotRequired[Annotated[Cards, "The cards; only for the seat that drew them, and in records."]]


class ShieldEffect(_Effect):
    """The attack of the enemy is reduced from now on."""

    amount: Annotated[int, Range(0, MAX_AMOUNT), "The reduction."]


class DamageEffect(_Effect):
    """The enemy took damage."""

    amount: Annotated[int, Range(0, MAX_AMOUNT), "The damage."]


class DefeatEffect(_Effect):
    """The enemy is defeated."""

    enemy: Annotated[Card, "The enemy."]
    exact: Annotated[bool, "Whether the damage was exact; the enemy is then on top of the tavern."]


class RevealEffect(_Effect):
    """The next card of the castle is the enemy."""

    enemy: Annotated[Card, "The enemy."]


class StrikeEffect(_Effect):
    """The enemy strikes."""

    amount: Annotated[int, Range(0, MAX_AMOUNT), "The strike; 0 if shields absorb all of it."]


class DiscardEffect(_Effect):
    """The player discarded cards."""

    cards: Annotated[Cards, "The cards."]


class CancelImmunityEffect(_Effect):
    """A jester cancelled the immunity of the enemy."""


class TurnEffect(_Effect):
    """A seat begins a turn."""

    seat: Annotated[Seat, "The seat."]


class OverEffect(_Effect):
    """The game ended."""

    outcome: Annotated[str, enums.OUTCOME, "Won or lost."]
    reason: Annotated[str, enums.END_REASON, "The reason."]


EFFECT: Final = Union(
    "Effect",
    "An effect of an action; `type` tells which. Later versions may add types: ignore those that you do not know.",
    "type",
    (
        *(HealEffect, DrawEffect, ShieldEffect, DamageEffect, DefeatEffect, RevealEffect, StrikeEffect, DiscardEffect),
        *(CancelImmunityEffect, TurnEffect, OverEffect),
    ),
)


AnyEffect: TypeAlias = Annotated[dict[str, object], EFFECT]


class _Event(TypedDict):
    """The members that all events have."""

    version: Annotated[NextVersion, "The version of the game after it."]
    seat: Annotated[Seat, "The seat that it concerns."]
    at: Annotated[Time, "When it happened."]
    type: Annotated[str, enums.EVENT_TYPE, "The type of the event."]


class ActionEvent(_Event):
    """A seat acted."""

    action: Annotated[ActionText, "The action."]
    effects: Annotated[list[AnyEffect], "Its effects in order."]
    agent: NotRequired[Annotated[AgentName, "The agent that stood in for the player."]]


class SeatTakenEvent(_Event):
    """A player took an open seat, from the agent that played it until then, or the game's owner gave it to an agent."""

    name: Annotated[PlayerName | None, "The name of the player; null: none."]
    agent: NotRequired[Annotated[AgentName, "The agent that got the seat."]]


class SeatLeftEvent(_Event):
    """A player left a seat of a waiting game, or the owner opened one: it is open."""


class CancelledEvent(_Event):
    """The owner ended the waiting game. The seat is the one that would have begun."""


class RematchEvent(_Event):
    """A seat of a finished game created the rematch."""

    next: Annotated[GameId, "The rematch."]


class SignalEvent(_Event):
    """A seat gave a signal."""

    signal: Annotated[str, enums.SIGNAL, "The signal."]


class TimeoutEvent(_Event):
    """The turn of a seat timed out: the game is lost, or an agent ends the turn."""

    effects: Annotated[list[AnyEffect], "Its effects in order; none with an agent."]
    agent: NotRequired[Annotated[AgentName, "The agent that stands in."]]


class StandInEvent(_Event):
    """The holder of a seat let an agent play for it, or took it back; or an agent plays an open seat for a while."""

    agent: Annotated[AgentName | None, "The agent that stands in; null: the holder plays again."]


class GiveUpEvent(_Event):
    """The holder of a seat agreed, or agrees no longer, to give the game up.

    In a game whose seats agents hold, its owner gave it up; the seat is the one that had the turn.
    """

    agree: Annotated[bool, "Whether the holder of the seat agrees."]
    effects: Annotated[list[AnyEffect], "Its effects in order: those of the end if all agree."]


class AdviceEvent(_Event):
    """A seat asked an agent for advice. What the agent answers, the seat alone sees."""

    agent: Annotated[AgentName, "The agent that is asked."]


GAME_EVENT: Final = Union(
    "GameEvent",
    "An event of a game; `type` tells which. Later versions may add types: ignore those that you do not know.",
    "type",
    (
        *(ActionEvent, SeatTakenEvent, SeatLeftEvent, CancelledEvent, SignalEvent, TimeoutEvent),
        *(StandInEvent, GiveUpEvent, RematchEvent, AdviceEvent),
    ),
)
AnyEvent: TypeAlias = Annotated[dict[str, object], GAME_EVENT]


def _event_stream(description: str, data: str, id_pattern: str, required: list[str]) -> dict[str, Any]:
    """The schema of a stream of events, whose `data` is a component of the document."""
    properties = {
        "id": {"type": "string", "pattern": id_pattern},
        "event": {"$ref": "#/components/schemas/EventType"},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": f"#/components/schemas/{data}"},
        },
    }
    return {
        "type": "string",
        "contentMediaType": "text/event-stream",
        "description": description,
        "x-itemSchema": {"type": "object", "required": required, "properties": properties},
    }


EVENT_STREAM: Final = _event_stream(
    "Server-sent events (WHATWG HTML, section 9.2). The first field is `retry`, the milliseconds before "
    "a reconnection. Then each event of the game is an event of the stream: `id` is its version, `event` its type, an "
    "`EventType`, and `data` a `GameEvent` as JSON in one line, of which `/event.schema.json` is a JSON Schema. A "
    "comment, which is a line that begins with a colon, is a heartbeat: one follows every 15 seconds of silence. "
    "`x-itemSchema` is the `itemSchema` of OpenAPI 3.2.",
    "GameEvent",
    "^[0-9]{1,10}$",
    ["id", "event", "data"],
)
"""The schema of a stream of events, whose frames `realtime.sse.format_event` makes."""

AGENT_EVENT_STREAM: Final = _event_stream(
    "Server-sent events as in the stream of a game, with these differences: `id` is a text that resumes "
    "the stream, `data` has the id of a game and its event (`/agent-event.schema.json`), and frames with "
    "an `id` alone renew the last one.",
    "AgentEvent",
    "^[A-Za-z0-9_-]+$",
    ["id"],
)
"""The schema of a stream of events of several games, whose frames `realtime.sse.format_game_event` makes."""


class AgentEvent(TypedDict):
    """An event of one of an agent's games."""

    game: Annotated[str, "The game."]
    event: AnyEvent


class AgentEvents(TypedDict):
    """Events of an agent's games, those of each game in order."""

    items: Annotated[list[AgentEvent], "The events."]
    resume: Annotated[str, "The `after` of the next request: after these events."]


class GameEvents(TypedDict):
    """Events of a game, the oldest first."""

    items: Annotated[list[AnyEvent], values.PAGE, "The events."]
    next: Annotated[NextVersion | None, "The `after` of the next page; null on the last one."]


class RecordedEvent(TypedDict):
    """An action of a finished game with all of its effects."""

    version: Annotated[NextVersion, "The version of the game after it."]
    seat: Annotated[Seat, "The seat that acted."]
    action: Annotated[ActionText, "The action."]
    agent: Annotated[AgentName | None, "The agent that acted; null: a person."]
    at: Annotated[Time, "When it happened."]
    effects: Annotated[list[AnyEffect], "Its effects in order."]
    position: Annotated[str, "The full position after it, as one line of text."]


class RecordedSeat(TypedDict):
    """A seat of a finished game."""

    seat: Annotated[Seat, "The number of the seat."]
    name: Annotated[PlayerName | None, "The name of the player."]
    agent: Annotated[AgentName | None, "The agent that held the seat."]


class RecordedClock(TypedDict):
    """The turn clock of a game."""

    turn_seconds: Annotated[int, Range(1, clock.MAX_TURN_S), "The time for each action in seconds."]
    on_timeout: Annotated[str, "The consequence of a timeout: `forfeit` or `bot:NAME`."]


class GameRecord(TypedDict):
    """The full record of a finished game. `seed` and the actions determine the rest."""

    id: Annotated[GameId, "The game."]
    players: Annotated[int, Range(1, values.MAX_PLAYERS), "The number of players."]
    seed: Annotated[str, "The seed of the deal."]
    seed_origin: Annotated[str, enums.SEED_ORIGIN, "Who chose the seed."]
    deal: Annotated[DealOfDay | None, "The deal of a day; null if the game had a deal of its own."]
    nonce: Annotated[
        str | None,
        values.NONCE,
        "The random text that the commitment hashes before the seed: the commitment is the SHA-256 of "
        "`regicide-commit-2:`, the nonce, `:` and the seed. Null: that of `regicide-commit-1:` and the seed.",
    ]
    commitment: Annotated[
        str | None,
        values.HASH,
        "The commitment to the seed that the views have published from the start; null if the game began at a "
        "position.",
    ]
    beginning: Annotated[str, enums.BEGINNING, "Where the game began."]
    given_actions: Annotated[int, Range(0, MAX_GIVEN_ACTIONS), "The number of its first actions that the creator gave."]
    first_player: Annotated[Seat, "The seat that began."]
    seats: Annotated[list[RecordedSeat], range(5), "All seats in order."]
    start: Annotated[str, "The full position at the start, as one line of text."]
    events: Annotated[list[RecordedEvent], "All actions in order."]
    clock: Annotated[RecordedClock | None, "The turn clock; null without one."]
    incidents: Annotated[
        list[AnyEvent],
        "Timeouts, seats handed to agents and taken back, and agreements to give the game up, in "
        "order; `version` places them between the actions.",
    ]
    result: GameResult
    created_at: Annotated[Time, "When the game was created."]
    updated_at: Annotated[Time, "When it ended."]


class GameLook(TypedDict):
    """A game of a look at many: its view, or the problem that a request for it alone would get."""

    id: Annotated[str, "The game."]
    view: GameView | None
    problem: AnyProblem | None


class GameLooks(TypedDict):
    """A look at many games, in the order of the request."""

    items: Annotated[list[GameLook], "The games."]


class RecordLine(TypedDict):
    """One of the records of an owner's games: the record of a game, or the problem with which it cannot be read."""

    cursor: Annotated[str | None, "Continues after this record; null before the first game."]
    id: Annotated[str | None, "The game; null in a line with which an incomplete answer ends."]
    label: Annotated[str | None, values.LABEL, "The label of the game."]
    record: GameRecord | None
    problem: AnyProblem | None


class RecordList(TypedDict):
    """A page of the records of an owner's games, the oldest game first."""

    items: Annotated[list[RecordLine], values.PAGE, "The records."]
    next: Annotated[str | None, "The `cursor` of the next page; null on the last one."]


RECORD_LINES: Final = {
    "type": "string",
    "contentMediaType": "application/jsonl",
    "description": "JSON Lines: each line is a `RecordLine` as JSON, of which `/record-line.schema.json` is a JSON "
    "Schema, and ends with a line feed. `contentSchema` has the lines as an array.",
    "contentSchema": {"type": "array", "items": {"$ref": "#/components/schemas/RecordLine"}},
}
"""The schema of the records of an owner's games, whose lines `http.responses` makes."""
