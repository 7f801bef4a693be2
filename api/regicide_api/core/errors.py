"""Errors of the API, one class for each cause. `problems.registry` maps each class to its status, code and headers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from regicide import Message

MAX_QUOTED: Final = 64


def quoted(text: str) -> str:
    """A text of the client as messages quote it: a long one without its end."""
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


class ApiError(Exception):
    """The base class: a message for the client, and further members of the problem document.

    `faults` are messages by their place in the body, nested as the body is.
    """

    faults: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, detail: Message, **extras: object) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extras = extras


class MalformedBody(ApiError):
    """The body is not a JSON object."""


class InvalidParameter(ApiError):
    """A query parameter or header has an invalid value."""

    def __init__(self, parameter: str, detail: str) -> None:
        super().__init__(Message("{parameter}: {detail}", parameter=quoted(parameter), detail=detail))
        self.parameter, self.fault = parameter, detail


class InvalidMember(ApiError):
    """A member of the body does not fit the game."""

    def __init__(self, name: str, detail: Message) -> None:
        super().__init__(detail)
        self.faults = {name: [detail]}


class TokenRequired(ApiError):
    """The request has no token, and the operation requires a seat's."""

    def __init__(self) -> None:
        super().__init__(self._detail())

    def _detail(self) -> Message:
        return Message("send the token of your seat: Authorization: Bearer …")


class OwnerTokenRequired(TokenRequired):
    """The request has no token, and the operation requires an owner's."""

    def _detail(self) -> Message:
        return Message("send the `token` of `owner` from the creation of the game: Authorization: Bearer …")


class AgentTokenRequired(TokenRequired):
    """The request has no token, and the operation requires an agent's."""

    def _detail(self) -> Message:
        return Message("send the token of your agent: Authorization: Bearer …")


class MalformedAuthorization(TokenRequired):
    """The header `Authorization` has another scheme than `Bearer`, or no token."""

    def _detail(self) -> Message:
        return Message("expected the header Authorization: Bearer and a token")


class UnknownToken(ApiError):
    """The token belongs to no agent, or holds no seat of this game."""

    def __init__(self, detail: Message | None = None) -> None:
        super().__init__(detail or Message("this token is not that of an agent, and holds no seat of this game"))


class UnknownAgentToken(UnknownToken):
    """The token belongs to no agent, and has the form of an agent's, or the operation requires one."""

    def __init__(self) -> None:
        super().__init__(Message("this token is not that of an agent: send the one from its registration, or its last"))


class UnknownOwner(UnknownToken):
    """The token owns no game, and the operation requires an owner's, or none."""

    def __init__(self) -> None:
        super().__init__(
            Message(
                "this token owns no game: expected the `token` of `owner` from an earlier creation; a creation without "
                "a token has a new owner"
            )
        )


class UnknownGameOwner(UnknownToken):
    """The token matches neither the owner of the game, nor an agent, nor a seat of the game."""

    def __init__(self) -> None:
        super().__init__(Message("this game has another owner: send the `token` of `owner` from its creation"))


class NotYourSeat(ApiError):
    """The requested seat is held by another player. `seats` are those for which the sender may act."""

    def __init__(self, wanted: int | None, seats: list[int]) -> None:
        super().__init__(self._detail(wanted, ", ".join(map(str, seats))), seats=seats)

    def _detail(self, wanted: int | None, yours: str) -> Message:
        wish = Message("this game") if wanted is None else Message("seat {seat}", seat=wanted)
        if not yours:
            return Message("{wish} is not yours to play: you hold no seat of this game", wish=wish)
        return Message("{wish} is not yours to play: your seats are {yours}", wish=wish, yours=yours)


class NotTheHolder(NotYourSeat):
    """The operation is available to the holder of the seat alone. `seats` are the sender's."""

    def _detail(self, wanted: int | None, yours: str) -> Message:
        if not yours:
            return Message("you do not hold seat {seat}, nor any other seat of this game", seat=wanted)
        return Message("you do not hold seat {seat}; the seats that you hold are {yours}", seat=wanted, yours=yours)


class NotTheOwner(ApiError):
    """The operation is available to the owner of the game alone."""

    def __init__(self) -> None:
        super().__init__(Message("this game has another owner: send the `token` of `owner` from its creation"))


class HeldByAgent(ApiError):
    """The operation is available to people alone, and an agent holds the seat."""

    def __init__(self) -> None:
        super().__init__(Message("an agent holds the seat; this is possible only for seats held by people"))


class TooManyChanges(ApiError):
    """The seat has changed as often as one seat may."""

    def __init__(self, seat: int, limit: int) -> None:
        detail = Message("seat {seat} has changed {limit} times, the most in one game", seat=seat, limit=limit)
        super().__init__(detail, limit=limit)


class NameTaken(ApiError):
    """Another agent has this name, or the name is reserved."""

    def __init__(self, name: str) -> None:
        super().__init__(Message("the name {name!r} belongs to another agent, or is reserved", name=name))


