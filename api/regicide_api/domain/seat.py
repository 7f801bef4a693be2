"""Seats, and the principals that hold them."""

from __future__ import annotations

import re
from enum import StrEnum
from hmac import compare_digest
from typing import Final, NamedTuple, Self

from regicide_api.core.errors import UnknownAgentToken
from regicide_api.core.tokens import hash_token
from regicide_api.domain.player_name import AGENT_NAME_PATTERN

_AGENT_NAME: Final = re.compile(AGENT_NAME_PATTERN.removesuffix("$"))

MAX_SIGNALS: Final = 2
"""Signals of one seat after one jester: one, and one change of it. More would be a language between hidden hands."""
MAX_CHANGES: Final = 50
"""The times that the holder of a seat can hand it over or give the game up: the events of a game are bounded."""
MAX_TAKES: Final = 50
"""The times that players can take one seat. So each holder can leave it."""
MAX_HOLDERS: Final = 2 * MAX_TAKES
"""The times that one seat can have a new holder: the owner can fill it when players can take it no more."""
MAX_ADVISERS: Final = 3
"""The agents that a seat can ask for advice before one action."""
MAX_DEVICES: Final = 5
"""The devices beside the first one that have tokens of their own for one seat, or as owner: the newest stay."""
MAX_AGENT_GAMES: Final = 1000
"""The most running games that an agent may take, and the number that it takes unless it says otherwise."""

MAX_PLAYS_PER_ENEMY: Final = 53
"""All cards but the enemy: a card that is played lies there until the enemy is defeated (R9)."""

MAX_TURNS: Final = 12 * MAX_PLAYS_PER_ENEMY * 4
"""Before each play there are at most three yields: four players cannot all yield in a row."""

MAX_EVENTS: Final = (
    3 * MAX_TURNS * (1 + MAX_ADVISERS) + 12 * 2 * 4 * MAX_SIGNALS + 4 * 2 * (MAX_CHANGES + MAX_HOLDERS) + 100
)
"""The rules bound the events of a game. A turn has at most a play or yield, a discard or appointment, and a timeout,
each after requests for advice. Each of two jesters is played once against each enemy, and permits signals of four
seats. What a holder changes can be changed back as often, and each holder can leave. The rest are seats that are taken
first, flips, the yields after the last play, and a rematch. Games have 50 to 150 events in practice.
"""


class Signal(StrEnum):
    """Whether a player would like to go next.

    The rules allow this signal between the play of a jester and the next turn.
    """

    EAGER = "eager"
    RELUCTANT = "reluctant"


class Principal(NamedTuple):
    """The sender of a request: the bearer of a seat's token, or of the token of the agent that it names.

    A principal is what the request claims. The repository verifies the token of an agent each time it loads a game.
    """

    token: str
    token_hash: str
    agent: str | None = None

    @classmethod
    def of(cls, token: str) -> Self:
        """The bearer of a token: an agent's is `NAME.TOKEN`, a seat's contains no full stop.

        Raises UnknownAgentToken for an invalid name.
        """
        name, full_stop, _ = token.partition(".")
        if full_stop and not _AGENT_NAME.fullmatch(name):
            raise UnknownAgentToken
        return cls(token, hash_token(token), name if full_stop else None)


class Player(NamedTuple):
    """A principal in one game, with the seats that it holds there."""

    principal: Principal
    held: tuple[int, ...]


class Device(NamedTuple):
    """A further device of the holder of a seat, or of the owner of a game, with the hash of its own token.

    An empty hash matches no token: the device has not fetched its token of a rematch yet. `added_at` is in milliseconds
    since 1970. The fields are stored in this order.
    """

    id: str
    name: str
    token_hash: str
    added_at: int


class Seat(NamedTuple):
    """A seat: the player's name, if given, and its holder: the hash of a token, or an agent.

    An open seat has neither. An empty hash matches no token: the seat is held, and its token has not been fetched yet.
    `signal` is the seat's current signal, and `signals` the number of signals that it has sent after this jester.
    `changes` counts what MAX_CHANGES bounds, and `vacated` the times that the seat was opened again. `left` is the last
    holder that left the seat: the hash of its token, or the agent. `is_replaced` says that the holder has replaced the
    token that came with the seat, or ended it. `stand_in` is the agent that plays for the holder until the holder takes
    the seat back; for an open seat, until a player takes it. `gives_up` says that the holder agrees to give the game
    up. `devices` are further devices of the holder, the newest last.

    The fields are stored in this order: it never changes, and a new field comes last, with a default.
    """

    name: str | None = None
    token_hash: str | None = None
    agent: str | None = None
    signal: str | None = None
    signals: int = 0
    changes: int = 0
    left: str | None = None
    is_replaced: bool = False
    stand_in: str | None = None
    gives_up: bool = False
    vacated: int = 0
    devices: tuple[Device, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether anyone can take it."""
        return self.token_hash is None and self.agent is None

    @property
    def is_vacant(self) -> bool:
        """Whether neither a player nor an agent plays it: the game waits."""
        return self.is_open and self.stand_in is None

    @property
    def agents(self) -> list[str]:
        """The agents that play the seat: its holder, or the stand-in of its holder."""
        if self.stand_in:
            return [self.agent, self.stand_in] if self.agent else [self.stand_in]
        return [self.agent] if self.agent else []

    def is_held_by(self, principal: Principal) -> bool:
        """Whether this principal holds the seat."""
        if principal.agent:
            return principal.agent == self.agent
        return is_bearer_of(principal, *self.token_hashes)

    @property
    def token_hashes(self) -> tuple[str, ...]:
        """The hashes of the tokens of its holder: the first device's, then the others'."""
        return (self.token_hash or "", *(device.token_hash for device in self.devices))

    def was_left_by(self, principal: Principal) -> bool:
        """Whether this principal was the last holder that left the seat."""
        return compare_digest(principal.agent or principal.token_hash, self.left or "")


def is_bearer_of(principal: Principal, *token_hashes: str) -> bool:
    """Whether the token of a principal has one of these hashes. Each is compared in constant time."""
    return any(compare_digest(principal.token_hash, each) for each in token_hashes)
