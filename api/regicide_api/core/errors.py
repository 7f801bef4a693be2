"""What can be wrong with a request, told apart by what is wrong. `problems` says how each is answered."""

from __future__ import annotations

from regicide import Sentence


class ApiError(Exception):
    """The base: a sentence for the client, members to add to the problem, and headers to add to the answer."""

    def __init__(self, detail: Sentence, **extras: object) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extras = extras
        self.headers: dict[str, str] = {}


class MalformedBody(ApiError):
    """A body that is not a JSON object."""


class InvalidParameter(ApiError):
    """A parameter in the query or in a header that cannot be used."""

    def __init__(self, parameter: str, detail: str) -> None:
        told = Sentence("{parameter}: {detail}", parameter=parameter, detail=detail)
        super().__init__(told)
        self.parameter, self.fault = parameter, detail


class TokenRequired(ApiError):
    """No token where one is needed."""

    def __init__(self) -> None:
        super().__init__(Sentence("send the token of your seat: Authorization: Bearer …"))
        self.headers = {"WWW-Authenticate": 'Bearer realm="regicide"'}


class UnknownToken(ApiError):
    """A token that holds no seat of this game."""

    def __init__(self) -> None:
        super().__init__(Sentence("this token holds no seat of this game"))
        self.headers = {"WWW-Authenticate": 'Bearer realm="regicide", error="invalid_token"'}


class NotYourSeat(ApiError):
    """A seat that is somebody else's."""

    def __init__(self, wanted: int | None, seats: list[int]) -> None:
        wish = Sentence("this game") if wanted is None else Sentence("seat {seat}", seat=wanted)
        yours = ", ".join(map(str, seats)) or Sentence("none of this game")
        super().__init__(
            Sentence("{wish} is not yours to play: your seats are {yours}", wish=wish, yours=yours), seats=seats
        )


class NameTaken(ApiError):
    """A name that another agent has."""

    def __init__(self, name: str) -> None:
        super().__init__(
            Sentence("there is an agent {name!r} already, or the house keeps the name for a bot of its own", name=name)
        )


class UnknownGame(ApiError):
    """No game has this id: there never was one, or it has expired."""

    def __init__(self, game_id: str) -> None:
        super().__init__(Sentence("there is no game {game_id!r}; it may have expired", game_id=game_id))


class VersionConflict(ApiError):
    """An action that was chosen at a version which is not the game's."""

    def __init__(self, chosen: int, current: int) -> None:
        detail = Sentence(
            "the action was chosen at version {chosen}; the game is at version {current}",
            chosen=chosen,
            current=current,
        )
        super().__init__(detail, version=current)


class NotYourTurn(ApiError):
    """An action from a seat whose turn it is not."""

    def __init__(self, seat: int, turn: int) -> None:
        super().__init__(
            Sentence("you hold seat {seat}; it is the turn of seat {turn}", seat=seat, turn=turn), turn=turn
        )


class GameNotStarted(ApiError):
    """An action in a game that waits for players."""

    def __init__(self, open_seats: list[int]) -> None:
        super().__init__(Sentence("the game starts when every seat is held"), open_seats=open_seats)


class GameNotOver(ApiError):
    """What can only be had of a game that is over."""

    def __init__(self) -> None:
        super().__init__(Sentence("the game goes on; this can be had when it is over"))


class UnknownSeat(ApiError):
    """A seat that the table does not have."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(Sentence("there is no seat {seat}: the seats are 0 to {last}", seat=seat, last=seats - 1))


class SeatTaken(ApiError):
    """A seat that somebody holds."""

    def __init__(self, seat: int, open_seats: list[int]) -> None:
        super().__init__(Sentence("seat {seat} is held by somebody", seat=seat), open_seats=open_seats)


class SignalsClosed(ApiError):
    """A signal when nothing may be said."""

    def __init__(self) -> None:
        super().__init__(Sentence("signals are allowed from the playing of a jester until the next player begins"))


class IdempotencyKeyReused(ApiError):
    """A key that was sent before with another request."""

    def __init__(self) -> None:
        super().__init__(Sentence("this Idempotency-Key was sent before with another request; make a new one for each"))


class IdempotencyKeyInUse(ApiError):
    """A key whose first request is not answered yet."""

    def __init__(self) -> None:
        super().__init__(
            Sentence("the first request with this Idempotency-Key is being answered; send it again in a moment")
        )
        self.headers = {"Retry-After": "1"}


class Overloaded(ApiError):
    """More clients wait for news than the server can hold."""

    def __init__(self) -> None:
        super().__init__(self._detail())
        self.headers = {"Retry-After": "5"}

    def _detail(self) -> Sentence:
        return Sentence("too many clients are waiting for news; ask again in a moment, or look without waiting")


class Busy(Overloaded):
    """Something new is to be begun, while those who play already have to wait."""

    def _detail(self) -> Sentence:
        return Sentence("too much is going on to begin something new; send it again in a moment")


class RateLimited(ApiError):
    """One request too many in a while."""

    def __init__(self, amount: int, seconds: int, reset: int) -> None:
        super().__init__(
            Sentence(
                "at most {amount} requests in {seconds} seconds; the next is possible in {reset} seconds",
                amount=amount,
                seconds=seconds,
                reset=reset,
            )
        )
        self.headers = {"Retry-After": str(reset)}
