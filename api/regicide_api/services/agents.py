"""Agents: programs that play. An agent has a name and a token, which is valid for all seats given to the agent.

A token starts with the name and a full stop, which distinguishes it from the token of a seat. House bots have no stored
token: theirs are derived from the house key.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from hashlib import sha256
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.core import tokens
from regicide_api.core.errors import UnknownAgentToken
from regicide_api.core.refusals import (
    AgentDeclines,
    AgentEnded,
    HouseAgent,
    NameTaken,
    NoAdviser,
    NoReviewer,
    SeatingClosed,
    UnknownAdviser,
    UnknownReviewer,
)
from regicide_api.core.tokens import TokenSource
from regicide_api.domain.agent import Seating, SeatingTerms, hash_invitation
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import MAX_AGENT_GAMES, Principal
from regicide_api.storage.agent_store import Fields
from regicide_api.storage.client import refuses_writes
from regicide_api.storage.game_store import Store
from regicide_api.storage.sorted_sets import Entry

HOUSE_BOTS: Final = ("greedy", "planner", "planner-fast", "random")
"""The names of the house bots, which are reserved whether or not the bots run."""

HOUSE_ADVISERS: Final = frozenset({"planner", "planner-fast"})
"""The house bots that give advice and review games."""

RESERVED_NAMES: Final = frozenset({*HOUSE_BOTS, "me", "planner-deep", "policy"})
MAX_COMPARED: Final = 50
"""The agents with which a name is compared that is unknown."""

_SET_NAME: Final = "agents"


class Agent(NamedTuple):
    """An agent: whether it is a house bot, and what its record says. Times are milliseconds since 1970.

    `seen_at` is the time of the last request for its turns. `created_at` is None for a house bot.
    """

    name: str
    house: bool
    seen_at: int | None = None
    created_at: int | None = None
    description: str | None = None
    seating: Seating = Seating.ANYONE
    max_games: int = MAX_AGENT_GAMES
    advises: bool = False
    reviews: bool = False


class AgentSettings(NamedTuple):
    """The settings of an agent, or changes of some; None: not given. An empty description removes it."""

    description: str | None = None
    seating: Seating | None = None
    invitation: str | None = None
    max_games: int | None = None
    advises: bool | None = None
    reviews: bool | None = None


NO_SETTINGS: Final = AgentSettings()


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

    def register(self, name: str, source: TokenSource, settings: AgentSettings = NO_SETTINGS) -> str:
        """Register a new agent. Returns its token; only its hash is stored.

        A repeated registration, which has the same source, returns the same token. Raises NameTaken.
        """
        token = source.agent_token(name)
        record = {"token": tokens.hash_token(token), "created": now_ms(), **_stored_settings(name, settings)}
        if name in RESERVED_NAMES or not self.store.agents.register(name, record, self._entry(name)):
            raise NameTaken(name)
        return token

    def get(self, agent: Principal) -> Agent:
        """An agent as its record says. Raises UnknownAgentToken."""
        name = agent.agent or ""
        [record] = self.store.agents.get_many([name])
        self.verify(agent, record.get("token", ""))
        return _agent(name, record)

    def require_adviser(self, name: str) -> None:
        """Raises NoAdviser unless an agent gives advice."""
        self._require(name, lambda agent: agent.advises, NoAdviser, UnknownAdviser)

    def require_reviewer(self, name: str) -> None:
        """Raises NoReviewer unless an agent reviews games."""
        self._require(name, lambda agent: agent.reviews, NoReviewer, UnknownReviewer)

    def _require(
        self,
        name: str,
        answers: Callable[[Agent], bool],
        refusal: type[NoAdviser],
        unknown: type[UnknownAdviser | UnknownReviewer],
    ) -> None:
        """Raises an error unless an agent answers a kind of question; `unknown` has a similar agent that does."""
        agent = self._find(name)
        if agent is None and (hint := self.similar(name, answers)):
            raise unknown(name, hint)
        if agent is None or not answers(agent):
            raise refusal(name)

    def configure(self, agent: Principal, changes: AgentSettings) -> None:
        """Change some settings of an agent. Raises UnknownAgentToken or HouseAgent."""
        self._change(agent, {"token": agent.token_hash, **_stored_settings(agent.agent or "", changes)})

    def replace_token(self, agent: Principal, source: TokenSource) -> str:
        """Replace the token of an agent, which is invalid from then on. Returns the new one; only its hash is stored.

        A repeated request, which has the same source, returns the same token. Raises UnknownAgentToken or HouseAgent.
        """
        token = source.agent_token(agent.agent or "")
        self._change(agent, {"token": tokens.hash_token(token)})
        return token

    def end(self, agent: Principal) -> None:
        """End an agent: its token is invalid from then on, and no game can give it a seat.

        It keeps its seats, and its name is free when its record has expired. A repeat changes nothing. Raises
        UnknownAgentToken or HouseAgent.
        """
        self._change(agent, {"ended_by": agent.token_hash, "ended": now_ms()}, replaces=True)
        self.store.sorted_sets.remove([agent.agent or ""], _SET_NAME)

    def _change(self, agent: Principal, fields: Fields, *, replaces: bool = False) -> None:
        """Change the record of an agent that manages itself. Raises UnknownAgentToken; HouseAgent for a house bot."""
        name = agent.agent or ""
        if name in HOUSE_BOTS:
            self.verify(agent, "")
            raise HouseAgent(name)
        if not self.store.agents.change(name, agent.token_hash, fields, self.ttl_s, replaces=replaces):
            raise UnknownAgentToken

    def verify(self, agent: Principal, token_hash: str) -> None:
        """Verify the token of an agent against the hash that the store has for its name; empty: none.

        Raises UnknownAgentToken.
        """
        if not self._is_valid(agent, token_hash):
            raise UnknownAgentToken

    def _is_valid(self, agent: Principal, token_hash: str) -> bool:
        name = agent.agent or ""
        expected = self._house_hash(name) if name in HOUSE_BOTS else token_hash
        return bool(expected) and hmac.compare_digest(agent.token_hash, expected)

    def authenticate(self, agent: Principal) -> None:
        """Verify the token of an agent against the store. Raises UnknownAgentToken."""
        name = agent.agent or ""
        self.verify(agent, "" if name in HOUSE_BOTS else self.store.agents.token_hashes([name])[name])

    def invalid(self, principals: Iterable[Principal]) -> set[Principal]:
        """Those of several principals that are agents with an invalid token. Their names are read in one round trip."""
        agents = {each for each in principals if each.agent is not None}
        stored = self.store.agents.token_hashes(sorted({each.agent or "" for each in agents} - {*HOUSE_BOTS}))
        return {each for each in agents if not self._is_valid(each, stored.get(each.agent or "", ""))}

    def touch(self, agent: Principal) -> None:
        """Verify the token of an agent, store the current time as its last request, and extend its life.

        A store that refuses writes only verifies the token. Raises UnknownAgentToken.
        """
        try:
            self._touch(agent)
        except RedisError as error:
            if not refuses_writes(error):
                raise
            self.authenticate(agent)

    def _touch(self, agent: Principal) -> None:
        name = agent.agent or ""
        if name in HOUSE_BOTS:
            self.verify(agent, "")
            self.store.agents.set_field(name, "seen", now_ms(), self.ttl_s)
        elif not self.store.agents.touch(name, agent.token_hash, now_ms(), self._entry(name)):
            raise UnknownAgentToken

    def renew(self, names: Iterable[str]) -> dict[str, SeatingTerms]:
        """Extend the lives of agents that get seats. Returns the terms of the names that are agents."""
        house = {name: SeatingTerms() for name in names if name in self._house_bots()}
        others = sorted({*names} - house.keys())
        found = self.store.agents.renew(others, self.ttl_s) if others else {}
        return house | {name: SeatingTerms(_seating(terms.seating), terms.invitation) for name, terms in found.items()}

    def page(
        self, after: str | None, limit: int, prefix: str = "", house: bool | None = None
    ) -> tuple[list[Agent], str | None]:
        """The agents with a prefix after a name, sorted by name, and the cursor of the next page (None: the last page).

        `house` selects house bots or others, None both. Agents that have expired are left out, so that a page may have
        fewer of them.
        """
        found: list[Agent] = []
        stored = self.store.sorted_sets.range(_SET_NAME, after, limit + 1, prefix) if house is not True else []
        bots = [name for name in self._house_bots() if name.startswith(prefix) and (after is None or name > after)]
        names = sorted({*stored, *(bots if house is not False else [])})
        page = names[:limit]
        for name, record in zip(page, self.store.agents.get_many(page), strict=True):
            if name in HOUSE_BOTS or "token" in record:
                found.append(_agent(name, record))
            else:
                self.store.sorted_sets.remove([name], _SET_NAME)
        return found, page[-1] if len(names) > limit else None

    def similar(self, name: str, is_wanted: Callable[[Agent], bool] = lambda _: True) -> str | None:
        """The wanted agent whose name is most similar: a house bot, or one of the first with the same beginning.

        Beginnings are its first two letters, and its first half.
        """
        beginnings = {name[:2], name[: max(2, len(name) // 2)]}
        agents = {_agent(bot, {}) for bot in self._house_bots()}
        agents.update(*(self.page(None, MAX_COMPARED, beginning)[0] for beginning in beginnings))
        found = get_close_matches(name, sorted({agent.name for agent in agents if is_wanted(agent)}), 1)
        return found[0] if found else None

    def _find(self, name: str) -> Agent | None:
        """An agent by its name; None if there is none."""
        [record] = self.store.agents.get_many([name])
        return _agent(name, record) if name in self._house_bots() or "token" in record else None

    def _house_hash(self, name: str) -> str:
        return tokens.hash_token(house_token(self.house_key, name)) if self.house_key else ""

    def _house_bots(self) -> tuple[str, ...]:
        return HOUSE_BOTS if self.house_key else ()

    def _entry(self, name: str) -> Entry:
        return Entry(_SET_NAME, name, 0, self.ttl_s)


def _agent(name: str, record: Mapping[str, str]) -> Agent:
    return Agent(
        name,
        name in HOUSE_BOTS,
        seen_at=int(record["seen"]) if "seen" in record else None,
        created_at=int(record["created"]) if "created" in record else None,
        description=record.get("description") or None,
        seating=_seating(record.get("seating", "")),
        max_games=int(record.get("max_games", MAX_AGENT_GAMES)),
        advises=name in HOUSE_ADVISERS or record.get("advises") == "1",
        reviews=name in HOUSE_ADVISERS or record.get("reviews") == "1",
    )


def _seating(stored: str) -> Seating:
    return Seating(stored) if stored else Seating.ANYONE


def _stored_settings(name: str, settings: AgentSettings) -> dict[str, str | int]:
    """The fields of an agent's record for the given settings.

    An invitation is valid until who may give the agent a seat is set again.
    """
    fields = settings._replace(invitation=None)._asdict()
    if settings.seating is not None:
        fields["invitation"] = hash_invitation(name, settings.invitation) if settings.invitation else ""
    given = {field: value for field, value in fields.items() if value is not None}
    return {field: int(value) if isinstance(value, bool) else value for field, value in given.items()}


def refusal(terms: SeatingTerms | None) -> type[AgentDeclines]:
    """The error of an agent that declines a seat, with its terms; None: it has ended."""
    if terms is None:
        return AgentEnded
    return AgentDeclines if terms.seating is Seating.INVITED else SeatingClosed


def stored_agents(game: HostedGame) -> list[str]:
    """The agents with a record in the store that have a seat of a game, or stand in after a timeout."""
    return sorted(game.possible_agents.keys() - {*HOUSE_BOTS})


def house_token(key: str, name: str) -> str:
    """The token of a house bot: an HMAC of its name, keyed with the house key, as docs/included-bots.md describes."""
    digest = hmac.new(key.encode(), f"regicide-house-bot-1:{name}".encode(), sha256).digest()
    return f"{name}.{urlsafe_b64encode(digest[:24]).decode()}"
