"""The records of an owner's finished games, one after the other: at any time one of them is in memory."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.core.errors import UnknownGame
from regicide_api.core.refusals import DealNotTold
from regicide_api.core.work import in_parts
from regicide_api.domain import history
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.services.game_lists import game_id_of
from regicide_api.services.owned_games import OwnedGames
from regicide_api.services.repository import GameRepository

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
