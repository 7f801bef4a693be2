"""What players do: create a game, take a seat, act, signal, change and leave seats, play a rematch.

The way of an action, `POST /v1/games/{id}/actions`:

1. Parse. `http.decorators` loads the body and the query with their schemas (400, 413, 415, 422).
2. Authenticate. `http.auth.require_principal` makes a principal from the bearer token (401). The token is verified in
   step 3, each time the game is read: an agent's against the hash that the store has for its name, a seat's against the
   hash in the game.
3. Update. `GameService.act` parses the action's text (422) and calls `GameRepository.update` with a step:
   - load: one script reads the stored state and the events since the client's version (404), and in the same round
     trip the hash of an agent's token (401); the serializer's cache decodes unchanged bytes at no cost; an overdue
     deadline is applied and committed first;
   - apply: the step finds the principal's seats, and a repeated action ends here. Otherwise it selects the acting seat
     (401, 403) and calls `HostedGame.apply`, which checks that the game is active, the version and the turn (409), and
     asks the engine (422);
   - commit: the entries of inboxes and deadlines are written, then one compare-and-set script writes the state,
     appends the event and publishes the game's id and the inboxes (in a sharded cluster, the inboxes are published
     after the script); after a lost race the step runs again on the newer state. Then metrics and public lists are
     updated.
4. View. `domain.views.view` builds the JSON that the seat may see.
5. Answer. `http.decorators` writes it with orjson, and `endpoints.games` adds the ETag; `http.responses` answers
   the errors of all steps with `problems`.

If the process has the client's version of the game in its cache, and no index has the game (it has neither agents nor a
clock, and is not listed), the process first tries step 3 without the load: the commit fails unless that is the stored
state. So an ordinary action takes one round trip to Redis, or two if another process answered the last one; a repeated
or rejected one takes one, the last one of a game one more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from operator import not_
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias

from redis.exceptions import RedisError

import regicide
from regicide_api.core import tokens
from regicide_api.core.errors import ApiError, NotYourSeat, UnknownGame, UnknownToken
from regicide_api.core.refusals import AgentBusy, HouseSeatsTaken
from regicide_api.core.tokens import TokenSource
from regicide_api.core.work import complete, in_parts
from regicide_api.domain import device_rules, history, seat_rules
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import Change, HostedGame
from regicide_api.domain.new_game import DealtGame, NewGame, create_game, rematch_id, rematch_of
from regicide_api.domain.questions import without_default
from regicide_api.domain.seat import Player, Principal, Signal
from regicide_api.services.agents import HOUSE_BOTS, refusal, stored_agents
from regicide_api.services.indexes import Stored
from regicide_api.services.quotas import Quotas
from regicide_api.services.repository import GameRepository, Transition, is_game_id

Details = ParamSpec("Details")


class SeatGrant(NamedTuple):
    """A game, the tokens of the seats granted there, by seat, and the seat to view it from. Tokens are not stored.

    A repeated request gets the same grant, which is not new.
    """

    game: HostedGame
    tokens: dict[int, str]
    viewer: int | None
    is_new: bool = True


class ActionRequest(NamedTuple):
    """An action as text, the version of the view in which it was chosen, and the acting seat, if given."""

    version: int
    action: str
    seat: int | None = None


class ViewedGame(NamedTuple):
    """A game, and the seat to view it from; None (a spectator) for a stand-in whose turn has ended."""

    game: HostedGame
    viewer: int | None


@dataclass(frozen=True, slots=True)
class GameService:
    """The operations of players on the games of a repository.

    Each is one compare-and-set with at most one event, and safe to repeat: a repeat finds its result, and changes
    nothing. An agent that gets a seat has to have a place for the game, as at its creation.
    """

    repository: GameRepository
    quotas: Quotas

    def create(self, new: NewGame, source: TokenSource) -> SeatGrant:
        """Deal a new game. Returns it with the tokens of the creator's seats.

        A repeated request, which has the same source, returns the game of the first one, with the same tokens. Raises
        MalformedSeed, ImpossibleGame, HouseSeatsTaken or AgentBusy.
        """
        return self._create([(new, source)])[0]

    def create_all(self, new: Sequence[NewGame], source: TokenSource) -> list[SeatGrant]:
        """Deal new games, all or none. Returns them as `create` does, with the same errors."""
        return self._create([(each, source.part(number)) for number, each in enumerate(new)])

    def _create(self, wanted: Sequence[tuple[NewGame, TokenSource]]) -> list[SeatGrant]:
        grants = [_deal(new, source) for new, source in in_parts(wanted)]
        are_new = self._add([DealtGame.of(grant.game, new) for grant, (new, _) in zip(grants, wanted, strict=True)])
        return [
            grant if is_new else grant._replace(game=self.repository.get(grant.game.id))
            for grant, is_new in zip(grants, are_new, strict=True)
        ]

    def rematch(self, game_id: str, principal: Principal, creator: str | None = None) -> SeatGrant:
        """The rematch of a finished game, with the same seats. Returns it with the token of the principal's seat.

        Each game has one rematch: the first request creates it, the others fetch it. The player who defeated the last
        enemy to fall begins (R13). A seat's token in the rematch is derived from its token in this game, each device
        has its own, unless it was replaced or ended there; an agent keeps its own. The game announces its rematch once.
        Raises UnknownGame, UnknownToken, NotYourSeat, GameNotOver, GameCancelled, AgentDeclines, HouseSeatsTaken or
        AgentBusy.
        """
        before, events = self.repository.get_with_events(game_id, principal)
        seat = seat_rules.held_seat(before, principal)
        before.require_over()
        granted = {} if principal.agent else {seat: tokens.derive_rematch_token(principal.token, game_id)}

        def grant(rematch: HostedGame) -> HostedGame:
            """A state of the rematch with the token that it grants."""
            for number, token in granted.items():
                held = tokens.hash_token(token)
                rematch = device_rules.with_rematch_token(before, rematch, principal, number, held)
            return rematch

        if before.rematch_id and self.has_rematch(game_id):
            return self._fetch(before.rematch_id, grant, granted, seat)
        new = rematch_of(before, history.last_enemy_killer(before, events), creator)
        dealt = create_game(rematch_id(game_id), new, dict.fromkeys(range(len(before.seats)), ""), now_ms())
        game = grant(device_rules.with_devices_of(before, _settled(dealt)))
        self._require_agents(game, principal)
        [is_new] = self._add([DealtGame.of(game, new)])
        if not before.rematch_id:
            self._announce(before.id, seat, game.id)
        return SeatGrant(game, granted, seat) if is_new else self._fetch(game.id, grant, granted, seat)

    def _announce(self, game_id: str, seat: int, rematch: str) -> None:
        """Announce a rematch, which exists: if this fails, the next request for the rematch announces it."""
        self.repository.update(game_id, lambda game, _: Transition(*game.announce_rematch(seat, rematch, now_ms())))

    def _fetch(
        self, game_id: str, grant: Callable[[HostedGame], HostedGame], granted: dict[int, str], viewer: int
    ) -> SeatGrant:
        """The grant of seats in a rematch that exists, except for those whose tokens were replaced or ended there."""
        game = self.repository.update(game_id, lambda game, _: Transition(grant(game))).game
        kept = {n: token for n, token in granted.items() if tokens.hash_token(token) in game.seats[n].token_hashes}
        return SeatGrant(game, kept, viewer if kept or not granted else None, is_new=False)

    def has_rematch(self, game_id: str) -> bool:
        """Whether the rematch of a game exists."""
        return self.repository.get_or_none(rematch_id(game_id)) is not None

    def record(self, game_id: str) -> dict[str, Any]:
        """The full record of a finished game.

        Raises UnknownGame, and the errors of `history.game_record`.
        """
        return history.game_record(*self.repository.get_with_events(game_id))

    def act(self, game_id: str, principal: Principal, request: ActionRequest) -> ViewedGame:
        """Apply an action. Returns the game after it, and the seat to view it from.

        An action is applied at most once: a repeated request changes nothing and returns the current game. Raises
        MalformedAction, UnknownGame, and the errors of `seat_rules.acting_seat` and `HostedGame.apply`.
        """
        action = regicide.Action.parse(request.action)

        def step(game: HostedGame, events: list[Event]) -> Transition:
            """Apply the action for the player's acting seat, unless the player has taken it since the version."""
            player = seat_rules.player(game, principal)
            if _is_repeat(player, str(action), events):
                return Transition(game, None, seat_rules.viewing_seat(game, player, request.seat))
            seat = seat_rules.acting_seat(game, player, request.seat)
            after, event = game.apply(seat, request.version, action, now_ms(), principal.agent)
            return Transition(after, event, seat_rules.viewing_seat(after, player, request.seat))

        game, _, viewer = self.repository.update(game_id, step, principal, request.version)
        return ViewedGame(game, viewer)

    def take_seat(self, game_id: str, seat: int, name: str | None, source: TokenSource) -> SeatGrant:
        """Take an open seat. Returns the game after it, with the seat's token.

        A repeated request, which has the same source, returns the same token: the hash of the seat shows that it is the
        holder's. Raises UnknownGame, and the errors of `domain.seat_rules.take_seat`.
        """
        token = source.seat_token(game_id, seat)
        game = self.apply(game_id, Principal.of(token), seat_rules.take_seat, seat, name)
        return SeatGrant(game, {seat: token}, seat)

    def signal(self, game_id: str, principal: Principal, signal: Signal, wanted: int | None = None) -> ViewedGame:
        """Set the signal of a seat, without reading the events. Returns the game after it. A repeat changes nothing.

        Raises UnknownGame, and the errors of `seat_rules.acting_seat` and `HostedGame.signal`.
        """

        def step(game: HostedGame, _: list[Event]) -> Transition:
            """Set the signal of the player's acting seat."""
            player = seat_rules.player(game, principal)
            seat = seat_rules.acting_seat(game, player, wanted)
            return Transition(*game.signal(seat, signal, now_ms()), seat)

        game, _, viewer = self.repository.update(game_id, step, principal)
        return ViewedGame(game, viewer)

    def _require_agents(self, game: HostedGame, principal: Principal) -> None:
        """Extend the lives of the agents of a rematch. An agent that requests it accepts its seats.

        Raises AgentDeclines, unless the rematch exists.
        """
        terms = self.repository.agents.renew(game.possible_agents)
        for agent in sorted(game.possible_agents.keys() - {principal.agent}):
            known = terms.get(agent)
            if not (known and known.admit(agent)) and self.repository.get_or_none(game.id) is None:
                raise refusal(known)(agent)

    def _add(self, dealt: Sequence[DealtGame]) -> list[bool]:
        """Reserve the places of new games and store them, all or none. Returns which of them are new."""
        complete()
        games = [each.game for each in dealt]
        try:
            reserved = self.quotas.reserve(games, self.repository.lifetimes.game_s)
        except (HouseSeatsTaken, AgentBusy):
            if None in self.repository.get_many([game.id for game in games]):
                raise
            return [False] * len(games)
        are_new = self.repository.add(dealt)
        self.quotas.release([each for of_game in compress(reserved, map(not_, are_new)) for each in of_game])
        return are_new

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

    def replace_token(self, game_id: str, number: int, holder: Principal, source: TokenSource) -> SeatGrant:
        """Replace the token of a seat. A repeat, which has the same source, returns the same token, which is not new.

        Raises the errors of `apply` and `seat_rules.replace_token`.
        """
        token = source.seat_token(game_id, number)
        is_new = True

        def replace_token(game: HostedGame, holder: Principal, now: int) -> Change:
            """Replace the token, and note whether it is new."""
            nonlocal is_new
            after, event = seat_rules.replace_token(game, holder, now, number, tokens.hash_token(token))
            is_new = after is not game
            return after, event

        game = self.apply(game_id, holder, replace_token)
        return SeatGrant(game, {number: token}, number, is_new)

    def _correct(self, game_id: str, agents: Iterable[str], creator: str | None) -> None:
        """Let the places of agents be those in a game, which has lost its creator if it is over."""
        for agent in sorted({*agents}):
            if game := self.repository.get_or_none(game_id):
                self.quotas.correct(replace(game, creator=creator), agent, self.repository.lifetimes.game_s)


