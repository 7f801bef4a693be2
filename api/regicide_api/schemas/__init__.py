"""The schemas of requests and responses.

Requests are loaded with them. Responses are documented by them only: the tests validate every response.
"""

from regicide_api.schemas.agents import AgentList, AgentToken, Turns
from regicide_api.schemas.events import EVENT_STREAM, GameEvents, GameRecord
from regicide_api.schemas.fields import (
    ACTION_PATTERN,
    CARD_PATTERN,
    MAX_PLAYERS,
    SEED_PATTERN,
    RequestSchema,
    ResponseSchema,
)
from regicide_api.schemas.parameters import (
    AgentsQuery,
    CreationHeaders,
    EventsQuery,
    GamesQuery,
    PreferHeaders,
    SeatQuery,
    StreamHeaders,
    TurnsQuery,
    ViewQuery,
    WaitHeaders,
)
from regicide_api.schemas.problem import PROBLEM, PlainProblem
from regicide_api.schemas.requests import (
    ActionRequest,
    CreateGameRequest,
    CreateGamesRequest,
    EmptyRequest,
    FillSeatRequest,
    RegisterAgentRequest,
    SignalRequest,
    TakeSeatRequest,
    ViewsRequest,
)
from regicide_api.schemas.views import CreatedGame, CreatedGames, GameList, GameLooks, GameView, SeatToken

__all__ = [
    "ACTION_PATTERN",
    "CARD_PATTERN",
    "EVENT_STREAM",
    "MAX_PLAYERS",
    "PROBLEM",
    "SEED_PATTERN",
    "ActionRequest",
    "AgentList",
    "AgentToken",
    "AgentsQuery",
    "CreateGameRequest",
    "CreateGamesRequest",
    "CreatedGame",
    "CreatedGames",
    "CreationHeaders",
    "EmptyRequest",
    "EventsQuery",
    "FillSeatRequest",
    "GameEvents",
    "GameList",
    "GameLooks",
    "GameRecord",
    "GameView",
    "GamesQuery",
    "PlainProblem",
    "PreferHeaders",
    "RegisterAgentRequest",
    "RequestSchema",
    "ResponseSchema",
    "SeatQuery",
    "SeatToken",
    "SignalRequest",
    "StreamHeaders",
    "TakeSeatRequest",
    "Turns",
    "TurnsQuery",
    "ViewQuery",
    "ViewsRequest",
    "WaitHeaders",
]
