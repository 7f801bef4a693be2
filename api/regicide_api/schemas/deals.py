"""Schemas of the deals of days."""

from __future__ import annotations

from marshmallow.fields import List, Nested

from regicide_api.domain.daily_deal import PLAYERS
from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import ResponseSchema

_DATE = {"format": "date"}
MAX_BOTS = 100


class DealOfDay(ResponseSchema):
    """The deal of a day that a game has: all games with the same date and number of players have the same cards."""

    date = fields.text("The day (UTC).", _DATE, required=True)
    players = fields.integer(PLAYERS[0], PLAYERS[-1], "The number of players.", required=True)
    ends_at = fields.time("The end of the day: then the seed, the nonce and the record are told.")


class BotResult(ResponseSchema):
    """The game in which a house bot plays the deal, from all seats."""

    agent = fields.text("The house bot.", fields.AGENT_NAME, required=True)
    status = fields.enum(enums.STATUS, "The status of its game.", required=True)
    outcome = fields.enum(enums.OUTCOME, "The outcome; null until the game is over.", required=True, allow_none=True)
    grade = fields.enum(enums.GRADE, "The grade of a solo win.", required=True, allow_none=True)
    defeated = fields.integer(
        0, 12, "The number of defeated enemies; null until the game is over.", required=True, allow_none=True
    )


class TodaysDeal(ResponseSchema):
    """The deal of this day for a number of players."""

    players = fields.integer(PLAYERS[0], PLAYERS[-1], "The number of players.", required=True)
    bots = List(
        Nested(BotResult),
        required=True,
        metadata={"description": "The games of the house bots that run.", "maxItems": MAX_BOTS},
    )


class TodaysDeals(ResponseSchema):
    """The deals of this day."""

    date = fields.text("The day (UTC).", _DATE, required=True)
    ends_at = fields.time("The end of the day.")
    now = fields.time("When the server responded.")
    deals = List(
        Nested(TodaysDeal),
        required=True,
        metadata={"description": "The deal of each number of players.", "maxItems": len(PLAYERS)},
    )
