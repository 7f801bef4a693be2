"""The indexes by which games are found: by status, by owner, by agent, and by the deadline of their turn.

The public lists of games by status are updated after the commit, and corrected when they are read (a process may die in
between, a game may expire, and a repeated creation writes an entry with a time of its own).

An owner is the bearer of a token that the creation of a game returns. One owner may have the games of any number of
creations. A game has the hash of its owner's token. The token names the owner's first game; an index has all games of
an owner who has several, so that most games take no room in an index.

An agent has a list of running games, and one of finished games. An entry is written before the commit that seats the
agent or ends the game, so that no crash loses one; readers check each entry against the game. The entry of a seat that
the agent loses is removed after that commit, and by readers. Another commit may seat the agent again at that moment:
the removal is followed by a look at the game, and the commit by a second write, so that the entry is there after both.
A list keeps the games that were created last.

The entry of a deadline is written before the commit that sets it. The game decides whether the deadline still holds.
The deadlines end overdue turns of games that no client requests.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, takewhile
from typing import Final, TypeVar
from zlib import crc32

from redis.exceptions import RedisError

from regicide_api.core import tokens
from regicide_api.core.errors import UnknownOwner
from regicide_api.core.work import in_parts
from regicide_api.domain import rights
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import STATUS_GROUPS, HostedGame, seated_agents
from regicide_api.domain.seat import Principal
from regicide_api.services.serializer import StateCache
from regicide_api.storage.agent_store import Announcement
from regicide_api.storage.client import refuses_writes
from regicide_api.storage.game_store import Store
from regicide_api.storage.sorted_sets import Entry

COMMIT_TIMEOUT_MS: Final = 60_000
"""An entry is written before the change that it announces; after this time that change has failed."""

SAMPLE_SIZE: Final = 4
"""Members of a list that each change checks for expired games."""

FURTHER_READS: Final = (64, 256)
"""The entries that a page reads in addition, one time after the other, while too many of those before are stale."""

Cursor = TypeVar("Cursor")
"""The place of an entry in an index: entries are read after it."""


def read_page(
    read: Callable[[Cursor | None, int], Sequence[tuple[Cursor, str]]],
    check: Callable[[Sequence[tuple[Cursor, str]]], Iterable[tuple[Cursor, HostedGame]]],
    after: Cursor | None,
    limit: int,
) -> tuple[list[HostedGame], Cursor | None]:
    """A page of an index with stale entries, and the cursor of the next page (None: the last page).

    `read` returns entries after a cursor, up to a number, and `check` the games of the wanted entries. A page reads a
    bounded number of entries: it may be short, and have a next one all the same.
    """
    found: dict[Cursor, HostedGame] = {}
    for wanted in (limit + 1, *FURTHER_READS):
        entries = read(after, wanted)
        found.update(check(entries))
        after = entries[-1][0] if len(entries) == wanted else None
        if len(found) > limit or after is None:
            break
    cursors = [*found][:limit]
    return [found[each] for each in cursors], cursors[-1] if len(found) > limit else after


@dataclass(frozen=True, slots=True)
class GameLists:
    """The lists in a store. A list in which nothing has changed for `ttl_s` expires."""

    store: Store
    states: StateCache
    ttl_s: int

    def entries(self, game: HostedGame) -> list[Entry]:
        """The entry of a listed game. Actions do not write it: all listed games have the list of their status."""
        return [Entry(_status_set(STATUS_GROUPS[game.status]), cursor_of(game), 0, self.ttl_s)] if game.listed else []

    def upsert(self, game: HostedGame) -> None:
        """Add a game to the list of its status, and remove it from the others; also remove some expired games."""
        group = STATUS_GROUPS[game.status]
        others = {*STATUS_GROUPS.values()} - {group}
        removed = {_status_set(other): cursor_of(game) for other in others}
        self.store.sorted_sets.write(self.entries(game), removed)
        self._remove_expired(group)

    def page(self, groups: Sequence[str], before: str | None, limit: int) -> tuple[list[HostedGame], str | None]:
        """The newest games of some lists before a cursor, and the cursor of the next page (None: the last page)."""
        return read_page(partial(self._newest, groups), self._games, before, limit)

    def _games(self, members: Sequence[tuple[str, str]]) -> Iterator[tuple[str, HostedGame]]:
        """The games of the correct entries. Wrong entries are corrected, unless their game's node is unreachable."""
        ids = [game_id_of(cursor) for cursor, _ in members]
        for (cursor, group), game_id, record in in_parts(zip(members, ids, self.store.load_all(ids), strict=True)):
            if isinstance(record, RedisError):
                continue
            game = self.states.load(game_id, record) if record else None
            if game is None or cursor_of(game) != cursor:
                self.store.sorted_sets.remove([cursor], _status_set(group))
            elif STATUS_GROUPS[game.status] != group:
                self.upsert(game)
            else:
                yield cursor, game

    def _newest(self, groups: Sequence[str], before: str | None, limit: int) -> list[tuple[str, str]]:
        """The newest cursors before a cursor, each with its list."""
        found = self.store.sorted_sets.newest([_status_set(group) for group in groups], before, limit)
        return [(cursor, set_name.removeprefix(_SET_PREFIX)) for cursor, set_name in found]

    def _remove_expired(self, group: str) -> None:
        """Remove the expired games among a random sample: this keeps their share of the list small."""
        cursors = self.store.sorted_sets.sample(_status_set(group), SAMPLE_SIZE)
        records = self.store.load_all([game_id_of(cursor) for cursor in cursors])
        if expired := [cursor for cursor, record in zip(cursors, records, strict=True) if record is None]:
            self.store.sorted_sets.remove(expired, _status_set(group))


