"""The places of agents in unfinished games: of house bots for each creator of games, and of each other agent.

A game reserves its places before it is created, and releases them at its end. A reservation of a game replaces its
earlier one, for agents that get a seat later. When a limit is reached, the reservations are compared with the games,
and those without an unfinished, active game are removed: a crash, or the expiry of a game, leaves no place taken. A
reservation that was not compared for as long as a game may live is removed, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.core.errors import ApiError
from regicide_api.core.refusals import AgentBusy, AgentBusyForCreator, HouseSeatsTaken
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import HostedGame, agents_to_act, possible_agents
from regicide_api.domain.seat import MAX_AGENT_GAMES
from regicide_api.services.agents import HOUSE_BOTS
from regicide_api.storage.game_store import Store
from regicide_api.storage.reservations import Capacity, Reservation, Reserved

IDLE_AFTER_MS: Final = 60 * 60 * 1000
"""Time without an event after which a game that waits for a player, or an agent that has ended, takes no places."""

CHECK_INTERVAL_MS: Final = 5_000
"""A reservation is compared with its game at most once in this time."""

CREATION_TIMEOUT_MS: Final = 60_000
"""Time for the creation of a game after its reservation; no request takes longer."""

MAX_CHECKS: Final = 256
"""Reservations that one refused request compares with their games."""


_UNLIMITED: Final = Capacity(2**31, 2**31)


class Claim(NamedTuple):
    """Places in a game: the set that counts them, the reservation, the capacity, and the refusal at the capacity.

    The refusal gets the index of the game in the request.
    """

    set_name: str
    reservation: Reservation
    capacity: Capacity
    refusal: Callable[[Reserved, int], ApiError]


class Places:
    """The places in a store. `house_seats` is the maximum of house seats of a creator, None: any number."""

    def __init__(
        self,
        store: Store,
        get_many: Callable[[list[str]], list[HostedGame | RedisError | None]],
        house_seats: int | None,
    ) -> None:
        self._store, self._get_many, self._house_seats = store, get_many, house_seats

    def reserve(self, game: HostedGame, ttl_s: int) -> list[Claim]:
        """Reserve the places of a new game. Returns the new claims, for `release` if the game is not created.

        Raises HouseSeatsTaken or AgentBusy, without a change.
        """
        return self.reserve_all([game], ttl_s)[0]

    def reserve_all(self, games: Sequence[HostedGame], ttl_s: int) -> list[list[Claim]]:
        """Reserve the places of new games as `reserve` does, all or none, in as many round trips as for one game."""
        claims = self._claims(games)
        results = self._attempt([claim for of_game in claims for claim in of_game], ttl_s)
        refused = [claim for claim, result in results.items() if _is_refused(result)]
        removed = [self._remove_ended(name) for name in {claim.set_name for claim in refused}]
        if any(removed):
            results |= self._attempt(refused, ttl_s)
        try:
            _require_reserved(claims, results)
        except (ApiError, RedisError):
            self.release([claim for claim, result in results.items() if result is Reserved.NEW])
            raise
        return [[claim for claim in of_game if results[claim] is Reserved.NEW] for of_game in claims]

    def correct(self, game: HostedGame, agent: str, ttl_s: int) -> None:
        """Let the places of an agent, or of all house bots, be those in a game, unless the store is unavailable."""
        house = agent in HOUSE_BOTS
        of_game = house_reservation(game) if house else agent_reservations(game).get(agent)
        reservation = of_game or Reservation(game.creator or "", game.id, 0)
        set_name = _house_set(reservation.holder) if house else _agent_set(agent)
        with suppress(RedisError):
            self._store.reservations.reserve_all([(set_name, reservation, _UNLIMITED)], now_ms(), ttl_s)

    def release(self, claims: Sequence[Claim]) -> None:
        """Give back reserved places. Those that an unavailable store keeps are removed when the limit is reached."""
        if claims:
            with suppress(RedisError):
                self._store.reservations.remove([(claim.set_name, claim.reservation) for claim in claims])

    def _claims(self, games: Sequence[HostedGame]) -> list[list[Claim]]:
        """The claims of each game."""
        names = sorted({agent for game in games for agent in agent_reservations(game)})
        records = dict(zip(names, self._store.agents.get_many(names), strict=True)) if names else {}
        return [[*self._house_claims(game), *_agent_claims(game, records)] for game in games]

    def _house_claims(self, game: HostedGame) -> list[Claim]:
        house = house_reservation(game)
        return [_house_claim(house, self._house_seats)] if house and self._house_seats is not None else []

    def _attempt(self, claims: Sequence[Claim], ttl_s: int) -> dict[Claim, Reserved | RedisError]:
        if not claims:
            return {}
        attempts = [(claim.set_name, claim.reservation, claim.capacity) for claim in claims]
        return dict(zip(claims, self._store.reservations.reserve_all(attempts, now_ms(), ttl_s), strict=True))

    def _remove_ended(self, set_name: str) -> bool:
        """Remove reservations whose games take no places any more. Returns whether there were any."""
        at_ms = now_ms()
        unchecked = self._store.reservations.unchecked(set_name, at_ms - CHECK_INTERVAL_MS, MAX_CHECKS)
        games = self._get_many([reservation.game_id for reservation, _ in unchecked])
        gone = self._gone_agents([game for game in games if isinstance(game, HostedGame)])
        checked: list[Reservation] = []
        ended: list[Reservation] = []
        for (reservation, checked_at), game in zip(unchecked, games, strict=True):
            if isinstance(game, HostedGame):
                is_taken = (set_name, reservation) in reservations(game) and takes_places(game, at_ms, gone)
                (checked if is_taken else ended).append(reservation)
            elif game is None and checked_at < at_ms - CREATION_TIMEOUT_MS:
                ended.append(reservation)
        self._store.reservations.update(set_name, checked, ended, at_ms)
        return bool(ended)

    def _gone_agents(self, games: Sequence[HostedGame]) -> set[str]:
        """The agents that are to act in games, and have ended; none if the store does not say so."""
        names = sorted({agent for game in games for agent in agents_to_act(game)} - {*HOUSE_BOTS})
        try:
            return {name for name, token_hash in self._store.agents.token_hashes(names).items() if not token_hash}
        except RedisError:
            return set()


def _is_refused(result: Reserved | RedisError) -> bool:
    return isinstance(result, Reserved) and result < Reserved.EXISTING


def _require_reserved(claims: Sequence[Sequence[Claim]], results: Mapping[Claim, Reserved | RedisError]) -> None:
    """Raises the refusal of the first refused claim of the games, or the error of the store."""
    for number, claim in ((number, claim) for number, of_game in enumerate(claims) for claim in of_game):
        result = results[claim]
        if isinstance(result, RedisError):
            raise result
        if _is_refused(result):
            raise claim.refusal(result, number)


def takes_places(game: HostedGame, at_ms: int, gone: Collection[str] = ()) -> bool:
    """Whether an agent has the turn in a game, or may soon have it. Agents that are `gone` do not act any more."""
    if game.is_over:
        return False
    return bool(agents_to_act(game).difference(gone)) or game.updated_at > at_ms - IDLE_AFTER_MS


def reservations(game: HostedGame) -> list[tuple[str, Reservation]]:
    """The reservations of a game, each with the name of its set."""
    house, agents = house_reservation(game), agent_reservations(game)
    return [
        *([(_house_set(house.holder), house)] if house else []),
        *((_agent_set(agent), reservation) for agent, reservation in agents.items()),
    ]


def house_reservation(game: HostedGame) -> Reservation | None:
    """The places of house bots in a game, stand-ins included; None without any."""
    seats = sum(count for agent, count in possible_agents(game).items() if agent in HOUSE_BOTS)
    return Reservation(game.creator or "", game.id, seats) if seats else None


def agent_reservations(game: HostedGame) -> dict[str, Reservation]:
    """The places of the other agents of a game, one for each."""
    others = sorted({*possible_agents(game)} - {*HOUSE_BOTS})
    return dict.fromkeys(others, Reservation(game.creator or "", game.id, 1))


def _house_set(creator: str) -> str:
    return f"house:{creator}"


def _agent_set(agent: str) -> str:
    return f"agent:{agent}"


def _house_claim(reservation: Reservation, limit: int) -> Claim:
    refusal = HouseSeatsTaken(limit)
    return Claim(_house_set(reservation.holder), reservation, Capacity(limit, limit), lambda *_: refusal)


def _agent_claims(game: HostedGame, records: Mapping[str, Mapping[str, str]]) -> list[Claim]:
    """The claims of a game for agents with these records."""
    return [_agent_claim(agent, each, records[agent]) for agent, each in agent_reservations(game).items()]


def _agent_claim(agent: str, reservation: Reservation, record: Mapping[str, str]) -> Claim:
    """One place for each game. A creator has half of an agent's places, rounded up, so that none has all of several."""
    most = int(record.get("max_games", MAX_AGENT_GAMES))
    capacity = Capacity((most + 1) // 2, most)
    of_creator, of_all = partial(AgentBusyForCreator, agent, capacity.of_holder), partial(AgentBusy, agent, most)
    refusals: dict[Reserved, Callable[[int], ApiError]] = {Reserved.HOLDER_FULL: of_creator, Reserved.ALL_FULL: of_all}
    return Claim(_agent_set(agent), reservation, capacity, lambda result, game: refusals[result](game))