class HouseSeatsTaken(ApiError):
    """The unfinished games of the client's address have as many house seats as one address may have."""

    def __init__(self, limit: int) -> None:
        detail = Message(
            "your unfinished games have {limit} seats of house bots, the most at the same time: finish a game first. A "
            "game in which a player does not act for an hour does not count, and an expired one only for a minute",
            limit=limit,
        )
        super().__init__(detail, limit=limit)


class AgentBusy(ApiError):
    """The agent plays in as many games as it takes: in all, or from one address.

    `game` is the number of the refused one of several new games.
    """

    def __init__(self, agent: str, of_creator: int, of_all: int, *, for_creator: bool, game: int = 0) -> None:
        limit = of_creator if for_creator else of_all
        in_your_games = Message(
            "the agent {agent!r} plays in {limit} of your games, the most that it takes from one address",
            agent=agent,
            limit=limit,
        )
        in_all = Message("the agent {agent!r} plays in {limit} games, the most that it takes", agent=agent, limit=limit)
        super().__init__(in_your_games if for_creator else in_all, agent=agent, limit=limit)
        self.agent, self.game = agent, game


class AgentDeclines(ApiError):
    """The agent takes no new seats."""

    def __init__(self, agent: str, faults: Mapping[str, Any] = MappingProxyType({})) -> None:
        super().__init__(self._detail(agent), agent=agent)
        self.faults = faults

    def _detail(self, agent: str) -> Message:
        return Message("the agent {agent!r} takes no new seats", agent=agent)


class NotInvited(AgentDeclines):
    """The agent takes seats by its invitation, which is missing or wrong: the error does not tell which."""

    def _detail(self, agent: str) -> Message:
        return Message("the agent {agent!r} takes seats by its invitation, which is missing or wrong", agent=agent)


class AgentEnded(AgentDeclines):
    """The agent does not exist any more."""

    def _detail(self, agent: str) -> Message:
        return Message("the agent {agent!r} does not exist any more", agent=agent)


class HouseAgent(ApiError):
    """The operation is not available to house bots, which belong to the server."""

    def __init__(self, name: str) -> None:
        super().__init__(Message("the house bot {name!r} belongs to the server, which manages it", name=name))


class UnknownGame(ApiError):
    """There is no game with this id: it never existed, or it has expired."""

    def __init__(self, game_id: str) -> None:
        super().__init__(Message("there is no game {game_id!r}; it may have expired", game_id=game_id))


class VersionConflict(ApiError):
    """The action was chosen at a version that is not the game's current one."""

    def __init__(self, chosen: int, current: int) -> None:
        super().__init__(self._detail(chosen, current), version=current)

    def _detail(self, chosen: int, current: int) -> Message:
        return Message(
            "the action was chosen at version {chosen}; the game is at version {current}",
            chosen=chosen,
            current=current,
        )


class AdviceConflict(VersionConflict):
    """Advice is asked for a version after which the game has moved on."""

    def _detail(self, chosen: int, current: int) -> Message:
        return Message(
            "advice was asked for version {chosen}; the game is at version {current}", chosen=chosen, current=current
        )


class AdviceNotAllowed(ApiError):
    """The creator of the game does not let its seats ask for advice."""

    def __init__(self, detail: Message | None = None) -> None:
        super().__init__(detail or Message("no advice may be asked in this game: its `advice` is none"))


class TooManyAdvisers(AdviceNotAllowed):
    """The seat has asked as many agents for advice as it may before one action."""

    def __init__(self, limit: int) -> None:
        super().__init__(Message("{limit} agents were asked for advice since the last action, the most", limit=limit))


class NoAdviser(ApiError):
    """The agent gives no advice, or there is no such agent."""

    def __init__(self, agent: str) -> None:
        detail = Message("the agent {agent!r} gives no advice: `advises` in /v1/agents tells which do", agent=agent)
        super().__init__(detail, agent=agent)
        self.faults = {"agent": [detail]}


class NoReviewer(ApiError):
    """The agent of the parameter `agent` does not review games, or there is no such agent."""

    def __init__(self, agent: str) -> None:
        detail = Message("the agent {agent!r} reviews no games: `reviews` in /v1/agents tells which do", agent=agent)
        super().__init__(detail, agent=agent)


class AdviserBusy(ApiError):
    """As many questions wait for the agent as may wait."""

    def __init__(self, agent: str, limit: int) -> None:
        detail = Message("{limit} questions wait for the agent {agent!r}, the most", limit=limit, agent=agent)
        super().__init__(detail, agent=agent, limit=limit)


class UnknownAdvice(ApiError):
    """The game has no advice with this id: it was never asked, or has expired."""

    def __init__(self, advice_id: str) -> None:
        super().__init__(
            Message("there is no advice {advice_id!r} in this game; it may have expired", advice_id=advice_id)
        )