_SET_PREFIX: Final = "games:"


def _status_set(group: str) -> str:
    return f"{_SET_PREFIX}{group}"


def game_id_of(cursor: str) -> str:
    """The id of the game with a cursor."""
    return cursor.partition("-")[2]


def cursor_of(game: HostedGame) -> str:
    """The cursor of a game, which is its member of the list: the time of its creation, then its id."""
    return f"{game.created_at:014d}-{game.id}"


@dataclass(frozen=True, slots=True)
class Owners:
    """The owners in a store. An index expires `ttl_s` after its last game was created."""

    store: Store
    get_game: Callable[[str], HostedGame | None]
    ttl_s: int

    def entries(self, game: HostedGame) -> list[Entry]:
        """The entry of a game in the index of its owner."""
        return [Entry(owner_set(game.owner), cursor_of(game), 0, self.ttl_s)] if game.owner else []

    def index_first(self, principal: Principal) -> None:
        """Write the first game of an owner into the index, before another one is created.

        A store that refuses writes may have it from an earlier call. Raises UnknownOwner for the bearer of a token that
        owns no game.
        """
        game_id = tokens.first_game_of(principal.token)
        game = self.get_game(game_id) if game_id else None
        if game and rights.is_owned_by(game, principal):
            self._write(game)
        elif not (game_id and self.store.sorted_sets.exists(owner_set(principal.token_hash))):
            raise UnknownOwner

    def _write(self, game: HostedGame) -> None:
        try:
            self.store.sorted_sets.write(self.entries(game))
        except RedisError as error:
            if not (refuses_writes(error) and self.store.sorted_sets.exists(owner_set(game.owner or ""))):
                raise


def owner_set(owner: str) -> str:
    """The name of the sorted set with the games of an owner, by the hash of the owner's token."""
    return f"owner:{owner}"


MAX_GAMES: Final = 10_000
"""The games of each list."""

MAX_READS: Final = 4
"""How often the newest entries are read, while some of them are stale: all of them, in lists that have been full."""

_OVER: Final = "over"
_RUNNING: Final = "running"


