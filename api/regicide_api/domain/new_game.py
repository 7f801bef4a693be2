"""Creation of games: the request for a new game, the deal, and the rematch of a game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from regicide import Position
from regicide_api.domain.beginning import Beginning
from regicide_api.domain.clock import Clock
from regicide_api.domain.event import Event
from regicide_api.domain.game import HostedGame, SeedOrigin
from regicide_api.domain.questions import BY_DEFAULT
from regicide_api.domain.seat import Seat

SEED_BYTES: Final = 16
NONCE_BYTES: Final = 16


class SeatSpec(NamedTuple):
    """A requested seat: open to anyone, an agent's, or else the creator's; with the player's name, if given.

    `invitation` is the one of the agent, which is compared and not stored.
    """

    name: str | None = None
    open: bool = False
    agent: str | None = None
    invitation: str | None = None

    @property
    def is_for_creator(self) -> bool:
        """Whether the creator of the game holds the seat."""
        return not self.open and self.agent is None

    @property
    def agents(self) -> list[str]:
        """The agents that play the seat from the start."""
        return [self.agent] if self.agent else []


class NewGame(NamedTuple):
    """A requested game: seats, seed (None: the server chooses), first player, visibility, clock, creator and owner.

    `beginning` is given if the game begins after its deal, or without one. Then the position has the seed.
    `owner` is the hash of the owner's token; `is_indexed` says whether the index of the owner's games gets this one.
    `advice` is as in a hosted game; so is `deal_date`, whose seed is then given.
    """

    seats: Sequence[SeatSpec]
    seed: str | None = None
    first_player: int = 0
    listed: bool = False
    clock: Clock | None = None
    creator: str | None = None
    owner: str | None = None
    is_indexed: bool = False
    beginning: Beginning | None = None
    label: str | None = None
    advice: str | None = None
    deal_date: str | None = None

    @property
    def seed_origin(self) -> SeedOrigin:
        """The party that chose the seed."""
        if self.deal_date:
            return SeedOrigin.DAY
        return SeedOrigin.CLIENT if self.seed or self.beginning else SeedOrigin.SERVER


def create_game(game_id: str, new: NewGame, token_hashes: Mapping[int, str], now: int) -> HostedGame:
    """Deal a new game, with a nonce of its own, or begin it where the request says.

    `token_hashes` are the hashes of the seats' tokens, by seat; `now` is in milliseconds since 1970.

    Raises MalformedSeed or ImpossibleGame.
    """
    begun = new.beginning or Beginning(_first_position(new))
    version = 1 + len(begun.steps)
    game = HostedGame(
        id=game_id,
        version=version,
        last_action_version=version,
        position=begun.position,
        seats=tuple(_seat(spec, token_hashes.get(number)) for number, spec in enumerate(new.seats)),
        first_player=begun.first.turn,
        seed_origin=new.seed_origin,
        nonce=secrets.token_hex(NONCE_BYTES) if begun.is_dealt else None,
        listed=new.listed,
        clock=new.clock,
        deadline=None,
        stand_in=None,
        created_at=now,
        updated_at=now,
        creator=new.creator,
        owner=new.owner,
        given_actions=len(begun.steps) or None,
        label=new.label,
        advice=new.advice,
        start_position=None if begun.is_dealt else str(begun.first),
        deal_date=new.deal_date,
    )
    return game.restart_clock(now)


def given_events(new: NewGame, at_ms: int) -> list[Event]:
    """The events that a new game begins with."""
    return new.beginning.events(at_ms) if new.beginning else []


def _first_position(new: NewGame) -> Position:
    return Position.new(new.seed or secrets.token_hex(SEED_BYTES), len(new.seats), new.first_player)


def rematch_id(game_id: str) -> str:
    """The id of a game's rematch: a function of the game's id, so that each game has at most one rematch."""
    return sha256(f"rematch:{game_id}".encode()).hexdigest()[: len(game_id)]


def rematch_of(before: HostedGame, first_player: int | None, creator: str | None) -> NewGame:
    """The request for a game's rematch, which has the same owner, label and rule for advice, and a deal of its own.

    The rematch of a game with the deal of a day has the rule of an ordinary game. Without a first player (no enemy
    fell) the first player stays the same.
    """
    return NewGame(
        seats=[SeatSpec(name=seat.name, agent=seat.agent) for seat in before.seats],
        first_player=before.first_player if first_player is None else first_player,
        listed=before.listed,
        clock=before.clock,
        creator=creator,
        owner=before.owner,
        is_indexed=True,
        label=before.label,
        advice=BY_DEFAULT if before.deal_date else before.advice,
    )


def _seat(spec: SeatSpec, token_hash: str | None) -> Seat:
    if spec.agent:
        return Seat(name=spec.agent, agent=spec.agent)
    return Seat(name=spec.name, token_hash=None if spec.open else token_hash)
