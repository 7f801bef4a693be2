"""Schemas of agents and their turns."""

from __future__ import annotations

from marshmallow.fields import Boolean, Float, List, Nested
from marshmallow.validate import Range

from regicide_api.domain.seat import MAX_AGENT_GAMES
from regicide_api.schemas import enums, fields
from regicide_api.schemas.advice import Question
from regicide_api.schemas.fields import ResponseSchema
from regicide_api.schemas.parameters import MAX_PAGE_LENGTH, MAX_QUESTIONS
from regicide_api.schemas.views import GameResult, GameSummary, GameView


class AgentToken(ResponseSchema):
    """An agent, and its new token."""

    name = fields.text("Its name.", fields.AGENT_NAME, required=True)
    token = fields.text(
        "To be sent as `Authorization: Bearer …`. The server stores only a hash: it cannot be retrieved later.",
        required=True,
    )


class WinRate(ResponseSchema):
    """How often a bot wins games of one number of players in which it has every seat."""

    players = fields.integer(1, fields.MAX_PLAYERS, "The number of players.", required=True)
    games = fields.integer(1, fields.MAX_VERSION, "The games that were played to measure it.", required=True)
    rate = fields.share("The share of them that were won, 0 to 1.")
    low = fields.share("The lower end of its 95% confidence interval.")
    high = fields.share("The upper end of its 95% confidence interval.")


class BotFigures(ResponseSchema):
    """The measured strength and speed of a house bot."""

    move_ms = Float(
        required=True,
        validate=Range(0),
        metadata={
            "description": "The mean CPU time of a move in milliseconds, on one core of a cloud machine, for the "
            "number of players for which it is longest."
        },
    )
    win_rates = List(Nested(WinRate), required=True, metadata={"description": "By number of players."})


class Agent(ResponseSchema):
    """An agent."""

    name = fields.text("Its name.", fields.AGENT_NAME, required=True)
    house = Boolean(required=True, metadata={"description": "Whether it is a house bot."})
    last_seen = fields.text(
        "When it last requested its turns; null: never.", fields.DATE_TIME, required=True, allow_none=True
    )
    description = fields.text(
        "What it says about itself; that of a house bot is in the language of the response. Null: nothing.",
        required=True,
        allow_none=True,
    )
    seating = fields.enum(enums.SEATING, "Who may give it a seat.", required=True)
    advises = Boolean(required=True, metadata={"description": "Whether it gives advice."})
    reviews = Boolean(required=True, metadata={"description": "Whether it reviews finished games."})
    figures = Nested(
        BotFigures,
        required=True,
        allow_none=True,
        metadata={"description": "What was measured of a house bot; null for other agents."},
    )


class AgentList(ResponseSchema):
    """Agents, ordered by name."""

    items = List(Nested(Agent), required=True, metadata={"description": "The agents.", **fields.PAGE})
    next = fields.text("The `cursor` of the next page; null on the last one.", required=True, allow_none=True)


class OwnAgent(Agent):
    """Your agent."""

    created_at = fields.text(
        "When it was registered; null: before the server kept this time, or a house bot.",
        fields.DATE_TIME,
        required=True,
        allow_none=True,
    )
    max_games = fields.integer(1, MAX_AGENT_GAMES, "The running games that it takes.", required=True)
    open_turns = fields.integer(
        0, MAX_PAGE_LENGTH, f"The turns in its inbox; {MAX_PAGE_LENGTH}: that many or more.", required=True
    )


class AgentGame(GameSummary):
    """A game of your agent in a list."""

    your_seats = List(
        fields.seat("A seat."),
        required=True,
        metadata={"description": "The seats that your agent plays: its own, and those that were handed to it."},
    )
    result = Nested(
        GameResult, required=True, allow_none=True, metadata={"description": "Null until the game is over."}
    )


class AgentGameList(ResponseSchema):
    """The games of an agent, newest first."""

    items = List(Nested(AgentGame), required=True, metadata={"description": "The games."})
    next = fields.text("The `cursor` of the next page; null on the last one.", required=True, allow_none=True)


class Turns(ResponseSchema):
    """The games in which it is an agent's turn, in fair order over the creators of the games."""

    items = List(
        Nested(GameView), required=True, metadata={"description": "Each as seen from the seat to act.", **fields.PAGE}
    )
    next = fields.text("The `cursor` of the next page; null on the last one.", required=True, allow_none=True)
    ended = List(
        Nested(AgentGame),
        required=True,
        metadata={"description": "Games of the agent that ended in the last ten minutes, the last one first."},
    )
    questions = List(
        Nested(Question),
        required=True,
        metadata={"description": "Questions that wait for an answer, the oldest first.", "maxItems": MAX_QUESTIONS},
    )
    now = fields.time("When the server responded.")
