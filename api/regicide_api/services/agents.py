"""Agents: programs that play. An agent has a name and a token, which is valid for all seats given to the agent.

A token starts with the name and a full stop, which distinguishes it from the token of a seat. House bots have no stored
token: theirs are derived from the house key.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from regicide_api.core import tokens
from regicide_api.core.errors import NameTaken, UnknownToken
from regicide_api.core.tokens import TokenSource
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.domain.seat import MAX_AGENT_GAMES, Principal
from regicide_api.storage import Entry, Store

HOUSE_BOTS: Final = ("greedy", "planner", "planner-fast", "random")
"""The names of the house bots, which are reserved whether or not the bots run."""

RESERVED_NAMES: Final = frozenset({*HOUSE_BOTS, "me", "planner-deep", "policy"})
_SET_NAME: Final = "agents"
_NAME: Final = re.compile(AGENT_NAME_PATTERN.removesuffix("$"))


class Agent(NamedTuple):
    """An agent: whether it is a house bot, and its last request for its turns (milliseconds since 1970)."""

    name: str
    house: bool
    seen_at: int | None


class AgentService:
    """Registration and authentication of agents.

    An agent lives for `ttl_s` after its last request, and after the last event of each game in which it has a
    seat or may stand in: no other agent can take its name, and with it the seat, before. No result is cached, because a
    token is valid only as long as the store has its hash.
    """

    def __init__(self, store: Store, house_key: str | None, ttl_s: int) -> None:
        self.store = store
        self.house_key = house_key
        self.ttl_s = ttl_s

    def register(self, name: str, source: TokenSource, max_games: int = MAX_AGENT_GAMES) -> str:
        """Register a new agent that takes a number of running games. Returns its token; only its hash is stored.

        A repeated registration, which has the same source, returns the same token. Raises NameTaken.
        """
        token = source.agent_token(name)
        record: dict[str, str | int] = {"token": tokens.hash_token(token), "max_games": max_games}
        if name in RESERVED_NAMES or not self.store.agents.register(name, record, self._entry(name)):
            raise NameTaken(name)
        return token

    def verify(self, agent: Principal, token_hash: str) -> None:
        """Verify the token of an agent against the hash that the store has for its name; empty: none.

        Raises UnknownToken.
        """
        if not self._is_valid(agent, token_hash):
            raise UnknownToken

    def _is_valid(self, agent: Principal, token_hash: str) -> bool:
        name = agent.agent or ""
        expected = self._house_hash(name) if name in HOUSE_BOTS else token_hash
        return bool(expected) and tokens.constant_time_equals(agent.token_hash, expected)

    def authenticate(self, agent: Principal) -> None:
        """Verify the token of an agent against the store. Raises UnknownToken."""
        name = agent.agent or ""
        self.verify(agent, "" if name in HOUSE_BOTS else self.store.agents.token_hash(name))

    def invalid(self, principals: Iterable[Principal]) -> set[Principal]:
        """Those of several principals that are agents with an invalid token. Their names are read in one round trip."""
        agents = {each for each in principals if each.agent is not None}
        stored = self.store.agents.token_hashes(sorted({each.agent or "" for each in agents} - {*HOUSE_BOTS}))
        return {each for each in agents if not self._is_valid(each, stored.get(each.agent or "", ""))}

    def touch(self, agent: Principal) -> None:
        """Verify the token of an agent, store the current time as its last request, and extend its life.

        Raises UnknownToken.
        """
        name = agent.agent or ""
        if name in HOUSE_BOTS:
            self.verify(agent, "")
            self.store.agents.set_field(name, "seen", now_ms(), self.ttl_s)
        elif not self.store.agents.touch(name, agent.token_hash, now_ms(), self._entry(name)):
            raise UnknownToken

    def renew(self, names: Iterable[str]) -> set[str]:
        """Extend the lives of agents that get seats. Returns the names that belong to no agent."""
        others = sorted({*names} - {*self._house_bots()})
        return {*others} - self.store.agents.renew(others, self.ttl_s) if others else set()

    def page(self, after: str | None, limit: int) -> tuple[list[Agent], str | None]:
        """The agents after a name, sorted by name, and the cursor of the next page (None: the last page).

        Agents that have expired are left out, so that a page may have fewer of them.
        """
        found: list[Agent] = []
        stored = self.store.sorted_sets.range(_SET_NAME, after, limit + 1)
        house = [name for name in self._house_bots() if after is None or name > after]
        names = sorted({*stored, *house})
        page = names[:limit]
        for name, record in zip(page, self.store.agents.get_many(page), strict=True):
            if name in HOUSE_BOTS or "token" in record:
                found.append(Agent(name, name in HOUSE_BOTS, int(record["seen"]) if "seen" in record else None))
            else:
                self.store.sorted_sets.remove([name], _SET_NAME)
        return found, page[-1] if len(names) > limit else None

    def _house_hash(self, name: str) -> str:
        return tokens.hash_token(house_token(self.house_key, name)) if self.house_key else ""

    def _house_bots(self) -> tuple[str, ...]:
        return HOUSE_BOTS if self.house_key else ()

    def _entry(self, name: str) -> Entry:
        return Entry(_SET_NAME, name, 0, self.ttl_s)


def principal_of(token: str) -> Principal:
    """The bearer of a token. Raises UnknownToken for a token that no agent can have."""
    return Principal(token, tokens.hash_token(token), named_agent(token))


def named_agent(token: str) -> str | None:
    """The agent that a token names; None for the token of a seat.

    Raises UnknownToken for the format of an agent's token with an invalid name.
    """
    if not tokens.is_agent_token(token):
        return None
    name = token.partition(".")[0]
    if not _NAME.fullmatch(name):
        raise UnknownToken
    return name


def stored_agents(game: HostedGame) -> list[str]:
    """The agents with a record in the store that have a seat of a game, or stand in after a timeout."""
    return sorted(game.agents() - {*HOUSE_BOTS})


def house_token(key: str, name: str) -> str:
    """The token of a house bot: an HMAC of its name, keyed with the house key, as docs/included-bots.md describes."""
    digest = hmac.new(key.encode(), f"regicide-house-bot-1:{name}".encode(), sha256).digest()
    return f"{name}.{urlsafe_b64encode(digest[:24]).decode()}"