def _deal(new: NewGame, source: TokenSource) -> SeatGrant:
    """A new game, and the tokens of the creator's seats."""
    game_id = source.game_id()
    granted = {n: source.seat_token(game_id, n) for n, seat in enumerate(new.seats) if seat.is_for_creator}
    hashes = {number: tokens.hash_token(token) for number, token in granted.items()}
    game = _settled(create_game(game_id, new, hashes, now_ms()))
    turn = game.position.turn
    return SeatGrant(game, granted, turn if turn in granted else next(iter(granted), None))


def _settled(game: HostedGame) -> HostedGame:
    """A new game with the rule for advice that its agents leave it."""
    return without_default(game) if stored_agents(game) else game


def _is_repeat(player: Player, action: str, events: list[Event]) -> bool:
    """Whether the first action since a version equals this one, and the same player (or stand-in) took it."""
    first = next((event for event in events if event.type in {EventType.ACTION, EventType.TIMEOUT}), None)
    if first is None or first.what != action:
        return False
    return first.agent == player.principal.agent if first.agent else first.seat in player.held


Seen: TypeAlias = ViewedGame | UnknownGame | UnknownToken | NotYourSeat | RedisError
"""A game and its viewer, or the error of the request for that game alone."""

_INVALID: Final = Principal("", "", "")
"""The principal of a token that no agent can have."""


