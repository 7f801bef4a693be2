"""Agents: players that are programs. Each has a name and a token, which acts for all seats that are given to it.

A token begins with the name and a full stop, so that one look shows whether it is the agent's. House bots are agents
without a record of their own: whoever knows the key of the house works their tokens out from it.
"""

from __future__ import annotations

import hmac
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from regicide_api.core import tokens
from regicide_api.core.errors import NameTaken, UnknownToken
from regicide_api.storage import Line, Store

HOUSE: Final = ("greedy", "planner", "planner-fast", "random")
"""The bots of the house. Nobody else can have these names, whether or not they are at home."""

RESERVED: Final = frozenset({*HOUSE, "me", "planner-deep", "policy"})
NAME_PATTERN: Final = "^[a-z0-9][a-z0-9-]{1,38}$"
REMEMBERED: Final = 4096
_LIST: Final = "agents"


class Agent(NamedTuple):
    """An agent: whether it is a bot of the house, and when it last asked for its turns (milliseconds since 1970)."""

    name: str
    house: bool
    seen_at: int | None


class Agents:
    """All agents. One that has not been seen for `ttl` seconds is forgotten."""

    def __init__(self, store: Store, house_key: str | None, ttl: int) -> None:
        self.store = store
        self.house_key = house_key
        self.ttl = ttl
        self.name_of = lru_cache(REMEMBERED)(self._name_of)

    def enrol(self, name: str) -> str:
        """A new agent of this name; its token, which the server does not keep.

        Raises NameTaken.
        """
        token = f"{name}.{tokens.new_token()}"
        record: dict[str, str | int] = {"token": tokens.hashed(token)}
        if name in RESERVED or not self.store.agents.enrol(name, record, self._line(name)):
            raise NameTaken(name)
        return token

    def _name_of(self, token: str) -> str:
        """The name of the agent that a token is of; good tokens stay good, so they are asked for once.

        Raises UnknownToken.
        """
        name = token.partition(".")[0]
        if name in HOUSE:
            right = self.house_key is not None and hmac.compare_digest(token, house_token(self.house_key, name))
        else:
            [record] = self.store.agents.of([name])
            right = tokens.matches(token, record.get("token", ""))
        if not right:
            raise UnknownToken
        return name

    def unknown(self, names: Iterable[str]) -> set[str]:
        """Those of these names that are no agent's."""
        others = sorted({*names} - {*self._house()})
        return {
            name for name, record in zip(others, self.store.agents.of(others), strict=True) if "token" not in record
        }

    def see(self, name: str) -> None:
        """Note that an agent is there now."""
        self.store.agents.note(name, "seen", _now(), None if name in HOUSE else self._line(name), self.ttl)

    def page(self, after: str | None, limit: int) -> tuple[list[Agent], str | None]:
        """The agents after a name, by their names, and the name after which to go on; None at the end."""
        found: list[Agent] = []
        listed = self.store.lists.first(_LIST, after, limit + 1)
        house = [name for name in self._house() if after is None or name > after]
        names = sorted({*listed, *house})[: limit + 1]
        for name, record in zip(names, self.store.agents.of(names), strict=True):
            if name in HOUSE or "token" in record:
                found.append(Agent(name, name in HOUSE, int(record["seen"]) if "seen" in record else None))
            else:
                self.store.lists.strike_off([name], _LIST)
        return found[:limit], names[limit - 1] if len(names) > limit else None

    def _house(self) -> tuple[str, ...]:
        return HOUSE if self.house_key else ()

    def _line(self, name: str) -> Line:
        return Line(_LIST, name, 0, self.ttl)


def is_agents(token: str) -> bool:
    """Whether a token is an agent's, by its looks: that of a seat has no full stop."""
    return "." in token


def house_token(key: str, name: str) -> str:
    """The token of a bot of the house; whoever does not know the key cannot work it out."""
    digest = hmac.new(key.encode(), f"regicide-house-bot-1:{name}".encode(), sha256).digest()
    return f"{name}.{urlsafe_b64encode(digest[:24]).decode()}"


def _now() -> int:
    return time.time_ns() // 1_000_000
