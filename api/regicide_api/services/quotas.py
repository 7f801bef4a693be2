"""The quotas of places in unfinished games: of house bots for each creator, and of each other agent.

A game reserves its places before it is created, and releases them at its end. The use of a quota by a game replaces its
earlier one, for agents that get a seat later. When a limit is reached, the uses are compared with the games, and those
without an unfinished, active game are removed: a crash, or the expiry of a game, leaves no place taken. A use that was
not compared for as long as a game may live is removed, too.

The creators of games, as the server distinguishes them, are keyed hashes of the networks of clients. The key is random,
and only in the store: a hash says which running games have the same creator, not who that is.
"""

from __future__ import annotations

import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.core.errors import ApiError
from regicide_api.core.refusals import AgentBusy, AgentBusyForCreator, HouseSeatsTaken
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import MAX_AGENT_GAMES
from regicide_api.services.agents import HOUSE_BOTS
from regicide_api.services.indexes import GetMany
from regicide_api.storage.game_store import Store
from regicide_api.storage.quotas import QuotaLimits, QuotaResult, QuotaUse

IDLE_AFTER_MS: Final = 60 * 60 * 1000
"""Time without an event after which a game that waits for a player, or an agent that has ended, takes no places."""

CHECK_INTERVAL_MS: Final = 5_000
"""A use of a quota is compared with its game at most once in this time."""

CREATION_TIMEOUT_MS: Final = 60_000
"""Time for the creation of a game after its request for places; no request takes longer."""

MAX_CHECKS: Final = 256
"""Uses that one refused request compares with their games."""


_UNLIMITED: Final = QuotaLimits(2**31, 2**31)


class Quota(NamedTuple):
    """The limits of a set that counts places, and the refusal beyond them, by the result and the index of the game."""

    limits: QuotaLimits
    refusal: Callable[[QuotaResult, int], ApiError]


class Quotas:
    """The quotas in a store. `house_seats` is the maximum of house seats of a creator, None: any number."""

    def __init__(self, store: Store, get_many: GetMany, house_seats: int | None) -> None:
        self._store, self._get_many, self._house_seats = store, get_many, house_seats

    def reserve(self, games: Sequence[HostedGame], ttl_s: int) -> list[list[QuotaUse]]:
        """Reserve the places of games, all or none, in as many round trips as for one game.

        Returns the new uses of each game, for `release` if it is not created. Raises HouseSeatsTaken or AgentBusy,
        without a change.
        """
        quotas = self._quotas(games)
        wanted = [[use for use in uses_of(game) if use.set_name in quotas] for game in games]
        limits = {use: quotas[use.set_name].limits for of_game in wanted for use in of_game}
        results = self._store.quotas.reserve_all(limits, now_ms(), ttl_s)
        refused = [use for use, result in results.items() if _is_refused(result)]
        removed = [self._remove_ended(name) for name in {use.set_name for use in refused}]
        if any(removed):
            results |= self._store.quotas.reserve_all({use: limits[use] for use in refused}, now_ms(), ttl_s)
        try:
            _require_reserved(wanted, results, quotas)
        except (ApiError, RedisError):
            self.release([use for use, result in results.items() if result is QuotaResult.NEW])
            raise
        return [[use for use in of_game if results[use] is QuotaResult.NEW] for of_game in wanted]

    def correct(self, game: HostedGame, agent: str, ttl_s: int) -> None:
        """Let the places of an agent, or of all house bots, be those in a game, unless the store is unavailable.

        A game that is over has none.
        """
        set_name = _set_of(game, agent)
        uses = [] if game.is_over else [use for use in uses_of(game) if use.set_name == set_name]
        [use] = uses or [QuotaUse(set_name, game.creator or "", game.id, 0)]
        with suppress(RedisError):
            self._store.quotas.reserve_all({use: _UNLIMITED}, now_ms(), ttl_s)

    def release(self, uses: Sequence[QuotaUse]) -> None:
        """Give back reserved places. Those that an unavailable store keeps are removed when the limit is reached."""
        if uses:
            with suppress(RedisError):
                self._store.quotas.remove(uses)

    def _quotas(self, games: Sequence[HostedGame]) -> dict[str, Quota]:
        """The quotas of games by the sets that count their places."""
        agents = sorted({agent for game in games for agent in game.possible_agents} - {*HOUSE_BOTS})
        records = self._store.agents.get_many(agents) if agents else []
        quotas = {
            f"{_AGENT}{agent}": _agent_quota(agent, record) for agent, record in zip(agents, records, strict=True)
        }
        if self._house_seats is not None:
            house = _house_quota(self._house_seats)
            quotas |= {f"{_HOUSE}{game.creator or ''}": house for game in games}
        return quotas

    def _remove_ended(self, set_name: str) -> bool:
        """Remove uses whose games take no places any more. Returns whether there were any."""
        at_ms = now_ms()
        unchecked = self._store.quotas.unchecked(set_name, at_ms - CHECK_INTERVAL_MS, MAX_CHECKS)
        games = self._get_many([use.game_id for use, _ in unchecked])
        gone = self._gone_agents([game for game in games if isinstance(game, HostedGame)])
        checked: list[QuotaUse] = []
        ended: list[QuotaUse] = []
        for (use, checked_at), game in zip(unchecked, games, strict=True):
            if isinstance(game, HostedGame):
                is_taken = use in uses_of(game) and takes_places(game, at_ms, gone)
                (checked if is_taken else ended).append(use)
            elif game is None and checked_at < at_ms - CREATION_TIMEOUT_MS:
                ended.append(use)
        self._store.quotas.update(checked, ended, at_ms)
        return bool(ended)

    def _gone_agents(self, games: Sequence[HostedGame]) -> set[str]:
        """The agents that are to act in games, and have ended; none if the store does not say so."""
        names = sorted({agent for game in games for agent in game.agents_to_act} - {*HOUSE_BOTS})
        try:
            return {name for name, token_hash in self._store.agents.token_hashes(names).items() if not token_hash}
        except RedisError:
            return set()


