"""Schemas of agents, their turns, and the questions that they answer: for advice and reviews."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, TypedDict

from marshmallow import ValidationError, validates_schema
from marshmallow.validate import Range

from regicide import Action, GameResult, MalformedAction, Message
from regicide_api.domain.questions import MAX_BEST, MAX_MOVES, MAX_RATED_ACTIONS
from regicide_api.domain.seat import MAX_AGENT_GAMES
from regicide_api.schemas import enums, fields, values
from regicide_api.schemas.combinations import one_of
from regicide_api.schemas.fields import RequestSchema
from regicide_api.schemas.responses import ActionText, AgentName, GameId, NextVersion, Seat, Time, Token, Version
from regicide_api.schemas.values import MAX_PAGE_LENGTH, MAX_QUESTIONS
from regicide_api.schemas.views import GameSummary, GameView

DEFAULT_LIMIT: Final = 5
ENEMIES: Final = 12
MAX_CONSIDERED: Final = 1_000_000

_WON: Final = "The chance to win the game after it, 0 to 1; null: too little search to tell."
_DEFEATED: Final = "The expected number of defeated enemies at the end; null: too little search to tell."
_SHARE: Final = "Its share of the search, 0 to 1."
QUESTION_ID: Final = {"pattern": "^[0-9a-f]{20}-[a-z0-9][a-z0-9-]{1,38}$"}


class AdviceRequest(RequestSchema):
    """A question to an agent: what it would do at this turn."""

    version = fields.version("The version of the view that the question is about.", required=True)
    agent = fields.agent("The agent, whose `advises` is true.", required=True)
    limit = fields.integer(
        1, MAX_RATED_ACTIONS, f"The most actions in the answer. Default: {DEFAULT_LIMIT}.", load_default=DEFAULT_LIMIT
    )
    seat = fields.seat(
        "The seat, for an agent with several. Default: the one whose turn it is. Required for a finished game: the "
        "seat that was to act."
    )


class AdviceQuery(RequestSchema):
    """Parameters of advice."""

    limit = fields.query_integer(1, MAX_RATED_ACTIONS, "The most actions in the answer.", load_default=DEFAULT_LIMIT)
    wait = fields.wait("Seconds to wait for the answer; like `Prefer: wait=N`.")


class AdviceWaitQuery(RequestSchema):
    """Parameters of a question."""

    wait = fields.wait("Seconds to wait for the answer; like `Prefer: wait=N`.")


class RatedAction(TypedDict):
    """An action, and what an agent found out about it."""

    action: Annotated[ActionText, "The action."]
    won: Annotated[float | None, Range(0, 1), _WON]
    defeated: Annotated[float | None, Range(0, ENEMIES), _DEFEATED]
    share: Annotated[float, Range(0, 1), _SHARE]


class Advice(TypedDict):
    """What an agent would do at a turn."""

    id: Annotated[str, QUESTION_ID, "The advice."]
    game: Annotated[GameId, "The game."]
    version: Annotated[Version, "The version of the game at which the turn began."]
    seat: Annotated[Seat, "The seat to act."]
    agent: Annotated[AgentName, "The agent that is asked."]
    status: Annotated[
        str,
        enums.ANSWER_STATUS,
        "Whether the agent has answered. `failed`: it could not, or the game has moved on before.",
    ]
    actions: Annotated[
        list[RatedAction], {"maxItems": MAX_RATED_ACTIONS}, "The best actions, best first; none until it is ready."
    ]
    considered: Annotated[
        int | None, Range(0, MAX_CONSIDERED), "The number of actions that the agent looked at; null until it is ready."
    ]
    expires_at: Annotated[Time, "When it is forgotten."]


class Question(TypedDict):
    """A question that waits for an answer."""

    id: Annotated[str, QUESTION_ID, "The question."]
    kind: Annotated[str, enums.QUESTION_KIND, "What is asked."]
    game: Annotated[GameId, "The game."]
    seat: Annotated[Seat | None, "The seat to act; null for a review."]
    version: Annotated[Version | None, "The version of the game at which its turn began; null for a review."]
    limit: Annotated[int, Range(1, MAX_RATED_ACTIONS), "The most actions of an answer, or of a move in it."]
    view: Annotated[
        GameView | None, "The game as that seat sees it; null for a review, which is about the public record."
    ]
    asked_at: Annotated[Time, "When it was asked."]
    expires_at: Annotated[Time, "When it is forgotten without an answer."]


def _check_action(text: str) -> None:
    try:
        Action.parse(text)
    except MalformedAction as error:
        raise ValidationError(error.args[0]) from error


class ActionRating(RequestSchema):
    """An action of an answer, and what the agent found out about it."""

    action = fields.action("The action.", required=True, validate=_check_action)
    won = fields.number(0, 1, _WON, allow_none=True)
    defeated = fields.number(0, ENEMIES, _DEFEATED, allow_none=True)
    share = fields.number(0, 1, _SHARE)


class MoveRating(RequestSchema):
    """A move of a reviewed game."""

    number = fields.integer(1, MAX_MOVES, "The number of the action in the record, from 1.", required=True)
    version = fields.version("The version of the game after it, as in the record.", 2, required=True)
    seat = fields.seat("The seat that acted.", required=True)
    action = fields.action("The action.", required=True, validate=_check_action)
    won_before = fields.number(0, 1, "The chance to win with the best action, as the seat saw the game.")
    won_after = fields.number(0, 1, "The chance to win after the action.")
    cost = fields.number(0, 1, "What the action cost: `won_before` - `won_after`, at least 0.")
    defeated_before = fields.number(0, ENEMIES, "The expected number of defeated enemies with the best action.")
    defeated_after = fields.number(0, ENEMIES, "The expected number of defeated enemies after the action.")
    best = fields.items(
        ActionRating, MAX_BEST, "The best actions, best first, each once and legal.", least=1, required=True
    )


class AnswerRequest(RequestSchema):
    """The answer to a question: `actions` to one of the kind `advice`, `moves` to a `review`, or `failed`."""

    KEYWORDS: ClassVar = one_of("actions", "moves", "failed", beside=("considered", "actions"))

    actions = fields.items(
        ActionRating, MAX_RATED_ACTIONS, "The best actions, best first, each once and legal at that turn.", least=1
    )
    considered = fields.integer(
        1, MAX_CONSIDERED, "With `actions`: the number of actions that the agent looked at. Default: their number."
    )
    moves = fields.items(MoveRating, MAX_MOVES, "All actions of the record in order.")
    failed = fields.true("the agent cannot answer.", Message("expected true, or an answer"))

    @validates_schema
    def _check_one(self, answer: dict[str, Any], **_: object) -> None:
        if len(answer.keys() & {"actions", "moves", "failed"}) != 1:
            raise ValidationError(Message("expected one of actions, moves and failed"))
        if "considered" in answer and "actions" not in answer:
            raise ValidationError(Message("requires actions"), "considered")

    @validates_schema
    def _check_actions(self, answer: dict[str, Any], **_: object) -> None:
        actions = answer.get("actions", [])
        if len({str(Action.parse(rated["action"])) for rated in actions}) < len(actions):
            raise ValidationError(Message("expected each action once"), "actions")
        if answer.get("considered", len(actions)) < len(actions):
            raise ValidationError(
                Message("expected at least {count}, the number of actions", count=len(actions)), "considered"
            )


DEFAULT_REVIEWER: Final = "planner-fast"


class ReviewQuery(RequestSchema):
    """Parameters of a review."""

    agent = fields.agent("The agent that reviews, whose `reviews` is true.", load_default=DEFAULT_REVIEWER)
    wait = fields.wait("Seconds to wait for the review; like `Prefer: wait=N`.")


class ReviewedMove(TypedDict):
    """An action of a reviewed game, as its seat saw the game."""

    number: Annotated[int, Range(1, MAX_MOVES), "The number of the action in the record, from 1."]
    version: Annotated[NextVersion, "The version of the game after it, as in the record."]
    seat: Annotated[Seat, "The seat that acted."]
    action: Annotated[ActionText, "The action."]
    won_before: Annotated[float, Range(0, 1), "The chance to win with the best action, 0 to 1."]
    won_after: Annotated[float, Range(0, 1), "The chance to win after the action that was played."]
    cost: Annotated[float, Range(0, 1), "What the action cost: `won_before` - `won_after`, at least 0."]
    defeated_before: Annotated[
        float, Range(0, ENEMIES), "The expected number of defeated enemies with the best action."
    ]
    defeated_after: Annotated[float, Range(0, ENEMIES), "The expected number of defeated enemies after the action."]
    best: Annotated[list[RatedAction], {"minItems": 1}, {"maxItems": MAX_BEST}, "The best actions, best first."]


class Review(TypedDict):
    """What an agent says about each action of a finished game."""

    game: Annotated[GameId, "The game."]
    agent: Annotated[AgentName, "The agent that reviews."]
    status: Annotated[str, enums.ANSWER_STATUS, "Whether the agent has answered. `failed`: it could not."]
    moves: Annotated[
        list[ReviewedMove] | None,
        {"maxItems": MAX_MOVES},
        "All actions in order, those that the creator gave included; null until it is ready.",
    ]
    expires_at: Annotated[Time, "When it is forgotten."]


class AgentToken(TypedDict):
    """An agent, and its new token."""

    name: Annotated[AgentName, "Its name."]
    token: Token


class WinRate(TypedDict):
    """How often a bot wins games of one number of players in which it has every seat."""

    players: Annotated[int, Range(1, values.MAX_PLAYERS), "The number of players."]
    games: Annotated[int, Range(1, values.MAX_VERSION), "The games that were played to measure it."]
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

    items: Annotated[list[Agent], values.PAGE, "The agents."]
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

    items: Annotated[list[GameView], values.PAGE, "Each as seen from the seat to act."]
    next: Annotated[str | None, "The `cursor` of the next page; null on the last one."]
    ended: Annotated[list[AgentGame], "Games of the agent that ended in the last ten minutes, the last one first."]
    questions: Annotated[
        list[Question], {"maxItems": MAX_QUESTIONS}, "Questions that wait for an answer, the oldest first."
    ]
    now: Annotated[Time, "When the server responded."]
