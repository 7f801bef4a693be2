"""A client of the Regicide game server: sessions over the models and requests generated from its OpenAPI document."""

from regicide_client.async_session import AsyncSession
from regicide_client.generated.models import AgentToken, CreatedGame, GameEvent, GameView, GameWish, Record, SeatWish
from regicide_client.patience import Patience
from regicide_client.problems import (
    GameNotOver,
    GameNotStarted,
    GameOver,
    IllegalAction,
    NameTaken,
    NoAnswer,
    NotYourSeat,
    NotYourTurn,
    Problem,
    RateLimited,
    SeatTaken,
    SignalsClosed,
    StoreUnavailable,
    UnexpectedAnswer,
    UnknownGame,
    UnknownToken,
    VersionConflict,
)
from regicide_client.session import Session
from regicide_client.waiting import AgentTurns

__all__ = [
    "AgentToken",
    "AgentTurns",
    "AsyncSession",
    "CreatedGame",
    "GameEvent",
    "GameNotOver",
    "GameNotStarted",
    "GameOver",
    "GameView",
    "GameWish",
    "IllegalAction",
    "NameTaken",
    "NoAnswer",
    "NotYourSeat",
    "NotYourTurn",
    "Patience",
    "Problem",
    "RateLimited",
    "Record",
    "SeatTaken",
    "SeatWish",
    "Session",
    "SignalsClosed",
    "StoreUnavailable",
    "UnexpectedAnswer",
    "UnknownGame",
    "UnknownToken",
    "VersionConflict",
]
