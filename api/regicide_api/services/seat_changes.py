"""Changes of seats other than moves: seats filled, opened, left and handed over, games ended before their end.

Each operation is one compare-and-set with at most one event, and safe to repeat: a repeat finds its result, and changes
nothing. An agent that gets a seat has to have a place for the game, as at its creation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from regicide_api.core.errors import ApiError
from regicide_api.core.tokens import TokenSource, hash_token
from regicide_api.domain import rights, seating
from regicide_api.domain.advice import without_default
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event
from regicide_api.domain.game import Change, HostedGame, possible_agents
from regicide_api.domain.seat import Principal
from regicide_api.services.agents import HOUSE_BOTS
from regicide_api.services.games import SeatGrant, ViewedGame
from regicide_api.services.quotas import Quotas
from regicide_api.services.repository import GameRepository, Transition

Operation: TypeAlias = Callable[[HostedGame, int], Change]
"""An operation on a game at a time, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class SeatChanges:
    """The operations on the games of a repository. All return the game after them.

    All raise UnknownGame, and UnknownToken for an agent with an invalid token; the owner's operations also raise
    NotTheOwner, and UnknownToken if the token matches no seat, agent or owner.
    """

    repository: GameRepository
    quotas: Quotas

    def cancel(self, game_id: str, owner: Principal) -> HostedGame:
        """End a game that waits for players. Raises the errors of `seating.cancel`."""
        return self._update_as_owner(game_id, owner, seating.cancel)

    def fill_seat(self, game_id: str, number: int, agent: str, owner: Principal) -> HostedGame:
        """Give an open seat to an agent.

        Raises the errors of `seating.fill_seat`, HouseSeatsTaken and AgentBusy.
        """
        return self._update_as_owner(game_id, owner, lambda game, now: seating.fill_seat(game, number, agent, now))

    def open_seat(self, game_id: str, number: int, owner: Principal) -> HostedGame:
        """Take a seat from its agent. Raises the errors of `seating.open_seat`."""
        return self._update_as_owner(game_id, owner, lambda game, now: seating.open_seat(game, number, now))

    def leave_seat(self, game_id: str, number: int, holder: Principal) -> HostedGame:
        """Open the seat of its holder. Raises the errors of `seating.leave_seat`."""
        return self._update(game_id, holder, lambda game, now: seating.leave_seat(game, number, holder, now))

    def hand_over(self, game_id: str, number: int, agent: str, holder: Principal) -> HostedGame:
        """Let an agent play on for the holder of a seat.

        Raises the errors of `seating.hand_over`, HouseSeatsTaken and AgentBusy.
        """
        return self._update(game_id, holder, lambda game, now: seating.hand_over(game, number, agent, holder, now))

    def take_back(self, game_id: str, number: int, holder: Principal) -> HostedGame:
        """Take a seat back from the agent that stands in. Raises the errors of `seating.take_back`."""
        return self._update(game_id, holder, lambda game, now: seating.take_back(game, number, holder, now))

    def say_give_up(self, game_id: str, holder: Principal, *, agrees: bool) -> ViewedGame:
        """Say whether the holder of a seat, or the owner of a game of agents, agrees to give the game up.

        Raises the errors of `seating.agree_to_end`.
        """
        game = self._update(game_id, holder, lambda game, now: seating.agree_to_end(game, holder, agrees, now))
        return ViewedGame(game, rights.viewer(game, holder))

    def replace_token(self, game_id: str, number: int, holder: Principal, source: TokenSource) -> SeatGrant:
        """Replace the token of a seat. A repeat, which has the same source, returns the same token, which is not new.

        Raises the errors of `seating.replace_token`.
        """
        token = source.seat_token(game_id, number)
        token_hash = hash_token(token)
        is_new = True

        def replaced(game: HostedGame, _: int) -> Change:
            nonlocal is_new
            after = seating.replace_token(game, number, holder, token_hash)
            is_new = after is not game
            return after, None

        return SeatGrant(self._update(game_id, holder, replaced), {number: token}, number, is_new)

    def _update_as_owner(self, game_id: str, owner: Principal, operation: Operation) -> HostedGame:
        def checked(game: HostedGame, now: int) -> Change:
            rights.require_owner(game, owner)
            return operation(game, now)

        return self._update(game_id, owner, checked)

    def _update(self, game_id: str, principal: Principal, operation: Operation) -> HostedGame:
        """Apply an operation: reserve the places of agents before the commit, and give others back after it.

        If another change is committed first, and the operation is refused then, reserved places are given back.
        """
        gained: Counter[str] = Counter()
        lost: Counter[str] = Counter()

        def step(game: HostedGame, _: list[Event]) -> Transition:
            """Apply the operation to the game as it is now, and reserve the places that it needs."""
            after, event = operation(game, now_ms())
            before, now = possible_agents(game), possible_agents(after)
            gained.update(now - before)
            lost.update(before - now)
            if {*(now - before)} - {*HOUSE_BOTS}:
                after = without_default(after)
            if now - before:
                self.quotas.reserve(after, self.repository.lifetimes.game_s)
            return Transition(after, event)

        try:
            game = self.repository.update(game_id, step, principal).game
        except ApiError:
            self._correct(game_id, gained)
            raise
        self._correct(game_id, lost)
        return game

    def _correct(self, game_id: str, agents: Iterable[str]) -> None:
        """Let the places of agents be those in a game."""
        for agent in sorted({*agents}):
            if game := self.repository.get_or_none(game_id):
                self.quotas.correct(game, agent, self.repository.lifetimes.game_s)
