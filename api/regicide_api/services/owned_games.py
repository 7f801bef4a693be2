"""The games of owners, and their records."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.core import tokens
from regicide_api.core.errors import UnknownGame, UnknownOwner
from regicide_api.core.refusals import DealNotTold
from regicide_api.core.work import in_parts
from regicide_api.domain import history
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.services.indexes import Selection, cursor_of, ended_owner_set, game_id_of, owner_set, read_page
from regicide_api.services.repository import GameRepository
from regicide_api.storage.client import refuses_writes

READ_SIZE: Final = 50
"""Games that are read at a time for lines of records."""

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
        owns no game, that was ended in the first one, which may have expired, or of a further device's, which is valid
        for one game.
        """
        game_id, sets = tokens.first_game_of(owner.token), self.repository.store.sorted_sets
        game = self.repository.get_or_none(game_id) if game_id else None
        if not game_id or (game.is_owner_ended if game else sets.exists(ended_owner_set(owner.token_hash, game_id))):
            raise UnknownOwner
        if not (game and compare_digest(owner.token_hash, game.owner or "")):
            if not sets.exists(owner_set(owner.token_hash)):
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

    def record_page(
        self, owner: Principal, label: str | None, after: str | None, limit: int
    ) -> tuple[list[OwnedRecord], str | None]:
        """Records as `records` has them, up to a number, and the cursor of the next page (None: the last page).

        Raises UnknownOwner or RedisError.
        """
        self.index_first(owner)
        finished, following = self._finished(owner, label, after, limit)
        return [*_records(self.repository, finished)], following

    def records(self, owner: Principal, label: str | None, after: str | None) -> Iterator[OwnedRecord]:
        """The records of the finished games with a label, or of all, by the time of creation after a cursor.

        Raises UnknownOwner or RedisError, at once.
        """
        self.index_first(owner)
        return self._all_records(owner, label, after)

    def _all_records(self, owner: Principal, label: str | None, after: str | None) -> Iterator[OwnedRecord]:
        following = after
        try:
            while True:
                finished, following = self._finished(owner, label, following, READ_SIZE)
                for record in _records(self.repository, finished):
                    after = record.cursor
                    yield record
                if following is None:
                    return
        except RedisError as error:
            yield OwnedRecord(after, None, None, error)

    def _finished(
        self, owner: Principal, label: str | None, after: str | None, limit: int
    ) -> tuple[list[tuple[str, HostedGame | RedisError]], str | None]:
        """A page of the finished games of an owner after a cursor, each with its own, and the cursor of the next page.

        A game on an unreachable node of a cluster counts as finished.
        """
        name = owner_set(owner.token_hash)

        def read(cursor: str | None, number: int) -> list[tuple[str, str]]:
            return [(each, name) for each in self.repository.store.sorted_sets.range(name, cursor, number)]

        def check(
            members: Sequence[tuple[str, str]],
        ) -> Iterator[tuple[str, tuple[str, HostedGame | RedisError]]]:
            games = self.repository.owners.look_up(members)
            for (cursor, _), game in in_parts(zip(members, games, strict=True)):
                if isinstance(game, RedisError) or (game and _has_record(game, cursor, label)):
                    yield cursor, (cursor, game)

        return read_page(read, check, after, limit)


def _has_record(game: HostedGame, cursor: str, label: str | None) -> bool:
    """Whether the game of an entry of the index is over, its owner's, has a label, and has a record."""
    is_wanted = game.is_over and not game.cancelled and label in {None, game.label}
    return is_wanted and not game.is_owner_ended and cursor_of(game) == cursor


def _records(
    repository: GameRepository, finished: Sequence[tuple[str, HostedGame | RedisError]]
) -> Iterator[OwnedRecord]:
    """The records of finished games. Raises RedisError after MAX_FAILURES in a row."""
    failures = 0
    for cursor, game in in_parts(finished):
        record = _record(repository, cursor, game)
        failures = failures + 1 if record and isinstance(record.content, RedisError) else 0
        if record:
            yield record
        if failures == MAX_FAILURES:
            raise RedisError("the store does not respond")


def _record(repository: GameRepository, cursor: str, game: HostedGame | RedisError) -> OwnedRecord | None:
    """The record of a game; None if the game has expired."""
    if isinstance(game, RedisError):
        return OwnedRecord(cursor, game_id_of(cursor), None, game)
    try:
        content: dict[str, Any] | Exception = history.game_record(*repository.get_with_events(game.id))
    except UnknownGame:
        return None
    except (DealNotTold, RedisError) as error:
        content = error
    except Exception as error:  # noqa: BLE001 - a game that cannot be replayed does not keep the others back
        _LOG.exception("the record of a game cannot be made")
        content = error
    return OwnedRecord(cursor, game.id, game.label, content)
