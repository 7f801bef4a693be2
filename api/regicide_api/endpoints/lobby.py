"""Endpoints of the lobby: creating and listing games, and rematches.

A game may begin after actions that were played already, or at a position. The rules check each action, which takes the
server longer than anything else in a request: so this follows the rate limit, and the first game with a fault ends the
check.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from werkzeug.exceptions import HTTPException

import regicide
from regicide import Message
from regicide_api.core import errors, refusals
from regicide_api.core.tokens import TokenSource, hash_token
from regicide_api.core.work import in_parts
from regicide_api.domain.clock import Clock, parse_stand_in
from regicide_api.domain.daily_deal import Day
from regicide_api.domain.game import STATUS_GROUPS, HostedGame
from regicide_api.domain.new_game import Beginning, NewGame, SeatSpec, after_actions, at_position
from regicide_api.domain.questions import stored_rule
from regicide_api.domain.seat import Principal
from regicide_api.domain.views import summary
from regicide_api.endpoints.bodies import grant_json, grant_response
from regicide_api.endpoints.seated_agents import placing_agents, require_agents
from regicide_api.endpoints.services import current_source, services
from regicide_api.http.auth import current_owner, current_principal, require_principal
from regicide_api.http.components import CACHING, LOCATION, OWNER_OR_NONE, TOKEN
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.idempotency import token_source
from regicide_api.http.inputs import read_json_object
from regicide_api.http.negotiation import PRIVATE
from regicide_api.schemas.parameters import GamesQuery
from regicide_api.schemas.requests import MAX_BATCH_GAMES, CreateGameRequest, CreateGamesRequest, EmptyRequest
from regicide_api.schemas.views import CreatedGame, CreatedGames, GameList, SeatGrant
from regicide_api.services.indexes import Selection, status_set


def beginning(body: dict[str, Any]) -> Beginning | None:
    """The beginning of the game in a loaded body; None if it begins at its deal. Raises InvalidBody."""
    if "position" in body:
        return at_position(body["position"], body["players"])
    if "actions" in body:
        first = regicide.Position.new(body["seed"], body["players"], body["first_player"])
        return after_actions(first, body["actions"])
    return None


def beginnings(bodies: Sequence[dict[str, Any]]) -> list[Beginning | None]:
    """The beginnings of the games of a loaded body with several. Raises InvalidBody for the first game with a fault."""
    begun: list[Beginning | None] = []
    for number, body in enumerate(in_parts(bodies)):
        try:
            begun.append(beginning(body))
        except errors.InvalidBody as refused:
            raise errors.InvalidBody({"games": {number: refused.faults}}) from refused
    return begun


lobby: Final = ApiBlueprint("lobby", __name__, url_prefix="/v1/games", description="Finding and creating games.")


@lobby.get("")
@lobby.arguments(GamesQuery, location="query")
@lobby.page(GameList, headers=CACHING)
@lobby.doc(security=OWNER_OR_NONE)
def list_games(query: dict[str, Any]) -> Result:
    """List games

    The games that were created with `listed`, newest first. With the token of an owner: all games of that owner,
    and their labels; `label` and `agent` need it. A page may have fewer games than `limit`: the last one is the
    one without `next`.
    """
    owner = current_owner()
    found, cursor = _listed(query, owner)
    items = [summary(game, for_owner=owner is not None) for game in in_parts(found)]
    return {"items": items, "next": cursor}, PRIVATE


@lobby.post("")
@lobby.idempotent()
@lobby.rate_limit("create-game")
@lobby.arguments(CreateGameRequest)
@lobby.response(201, CreatedGame, headers=LOCATION)
@lobby.errors(refusals.AgentDeclines, refusals.HouseSeatsTaken, refusals.AgentBusy)
@lobby.doc(security=OWNER_OR_NONE)
def create_game(body: dict[str, Any]) -> Result:
    """Create a game

    Returns a token for each seat that you hold: all except those that are open or assigned to agents. The game
    starts when all seats are taken. The view is that of the seat to act if you hold it, else of your first seat.

    With `"deal": "today"`, all games of this day (UTC) and number of players have the same cards, and their seed is
    told when the day is over.

    A game begins at the deal of its seed, after `actions` that were played already, or at a `position`: the record
    of a finished game has what is wanted for each.

    The token of `owner` manages the game; with that of an earlier creation, both games have the same owner.
    """
    source = token_source()
    owner, is_indexed = _owner(source, source.game_id())
    [game] = new = _new_games([body], [beginning(body)], owner, is_indexed)
    require_agents(services().agents, new, lambda faults: faults[0])
    with placing_agents(new, lambda faults: faults[0]):
        grant = services().games.create(game, source)
    services().boards.note_start([grant.game])
    return grant_response(grant, 201, owner)


def _listed(query: dict[str, Any], owner: Principal | None) -> tuple[list[HostedGame], str | None]:
    """A page of games, of an owner or of all listed ones, and the cursor of the next page.

    Raises InvalidParameter for a parameter of owners, UnknownOwner for an owner without games.
    """
    groups, cursor, limit = query.get("status"), query.get("cursor"), query["limit"]
    if owner:
        wanted = Selection(query.get("label"), groups, query.get("agent"))
        return services().owned_games.page(owner, wanted, cursor, limit)
    for parameter in sorted(query.keys() & {"label", "agent"}):
        raise errors.InvalidParameter(parameter, Message("requires the token of the owner of the games"))
    sets = [status_set(group) for group in groups or sorted({*STATUS_GROUPS.values()})]
    return services().repository.lists.page(sets, cursor, limit)


def _count_games() -> int:
    """The games that the body asks for; 1 if it cannot be read, or has another number than a request may create."""
    try:
        games = read_json_object().get("games")
    except (errors.MalformedJson, HTTPException):
        return 1
    return len(games) if isinstance(games, list) and 1 <= len(games) <= MAX_BATCH_GAMES else 1


@lobby.post("/batch")
@lobby.idempotent()
@lobby.rate_limit("create-game", units=_count_games)
@lobby.arguments(CreateGamesRequest)
@lobby.response(201, CreatedGames)
@lobby.errors(refusals.AgentDeclines, refusals.HouseSeatsTaken, refusals.AgentBusy)
@lobby.doc(security=OWNER_OR_NONE)
def create_games(body: dict[str, Any]) -> Result:
    """Create several games

    All or none of them. Each counts against the rate limit, and is created as by itself. All have one owner.
    """
    source = token_source()
    owner, _ = _owner(source, source.part(0).game_id())
    new = _new_games(body["games"], beginnings(body["games"]), owner)
    require_agents(services().agents, new, lambda faults: {"games": faults})
    with placing_agents(new, lambda faults: {"games": faults}):
        grants = services().games.create_all(new, source)
    services().boards.note_start(grant.game for grant in grants)
    return (
        {"games": [grant_json(grant, owner) for grant in in_parts(grants)], "owner": {"token": owner}},
        201,
        {},
    )


def _has_rematch(game_id: str) -> bool:
    return services().games.has_rematch(game_id)


@lobby.post("/<game_id>/rematch")
@lobby.idempotent()
@lobby.rate_limit("create-game", unless=_has_rematch)
@lobby.arguments(EmptyRequest)
@lobby.response(201, SeatGrant, headers=LOCATION)
@lobby.alt_response(
    200,
    SeatGrant,
    description="The rematch that another seat has created.",
    headers=LOCATION,
)
@lobby.errors(
    errors.NotYourSeat,
    refusals.GameNotOver,
    refusals.GameCancelled,
    refusals.AgentDeclines,
    refusals.HouseSeatsTaken,
    refusals.AgentBusy,
)
@lobby.doc(security=TOKEN)
def rematch(_: dict[str, Any], game_id: str) -> Result:
    """Create or get the rematch

    Each finished game has one rematch, with the same seats and a new deal; the player who defeated the last enemy
    begins. Each seat sends its token of the finished game and gets its token of the rematch; an agent keeps its
    own. The finished game tells of the rematch: its view has `next`, and an event follows the end.
    """
    grant = services().games.rematch(game_id, require_principal(), current_source())
    return grant_response(grant, 201 if grant.is_new else 200)


def _owner(source: TokenSource, first_game: str) -> tuple[str, bool]:
    """The token of the owner of new games, and whether the owner has other games.

    It is the token of the request, or a new one, which names the first game. Raises UnknownOwner if the token of the
    request owns no game.
    """
    principal = current_principal()
    if principal is None:
        return source.owner_token(first_game), False
    services().owned_games.index_first(principal)
    return principal.token, True


def _new_games(
    bodies: Sequence[dict[str, Any]], begun: Sequence[Beginning | None], owner: str, is_indexed: bool = True
) -> list[NewGame]:
    """The specifications of games of an owner in loaded bodies, with their beginnings."""
    day = services().daily_deals.today() if any("deal" in body for body in bodies) else None
    create = partial(_new_game, creator=current_source(), day=day)
    games, owner_hash = map(create, bodies, begun), hash_token(owner)
    return [game._replace(owner=owner_hash, is_indexed=is_indexed) for game in games]


def _new_game(body: dict[str, Any], begun: Beginning | None, creator: str, day: Day | None) -> NewGame:
    """The specification of the game in a loaded body. `day` is today if the game has the deal of the day."""
    game = _own_game(body, begun, creator)
    if day and "deal" in body:
        return game._replace(seed=day.seed(len(game.seats)), deal_date=day.date, advice=None)
    return game


def _own_game(body: dict[str, Any], begun: Beginning | None, creator: str) -> NewGame:
    stand_in = parse_stand_in(body["on_timeout"])
    return NewGame(
        seats=[SeatSpec(**seat) for seat in body.get("seats", [{}] * body["players"])],
        seed=body.get("seed"),
        first_player=body["first_player"],
        beginning=begun,
        label=body.get("label"),
        listed=body["listed"],
        clock=Clock(body["turn_seconds"], stand_in) if "turn_seconds" in body else None,
        creator=creator,
        advice=stored_rule(body.get("advice"), listed=body["listed"]),
    )