def agent_entries(before: HostedGame | None, game: HostedGame, ttl_s: int) -> list[Entry]:
    """The entries of a new game (`before` is None), and of a change that seats an agent or ends the game."""
    agents = seated_agents(game)
    known = seated_agents(before) if before else set()
    entries = [_listed(_RUNNING, agent, game, ttl_s) for agent in sorted(agents - known)]
    if game.is_over and not (before and before.is_over):
        entries += [_listed(_OVER, agent, game, ttl_s) for agent in sorted(agents)]
    return entries


def announcements(before: HostedGame | None, game: HostedGame) -> list[Announcement]:
    """What is announced of a change to the agents that have seats, or lose them; a new game has no state `before`."""
    known, is_late = seated_agents(before) if before else set(), bool(before and before.is_over)
    agents = sorted(known | seated_agents(game))
    return [Announcement(agent, game.id, game.version, agent not in known, is_late) for agent in agents]


@dataclass(frozen=True, slots=True)
class AgentGames:
    """The lists in a store, which live for `ttl_s` after their last write.

    `get_many` reads games: None for an unknown one, an error for an unreachable one.
    """

    store: Store
    get_many: Callable[[list[str]], list[HostedGame | RedisError | None]]
    ttl_s: int

    def page(
        self, agent: str, groups: Collection[str], before: str | None, limit: int
    ) -> tuple[list[HostedGame], str | None]:
        """An agent's newest games with a status of some groups before a cursor, and the cursor of the next page.

        The cursor is None on the last page.
        """
        lists = [_agent_set(each, agent) for each in _lists_of(groups)]

        def check(members: Sequence[tuple[str, str]]) -> list[tuple[str, HostedGame]]:
            games = self._games(agent, members)
            return [(cursor_of(game), game) for game in games if STATUS_GROUPS[game.status] in groups]

        return read_page(partial(self.store.sorted_sets.newest, lists), check, before, limit)

    def settle(self, before: HostedGame, game: HostedGame) -> None:
        """Bring the lists of running games up to date after a commit. What an unavailable store keeps, readers skip."""
        known, seated = seated_agents(before), seated_agents(game)
        with suppress(RedisError):
            if game.is_over and not before.is_over:
                removed = {_agent_set(_RUNNING, agent): cursor_of(game) for agent in known | seated}
                self.store.sorted_sets.write([], removed)
            elif known != seated:
                self.store.sorted_sets.write(agent_entries(before, game, self.ttl_s))
                for agent in sorted(known - seated):
                    self._remove(agent, _agent_set(_RUNNING, agent), [cursor_of(game)])

    def running(self, agent: str, limit: int) -> list[str]:
        """The newest running games. If there are `limit`, stale entries are removed, so that they hide none."""
        set_name = _agent_set(_RUNNING, agent)
        for _ in range(MAX_READS):
            members = self.store.sorted_sets.newest([set_name], None, limit)
            if len(members) < limit:
                break
            games = self.get_many([game_id_of(cursor) for cursor, _ in members])
            if not self._remove_stale(agent, members, games):
                break
        return [game_id_of(cursor) for cursor, _ in members]

    def _games(self, agent: str, members: Sequence[tuple[str, str]]) -> list[HostedGame]:
        """The games of entries in which the agent has a seat. A game that ends is in two lists for a moment."""
        games = self.get_many([game_id_of(cursor) for cursor, _ in members])
        self._remove_stale(agent, members, games)
        return [game for game in games if isinstance(game, HostedGame) and agent in seated_agents(game)]

    def _remove_stale(
        self, agent: str, members: Sequence[tuple[str, str]], games: Sequence[HostedGame | RedisError | None]
    ) -> bool:
        """Remove the stale ones of some entries. Returns whether there were any."""
        stale: dict[str, list[str]] = {}
        for (cursor, set_name), game in zip(members, games, strict=True):
            if _is_stale(cursor, game, None if set_name == _agent_set(_OVER, agent) else agent):
                stale.setdefault(set_name, []).append(cursor)
        for set_name, cursors in stale.items():
            self._remove(agent, set_name, cursors)
        return bool(stale)

    def _remove(self, agent: str, set_name: str, cursors: Sequence[str]) -> None:
        """Remove entries from a list, except entries of running games in which the agent has a seat by now."""
        self.store.sorted_sets.remove(cursors, set_name)
        games = self.get_many([game_id_of(cursor) for cursor in cursors])
        running = [game for game in games if isinstance(game, HostedGame) and _runs_with(agent, game)]
        if running:
            self.store.sorted_sets.write([_listed(_RUNNING, agent, game, self.ttl_s) for game in running])


