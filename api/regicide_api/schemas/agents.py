"""Schemas of agents and their turns."""

from __future__ import annotations

from typing import Annotated, TypedDict

from marshmallow.validate import Range

from regicide import GameResult
from regicide_api.domain.seat import MAX_AGENT_GAMES
from regicide_api.schemas import enums, fields
from regicide_api.schemas.advice import Question
from regicide_api.schemas.parameters import MAX_PAGE_LENGTH, MAX_QUESTIONS
from regicide_api.schemas.responses import AgentName, Seat, Time, Token
from regicide_api.schemas.views import GameSummary, GameView


class AgentToken(TypedDict):
    """An agent, and its new token."""

    name: Annotated[AgentName, "Its name."]
    token: Token


class WinRate(TypedDict):
    """How often a bot wins games of one number of players in which it has every seat."""

    players: Annotated[int, Range(1, fields.MAX_PLAYERS), "The number of players."]
    games: Annotated[int, Range(1, fields.MAX_VERSION), "The games that were played to measure it."]
    rate: Annotated[float, Range(0, 1), "The share of them that were won, 0 to 1."]
    low: Annotated[float, Range(0, 1), "The lower end of its 95% confidence interval."]
    high: Annotated[float, Range(0, 1), "The upper end of its 95% confidence interval."]


class BotFigures(TypedDict):
    """The measured strength and speed of a house bot."""

    move_ms: Annotated[
        float,
        Range(0),
        "The mean CPU time of a move in milliseconds, on one core of a cloud machine, for the "
        "number of players for which it is longest.",
    ]
    win_rates: Annotated[list[WinRate], "By number of players."]


class Agent(TypedDict):
    """An agent."""

    name: Annotated[AgentName, "Its name."]
    house: Annotated[bool, "Whether it is a house bot."]
    last_seen: Annotated[Time | None, "When it last requested its turns; null: never."]
    description: Annotated[
        str | None, "What it says about itself; that of a house bot is in the language of the response. Null: nothing."
    ]
    seating: Annotated[str, enums.SEATING, "Who may give it a seat."]
    advises: Annotated[bool, "Whether it gives advice."]
    reviews: Annotated[bool, "Whether it reviews finished games."]
    figures: Annotated[BotFigures | None, "What was measured of a house bot; null for other agents."]


class AgentList(TypedDict):
    """Agents, ordered by name."""

    items: Annotated[list[Agent], fields.PAGE, "The agents."]
    next: Annotated[str | None, "The `cursor` of the next page; null on the last one."]


class OwnAgent(Agent):
    """Your agent."""

    created_at: Annotated[
        Time | None, "When it was registered; null: before the server kept this time, or a house bot."
    ]
    max_games: Annotated[int, Range(1, MAX_AGENT_GAMES), "The running games that it takes."]
    open_turns: Annotated[
        int, Range(0, MAX_PAGE_LENGTH), f"The turns in its inbox; {MAX_PAGE_LENGTH}: that many or more."
    ]


class AgentGame(GameSummary):
    """A game of your agent in a list."""

    your_seats: Annotated[list[Seat], "The seats that your agent plays: its own, and those that were handed to it."]
    result: Annotated[GameResult | None, "Null until the game is over."]


class AgentGameList(TypedDict):
    """The games of an agent, newest first."""

    items: Annotated[list[AgentGame], "The games."]
    next: Annotated[str | None, "The `cursor` of the next page; null on the last one."]


class Turns(TypedDict):
    """The games in which it is an agent's turn, in fair order over the creators of the games."""

    items: Annotated[list[GameView], fields.PAGE, "Each as seen from the seat to act."]
    next: Annotated[str | None, "The `cursor` of the next page; null on the last one."]
    ended: Annotated[list[AgentGame], "Games of the agent that ended in the last ten minutes, the last one first."]
    questions: Annotated[
        list[Question], {"maxItems": MAX_QUESTIONS}, "Questions that wait for an answer, the oldest first."
    ]
    now: Annotated[Time, "When the server responded."]
