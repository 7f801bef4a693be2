"""A seat at a table, and who holds it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from regicide.view import SeatView
from regicide_api.core import tokens


class Signal(StrEnum):
    """What may be said between a jester and the next turn: whether one would like to go next."""

    EAGER = "eager"
    RELUCTANT = "reluctant"


class Holder(NamedTuple):
    """Somebody who may hold seats: by the token of a seat, or as an agent, whose token has been checked."""

    token: str
    token_hash: str
    agent: str | None = None


class Seat(NamedTuple):
    """A seat: the name of who sits there, if they gave one, and who holds it: a token, by its hash, or an agent.

    An open seat is held by neither. A hash that is empty is no token's: the seat is held, and its token not fetched
    yet. `signal` is what the seat signals now.
    """

    name: str | None = None
    token_hash: str | None = None
    agent: str | None = None
    signal: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether anyone can take it."""
        return self.token_hash is None and self.agent is None

    def is_held_by(self, holder: Holder) -> bool:
        """Whether this is who holds it."""
        if holder.agent:
            return holder.agent == self.agent
        return tokens.same(holder.token_hash, self.token_hash or "")

    def view(self, there: SeatView) -> dict[str, object]:
        """What all may know of the seat, given what they may know of it by the rules."""
        return {
            "seat": there["seat"],
            "name": self.name,
            "agent": self.agent,
            "held": not self.is_open,
            "hand_size": there["hand_size"],
            "yielded": there["yielded"],
            "signal": self.signal,
        }
