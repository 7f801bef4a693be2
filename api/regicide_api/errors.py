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


class InvalidRequest(ApiError):
    """A body that does not fit the schema, or whose parts do not fit each other. `errors` says where and why."""


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


class GameNotOver(ApiError):
    """The record of a game that goes on."""

    def __init__(self) -> None:
        super().__init__("the record is secret until the game is over")


class RateLimited(ApiError):
    """One request too many in a while."""

    def __init__(self, amount: int, seconds: int, reset: int) -> None:
        super().__init__(f"at most {amount} requests in {seconds} seconds; the next is possible in {reset} seconds")
        self.headers = {"Retry-After": str(reset)}