class ViewRequest(NamedTuple):
    """A game to look at: with a token of its own, or as the sender of the request; perhaps from a given seat."""

    id: str
    token: str | None = None
    seat: int | None = None


def look_at(repository: GameRepository, requests: Sequence[ViewRequest], sender: Principal | None) -> list[Seen]:
    """The games of these requests, in order. Raises UnknownToken if the sender is an agent with an invalid token."""
    ids = sorted({request.id for request in requests if is_game_id(request.id)})
    games = dict(zip(ids, repository.get_many(ids), strict=True))
    viewers = [_viewer(request, sender) for request in in_parts(requests)]
    invalid = repository.agents.invalid([each for each in (sender, *viewers) if each])
    if sender in invalid:
        raise UnknownToken
    return [
        UnknownToken() if viewer in invalid else _seen(request, viewer, games.get(request.id))
        for request, viewer in zip(requests, viewers, strict=True)
    ]


def _viewer(request: ViewRequest, sender: Principal | None) -> Principal | None:
    try:
        return sender if request.token is None else Principal.of(request.token)
    except UnknownToken:
        return _INVALID


def _seen(request: ViewRequest, viewer: Principal | None, game: Stored) -> Seen:
    if not isinstance(game, HostedGame):
        return game or UnknownGame(request.id)
    try:
        return ViewedGame(game, seat_rules.viewer(game, viewer, request.seat))
    except NotYourSeat as error:
        return error
