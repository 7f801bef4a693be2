"""Refusals, which are errors of valid requests: by the state of a game, a limit or an agent, or for a deal of a day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regicide import Message
from regicide_api.core.errors import (
    ACTIONS,
    GAME,
    GAMES,
    ID,
    QUESTION,
    Conflict,
    Errors,
    Excess,
    Forbidden,
    Invalid,
    Missing,
    Unavailable,
    member,
)


class GameOver(Conflict):
    """The action was not applied, because the game is won or lost."""

    text: str
    title = "The game is over"
    advice = "A finished game accepts no actions; its record is available."
    example = (ACTIONS, {"text": Message("the game is over")})


class SeatTaken(Conflict):
    """Another player has taken the seat."""

    seat: int
    open_seats: list[int] = member("The open seats.")
    text = "seat {seat} is taken"
    title = "The seat is taken"
    advice = "`open_seats` lists the open ones."
    example = (f"{GAME}/seats/1", {"seat": 1, "open_seats": [2]})


class GameNotStarted(Conflict):
    """A seat is still open, and the game starts when all are taken."""

    open_seats: list[int] = member("The open seats.")
    text = "the game starts when every seat is taken"
    title = "The game has not started"
    advice = "It starts when all seats are taken. `open_seats` lists the open ones."
    example = (ACTIONS, {"open_seats": [2]})


class GameStarted(Conflict):
    """The game has started: it cannot be cancelled, seats cannot be left, and those of agents not be opened."""

    text = "the game has started; this is possible only before"
    title = "The game has started"
    advice = "In a running game a seat can be handed to an agent, and the game can be given up."


class GameCancelled(Conflict):
    """The owner of the game ended it before all seats were taken."""

    text = "the game was cancelled before it started"
    title = "The game was cancelled"
    advice = "Create another game. A cancelled game has no result, no record and no rematch."
    example = (f"{GAME}/record", {})


class GameNotOver(Conflict):
    """The record contains hidden cards, so it is secret until the game is won or lost."""

    text = "the game is not over; this is available after its end"
    title = "The game is not over"
    advice = "The record contains the secrets of the game, and a rematch follows it: both are available after its end."
    example = (f"{GAME}/record", {})


class SignalsClosed(Conflict):
    """Signals are allowed between a jester and the next turn, and each may be changed once."""

    text = "signals are allowed between the play of a jester and the next turn"
    title = "Signals are not allowed now"
    advice = "Players may signal whether they want to go next, until the player of a jester has chosen."
    example = (f"{GAME}/signals", {})


class SignalFinal(SignalsClosed):
    """The seat has changed its signal after this jester."""

    seat: int
    text = "seat {seat} has changed its signal after this jester: a signal may be changed once"


class HouseSeatsTaken(Conflict):
    """House bots play with everyone, so the unfinished games of one address may have a limited number of
    their seats.
    """

    limit: int = member("The number of seats.")
    text = (
        "your unfinished games have {limit} seats of house bots, the most at the same time: finish a game first. A "
        "game in which a player does not act for an hour does not count, and an expired one only for a minute"
    )
    title = "Too many house bots play in your games"
    advice = (
        "Finish one of your games with house bots, or create games with fewer of them. `limit` is the number of seats."
    )
    example = (GAMES, {"limit": 64})


class AgentBusy(Conflict):
    """An agent takes a limited number of games at the same time, and at most half of them from one address. A game in
    which no agent has the turn, and no player acts for an hour, does not count.

    `game` is the number of the refused one of several new games.
    """

    agent: str = member("The agent.")
    limit: int = member("The number of games.")
    game: int = 0
    text = "the agent {agent!r} plays in {limit} games, the most that it takes"
    title = "The agent plays in too many games"
    advice = "Wait until one of its games ends, or choose another agent. `limit` is the number of games."
    errors = Errors("The first seats in the body of a creation; absent otherwise.")
    example = (GAMES, {"agent": "deep-thought", "limit": 8})


class AgentBusyForCreator(AgentBusy):
    """The agent plays in as many games as it takes from one address."""

    text = "the agent {agent!r} plays in {limit} of your games, the most that it takes from one address"


class TooManyWaiting(Excess):
    """One address may hold only a share of the places for requests that wait for changes."""

    limit: int = member("The number of requests.")
    text = "your address has {limit} waiting requests, the most at the same time; end one, or request without waiting"
    title = "Too many requests of one address are waiting"
    advice = (
        "Close streams and long polls that you do not need, request without waiting, or retry after the seconds in "
        "Retry-After. An agent gets all of its turns from one long poll."
    )
    retry_after = 5
    example = (GAME, {"limit": 224})


class TooManyChanges(Conflict):
    """A seat can be taken, handed over or given up a limited number of times in one game."""

    seat: int
    limit: int = member("The number of changes.")
    text = "seat {seat} has changed {limit} times, the most in one game"
    title = "The seat has changed too often"
    advice = "Keep the seat as it is. `limit` is the number of changes. The owner can fill an open seat with an agent."
    example = (f"{GAME}/seats/1", {"seat": 1, "limit": 50})


class RateLimited(Excess):
    """You have sent more requests of this kind than one client may send in this time.

    The request counts as `units` requests.
    """

    amount: int
    seconds: int
    retry_after: int
    units: int = 1
    title = "Too many requests"
    advice = "Wait the seconds in Retry-After; RateLimit shows the remaining requests. Actions and views have no limit."
    example = (GAMES, {"amount": 120, "seconds": 60, "retry_after": 42})

    @property
    def detail(self) -> Message:
        """The limit, and the seconds until the next request is allowed."""
        if self.units > 1:
            return Message(
                "at most {amount} requests in {seconds} seconds, and this one counts as {units}; the limit resets in "
                "{retry_after} seconds",
                **vars(self),
            )
        return Message(
            "at most {amount} requests in {seconds} seconds; the next is allowed in {retry_after} seconds", **vars(self)
        )


class Overloaded(Unavailable):
    """Too many clients are waiting for changes, or too many requests are in progress to create anything new; other
    requests are served.
    """

    text = "too many clients are waiting for changes; retry in a moment, or request without waiting"
    title = "The server is overloaded"
    advice = "Request without waiting, or retry after the seconds in Retry-After."
    retry_after = 5


class Busy(Overloaded):
    """Too many requests are in flight to create a game or an agent."""

    text = "too many requests are in progress to create anything new; retry in a moment"
    example = (GAMES, {})


class StoreFull(Unavailable):
    """The memory of the server's store is filled up to the share that is kept for games in progress."""

    text = "the store has no room for new games and agents; games in progress continue"
    title = "The store has no room for anything new"
    advice = (
        "Play the games that exist, and retry after the seconds in Retry-After: room is left for them, and old games "
        "expire."
    )
    retry_after = 60
    example = (GAMES, {})


