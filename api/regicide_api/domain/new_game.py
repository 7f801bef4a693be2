"""Creation of games: where a game begins, the request for it, the deal, and the rematch of a game."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, Self

import regicide
from regicide import Action, Message, Position, Step
from regicide_api.core.errors import InvalidBody
from regicide_api.core.work import in_parts
from regicide_api.domain.clock import Clock
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame, SeedOrigin, possible_agents
from regicide_api.domain.questions import BY_DEFAULT
from regicide_api.domain.seat import Seat

SEED_BYTES: Final = 16
NONCE_BYTES: Final = 16


MAX_GIVEN_ACTIONS: Final = 1000
"""The most actions that a game may begin with: the longest games have some 300."""
MAX_POSITION_LENGTH: Final = 2000
"""Characters of the text of a position: the longest, of a game of four with a pool for each card, has some 700."""


class Beginning(NamedTuple):
    """The first position of a game, whether the seed dealt it, and the steps that were played already."""

    first: Position
    is_dealt: bool = True
    steps: Sequence[Step] = ()

    @property
    def position(self) -> Position:
        """The position after the steps."""
        return self.steps[-1].position if self.steps else self.first

    def events(self, at_ms: int) -> list[Event]:
        """The steps as events of one time."""
        return [Event(EventType.ACTION, step.seat, str(step.action), at_ms) for step in self.steps]


def after_actions(first: Position, actions: Sequence[str]) -> Beginning:
    """The beginning with these actions from a dealt position on, each checked as if it were acted.

    Raises InvalidBody if an action is malformed, illegal, or ends the game.
    """
    steps: list[Step] = []
    for number, text in enumerate(in_parts(actions)):
        try:
            steps += regicide.replay(steps[-1].position if steps else first, [Action.parse(text)])
        except regicide.RegicideError as error:
            raise InvalidBody({"actions": {number: [error.args[0]]}}) from error
        if steps[-1].position.is_over:
            fault = Message("the game ends with this action: a game begins before its end")
            raise InvalidBody({"actions": {number: [fault]}})
    return Beginning(first, steps=steps)


def at_position(text: str, players: int) -> Beginning:
    """The beginning at the position with this text, for which there is no deal.

    Raises InvalidBody for a text of no position, for a position that no game of these players can reach, or at which
    one ends.
    """
    try:
        first = Position.parse(text)
    except regicide.RegicideError as error:
        raise InvalidBody({"position": [error.args[0]]}) from error
    if first.is_over:
        raise InvalidBody({"position": [Message("the game is over in this position: expected one before its end")]})
    if first.players != players:
        raise InvalidBody({"players": [Message("the position has {count} players", count=first.players)]})
    return Beginning(first, is_dealt=False)


class SeatSpec(NamedTuple):
    """A requested seat: open to anyone, an agent's, or else the creator's; with the player's name, if given.

    The agent of an open seat plays it until a player takes it.

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

    @property
    def possible_agents(self) -> Counter[str]:
        """The agents that may act in the game, as `HostedGame.possible_agents`."""
        return possible_agents((seat.agent for seat in self.seats if seat.agent), self.clock)


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


class DealtGame(NamedTuple):
    """A new game with the events that it begins with. `is_indexed` is as in the request."""

    game: HostedGame
    events: Sequence[Event] = ()
    is_indexed: bool = True

    @classmethod
    def of(cls, game: HostedGame, new: NewGame) -> Self:
        """The game that was dealt for a request."""
        return cls(game, new.beginning.events(game.created_at) if new.beginning else (), new.is_indexed)


def _first_position(new: NewGame) -> Position:
    return Position.new(new.seed or secrets.token_hex(SEED_BYTES), len(new.seats), new.first_player)


def rematch_id(game_id: str) -> str:
    """The id of a game's rematch: a function of the game's id, so that each game has at most one rematch."""
    return sha256(f"rematch:{game_id}".encode()).hexdigest()[: len(game_id)]


def rematch_of(before: HostedGame, first_player: int | None, creator: str | None) -> NewGame:
    """The request for a game's rematch, which has the same owner, label and rule for advice, and a deal of its own.

    The rematch of a game with the deal of a day has the rule of an ordinary game. Without a first player (no enemy
    fell) the first player stays the same. A seat that is open stays so.
    """
    return NewGame(
        seats=[
            SeatSpec(seat.name, seat.is_open, seat.stand_in if seat.is_open else seat.agent) for seat in before.seats
        ],
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
    if spec.open:
        return Seat(stand_in=spec.agent)
    if spec.agent:
        return Seat(name=spec.agent, agent=spec.agent)
    return Seat(name=spec.name, token_hash=token_hash)
