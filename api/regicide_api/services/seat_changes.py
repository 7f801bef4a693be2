"""Changes of seats other than moves: seats filled, opened, left and handed over, games ended before their end.

Each operation is one compare-and-set with at most one event, and safe to repeat: a repeat finds its result, and changes
nothing. An agent that gets a seat has to have a place for the game, as at its creation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Concatenate, NamedTuple, ParamSpec

from regicide_api.core.errors import ApiError
from regicide_api.core.tokens import TokenSource, hash_token
from regicide_api.domain import seating
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event
from regicide_api.domain.game import Change, HostedGame
from regicide_api.domain.questions import without_default
from regicide_api.domain.seat import Principal
from regicide_api.services.agents import HOUSE_BOTS
from regicide_api.services.quotas import Quotas
from regicide_api.services.repository import GameRepository, Transition

Details = ParamSpec("Details")


class ReplacedToken(NamedTuple):
    """The token of a seat, and whether it is new: a repeated request gets the same one."""

    token: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class SeatChanges:
    """The operations of `domain.seating` on the games of a repository."""

    repository: GameRepository
    quotas: Quotas

    def apply(
        self,
        game_id: str,
        principal: Principal,
        operation: Callable[Concatenate[HostedGame, Principal, int, Details], Change],
        *details: Details.args,
        **options: Details.kwargs,
    ) -> HostedGame:
        """Apply an operation of a principal with these details. Returns the game after it.

        The places of agents are reserved before the commit, and others given back after it. If another change is
        committed first, and the operation is refused then, reserved places are given back. Raises UnknownGame,
        UnknownToken for an agent with an invalid token, HouseSeatsTaken, AgentBusy, and the errors of the operation.
        """
        gained: Counter[str] = Counter()
        lost: Counter[str] = Counter()
        creator: str | None = None

        def step(game: HostedGame, _: list[Event]) -> Transition:
            """Apply the operation to the game as it is now, and reserve the places that it needs."""
            nonlocal creator
            creator = game.creator or creator
            after, event = operation(game, principal, now_ms(), *details, **options)
            before, now = game.possible_agents, after.possible_agents
            gained.update(now - before)
            lost.update(before - now)
            return Transition(self._with_places(after, now - before), event)

        try:
            game = self.repository.update(game_id, step, principal).game
        except ApiError:
            self._correct(game_id, gained, creator)
            raise
        self._correct(game_id, lost, creator)
        return game

    def _with_places(self, game: HostedGame, gained: Counter[str]) -> HostedGame:
        """A game with agents that it gains, whose places are reserved. Raises HouseSeatsTaken or AgentBusy."""
        if gained.keys() - {*HOUSE_BOTS}:
            game = without_default(game)
        if gained:
            self.quotas.reserve([game], self.repository.lifetimes.game_s)
        return game

    def replace_token(self, game_id: str, number: int, holder: Principal, source: TokenSource) -> ReplacedToken:
        """Replace the token of a seat. A repeat, which has the same source, returns the same token, which is not new.

        Raises the errors of `apply` and `seating.replace_token`.
        """
        token = source.seat_token(game_id, number)
        is_new = True

        def replace_token(game: HostedGame, holder: Principal, now: int) -> Change:
            """Replace the token, and note whether it is new."""
            nonlocal is_new
            after, event = seating.replace_token(game, holder, now, number, hash_token(token))
            is_new = after is not game
            return after, event

        self.apply(game_id, holder, replace_token)
        return ReplacedToken(token, is_new)

    def _correct(self, game_id: str, agents: Iterable[str], creator: str | None) -> None:
        """Let the places of agents be those in a game, which has lost its creator if it is over."""
        for agent in sorted({*agents}):
            if game := self.repository.get_or_none(game_id):
                self.quotas.correct(replace(game, creator=creator), agent, self.repository.lifetimes.game_s)
