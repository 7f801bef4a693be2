"""The games of owners, and their records."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from redis.exceptions import RedisError

from regicide_api.core.errors import UnknownGame
from regicide_api.core.refusals import DealNotTold
from regicide_api.core.work import in_parts
from regicide_api.domain import history
from regicide_api.domain.game import STATUS_GROUPS, HostedGame, possible_agents
from regicide_api.domain.seat import Principal
from regicide_api.services.indexes import Owners, cursor_of, game_id_of, owner_set
from regicide_api.services.repository import GameRepository
from regicide_api.storage.game_store import Store

READ_SIZE: Final = 50
"""Games that are read at a time."""
MAX_READ: Final = 200
"""The most games that one page reads. A page that selects few of them is short, and has a next one all the same."""

Found: TypeAlias = tuple[str, HostedGame | RedisError]
"""The cursor of a game, and the game; an error if it is on an unreachable node of a cluster."""


class Selection(NamedTuple):
    """The wanted games: those with this label, in one of these groups of statuses, and with this agent, if given."""

    label: str | None = None
    groups: Sequence[str] | None = None
    agent: str | None = None

    def has(self, game: HostedGame) -> bool:
        """Whether a game is wanted."""
        return (
            self.label in {None, game.label}
            and (self.groups is None or STATUS_GROUPS[game.status] in self.groups)
            and (self.agent is None or self.agent in possible_agents(game))
        )


@dataclass(frozen=True, slots=True)
class OwnedGames:
    """The games of the owners in a store."""

    store: Store
    owners: Owners
    get_many: Callable[[list[str]], list[HostedGame | RedisError | None]]

    def page(
        self, owner: Principal, wanted: Selection, before: str | None, limit: int
    ) -> tuple[list[HostedGame], str | None]:
        """The newest wanted games before a cursor, and the cursor of the next page (None: the last page).

        A game on an unreachable node of a cluster is left out. Raises UnknownOwner for a token that owns no game.
        """
        self.owners.index_first(owner)
        found: list[HostedGame] = []
        for _ in range(MAX_READ // READ_SIZE):
            cursors = self._newest(owner, before)
            if len(found) == limit or not cursors:
                return found, before if cursors else None
            for cursor, game in in_parts(self._read(owner, cursors)):
                if len(found) == limit:
                    return found, before
                before = cursor
                found += [game] if isinstance(game, HostedGame) and wanted.has(game) else []
            before = before if len(found) == limit else cursors[-1]
        return found, before

    def oldest_first(self, owner: Principal, after: str | None) -> Iterator[Found]:
        """All games of an owner after a cursor, read as they are needed.

        Raises UnknownOwner, at once, for a token that owns no game; and RedisError.
        """
        self.owners.index_first(owner)
        return self._oldest_first(owner, after)

    def _oldest_first(self, owner: Principal, after: str | None) -> Iterator[Found]:
        while cursors := self.store.sorted_sets.range(owner_set(owner.token_hash), after, READ_SIZE):
            yield from self._read(owner, cursors)
            after = cursors[-1]

    def _newest(self, owner: Principal, before: str | None) -> list[str]:
        found = self.store.sorted_sets.newest([owner_set(owner.token_hash)], before, READ_SIZE)
        return [cursor for cursor, _ in found]

    def _read(self, owner: Principal, cursors: Sequence[str]) -> list[Found]:
        """The games with these cursors, without expired ones, each at its own cursor only."""
        games = dict(zip(cursors, self.get_many([game_id_of(cursor) for cursor in cursors]), strict=True))
        if wrong := [cursor for cursor, game in games.items() if _is_wrong(cursor, game)]:
            self.store.sorted_sets.remove(wrong, owner_set(owner.token_hash))
        return [(cursor, game) for cursor, game in games.items() if game and not _is_wrong(cursor, game)]


def _is_wrong(cursor: str, game: HostedGame | RedisError | None) -> bool:
    """Whether the game of a cursor has expired, or has another time."""
    return game is None or (isinstance(game, HostedGame) and cursor_of(game) != cursor)


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
class OwnedRecords:
    """The records of the owners in a store."""

    games: OwnedGames
    repository: GameRepository

    def oldest_first(self, owner: Principal, label: str | None, after: str | None) -> Iterator[OwnedRecord]:
        """The records of the finished games with a label, or of all, by the time of creation after a cursor.

        Raises UnknownOwner or RedisError, at once.
        """
        return self._oldest_first(self.games.oldest_first(owner, after), label, after)

    def _oldest_first(
        self, found: Iterator[tuple[str, HostedGame | RedisError]], label: str | None, after: str | None
    ) -> Iterator[OwnedRecord]:
        failures = 0
        try:
            for cursor, game in in_parts(found):
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

    def _record(self, cursor: str, game: HostedGame | RedisError, label: str | None) -> OwnedRecord | None:
        """The record of a game; None if it is not wanted, or has none."""
        if isinstance(game, RedisError):
            return OwnedRecord(cursor, game_id_of(cursor), None, game)
        if label not in {None, game.label} or game.cancelled or not game.is_over:
            return None
        try:
            return OwnedRecord(cursor, game.id, game.label, history.game_record(*self._load(game.id)))
        except UnknownGame:
            return None
        except (DealNotTold, RedisError) as error:
            return OwnedRecord(cursor, game.id, game.label, error)
        except Exception as error:  # noqa: BLE001 - a game that cannot be replayed does not keep the others back
            _LOG.exception("the record of a game cannot be made")
            return OwnedRecord(cursor, game.id, game.label, error)

    def _load(self, game_id: str) -> Any:
        return self.repository.get_with_events(game_id)
