"""The boards of the deals of days: a public one, and one for each group, whose key its members share as a link.

A board is a name in the store, and begins with its first entry: nothing creates a group, and one without new results
expires. The results of the house bots are on a board of their own, from which every other board takes them.

Of the games of an owner with the deal of a day and a number of players one counts, the first one that has started: its
id is kept from its start on. A person who plays with another owner's token is another owner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson
from redis.exceptions import RedisError

from regicide_api.core.refusals import BoardFull, NotFirstGame, TooManyBoards
from regicide_api.core.work import in_parts
from regicide_api.domain import board
from regicide_api.domain.board import BOARD_TTL_S, MAX_BOARDS, MAX_ENTRIES, Result
from regicide_api.domain.clock import now_ms
from regicide_api.domain.daily_deal import Day, is_secret, today, week_of
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.domain.seat_rules import held_seat, is_owned_by
from regicide_api.services.agents import HOUSE_BOTS
from regicide_api.services.repository import GameRepository, is_game_id
from regicide_api.storage.boards import Period
from regicide_api.storage.quotas import QuotaLimits, QuotaResult, QuotaUse

_BOTS: Final = "bots"
"""The board of the house bots. The others have the name of the public one, or a hash."""


class BoardQuery(NamedTuple):
    """What a board shows: the results of a day or its week, for a number of players."""

    board_id: str
    players: int
    date: str
    is_week: bool = False

    def period(self, key: str) -> Period:
        """The period of the board with a key in the store."""
        days = week_of(self.date) if self.is_week else [self.date]
        return Period(_name(key, self.players), days, self.is_week)


class BoardPage(NamedTuple):
    """The entries of a page, the entries of the house bots, and the entry of the wanted game, if there is one."""

    items: list[dict[str, Any]]
    bots: list[dict[str, Any]]
    entry: dict[str, Any] | None
    total: int
    following: int | None


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards for the games of a repository. `day` returns a day by its date."""

    repository: GameRepository
    day: Callable[[str], Day]

    def note_start(self, games: Iterable[HostedGame]) -> None:
        """Keep which game of its owner counts, of those that have started; the first entry does it if this fails."""
        with suppress(RedisError):
            for game in games:
                if game.deal_date and game.owner and game.has_started:
                    self._first_game(game, game.deal_date)

    def enter(self, board_id: str, game_id: str, principal: Principal, name: str) -> dict[str, Any]:
        """Enter the result of a game into a board, under a name. Returns its entry. A repeat changes the name.

        Raises UnknownGame, UnknownToken, NotYourSeat, and ResultNotCounted with the reason, also for a result of the
        game that is not among the best of a full board.
        """
        key = board.board_key(board_id)
        game, events = self.repository.get_with_events(game_id, principal)
        who = _entrant(game, principal)
        date = board.require_counted(game, events)
        result = board.result_of(game, events)
        self._require_first(game, date)
        new = self._reserve(who, key)
        query, entry = BoardQuery(board_id, len(game.seats), date), {"name": name, "agent": None, **result}
        if not self._write(query, key, game.owner or game.id, entry, MAX_ENTRIES):
            self.repository.store.quotas.remove(new)
            raise BoardFull(MAX_ENTRIES)
        [rank] = self.repository.store.boards.ranks(query.period(key), [_score(entry)])
        return _entry(rank, {date: entry})

    def withdraw(self, board_id: str, game_id: str, principal: Principal) -> None:
        """Take the result of a game off a board. One that is not there changes nothing.

        Raises UnknownGame, UnknownToken or NotYourSeat.
        """
        key = board.board_key(board_id)
        game = self.repository.get(game_id, principal)
        _entrant(game, principal)
        if game.deal_date:
            query, owner = BoardQuery(board_id, len(game.seats), game.deal_date), game.owner or game.id
            [days] = self.repository.store.boards.entries(query.period(key), [owner])
            if any(orjson.loads(entry)["game"] == game.id for entry in days.values()):
                week = query._replace(is_week=True).period(key)
                self.repository.store.boards.withdraw(week, game.deal_date, owner, ttl_s=BOARD_TTL_S)

    def page(self, query: BoardQuery, first: int, limit: int, game_id: str | None) -> BoardPage:
        """A page of a board from a place on.

        `game_id` names a game whose entry is wanted, wherever it is; for a week, that of the owner of the game, which
        has the deal of one of its days.
        """
        key = board.board_key(query.board_id)
        self._enter_bots(query)
        period, store = query.period(key), self.repository.store.boards
        members, total = store.page(period, first, limit)
        bots = store.page(query.period(_BOTS), 0, len(HOUSE_BOTS)).members
        following = first + limit
        return BoardPage(
            self._entries(period, members),
            self._entries(period, bots, entries_of=query.period(_BOTS)),
            self._own_entry(query, period, game_id),
            total,
            following if following < total else None,
        )

    def _own_entry(self, query: BoardQuery, period: Period, game_id: str | None) -> dict[str, Any] | None:
        """The entry that a game names; None for other games of its owner, which do not tell who is on a board."""
        [game] = self.repository.get_many([game_id]) if game_id and is_game_id(game_id) else [None]
        if not isinstance(game, HostedGame) or game.deal_date not in period.days or len(game.seats) != query.players:
            return None
        owner = game.owner or game.id
        [days] = self.repository.store.boards.entries(period, [owner])
        if not query.is_week and game.id not in {orjson.loads(entry)["game"] for entry in days.values()}:
            return None
        return next(iter(self._entries(period, self._scored(period, [owner]))), None)

    def _scored(self, period: Period, members: Sequence[str]) -> list[tuple[str, int]]:
        """Those of the members that are on the board, each with its score."""
        found = zip(members, self.repository.store.boards.scores(period, members), strict=True)
        return [(member, score) for member, score in found if score is not None]

    def _entries(
        self, period: Period, members: Sequence[tuple[str, int]], entries_of: Period | None = None
    ) -> list[dict[str, Any]]:
        """The JSON of members with their ranks in a period. One that is taken off meanwhile is left out."""
        store = self.repository.store.boards
        scores = sorted({score for _, score in members})
        ranks = dict(zip(scores, store.ranks(period, scores), strict=True))
        found = store.entries(entries_of or period, [member for member, _ in members])
        pairs = in_parts(zip(members, found, strict=True))
        return [
            _entry(ranks[score], {day: orjson.loads(entry) for day, entry in days.items()})
            for (_, score), days in pairs
            if days
        ]

    def _write(self, query: BoardQuery, key: str, member: str, entry: dict[str, Any], most: int) -> bool:
        week = query._replace(is_week=True).period(key)
        store, score = self.repository.store.boards, _score(entry)
        return store.enter(week, query.date, member, orjson.dumps(entry), score, most=most, ttl_s=BOARD_TTL_S)

    def _reserve(self, who: str, key: str) -> list[QuotaUse]:
        """Reserve a place among the boards of an entrant. Returns the use if it is new. Raises TooManyBoards."""
        use = QuotaUse(f"boards:{who}", who, key, 1)
        limits = QuotaLimits(MAX_BOARDS, MAX_BOARDS)
        result = self.repository.store.quotas.reserve_all({use: limits}, now_ms(), BOARD_TTL_S)[use]
        if isinstance(result, RedisError):
            raise result
        if result in {QuotaResult.HOLDER_FULL, QuotaResult.ALL_FULL}:
            raise TooManyBoards(MAX_BOARDS)
        return [use] if result is QuotaResult.NEW else []

    # The first game of an owner

    def _require_first(self, game: HostedGame, date: str) -> None:
        """Raises NotFirstGame if another game of the owner counts."""
        if self._first_game(game, date) != game.id:
            raise NotFirstGame

    def _first_game(self, game: HostedGame, date: str) -> str:
        """The id of the game of an owner that counts for its deal; this one if there was none."""
        name, ttl_s = _first_name(game, date), max(1, board.closes_in_s(date))
        known = self.repository.store.expiring_keys.reserve(name, game.id.encode(), ttl_s)
        return known.decode() if known else game.id

    # The house bots

    def _enter_bots(self, query: BoardQuery) -> None:
        """Enter the results of the house bots for the days of a query that are not there yet, if the store responds."""
        period = query.period(_BOTS)
        repository, days = self.repository, [day for day in period.days if day <= today()]
        with suppress(RedisError):
            known = dict(zip(HOUSE_BOTS, repository.store.boards.entries(period, HOUSE_BOTS), strict=True))
            missing = [(day, bot) for day in days for bot in HOUSE_BOTS if day not in known[bot]]
            if not missing:
                return
            dealt = self.day(query.date)
            ids = [dealt._replace(date=day).bot_game_id(query.players, bot) for day, bot in missing]
            for (day, bot), game in zip(missing, repository.get_many(ids), strict=True):
                if isinstance(game, HostedGame) and game.is_over:
                    result = board.result_of(*repository.get_with_events(game.id))
                    of_day = query._replace(date=day)
                    self._write(of_day, _BOTS, bot, {"name": bot, "agent": bot, **result}, len(HOUSE_BOTS))