def _is_stale(cursor: str, game: HostedGame | RedisError | None, running_agent: str | None) -> bool:
    """Whether the game of an entry has expired, and is not just being created.

    In the list of an agent's running games, also whether the agent has no seat in the game, or the game is over.
    """
    if game is None:
        return int(cursor.partition("-")[0]) < now_ms() - COMMIT_TIMEOUT_MS
    return isinstance(game, HostedGame) and running_agent is not None and not _runs_with(running_agent, game)


def _runs_with(agent: str, game: HostedGame) -> bool:
    return not game.is_over and agent in seated_agents(game)


def _lists_of(groups: Collection[str]) -> list[str]:
    """The lists with the games of some groups."""
    return [*([_RUNNING] if {*groups} - {_OVER} else []), *([_OVER] if _OVER in groups else [])]


def _listed(kind: str, agent: str, game: HostedGame, ttl_s: int) -> Entry:
    return Entry(_agent_set(kind, agent), cursor_of(game), 0, ttl_s, max_members=MAX_GAMES)


def _agent_set(kind: str, agent: str) -> str:
    return f"{kind}:{{{agent}}}"


SETS: Final = 16
_SETS: Final = [f"deadlines:{number}" for number in range(SETS)]
BATCH_SIZE: Final = 32
"""The overdue turns of a set that are ended between two looks at it."""
MAX_SWEEP_S: Final = 0.5
"""The time after which the rest of the overdue turns is left to the next sweep: the caller waits for its own."""
RETRY_DELAY_MS: Final = 15_000
"""Delay before another attempt at a game on an unreachable node of a cluster."""


def deadline_set(game_id: str) -> str:
    """The set with the deadline of a game."""
    return _SETS[crc32(game_id.encode()) % SETS]


def deadline_entries(game: HostedGame, ttl_s: int) -> list[Entry]:
    """The index entry of a game with a deadline."""
    return [Entry(deadline_set(game.id), game.id, game.deadline, ttl_s)] if game.deadline else []


@dataclass(frozen=True, slots=True)
class TurnTimeouts:
    """All deadlines. `apply_timeout` loads a game and applies its deadline if that is over; None: no such game."""

    store: Store
    apply_timeout: Callable[[str], HostedGame | None]
    ttl_s: int

    def end_overdue_turns(self, at_ms: int) -> None:
        """End the turns whose deadline is over, for at most MAX_SWEEP_S; `at_ms` is in milliseconds since 1970."""
        end, has_more = time.monotonic() + MAX_SWEEP_S, True
        while has_more and time.monotonic() < end:
            lowest = self.store.sorted_sets.lowest(_SETS, BATCH_SIZE)
            overdue = [[game_id for game_id, deadline in of_set if deadline <= at_ms] for of_set in lowest]
            for game_id in takewhile(lambda _: time.monotonic() < end, chain.from_iterable(overdue)):
                self._end_turn(game_id, at_ms)
            has_more = BATCH_SIZE in map(len, overdue)

    def _end_turn(self, game_id: str, at_ms: int) -> None:
        """Apply a deadline and correct its entry; retry later if the game's node is unreachable."""
        try:
            self._update_entry(game_id, self.apply_timeout(game_id))
        except RedisError:
            self.store.sorted_sets.write([Entry(deadline_set(game_id), game_id, at_ms + RETRY_DELAY_MS, self.ttl_s)])

    def _update_entry(self, game_id: str, game: HostedGame | None) -> None:
        if game and game.deadline:
            self.store.sorted_sets.write(deadline_entries(game, self.ttl_s))
        else:
            self.store.sorted_sets.remove([game_id], deadline_set(game_id))
