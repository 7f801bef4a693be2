"""One look at many games, each as its own viewer may see it.

All games are read in one round trip, then the tokens of all agents in another one: an agent's token that is valid then
was valid when the games were read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from redis.exceptions import RedisError

from regicide_api.core.errors import NotYourSeat, UnknownGame, UnknownToken
from regicide_api.core.work import in_parts
from regicide_api.domain import rights
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.services.agents import principal_of
from regicide_api.services.games import ViewedGame
from regicide_api.services.repository import GameRepository, is_game_id

Stored: TypeAlias = HostedGame | RedisError | None
Seen: TypeAlias = ViewedGame | UnknownGame | UnknownToken | NotYourSeat | RedisError
"""A game and its viewer, or the error of the request for that game alone."""

_INVALID: Final = Principal("", "", "")
"""The principal of a token that no agent can have."""


class ViewWish(NamedTuple):
    """A game to look at: with a token of its own, or as the sender of the request; perhaps from a given seat."""

    id: str
    token: str | None = None
    seat: int | None = None


def look_at(repository: GameRepository, wishes: Sequence[ViewWish], sender: Principal | None) -> list[Seen]:
    """The games of these wishes, in order. Raises UnknownToken if the sender is an agent with an invalid token."""
    games = _games(repository, {wish.id for wish in wishes})
    viewers = [_viewer(wish, sender) for wish in in_parts(wishes)]
    invalid = repository.agents.invalid([each for each in (sender, *viewers) if each])
    if sender in invalid:
        raise UnknownToken
    return [
        UnknownToken() if viewer in invalid else _seen(wish, viewer, games.get(wish.id))
        for wish, viewer in zip(wishes, viewers, strict=True)
    ]


def _games(repository: GameRepository, ids: Iterable[str]) -> dict[str, Stored]:
    """The games with these ids; a text that cannot be an id is left out."""
    known = sorted(filter(is_game_id, ids))
    return dict(zip(known, repository.get_many(known), strict=True))


def _viewer(wish: ViewWish, sender: Principal | None) -> Principal | None:
    try:
        return sender if wish.token is None else principal_of(wish.token)
    except UnknownToken:
        return _INVALID


def _seen(wish: ViewWish, viewer: Principal | None, game: Stored) -> Seen:
    if not isinstance(game, HostedGame):
        return game or UnknownGame(wish.id)
    try:
        return ViewedGame(game, rights.viewer(game, viewer, wish.seat))
    except NotYourSeat as error:
        return error