class NameTaken(Conflict):
    """Names of agents are unique."""

    name: str
    text = "the name {name!r} belongs to another agent, or is reserved"
    title = "The name is taken"
    advice = "Choose another name. If the agent is yours, use the token from its registration."
    example = ("/v1/agents", {"name": "deep-thought"})


class HouseAgent(Forbidden):
    """The settings, the token and the end of a house bot are those of the server."""

    name: str
    text = "the house bot {name!r} belongs to the server, which manages it"
    title = "House bots are managed by the server"
    advice = "Register an agent of your own to choose its settings."
    example = ("/v1/agents/me", {"name": "greedy"})


class AgentDeclines(Forbidden):
    """An agent may take seats from everyone, only by its invitation, or no more seats at all. A rematch is a new game:
    if it is not the agent that asks for it, an agent with an invitation declines. No game was created.

    Whether the invitation is missing or wrong, the error does not say.
    """

    agent: str = member("The agent.")
    faults: Mapping[Any, Any] | None = None
    text = "the agent {agent!r} takes seats by its invitation, which is missing or wrong"
    title = "The agent declines the seat"
    advice = (
        "Choose another agent, or send the `invitation` of this one with the seat. `seating` in the list of agents "
        "says who may give each of them a seat."
    )
    errors = Errors("The first seats in the body; absent for a rematch.")
    example = (
        GAMES,
        {"agent": "deep-thought", "faults": {"seats": {1: {"agent": [Message(text, agent="deep-thought")]}}}},
    )


class SeatingClosed(AgentDeclines):
    """The agent takes no new seats."""

    text = "the agent {agent!r} takes no new seats"


class AgentEnded(AgentDeclines):
    """The agent does not exist any more."""

    text = "the agent {agent!r} does not exist any more"


class AdviceNotAllowed(Forbidden):
    """The game was created without advice, or the seat has asked as many agents as it may before one action."""

    text = "no advice may be asked in this game: its `advice` is none"
    title = "No advice may be asked"
    advice = (
        "Decide yourself. The creator of a game chooses by `advice` whether its seats may ask; a finished game may be "
        "studied by everyone."
    )
    example = (f"{GAME}/advice", {})


class TooManyAdvisers(AdviceNotAllowed):
    """The seat has asked as many agents for advice as it may before one action."""

    limit: int
    text = "{limit} agents were asked for advice since the last action, the most"


class NoAdviser(Invalid):
    """An agent says itself whether it gives advice, and whether it reviews games.
    This one does not, or does not exist.
    """

    agent: str = member("The agent.")
    text = "the agent {agent!r} gives no advice: `advises` in /v1/agents tells which do"
    title = "The agent gives no advice"
    advice = "Ask an agent whose `advises` is true in the list of agents; for a review, one whose `reviews` is true."
    errors = Errors("The place of the agent in the request.", required=True, is_single=True)
    example = (f"{GAME}/advice", {"agent": "random"})

    def __post_init__(self) -> None:
        """The fault is at the agent."""
        self.faults = {"agent": [self.detail]}


