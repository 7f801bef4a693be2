"""What can be wrong with a request, told apart by what is wrong. `problems` says how each is answered."""

from __future__ import annotations


class ApiError(Exception):
    """The base: a sentence for the client (`str`), members to add to the problem, and headers to add to the answer."""

    def __init__(self, detail: str, **extras: object) -> None:
        super().__init__(detail)
        self.extras = extras
        self.headers: dict[str, str] = {}


class MalformedBody(ApiError):
    """A body that is not a JSON object."""


class InvalidParameter(ApiError):
    """A parameter in the query or in a header that cannot be used."""

    def __init__(self, parameter: str, detail: str) -> None:
        super().__init__(f"{parameter}: {detail}", errors=[{"parameter": parameter, "detail": detail}])


class TokenRequired(ApiError):
    """No token where one is needed."""

    def __init__(self) -> None:
        super().__init__("send the token of your seat: Authorization: Bearer …")
        self.headers = {"WWW-Authenticate": 'Bearer realm="regicide"'}


class UnknownToken(ApiError):
    """A token that holds no seat of this game."""

    def __init__(self) -> None:
        super().__init__("this token holds no seat of this game")
        self.headers = {"WWW-Authenticate": 'Bearer realm="regicide", error="invalid_token"'}


class NotYourSeat(ApiError):
    """A seat that is somebody else's."""

    def __init__(self, wanted: int | None, seats: list[int]) -> None:
        yours = " and ".join(map(str, seats)) or "none of this game"
        wish = "this game" if wanted is None else f"seat {wanted}"
        super().__init__(f"{wish} is not yours to play: your seats are {yours}", seats=seats)


class NameTaken(ApiError):
    """A name that another agent has."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is an agent {name!r} already, or the house keeps the name for a bot of its own")


class UnknownGame(ApiError):
    """No game has this id: there never was one, or it has expired."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"there is no game {game_id!r}; it may have expired")


class VersionConflict(ApiError):
    """An action that was chosen at a version which is not the game's."""

    def __init__(self, chosen: int, current: int) -> None:
        super().__init__(
            f"the action was chosen at version {chosen}; the game is at version {current}", version=current
        )


class NotYourTurn(ApiError):
    """An action from a seat whose turn it is not."""

    def __init__(self, seat: int, turn: int) -> None:
        super().__init__(f"you hold seat {seat}; it is the turn of seat {turn}", turn=turn)


class GameNotStarted(ApiError):
    """An action in a game that waits for players."""

    def __init__(self, open_seats: list[int]) -> None:
        super().__init__("the game starts when every seat is held", open_seats=open_seats)


class GameNotOver(ApiError):
    """What can only be had of a game that is over."""

    def __init__(self) -> None:
        super().__init__("the game goes on; this can be had when it is over")


class UnknownSeat(ApiError):
    """A seat that the table does not have."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(f"there is no seat {seat}: the seats are 0 to {seats - 1}")


class SeatTaken(ApiError):
    """A seat that somebody holds."""

    def __init__(self, seat: int, open_seats: list[int]) -> None:
        super().__init__(f"seat {seat} is held by somebody", open_seats=open_seats)


class SignalsClosed(ApiError):
    """A signal when nothing may be said."""

    def __init__(self) -> None:
        super().__init__("signals are allowed from the playing of a jester until the next player begins")


class IdempotencyKeyReused(ApiError):
    """A key that was sent before with another request."""

    def __init__(self) -> None:
        super().__init__("this Idempotency-Key was sent before with another request; make a new one for each")


class IdempotencyKeyInUse(ApiError):
    """A key whose first request is not answered yet."""

    def __init__(self) -> None:
        super().__init__("the first request with this Idempotency-Key is being answered; send it again in a moment")
        self.headers = {"Retry-After": "1"}


class Overloaded(ApiError):
    """More clients wait for news than the server can hold."""

    def __init__(self) -> None:
        super().__init__("too many clients are waiting for news; ask again in a moment, or look without waiting")
        self.headers = {"Retry-After": "5"}


class RateLimited(ApiError):
    """One request too many in a while."""

    def __init__(self, amount: int, seconds: int, reset: int) -> None:
        super().__init__(f"at most {amount} requests in {seconds} seconds; the next is possible in {reset} seconds")
        self.headers = {"Retry-After": str(reset)}
