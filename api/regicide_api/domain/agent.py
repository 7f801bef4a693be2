"""An agent: what it says about itself, and who may give it a seat."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from hmac import compare_digest
from typing import Final, NamedTuple

from regicide_api.core import tokens

MAX_DESCRIPTION_LENGTH: Final = 200
INVITATION_PATTERN: Final = "^[!-~]{16,128}$"
"""16 random characters of Base64 have 96 bits: even with a copy of the store, such a text cannot be guessed."""


class Seating(StrEnum):
    """Who may give an agent a seat: anyone, the senders of its invitation, or nobody."""

    ANYONE = "anyone"
    INVITED = "invited"
    NOBODY = "nobody"


class SeatingTerms(NamedTuple):
    """Who may give an agent a seat, and the hash of its invitation; empty: none."""

    seating: Seating = Seating.ANYONE
    invitation_hash: str = ""

    def admit(self, agent: str, invitations: Collection[str] = ()) -> bool:
        """Whether a game may give the agent a seat, if its creator sends these invitations to the agent."""
        if self.seating is Seating.INVITED:
            hashes = [hash_invitation(agent, invitation) for invitation in invitations]
            return any(compare_digest(each, self.invitation_hash) for each in hashes)
        return self.seating is Seating.ANYONE


def hash_invitation(agent: str, invitation: str) -> str:
    """The stored form of an invitation. It depends on the agent: equal invitations of two agents cannot be seen."""
    return tokens.hash_token(f"regicide-invitation-1:{agent}:{invitation}")