class NoReviewer(NoAdviser):
    """The agent of the parameter `agent` does not review games, or there is no such agent."""

    text = "the agent {agent!r} reviews no games: `reviews` in /v1/agents tells which do"
    parameter = "agent"
    example = (f"{GAME}/review", {"agent": "random"})


class UnknownAdviser(NoAdviser):
    """There is no such agent, but one with a similar name that gives advice."""

    hint: str
    text = "unknown agent {agent!r}: did you mean {hint!r}? /v1/agents lists all"


class UnknownReviewer(NoReviewer):
    """There is no such agent, but one with a similar name that reviews games."""

    hint: str
    text = UnknownAdviser.text


class AdviserBusy(Unavailable):
    """An agent answers its questions one after the other, and a limited number of them may wait."""

    agent: str = member("The agent.")
    limit: int = member("The number of questions.")
    text = "{limit} questions wait for the agent {agent!r}, the most"
    title = "Too many questions wait for the agent"
    advice = "Ask again after the seconds in Retry-After, or ask another agent. `limit` is the number of questions."
    retry_after = 5
    example = (f"{GAME}/advice", {"agent": "planner", "limit": 200})


class UnknownAdvice(Missing):
    """Advice with this id was never asked in this game, or has expired."""

    advice_id: str
    text = "there is no advice {advice_id!r} in this game; it may have expired"
    title = "The advice does not exist"
    advice = "Ask again: advice expires, and a question without an answer sooner."
    example = (f"{GAME}/advice/{QUESTION}", {"advice_id": QUESTION})


class UnknownQuestion(Missing):
    """A question with this id was never asked of this agent, has expired, or is about a turn that has ended."""

    question_id: str
    text = "you have no question {question_id!r}; it may have expired, or the game has moved on"
    title = "The question does not exist"
    advice = "Get your turns again, with `questions`: the answer is not needed any more."
    example = (f"/v1/agents/me/questions/{QUESTION}", {"question_id": QUESTION})


class UnknownPairing(Missing):
    """A code pairs one device, once, within five minutes."""

    text = "this code was used, has expired, was never given, or gives nothing now: it is valid for five minutes, once"
    title = "The code is not valid"
    advice = "Get a new code on the device that has the games, and check what you type."
    example = ("/v1/devices", {})


class DealNotTold(Conflict):
    """The game has the deal of a day, which others may still play: its seed and its record, and what follows from them,
    are secret until the day is over.
    """

    told_at: str = member("The end of the day.")
    text = "others may still play this deal: it is told when its day is over, at {told_at}"
    title = "The deal is not told yet"
    advice = (
        "The deal of a day is secret until the day (UTC) is over. `told_at` is the time of its end; then the game has "
        "its seed, its record, its review and advice, as every finished game."
    )
    example = (f"{GAME}/record", {"told_at": "2026-11-24T00:00:00.000Z"})


class StandInNotAllowed(Conflict):
    """The game has the deal of a day, whose results are compared as those of its players."""

    text = "no agent plays on for a player in a game of today's deal"
    title = "No agent may stand in"
    advice = (
        "Play on yourself, or give the game up. A game with the deal of a day has no stand-ins, as it has no advice."
    )
    example = (f"{GAME}/seats/0/stand-in", {})


class ResultNotCounted(Conflict):
    """Boards have the results of games with the deal of a day that people alone have played, from the first game of
    each owner that has started, if it ended on its day.
    """

    title = "The result is not for a board"
    advice = (
        "`detail` has the reason. The first game of a day with `deal` `today` counts, played to its end on that day."
    )
    text = "the game has no deal of a day: boards compare games with the same cards"
    example = (f"/v1/boards/public/games/{ID}", {})


class PlayedByAgent(ResultNotCounted):
    """An agent had a seat of the game."""

    text = (
        "an agent had a seat in this game: boards have the results of people, and those of the house bots beside them"
    )


class PlayedTooLate(ResultNotCounted):
    """The game ended when its deal was not secret any more."""

    text = "the game ended after its day, when its deal was not secret any more"


class BoardClosed(ResultNotCounted):
    """The day is too long ago."""

    text = "the board of this day is closed: a result can be entered until a week after its day"


class NotFirstGame(ResultNotCounted):
    """The owner has begun another game with the same deal before."""

    text = "another game of this owner with the same deal began before: the first one counts"


class BoardFull(ResultNotCounted):
    """The board has as many better results as it keeps."""

    limit: int
    text = "the board has {limit} better results, the most that it keeps"


class TooManyBoards(ResultNotCounted):
    """The owner, or the holder of a seat, has entered results into as many boards as it may."""

    limit: int
    text = "with this token, results were entered into {limit} boards within a month, the most"
