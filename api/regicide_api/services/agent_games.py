"""The games in which an agent has a seat: a list of running games, and one of finished games.

An entry is written before the commit that seats the agent or ends the game, so that no crash loses one; readers check
each entry against the game. The entry of a seat that the agent loses is removed after that commit, and by readers.
Another commit may seat the agent again at that moment: the removal is followed by a look at the game, and the commit by
a second write, so that the entry is there after both. A list keeps the games that were created last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import STATUS_GROUPS, HostedGame
from regicide_api.domain.game_agents import seated_agents
from regicide_api.services.game_lists import cursor_of, game_id_of, read_page
from regicide_api.services.inbox import COMMIT_TIMEOUT_MS
from regicide_api.storage.agent_store import Announcement
from regicide_api.storage.game_store import Store
from regicide_api.storage.sorted_sets import Entry

MAX_GAMES: Final = 10_000
"""The games of each list."""

MAX_READS: Final = 4
"""How often the newest entries are read, while some of them are stale: all of them, in lists that have been full."""

_OVER: Final = "over"
_RUNNING: Final = "running"


def index_entries(before: HostedGame | None, game: HostedGame, ttl_s: int) -> list[Entry]:
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
        lists = [_set_name(each, agent) for each in _lists_of(groups)]

        def check(members: Sequence[tuple[str, str]]) -> list[tuple[str, HostedGame]]:
            games = self._games(agent, members)
            return [(cursor_of(game), game) for game in games if STATUS_GROUPS[game.status] in groups]

        return read_page(partial(self.store.sorted_sets.newest, lists), check, before, limit)

    def settle(self, before: HostedGame, game: HostedGame) -> None:
        """Bring the lists of running games up to date after a commit. What an unavailable store keeps, readers skip."""
        known, seated = seated_agents(before), seated_agents(game)
        with suppress(RedisError):
            if game.is_over and not before.is_over:
                removed = {_set_name(_RUNNING, agent): cursor_of(game) for agent in known | seated}
                self.store.sorted_sets.write([], removed)
            elif known != seated:
                self.store.sorted_sets.write(index_entries(before, game, self.ttl_s))
                for agent in sorted(known - seated):
                    self._remove(agent, _set_name(_RUNNING, agent), [cursor_of(game)])

    def running(self, agent: str, limit: int) -> list[str]:
        """The newest running games. If there are `limit`, stale entries are removed, so that they hide none."""
        set_name = _set_name(_RUNNING, agent)
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
            if _is_stale(cursor, game, None if set_name == _set_name(_OVER, agent) else agent):
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
    return Entry(_set_name(kind, agent), cursor_of(game), 0, ttl_s, max_members=MAX_GAMES)


def _set_name(kind: str, agent: str) -> str:
    return f"{kind}:{{{agent}}}"