def _is_refused(result: QuotaResult | RedisError) -> bool:
    return isinstance(result, QuotaResult) and result < QuotaResult.EXISTING


def _require_reserved(
    wanted: Sequence[Sequence[QuotaUse]],
    results: Mapping[QuotaUse, QuotaResult | RedisError],
    quotas: Mapping[str, Quota],
) -> None:
    """Raises the refusal of the first refused use of the games, or the error of the store."""
    for number, use in ((number, use) for number, of_game in enumerate(wanted) for use in of_game):
        result = results[use]
        if isinstance(result, RedisError):
            raise result
        if _is_refused(result):
            raise quotas[use.set_name].refusal(result, number)


def takes_places(game: HostedGame, at_ms: int, gone: Collection[str] = ()) -> bool:
    """Whether an agent has the turn in a game, or may soon have it. Agents that are `gone` do not act any more."""
    if game.is_over:
        return False
    return bool(game.agents_to_act.difference(gone)) or game.updated_at > at_ms - IDLE_AFTER_MS


_HOUSE: Final = "house:"
_AGENT: Final = "agent:"


def _set_of(game: HostedGame, agent: str) -> str:
    """The set that counts the places of an agent in a game: one for the house bots of a creator, or the agent's."""
    return f"{_HOUSE}{game.creator or ''}" if agent in HOUSE_BOTS else f"{_AGENT}{agent}"


def uses_of(game: HostedGame) -> list[QuotaUse]:
    """The uses of quotas by a game: the seats of house bots, stand-ins included, and one place of each other agent.

    The house bots come first.
    """
    places = Counter[str]()
    for agent, seats in game.possible_agents.items():
        places[_set_of(game, agent)] += seats if agent in HOUSE_BOTS else 1
    names = sorted(places, key=lambda name: (not name.startswith(_HOUSE), name))
    return [QuotaUse(name, game.creator or "", game.id, places[name]) for name in names]


def _house_quota(limit: int) -> Quota:
    refusal = HouseSeatsTaken(limit)
    return Quota(QuotaLimits(limit, limit), lambda *_: refusal)


def _agent_quota(agent: str, record: Mapping[str, str]) -> Quota:
    """One place for each game. A creator has half of an agent's places, rounded up, so that none has all of several."""
    most = int(record.get("max_games", MAX_AGENT_GAMES))
    limits = QuotaLimits((most + 1) // 2, most)

    def refusal(result: QuotaResult, game: int) -> ApiError:
        """The error by the limit that is reached."""
        if result is QuotaResult.HOLDER_FULL:
            return AgentBusyForCreator(agent, limits.of_holder, game)
        return AgentBusy(agent, most, game)

    return Quota(limits, refusal)


CREATOR_CHARACTERS: Final = 16
_KEY_BYTES: Final = 32
_KEY_NAME: Final = "creators"


def creator_of(store: Store, network: str) -> str:
    """The hash of a client's network with the key in a store, which the first process makes.

    It has 64 bits in hexadecimal digits. Raises RedisError.
    """
    key = store.expiring_keys.constant(_KEY_NAME, secrets.token_bytes(_KEY_BYTES))
    return hmac.new(key, network.encode(), sha256).hexdigest()[:CREATOR_CHARACTERS]
