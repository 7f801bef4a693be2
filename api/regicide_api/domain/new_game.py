"""How a game begins: what somebody wishes for, the deal, and the game that follows a game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

import regicide
from regicide_api.domain.clock import Clock
from regicide_api.domain.game import SeedOrigin, Table
from regicide_api.domain.seat import Seat

SEED_BYTES: Final = 16


class Place(NamedTuple):
    """A seat as somebody wants it: open to anyone, an agent's, or otherwise the creator's, perhaps under a name."""

    name: str | None = None
    open: bool = False
    agent: str | None = None

    @property
    def is_for_creator(self) -> bool:
        """Whether whoever creates the game holds it."""
        return not self.open and self.agent is None


class Wish(NamedTuple):
    """A game as somebody wants it: its seats, the seed if they chose it, who begins, in which list it is, the clock."""

    places: Sequence[Place]
    seed: str | None = None
    first_player: int = 0
    listed: bool = False
    clock: Clock | None = None


def dealt(game_id: str, wish: Wish, token_hashes: Mapping[int, str], now: int) -> Table:
    """The table of a new game, with the hashes of the tokens that hold seats, by seat.

    Raises MalformedSeed or ImpossibleGame.
    """
    seed = wish.seed or secrets.token_hex(SEED_BYTES)
    table = Table(
        id=game_id,
        version=1,
        acted=1,
        position=regicide.start(seed, len(wish.places), wish.first_player),
        seats=tuple(_seat(place, token_hashes.get(number)) for number, place in enumerate(wish.places)),
        first_player=wish.first_player,
        seed_origin=SeedOrigin.SERVER if wish.seed is None else SeedOrigin.CLIENT,
        listed=wish.listed,
        clock=wish.clock,
        deadline=None,
        stand_in=None,
        created_at=now,
        updated_at=now,
    )
    return table.timed(now)


def rematch_id(game_id: str) -> str:
    """The id of the rematch of a game: a function of the game's, so that there is one rematch and no more."""
    return sha256(f"rematch:{game_id}".encode()).hexdigest()[: len(game_id)]


def rematch_wish(before: Table, first_player: int | None) -> Wish:
    """The same game again. Where no enemy fell, who began begins again."""
    return Wish(
        places=[Place(name=seat.name, agent=seat.agent) for seat in before.seats],
        first_player=before.first_player if first_player is None else first_player,
        listed=before.listed,
        clock=before.clock,
    )


def _seat(place: Place, token_hash: str | None) -> Seat:
    if place.agent:
        return Seat(name=place.agent, agent=place.agent)
    return Seat(name=place.name, token_hash=None if place.open else token_hash)
