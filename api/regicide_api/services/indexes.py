"""The indexes by which games are found: by status, by owner, by agent, and by the deadline of their turn.

An index says in which sorted sets a game belongs. An entry is written before the commit that creates a game, seats an
agent or ends the game of one, so that no crash loses an entry; after each commit it is written again, and the entries
in other sets are removed. Readers check each entry against the game, and remove the stale ones. Another commit may make
an entry right at that moment: so a removal is followed by a look at the game.

- Listed games are in the set of their status. A set that has not changed for a while expires.
- An owner is the bearer of a token that the creation of a game returns, and may have the games of any number of
  creations. A game has the hash of its owner's token. The token names the owner's first game; a set has all games of an
  owner who has several, so that most games take no room in a set.
- An agent has a set of running games, and one of finished games. Each keeps the games that were created last.

The entry of a deadline is written before the commit that sets it. The game decides whether the deadline still holds.
The deadlines end overdue turns of games that no client requests.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias, TypeVar
from zlib import crc32

from redis.exceptions import RedisError

from regicide_api.core.work import in_parts
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import STATUS_GROUPS, HostedGame
from regicide_api.storage.agent_store import Announcement
from regicide_api.storage.game_store import Store
from regicide_api.storage.sorted_sets import Entry

COMMIT_TIMEOUT_MS: Final = 60_000
"""An entry is written before the change that it announces; after this time that change has failed."""

SAMPLE_SIZE: Final = 4
"""Members of a set of listed games that each change checks for expired games."""

FURTHER_READS: Final = (64, 256)
"""The entries that a page reads in addition, one time after the other, while too many of those before are unwanted."""

MAX_AGENT_GAMES: Final = 10_000
"""The games of each set of an agent."""

MAX_READS: Final = 4
"""How often the newest entries are read, while some of them are stale: all of them, in sets that have been full."""

Cursor = TypeVar("Cursor")
"""The place of an entry in an index: entries are read after it."""

Item = TypeVar("Item")
"""What a page has for each of its entries."""

Stored: TypeAlias = HostedGame | RedisError | None
"""A game that is looked up: None for an unknown one, an error for one on an unreachable node of a cluster."""

GetMany: TypeAlias = Callable[[list[str]], Sequence[Stored]]
"""The function that looks up games by their ids."""


def read_page(
    read: Callable[[Cursor | None, int], Sequence[tuple[Cursor, str]]],
    check: Callable[[Sequence[tuple[Cursor, str]]], Iterable[tuple[Cursor, Item]]],
    after: Cursor | None,
    limit: int,
) -> tuple[list[Item], Cursor | None]:
    """A page of an index with stale entries, and the cursor of the next page (None: the last page).

    `read` returns entries after a cursor, up to a number, and `check` the items of the wanted entries. A page reads a
    bounded number of entries: it may be short, and have a next one all the same.
    """
    found: dict[Cursor, Item] = {}
    for wanted in (limit + 1, *FURTHER_READS):
        entries = read(after, wanted)
        found.update(check(entries))
        after = entries[-1][0] if len(entries) == wanted else None
        if len(found) > limit or after is None:
            break
    cursors = [*found][:limit]
    return [found[each] for each in cursors], cursors[-1] if len(found) > limit else after


def game_id_of(cursor: str) -> str:
    """The id of the game with a cursor."""
    return cursor.partition("-")[2]


def cursor_of(game: HostedGame) -> str:
    """The cursor of a game, which is its member of a set: the time of its creation, then its id."""
    return f"{game.created_at:014d}-{game.id}"


class Selection(NamedTuple):
    """The wanted games: those with this label, in one of these groups of statuses, and with this agent, if given."""

    label: str | None = None
    groups: Collection[str] | None = None
    agent: str | None = None

    def has(self, game: HostedGame) -> bool:
        """Whether a game is wanted."""
        return (
            self.label in {None, game.label}
            and (self.groups is None or STATUS_GROUPS[game.status] in self.groups)
            and (self.agent is None or self.agent in game.possible_agents)
        )


ALL_GAMES: Final = Selection()


@dataclass(frozen=True, slots=True)
class GameIndex:
    """Sorted sets of games by the times of their creation; a set lives for `ttl_s` after its last entry.

    `sets_of` returns the names of the sets to which a game belongs. A set keeps the `max_members` newest games.
    """

    store: Store
    get_many: GetMany
    sets_of: Callable[[HostedGame], set[str]]
    ttl_s: int
    max_members: int | None = None

    def entries(self, before: HostedGame | None, game: HostedGame) -> list[Entry]:
        """The entries in the sets to which a change moves a game, or a new one (`before` is None) belongs."""
        names = self.sets_of(game) - (self.sets_of(before) if before else set())
        return [Entry(name, cursor_of(game), 0, self.ttl_s, max_members=self.max_members) for name in sorted(names)]

    def settle(self, before: HostedGame, game: HostedGame) -> None:
        """Bring the sets up to date after a commit. What an unavailable store keeps, readers skip.

        A game that is over stays so; another one may wait again, and an agent get a seat again that it loses now.
        """
        known, names = self.sets_of(before), self.sets_of(game)
        if known == names:
            return
        with suppress(RedisError):
            if game.is_over:
                self.store.sorted_sets.write(self.entries(before, game), dict.fromkeys(known - names, cursor_of(game)))
                return
            if entries := self.entries(before, game):
                self.store.sorted_sets.write(entries)
            self._remove({name: [cursor_of(game)] for name in known - names})

    def page(
        self, sets: Sequence[str], before: str | None, limit: int, wanted: Selection = ALL_GAMES
    ) -> tuple[list[HostedGame], str | None]:
        """The newest wanted games of some sets before a cursor, and the cursor of the next page (None: the last page).

        Games on an unreachable node of a cluster are left out.
        """

        def read(after: str | None, number: int) -> list[tuple[str, str]]:
            return self.store.sorted_sets.newest(sets, after, number)

        def check(members: Sequence[tuple[str, str]]) -> Iterator[tuple[str, HostedGame]]:
            for (cursor, name), game in in_parts(zip(members, self.look_up(members), strict=True)):
                if isinstance(game, HostedGame) and self._belongs(cursor, name, game) and wanted.has(game):
                    yield cursor, game

        return read_page(read, check, before, limit)

    def newest(self, name: str, limit: int) -> list[str]:
        """The ids of the newest games of a set. If there are `limit`, stale entries are removed, so none hides one."""
        for _ in range(MAX_READS):
            members = self.store.sorted_sets.newest([name], None, limit)
            if len(members) < limit or self._remove_stale(members, self._games(members)) == 0:
                break
        return [game_id_of(cursor) for cursor, _ in members]

    def look_up(self, members: Sequence[tuple[str, str]]) -> Sequence[Stored]:
        """The games of entries. Stale entries are removed."""
        games = self._games(members)
        self._remove_stale(members, games)
        return games

    def remove_expired(self, game: HostedGame) -> None:
        """Remove the stale ones of a random sample of the sets of a game: this keeps their share small."""
        for name in self.sets_of(game):
            self.look_up([(cursor, name) for cursor in self.store.sorted_sets.sample(name, SAMPLE_SIZE)])

    def _games(self, members: Sequence[tuple[str, str]]) -> Sequence[Stored]:
        return self.get_many([game_id_of(cursor) for cursor, _ in members]) if members else []

    def _remove_stale(self, members: Sequence[tuple[str, str]], games: Sequence[Stored]) -> int:
        """Remove the stale ones of some entries. Returns how many there were."""
        stale: dict[str, list[str]] = {}
        for (cursor, name), game in zip(members, games, strict=True):
            if self._is_stale(cursor, name, game):
                stale.setdefault(name, []).append(cursor)
        return self._remove(stale)

    def _remove(self, cursors: Mapping[str, Sequence[str]]) -> int:
        """Remove entries by their sets, then look at the games: another commit may make an entry right meanwhile."""
        for name, of_set in cursors.items():
            self.store.sorted_sets.remove(of_set, name)
        games = self._games([(cursor, name) for name, of_set in cursors.items() for cursor in of_set])
        if kept := [entry for game in games if isinstance(game, HostedGame) for entry in self.entries(None, game)]:
            self.store.sorted_sets.write(kept)
        return len(games)

    def _is_stale(self, cursor: str, name: str, game: Stored) -> bool:
        """Whether the game of an entry does not belong there, and is not just being created or ended."""
        if game is None:
            return int(cursor.partition("-")[0]) < now_ms() - COMMIT_TIMEOUT_MS
        if isinstance(game, RedisError):
            return False
        is_early = name.startswith(_OVER) and not game.is_over and cursor_of(game) == cursor
        return not (is_early or self._belongs(cursor, name, game))

    def _belongs(self, cursor: str, name: str, game: HostedGame) -> bool:
        """Whether an entry is the one of its game: a repeated creation writes another one, with a time of its own."""
        return cursor_of(game) == cursor and name in self.sets_of(game)


_OVER: Final = "over"
_RUNNING: Final = "running"


def status_set(group: str) -> str:
    """The set of the listed games with a status of a group."""
    return f"games:{group}"


def status_sets_of(game: HostedGame) -> set[str]:
    """The set of a listed game by its status; none for another game."""
    return {status_set(STATUS_GROUPS[game.status])} if game.listed else set()


def owner_set(owner: str) -> str:
    """The set of the games of an owner, by the hash of the owner's token."""
    return f"owner:{owner}"


