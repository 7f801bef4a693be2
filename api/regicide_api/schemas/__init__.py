"""The schemas of requests and responses.

Requests are loaded with them. Responses are documented by them only: the tests validate every response.
"""

from regicide_api.schemas.agents import AgentGameList, AgentList, AgentToken, OwnAgent, Turns
from regicide_api.schemas.events import GameEvents, GameRecord
from regicide_api.schemas.fields import (
    ACTION_PATTERN,
    CARD_PATTERN,
    MAX_PLAYERS,
    SEED_PATTERN,
    RequestSchema,
    ResponseSchema,
)
from regicide_api.schemas.parameters import (
    AgentGamesQuery,
    AgentsQuery,
    CreationHeaders,
    EventsQuery,
    GamesQuery,
    PreferHeaders,
    RepeatHeaders,
    SeatQuery,
    StreamHeaders,
    TurnsQuery,
    ViewQuery,
    WaitHeaders,
)
from regicide_api.schemas.problem import PROBLEM, PlainProblem
from regicide_api.schemas.requests import (
    ActionRequest,
    AgentSettingsRequest,
    CreateGameRequest,
    CreateGamesRequest,
    EmptyRequest,
    FillSeatRequest,
    RegisterAgentRequest,
    SignalRequest,
    TakeSeatRequest,
)
from regicide_api.schemas.views import CreatedGame, CreatedGames, GameList, GameView, SeatToken

__all__ = [
    "ACTION_PATTERN",
    "CARD_PATTERN",
    "MAX_PLAYERS",
    "PROBLEM",
    "SEED_PATTERN",
    "ActionRequest",
    "AgentGameList",
    "AgentGamesQuery",
    "AgentList",
    "AgentSettingsRequest",
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
    "GameRecord",
    "GameView",
    "GamesQuery",
    "OwnAgent",
    "PlainProblem",
    "PreferHeaders",
    "RegisterAgentRequest",
    "RepeatHeaders",
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
    "WaitHeaders",
]
