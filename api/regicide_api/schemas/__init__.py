"""The schemas of requests and answers.

Requests are loaded with these. Answers are only documented by them; that they fit is proved by the tests.
"""

from regicide_api.schemas.agents import AgentList, AgentToken, Turns
from regicide_api.schemas.events import EFFECTS, GameEvents, Record
from regicide_api.schemas.parameters import (
    LONGEST_KEY,
    AgentsQuery,
    CreationHeaders,
    EventsQuery,
    GamesQuery,
    SeatQuery,
    StreamHeaders,
    TurnsQuery,
    ViewQuery,
    WaitHeaders,
)
from regicide_api.schemas.parts import ACTION_PATTERN, CARD_PATTERN, MOST_PLAYERS, SEED_PATTERN, RequestSchema
from regicide_api.schemas.problem import Problem
from regicide_api.schemas.requests import ActionProposal, AgentWish, GameWish, SeatTaking, SignalWish
from regicide_api.schemas.views import CreatedGame, GameList, GameView

__all__ = [
    "ACTION_PATTERN",
    "CARD_PATTERN",
    "EFFECTS",
    "LONGEST_KEY",
    "MOST_PLAYERS",
    "SEED_PATTERN",
    "ActionProposal",
    "AgentList",
    "AgentToken",
    "AgentWish",
    "AgentsQuery",
    "CreatedGame",
    "CreationHeaders",
    "EventsQuery",
    "GameEvents",
    "GameList",
    "GameView",
    "GameWish",
    "GamesQuery",
    "Problem",
    "Record",
    "RequestSchema",
    "SeatQuery",
    "SeatTaking",
    "SignalWish",
    "StreamHeaders",
    "Turns",
    "TurnsQuery",
    "ViewQuery",
    "WaitHeaders",
]