def owner_sets_of(game: HostedGame) -> set[str]:
    """The set of the games of a game's owner, unless the owner has ended the first token there."""
    return {owner_set(game.owner)} if game.owner and not game.is_owner_ended else set()


def ended_owner_set(owner: str, game_id: str) -> str:
    """The set that exists if an owner has ended the first token in a game, which may have expired."""
    return f"ended-owner:{owner}:{game_id}"


def ended_owner_entries(game: HostedGame, ttl_s: int) -> list[Entry]:
    """The entry of a game whose owner has ended the first token."""
    name = ended_owner_set(game.owner or "", game.id)
    return [Entry(name, game.id, 0, ttl_s)] if game.is_owner_ended else []


def running_set(agent: str) -> str:
    """The set of the running games of an agent."""
    return f"{_RUNNING}:{{{agent}}}"


def agent_sets(agent: str, groups: Collection[str]) -> list[str]:
    """The sets of an agent with the games whose status is of some groups."""
    return [
        *([running_set(agent)] if {*groups} - {_OVER} else []),
        *([f"{_OVER}:{{{agent}}}"] if _OVER in groups else []),
    ]


def agent_sets_of(game: HostedGame) -> set[str]:
    """The sets of a game for each agent that has a seat."""
    return {name for agent in game.seated_agents for name in agent_sets(agent, [STATUS_GROUPS[game.status]])}


def announcements(before: HostedGame | None, game: HostedGame) -> list[Announcement]:
    """What is announced of a change to the agents that have seats, or lose them; a new game has no state `before`."""
    known, is_late = before.seated_agents if before else set(), bool(before and before.is_over)
    agents = sorted(known | game.seated_agents)
    return [Announcement(agent, game.id, game.version, agent not in known, is_late) for agent in agents]


_SETS: Final = 16
DEADLINE_SETS: Final = [f"deadlines:{number}" for number in range(_SETS)]


def deadline_set(game_id: str) -> str:
    """The set with the deadline of a game."""
    return DEADLINE_SETS[crc32(game_id.encode()) % _SETS]


def deadline_entries(game: HostedGame, ttl_s: int) -> list[Entry]:
    """The index entry of a game with a deadline."""
    return [Entry(deadline_set(game.id), game.id, game.deadline, ttl_s)] if game.deadline else []