def _name(key: str, players: int) -> str:
    return f"{players}:{key}"


def _first_name(game: HostedGame, date: str) -> str:
    """The name of the value that has the first game of an owner with a deal."""
    return f"first-game:{date}:{len(game.seats)}:{game.owner}"


def _entrant(game: HostedGame, principal: Principal) -> str:
    """Whose boards are counted: those of the owner, apart from those of each seat that another one holds.

    Raises UnknownToken or NotYourSeat unless the principal owns the game, or holds a seat of it.
    """
    if is_owned_by(game, principal):
        return game.owner or game.id
    return f"{game.id}/{held_seat(game, principal)}"


def _score(entry: dict[str, Any]) -> int:
    return board.score(Result(**{name: entry[name] for name in Result.__annotations__}))  # type: ignore[typeddict-item]


def _entry(rank: int, stored: dict[str, Any]) -> dict[str, Any]:
    """The JSON of an entry from what is stored by day: with the ids of games whose days are over."""
    results = [
        {
            "date": day,
            "outcome": each["outcome"],
            "grade": each["grade"],
            "exact": each["exact"],
            "turns": each["turns"],
            "seconds": each["seconds"],
            "game": None if is_secret(day) else each["game"],
        }
        for day, each in stored.items()
    ]
    newest = [*stored.values()][-1]
    return {"rank": rank, "name": newest["name"], "agent": newest["agent"], **board.summed(results), "results": results}
