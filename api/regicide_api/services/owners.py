"""The owners of games: bearers of a token that the creation of a game returns.

One owner may have the games of any number of creations. A game has the hash of its owner's token. The token names the
owner's first game; an index has all games of an owner who has several, so that most games take no room in an index.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from redis.exceptions import RedisError

from regicide_api.core import tokens
from regicide_api.core.errors import UnknownOwner
from regicide_api.domain import rights
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.services.game_lists import cursor_of
from regicide_api.storage.client import refuses_writes
from regicide_api.storage.game_store import Store
from regicide_api.storage.sorted_sets import Entry


@dataclass(frozen=True, slots=True)
class Owners:
    """The owners in a store. An index expires `ttl_s` after its last game was created."""

    store: Store
    get_game: Callable[[str], HostedGame | None]
    ttl_s: int

    def index_entries(self, game: HostedGame) -> list[Entry]:
        """The entry of a game in the index of its owner."""
        return [Entry(set_name(game.owner), cursor_of(game), 0, self.ttl_s)] if game.owner else []

    def index_first(self, principal: Principal) -> None:
        """Write the first game of an owner into the index, before another one is created.

        A store that refuses writes may have it from an earlier call. Raises UnknownOwner for the bearer of a token that
        owns no game.
        """
        game_id = tokens.first_game_of(principal.token)
        game = self.get_game(game_id) if game_id else None
        if game and rights.is_owned_by(game, principal):
            self._write(game)
        elif not (game_id and self.store.sorted_sets.exists(set_name(principal.token_hash))):
            raise UnknownOwner

    def _write(self, game: HostedGame) -> None:
        try:
            self.store.sorted_sets.write(self.index_entries(game))
        except RedisError as error:
            if not (refuses_writes(error) and self.store.sorted_sets.exists(set_name(game.owner or ""))):
                raise


def set_name(owner: str) -> str:
    """The name of the sorted set with the games of an owner, by the hash of the owner's token."""
    return f"owner:{owner}"