class UnknownQuestion(ApiError):
    """The agent has no question with this id: it was never asked, has expired, or the game has moved on."""

    def __init__(self, question_id: str) -> None:
        super().__init__(
            Message(
                "you have no question {question_id!r}; it may have expired, or the game has moved on",
                question_id=question_id,
            )
        )


class NotYourTurn(ApiError):
    """The acting seat does not have the turn."""

    def __init__(self, seat: int, turn: int) -> None:
        super().__init__(
            Message("you hold seat {seat}; it is the turn of seat {turn}", seat=seat, turn=turn), turn=turn
        )


class GameNotStarted(ApiError):
    """The game has open seats."""

    def __init__(self, open_seats: list[int]) -> None:
        super().__init__(Message("the game starts when every seat is taken"), open_seats=open_seats)


class GameStarted(ApiError):
    """The operation requires a game that waits for players."""

    def __init__(self) -> None:
        super().__init__(Message("the game has started; this is possible only while it waits for players"))


class GameCancelled(ApiError):
    """The game ended before it started."""

    def __init__(self) -> None:
        super().__init__(Message("the game was cancelled before it started"))


class GameNotOver(ApiError):
    """The operation requires a finished game."""

    def __init__(self) -> None:
        super().__init__(Message("the game is not over; this is available after its end"))


class DealNotTold(ApiError):
    """The operation tells the deal of a day that is not over. `told_at`: the time at which it ends (RFC 3339)."""

    def __init__(self, told_at: str) -> None:
        detail = Message(
            "others may still play this deal: it is told when its day is over, at {told_at}", told_at=told_at
        )
        super().__init__(detail, told_at=told_at)


class StandInNotAllowed(ApiError):
    """The game has the deal of a day, in which no agent plays on for a player."""

    def __init__(self) -> None:
        super().__init__(Message("no agent plays on for a player in a game of today's deal"))


class UnknownSeat(ApiError):
    """The game has no seat with this number."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(Message("there is no seat {seat}: the seats are 0 to {last}", seat=seat, last=seats - 1))


class SeatTaken(ApiError):
    """The seat is not open."""

    def __init__(self, seat: int, open_seats: list[int]) -> None:
        super().__init__(Message("seat {seat} is taken", seat=seat), open_seats=open_seats)


class SignalsClosed(ApiError):
    """Signals are not allowed at this point of the game."""

    def __init__(self, detail: Message | None = None) -> None:
        super().__init__(detail or Message("signals are allowed between the play of a jester and the next turn"))


class SignalFinal(SignalsClosed):
    """The seat has changed its signal after this jester."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            Message("seat {seat} has changed its signal after this jester: a signal may be changed once", seat=seat)
        )


class IdempotencyKeyReused(ApiError):
    """The Idempotency-Key was sent before with another request."""

    def __init__(self) -> None:
        super().__init__(Message("this Idempotency-Key was sent with another request; use a new key for each request"))


class IdempotencyKeyInUse(ApiError):
    """The first request with this Idempotency-Key is still in progress."""

    def __init__(self) -> None:
        super().__init__(Message("the first request with this Idempotency-Key is in progress; retry in a moment"))


class Overloaded(ApiError):
    """Too many clients are subscribed to changes in this process."""

    def __init__(self) -> None:
        super().__init__(self._detail())

    def _detail(self) -> Message:
        return Message("too many clients are waiting for changes; retry in a moment, or request without waiting")


class Busy(Overloaded):
    """Too many requests are in flight to create a game or an agent."""

    def _detail(self) -> Message:
        return Message("too many requests are in progress to create anything new; retry in a moment")


class TooManyWaiting(ApiError):
    """The client's address has as many waiting requests in this process as one address may have."""

    def __init__(self, limit: int) -> None:
        super().__init__(
            Message(
                "your address has {limit} waiting requests, the most at the same time; end one, or request without "
                "waiting",
                limit=limit,
            ),
            limit=limit,
        )


class StoreFull(ApiError):
    """The store has no room for new games and agents."""

    def __init__(self) -> None:
        super().__init__(Message("the store has no room for new games and agents; games in progress continue"))


class RateLimited(ApiError):
    """The client has exceeded a rate limit. `reset_s`: seconds until the next request is allowed.

    The request counts as `units` requests.
    """

    def __init__(self, amount: int, seconds: int, reset_s: int, units: int = 1) -> None:
        several = Message(
            "at most {amount} requests in {seconds} seconds, and this one counts as {units}; the limit resets in "
            "{reset} seconds",
            amount=amount,
            seconds=seconds,
            units=units,
            reset=reset_s,
        )
        single = Message(
            "at most {amount} requests in {seconds} seconds; the next is allowed in {reset} seconds",
            amount=amount,
            seconds=seconds,
            reset=reset_s,
        )
        super().__init__(several if units > 1 else single)
        self.reset_s = reset_s
