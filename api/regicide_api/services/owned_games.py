"""The games of owners, and their records."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.core import tokens
from regicide_api.core.errors import UnknownGame, UnknownOwner
from regicide_api.core.refusals import DealNotTold
from regicide_api.core.work import in_parts
from regicide_api.domain import history, seat_rules
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.services.indexes import Selection, Stored, cursor_of, game_id_of, owner_set
from regicide_api.services.repository import GameRepository
from regicide_api.storage.client import refuses_writes

READ_SIZE: Final = 50
"""Games whose records are read at a time."""

MAX_FAILURES: Final = 3
"""Games in a row that cannot be read, after which the store counts as unavailable."""

_LOG: Final = logging.getLogger("regicide.records")


class OwnedRecord(NamedTuple):
    """The record of a game with its label, or the error with which the game could not be read.

    `cursor` continues the iteration after it. An error without a game ends the iteration.
    """

    cursor: str | None
    game_id: str | None
    label: str | None
    content: dict[str, Any] | Exception


@dataclass(frozen=True, slots=True)
class OwnedGames:
    """The games of the owners in a repository."""

    repository: GameRepository

    def index_first(self, owner: Principal) -> None:
        """Write the first game of an owner into the index, before another one is created, or the games are read.

        A store that refuses writes may have it from an earlier call. Raises UnknownOwner for the bearer of a token that
        owns no game.
        """
        game_id, sets = tokens.first_game_of(owner.token), self.repository.store.sorted_sets
        game = self.repository.get_or_none(game_id) if game_id else None
        if not (game and seat_rules.is_owned_by(game, owner)):
            if not (game_id and sets.exists(owner_set(owner.token_hash))):
                raise UnknownOwner
            return
        try:
            sets.write(self.repository.owners.entries(None, game))
        except RedisError as error:
            if not (refuses_writes(error) and sets.exists(owner_set(owner.token_hash))):
                raise

    def page(
        self, owner: Principal, wanted: Selection, before: str | None, limit: int
    ) -> tuple[list[HostedGame], str | None]:
        """The newest wanted games before a cursor, and the cursor of the next page (None: the last page).

        A game on an unreachable node of a cluster is left out. Raises UnknownOwner for a token that owns no game.
        """
        self.index_first(owner)
        return self.repository.owners.page([owner_set(owner.token_hash)], before, limit, wanted)

    def records(self, owner: Principal, label: str | None, after: str | None) -> Iterator[OwnedRecord]:
        """The records of the finished games with a label, or of all, by the time of creation after a cursor.

        Raises UnknownOwner or RedisError, at once.
        """
        self.index_first(owner)
        return self._records(owner, label, after)

    def _records(self, owner: Principal, label: str | None, after: str | None) -> Iterator[OwnedRecord]:
        failures = 0
        try:
            for cursor, game in in_parts(self._oldest_first(owner, after)):
                record = self._record(cursor, game, label)
                failures = failures + 1 if record and isinstance(record.content, RedisError) else 0
                if record:
                    yield record
                after = cursor
                if failures == MAX_FAILURES:
                    yield OwnedRecord(after, None, None, RedisError("the store does not respond"))
                    return
        except RedisError as error:
            yield OwnedRecord(after, None, None, error)

    def _oldest_first(self, owner: Principal, after: str | None) -> Iterator[tuple[str, Stored]]:
        """All games of an owner after a cursor, read as they are needed."""
        name = owner_set(owner.token_hash)
        while cursors := self.repository.store.sorted_sets.range(name, after, READ_SIZE):
            yield from zip(cursors, self._read(name, cursors), strict=True)
            after = cursors[-1]

    def _read(self, name: str, cursors: Sequence[str]) -> Sequence[Stored]:
        return self.repository.owners.look_up([(cursor, name) for cursor in cursors])

    def _record(self, cursor: str, game: Stored, label: str | None) -> OwnedRecord | None:
        """The record of a game; None if it is not wanted, or has none."""
        if isinstance(game, RedisError):
            return OwnedRecord(cursor, game_id_of(cursor), None, game)
        if game is None or cursor_of(game) != cursor or game.cancelled or not game.is_over:
            return None
        if label not in {None, game.label}:
            return None
        try:
            content: dict[str, Any] | Exception = history.game_record(*self.repository.get_with_events(game.id))
        except UnknownGame:
            return None
        except (DealNotTold, RedisError) as error:
            content = error
        except Exception as error:  # noqa: BLE001 - a game that cannot be replayed does not keep the others back
            _LOG.exception("the record of a game cannot be made")
            content = error
        return OwnedRecord(cursor, game.id, game.label, content)
