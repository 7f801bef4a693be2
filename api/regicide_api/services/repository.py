"""The repository of hosted games: add, get, update.

The event that follows version n has index n - 1 in the stored list. Overdue deadlines are applied before any other
operation on a game: a read is an update that changes nothing else.

A principal that reads or changes a game is verified with the data that the same round trip reads: an agent's token is
compared with the stored hash each time, a seat's token with the hash in the game.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain, compress, takewhile
from typing import Final, NamedTuple, TypeAlias

from redis.exceptions import RedisError

import regicide
from regicide_api import metrics
from regicide_api.core.errors import ApiError, UnknownGame
from regicide_api.core.work import complete, in_parts
from regicide_api.domain import daily_deal
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.new_game import DealtGame
from regicide_api.domain.seat import Principal
from regicide_api.services import inbox, indexes, quotas
from regicide_api.services.agents import AgentService, stored_agents
from regicide_api.services.inbox import Inbox
from regicide_api.services.indexes import (
    MAX_AGENT_GAMES,
    GameIndex,
    Stored,
    agent_sets_of,
    owner_sets_of,
    status_sets_of,
)
from regicide_api.services.serializer import CachedState, StateCache, decode_event, encode_event
from regicide_api.storage.agent_store import Renewal
from regicide_api.storage.client import Writable
from regicide_api.storage.game_store import Commit, Store
from regicide_api.storage.sorted_sets import Entry

BATCH_SIZE: Final = 32
"""The overdue turns of a set that are ended between two looks at it."""
MAX_SWEEP_S: Final = 0.5
"""The time after which the rest of the overdue turns is left to the next sweep: the caller waits for its own."""
RETRY_DELAY_MS: Final = 15_000
"""Delay before another attempt at a game on an unreachable node of a cluster."""

_COUNTERS: Final = {EventType.ACTION: metrics.ACTIONS_APPLIED, EventType.TIMEOUT: metrics.TIMEOUTS}
_GAME_ID: Final = re.compile("[0-9A-Za-z_-]{1,64}")


class Transition(NamedTuple):
    """The result of an operation: the game after it, its event, if any, and the seat that sees the result.

    An operation that changes nothing returns the same game object.
    """

    game: HostedGame
    event: Event | None = None
    viewer: int | None = None


Step: TypeAlias = Callable[[HostedGame, list[Event]], Transition]
"""An operation on the current state of a game and its events since a version. A lost race calls it again."""


class Lifetimes(NamedTuple):
    """The seconds that a game lives after its last event: before its first action, before its end, and after it."""

    unstarted_s: int
    game_s: int
    record_s: int

    def of(self, before: HostedGame, transition: Transition) -> int:
        """The lifetime of a game after an event. A game that ends by timeouts, without an action, is unstarted."""
        game, event, _ = transition
        if (event is None or event.type is not EventType.ACTION) and before.is_untouched:
            return self.unstarted_s
        return self.record_s if game.is_over else self.game_s


class GameRepository:
    """The games in a store.

    `agents` verifies agents; `lists` are the public lists of games, `owners` their owners.
    """

    def __init__(self, store: Store, agents: AgentService, lifetimes: Lifetimes) -> None:
        self.store = store
        self.agents = agents
        self.lifetimes = lifetimes
        self.states = StateCache()
        self.lists = GameIndex(store, self._get_stored, status_sets_of, max(lifetimes))
        self.agent_games = GameIndex(store, self.get_many, agent_sets_of, agents.ttl_s, MAX_AGENT_GAMES)
        self.owners = GameIndex(store, self.get_many, owner_sets_of, sum(lifetimes))

    def get(self, game_id: str, principal: Principal | None = None) -> HostedGame:
        """A game, for a principal.

        Raises UnknownGame, or UnknownToken for an agent with an invalid token.
        """
        return self.update(game_id, _no_change, principal).game

    def get_with_events(
        self, game_id: str, principal: Principal | None = None, since: int = 1
    ) -> tuple[HostedGame, list[Event]]:
        """A game, and its events since a version, for a principal.

        Raises the same errors as `get`.
        """
        found: list[Event] = []

        def step(game: HostedGame, events: list[Event]) -> Transition:
            """Keep the events of the last load."""
            nonlocal found
            found = events
            return _no_change(game, events)

        return self.update(game_id, step, principal, since).game, found

    def get_or_none(self, game_id: str) -> HostedGame | None:
        """A game; None if it does not exist."""
        try:
            return self.get(game_id)
        except UnknownGame:
            return None

    def get_many(self, game_ids: list[str]) -> list[Stored]:
        """Several games; None for an unknown one, an error for one on an unreachable node of a cluster."""
        return list(map(self._current, game_ids, in_parts(self.store.load_all(game_ids))))

    def _get_stored(self, game_ids: list[str]) -> list[Stored]:
        """Several games as the store has them: overdue deadlines are not applied."""
        records = in_parts(self.store.load_all(game_ids))
        return [
            self.states.load(game_id, record) if isinstance(record, bytes) else record
            for game_id, record in zip(game_ids, records, strict=True)
        ]

    def inbox(self, agent: str) -> Inbox:
        """The inbox of an agent."""
        return Inbox(self.store, agent, self.get_many, self.lifetimes.game_s)

    def add(self, dealt: Sequence[DealtGame]) -> list[bool]:
        """Store new games with their events, all or none, and index them.

        Returns which of them are new: the ids of the others exist.
        """
        are_new = self.store.create_all(list(map(self._creation, in_parts(dealt))))
        new = [each.game for each in compress(dealt, are_new)]
        metrics.GAMES_CREATED.inc(len(new))
        for game in new:
            if game.listed:
                self.lists.remove_expired(game)
        return are_new

    def _creation(self, dealt: DealtGame) -> Commit:
        game, events, is_indexed = dealt
        entries = [*self.entries(None, game), *(self.owners.entries(None, game) if is_indexed else ())]
        ttl_s = max(self.lifetimes.unstarted_s, _claimed_s(game))
        return Commit(
            game.id,
            b"",
            self.states.dump(game),
            ttl_s,
            list(map(encode_event, events)),
            entries=entries,
            topics=inbox.topics(game),
            announcements=indexes.announcements(None, game),
        )

    def update(
        self, game_id: str, step: Step, principal: Principal | None = None, since: int | None = None
    ) -> Transition:
        """Load a game, apply a step of a principal to it, and commit the result. Returns the step's transition.

        The step gets the events since a version, or none. If another change is committed first, the step is applied to
        the new state: a new action makes the version of this one stale, a signal does not. Each such round means that
        another update has succeeded. Raises the errors of `get` and of the step.
        """
        transition = self._update_cached(game_id, step, principal, since)
        while transition is None:
            transition = self._attempt(step, *self._load(game_id, since, principal))
        return transition

    def _update_cached(
        self, game_id: str, step: Step, principal: Principal | None, since: int | None
    ) -> Transition | None:
        """Apply a step to the cached state of a game without a load, if that is its version `since`.

        The commit compares the state with the stored one. None if it is another one by now, and if the step fails or
        changes nothing: only a load shows whether that is true. An agent's token has to be loaded, and index entries
        would be left behind by a commit that fails.
        """
        state = self.states.newest(game_id)
        if state is None or state.game.version != since or _is_indexed(state.game) or (principal and principal.agent):
            return None
        try:
            transition = self._attempt(step, state, [])
        except (ApiError, regicide.RegicideError):
            return None
        return transition if transition and transition.event else None

    def _attempt(self, step: Step, state: CachedState, events: list[Event]) -> Transition | None:
        """Apply a step to a state, or its overdue timeout, and commit the result.

        None after a timeout, and if another change was committed first.
        """
        timeout = state.game.apply_timeout(now_ms())
        transition = Transition(*timeout) if timeout else step(state.game, events)
        if transition.game is state.game:
            return transition
        if not timeout:  # a timeout is not what the client asked for: later work ends if the client leaves
            complete()
        if not self.store.commit(self._commit_of(state, transition)):
            return None
        self._after_commit(state.game, transition)
        return None if timeout else transition

    def _load(self, game_id: str, since: int | None, principal: Principal | None) -> tuple[CachedState, list[Event]]:
        """The stored state of a game, and its events since a version, or none. Verifies the principal.

        Raises UnknownGame, also for a text that cannot be an id: it could contain the braces of the store's keys.
        """
        if not is_game_id(game_id):
            raise UnknownGame(game_id)
        first = None if since is None else since - 1
        record, events, agent_token = self.store.load(game_id, first, principal.agent if principal else None)
        if principal and principal.agent:
            self.agents.verify(principal, agent_token)
        if record is None:
            raise UnknownGame(game_id)
        state = CachedState(record, self.states.load(game_id, record))
        return state, list(map(decode_event, in_parts(events)))

    def _current(self, game_id: str, record: bytes | RedisError | None) -> Stored:
        """The game of a record; None if it expires at this moment, an error if its timeout cannot be committed."""
        if not isinstance(record, bytes):
            return record
        try:
            game = self.states.load(game_id, record)
            return self.get(game_id) if game.apply_timeout(now_ms()) else game
        except UnknownGame:
            return None
        except RedisError as error:
            return error

    def end_overdue_turns(self) -> None:
        """End the turns of all games whose deadline is over, for at most MAX_SWEEP_S."""
        at_ms, end, has_more = now_ms(), time.monotonic() + MAX_SWEEP_S, True
        while has_more and time.monotonic() < end:
            lowest = self.store.sorted_sets.lowest(indexes.DEADLINE_SETS, BATCH_SIZE)
            overdue = [[game_id for game_id, deadline in of_set if deadline <= at_ms] for of_set in lowest]
            for game_id in takewhile(lambda _: time.monotonic() < end, chain.from_iterable(overdue)):
                self._end_turn(game_id, at_ms)
            has_more = BATCH_SIZE in map(len, overdue)

    def _end_turn(self, game_id: str, at_ms: int) -> None:
        """Apply a deadline and correct its entry; retry later if the game's node is unreachable."""
        name, ttl_s = indexes.deadline_set(game_id), self.lifetimes.game_s
        try:
            game = self.get_or_none(game_id)
            if game and game.deadline:
                self.store.sorted_sets.write(indexes.deadline_entries(game, ttl_s))
            else:
                self.store.sorted_sets.remove([game_id], name)
        except RedisError:
            self.store.sorted_sets.write([Entry(name, game_id, at_ms + RETRY_DELAY_MS, ttl_s)])

    def _commit_of(self, state: CachedState, transition: Transition) -> Commit:
        record, before = state
        game, event, _ = transition
        commit = Commit(
            game.id,
            record,
            self.states.dump(game),
            max(self.lifetimes.of(before, transition), _claimed_s(game)),
            [encode_event(event)] if event else [],
            is_last=bool(event and game.is_over),
            entries=() if before.is_owner_ended else indexes.ended_owner_entries(game, self.owners.ttl_s),
        )
        if not (_is_indexed(before) or _is_indexed(game)):
            return commit
        return commit._replace(
            entries=[
                *commit.entries,
                *self.entries(before, game),
                *(Renewal(agent, self.agents.ttl_s) for agent in stored_agents(game)),
            ],
            topics=inbox.topics(game),
            announcements=indexes.announcements(before, game),
            leaving=inbox.ended_turns(before, game, event),
        )

    def entries(self, before: HostedGame | None, game: HostedGame) -> list[Writable]:
        """The entries by which a game is found, written before a change of it; a new one has no state `before`."""
        return [
            *inbox.entries(before, game, now_ms(), self.lifetimes.game_s),
            *indexes.deadline_entries(game, self.lifetimes.game_s),
            *self.agent_games.entries(before, game),
            *(() if before else self.lists.entries(None, game)),
        ]

    def _after_commit(self, before: HostedGame, transition: Transition) -> None:
        """Count the event, update the lists, and release the places of a finished game."""
        game, event, _ = transition
        if event and game.is_over and (uses := quotas.uses_of(before)):
            with suppress(RedisError):  # the next comparison of uses and games removes what is left
                self.store.quotas.remove(uses)
        if game.status is not before.status or game.seats is not before.seats:
            for index in (self.agent_games, self.lists):
                index.settle(before, game)
        if event and (counter := _COUNTERS.get(event.type)):
            counter.inc()
        if game.listed and before.status is not game.status:
            self.lists.remove_expired(game)


def is_game_id(text: str) -> bool:
    """Whether a text can be the id of a game: others could contain the braces of the store's keys."""
    return bool(_GAME_ID.fullmatch(text))


def _claimed_s(game: HostedGame) -> int:
    """The seconds for which the game of a house bot with the deal of a day has to exist: to the end of the day.

    Such a game has no owner; each request for the deal would begin it again. 0 for other games.
    """
    return daily_deal.remaining_s(game.deal_date) if game.deal_date and game.owner is None else 0


def _is_indexed(game: HostedGame) -> bool:
    """Whether changes of a game write index entries, or extend the lives of agents."""
    return bool(game.possible_agents or game.clock)


def _no_change(game: HostedGame, _: list[Event]) -> Transition:
    """A step for reads: only an overdue deadline changes the game."""
    return Transition(game)
