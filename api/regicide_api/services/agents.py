"""Agents: programs that play. An agent has a name and a token, which is valid for all seats given to the agent.

A token starts with the name and a full stop, which distinguishes it from the token of a seat. House bots have no stored
token: theirs are derived from the house key.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from regicide_api.core import tokens
from regicide_api.core.errors import NameTaken, UnknownToken
from regicide_api.domain.clock import now_ms
from regicide_api.domain.seat import MAX_AGENT_GAMES
from regicide_api.storage import Entry, Store

HOUSE_BOTS: Final = ("greedy", "planner", "planner-fast", "random")
"""The names of the house bots, which are reserved whether or not the bots run."""

RESERVED_NAMES: Final = frozenset({*HOUSE_BOTS, "me", "planner-deep", "policy"})
TOKEN_CACHE_SIZE: Final = 4096
_SET_NAME: Final = "agents"


class Agent(NamedTuple):
    """An agent: whether it is a house bot, and its last request for its turns (milliseconds since 1970)."""

    name: str
    house: bool
    seen_at: int | None


class AgentService:
    """Registration and authentication of agents. An agent that is not seen for `ttl` seconds expires."""

    def __init__(self, store: Store, house_key: str | None, ttl: int) -> None:
        self.store = store
        self.house_key = house_key
        self.ttl = ttl
        self.authenticate = lru_cache(TOKEN_CACHE_SIZE)(self._authenticate)

    def register(self, name: str, max_games: int = MAX_AGENT_GAMES) -> str:
        """Register a new agent that takes a number of running games. Returns its token; only its hash is stored.

        Raises NameTaken.
        """
        token = f"{name}.{tokens.new_token()}"
        record: dict[str, str | int] = {"token": tokens.hash_token(token), "max_games": max_games}
        if name in RESERVED_NAMES or not self.store.agents.register(name, record, self._entry(name)):
            raise NameTaken(name)
        return token

    def _authenticate(self, token: str) -> str:
        """The name of the agent with this token. A valid token stays valid, so that the result can be cached.

        Raises UnknownToken.
        """
        name = token.partition(".")[0]
        if name in HOUSE_BOTS:
            valid = self.house_key is not None and hmac.compare_digest(token, house_token(self.house_key, name))
        else:
            [record] = self.store.agents.get_many([name])
            valid = tokens.verify_token(token, record.get("token", ""))
        if not valid:
            raise UnknownToken
        return name

    def unknown(self, names: Iterable[str]) -> set[str]:
        """The names that belong to no agent."""
        others = sorted({*names} - {*self._house_bots()})
        records = self.store.agents.get_many(others)
        return {name for name, record in zip(others, records, strict=True) if "token" not in record}

    def touch(self, name: str) -> None:
        """Store the current time as the agent's last request, and extend the life of its record."""
        entry = None if name in HOUSE_BOTS else self._entry(name)
        self.store.agents.update(name, "seen", now_ms(), entry, self.ttl)

    def page(self, after: str | None, limit: int) -> tuple[list[Agent], str | None]:
        """The agents after a name, sorted by name, and the cursor of the next page (None: the last page)."""
        found: list[Agent] = []
        stored = self.store.sorted_sets.range(_SET_NAME, after, limit + 1)
        house = [name for name in self._house_bots() if after is None or name > after]
        names = sorted({*stored, *house})[: limit + 1]
        for name, record in zip(names, self.store.agents.get_many(names), strict=True):
            if name in HOUSE_BOTS or "token" in record:
                found.append(Agent(name, name in HOUSE_BOTS, int(record["seen"]) if "seen" in record else None))
            else:
                self.store.sorted_sets.remove([name], _SET_NAME)
        return found[:limit], names[limit - 1] if len(names) > limit else None

    def _house_bots(self) -> tuple[str, ...]:
        return HOUSE_BOTS if self.house_key else ()

    def _entry(self, name: str) -> Entry:
        return Entry(_SET_NAME, name, 0, self.ttl)


def house_token(key: str, name: str) -> str:
    """The token of a house bot: an HMAC of its name, keyed with the house key."""
    digest = hmac.new(key.encode(), f"regicide-house-bot-1:{name}".encode(), sha256).digest()
    return f"{name}.{urlsafe_b64encode(digest[:24]).decode()}"
