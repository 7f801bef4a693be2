"""Endpoints of the seats of a game: taken, filled, opened, left, handed over, given up; tokens and presence."""

from __future__ import annotations

from typing import Any, Final

from regicide_api.core import errors, refusals
from regicide_api.domain import seat_rules
from regicide_api.domain.clock import format_now, format_timestamp
from regicide_api.endpoints.bodies import grant_response, view_response
from regicide_api.endpoints.seated_agents import require_agent
from regicide_api.endpoints.services import services
from regicide_api.http.auth import require_owner, require_principal
from regicide_api.http.components import (
    CACHING,
    LOCATION,
    NO_TOKEN,
    OWNER,
    TOKEN,
    TOKEN_OR_OWNER,
    VALIDATED,
)
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.idempotency import REPLAYED_HEADER, token_source
from regicide_api.http.negotiation import PRIVATE
from regicide_api.schemas.requests import EmptyRequest, FillSeatRequest, GiveUpRequest, StandInRequest, TakeSeatRequest
from regicide_api.schemas.views import GamePresence, GameView, SeatGrant, SeatToken

SEATING_ERRORS: Final = (refusals.AgentDeclines, refusals.HouseSeatsTaken, refusals.AgentBusy)
WAITING_ERRORS: Final = (refusals.GameCancelled, refusals.GameOver, refusals.GameStarted)
ACTIVE_ERRORS: Final = (refusals.GameCancelled, refusals.GameNotStarted, refusals.GameOver)

seats: Final = ApiBlueprint(
    "seats", __name__, url_prefix="/v1/games", description="Taking, leaving and handing over seats."
)


@seats.post("/<game_id>/seats/<int:seat>")
@seats.idempotent()
@seats.rate_limit("take-seat", sheds_load=False)
@seats.arguments(TakeSeatRequest)
@seats.response(201, SeatGrant, headers=LOCATION)
@seats.errors(refusals.TooManyChanges, refusals.SeatTaken, refusals.GameCancelled)
@seats.doc(security=NO_TOKEN)
def take_seat(body: dict[str, Any], game_id: str, seat: int) -> Result:
    """Take an open seat

    Also in a running game, from an agent that plays it until then. Returns the token of the seat, and the view from it.
    """
    grant = services().games.take_seat(game_id, seat, body["name"], token_source())
    services().boards.note_start([grant.game])
    return grant_response(grant, 201)


@seats.put("/<game_id>/seats/<int:seat>")
@seats.rate_limit("create-game", sheds_load=False)
@seats.arguments(FillSeatRequest)
@seats.response(200, GameView, headers=VALIDATED)
@seats.errors(
    *SEATING_ERRORS,
    refusals.TooManyChanges,
    errors.NotTheOwner,
    *WAITING_ERRORS,
    refusals.SeatTaken,
    refusals.StandInNotAllowed,
)
@seats.doc(security=OWNER)
def fill_seat(body: dict[str, Any], game_id: str, seat: int) -> Result:
    """Fill an open seat with an agent, or open it again

    With both members, the agent plays the open seat until a player takes it, also in a running game; who takes it sees
    what the seat sees.

    By the owner of the game. The seat of an agent is opened before the game starts; that of a player until the end, as
    when its token is lost: all of its tokens end, the game waits for the next holder, and its events tell everyone. In
    a game with the deal of a day, seats stay with their players.
    """
    owner, games = require_owner(), services().games
    if "agent" not in body:
        return view_response(games.apply(game_id, owner, seat_rules.open_seat, seat), None)
    require_agent(services().agents, body["agent"], body.get("invitation"))
    give = seat_rules.keep_seat if "open" in body else seat_rules.fill_seat
    game = games.apply(game_id, owner, give, seat, body["agent"])
    services().boards.note_start([game])
    return view_response(game, None)


@seats.delete("/<game_id>/seats/<int:seat>")
@seats.response(200, GameView, headers=VALIDATED)
@seats.errors(errors.NotTheHolder, *WAITING_ERRORS)
@seats.doc(security=TOKEN)
def leave_seat(game_id: str, seat: int) -> Result:
    """Leave your seat

    While the game waits for players: the seat is open again, and your token holds it no more. In a running game,
    hand the seat to an agent instead.
    """
    return view_response(services().games.apply(game_id, require_principal(), seat_rules.leave_seat, seat), None)


@seats.post("/<game_id>/seats/<int:seat>/token")
@seats.idempotent(needs_key=True, keeps_response=False)
@seats.arguments(EmptyRequest)
@seats.response(201, SeatToken)
@seats.errors(errors.NotTheHolder, errors.HeldByAgent)
@seats.doc(security=TOKEN)
def replace_seat_token(_: dict[str, Any], game_id: str, seat: int) -> Result:
    """Replace the token of your seat

    The token of the request ends at once, wherever it is used; your other devices keep theirs. If the response is
    lost, repeat the request with the old token and the same `Idempotency-Key`, which is required for this.
    """
    grant = services().games.replace_token(game_id, seat, require_principal(), token_source())
    return {"seat": seat, "token": grant.tokens[seat]}, 201, {} if grant.is_new else {REPLAYED_HEADER: "true"}


@seats.put("/<game_id>/seats/<int:seat>/stand-in")
@seats.rate_limit("create-game", sheds_load=False)
@seats.arguments(StandInRequest)
@seats.response(200, GameView, headers=VALIDATED)
@seats.errors(
    refusals.StandInNotAllowed,
    *SEATING_ERRORS,
    errors.NotTheHolder,
    *ACTIVE_ERRORS,
    errors.HeldByAgent,
    refusals.TooManyChanges,
)
@seats.doc(security=TOKEN)
def hand_over_seat(body: dict[str, Any], game_id: str, seat: int) -> Result:
    """Let an agent play on for you

    It acts for your seat, and sees what you see, until you take the seat back. You may act meanwhile, too.
    """
    holder = require_principal()
    require_agent(services().agents, body["agent"], body.get("invitation"))
    game = services().games.apply(game_id, holder, seat_rules.hand_over, seat, body["agent"])
    return view_response(game, seat)


@seats.delete("/<game_id>/seats/<int:seat>/stand-in")
@seats.response(200, GameView, headers=VALIDATED)
@seats.errors(errors.NotTheHolder, *ACTIVE_ERRORS, errors.HeldByAgent)
@seats.doc(security=TOKEN)
def take_back_seat(game_id: str, seat: int) -> Result:
    """Take your seat back from the agent that plays on for you

    From then on the agent sees what a spectator sees.
    """
    return view_response(services().games.apply(game_id, require_principal(), seat_rules.take_back, seat), seat)


@seats.post("/<game_id>/give-up")
@seats.arguments(GiveUpRequest)
@seats.response(200, GameView, headers=VALIDATED)
@seats.errors(*ACTIVE_ERRORS, errors.HeldByAgent, refusals.TooManyChanges, errors.NotYourSeat)
@seats.doc(security=TOKEN_OR_OWNER)
def give_up(body: dict[str, Any], game_id: str) -> Result:
    """Agree to give the game up

    The game is lost when all seats held by people agree; with one such seat, at once. An agreement can be
    withdrawn until then. If people hold no seat, the owner of the game gives it up, at once. A game that waits
    again, because a seat was opened after the start, can be given up, too.
    """
    holder = require_principal()
    game = services().games.apply(game_id, holder, seat_rules.agree_to_end, body["agree"])
    return view_response(game, seat_rules.viewer(game, holder))


@seats.get("/<game_id>/presence")
@seats.response(200, GamePresence, headers=CACHING)
@seats.doc(security=NO_TOKEN)
def get_presence(game_id: str) -> Result:
    """Get which players follow a game

    The holder of a seat is present while it has a stream of the game's events open or waits in a long poll, with
    the token of the seat, and for up to a minute after that; an agent also while it asks for its turns. All
    who know the id of the game see it until the game is over.
    """
    found = services().presence.seats(services().repository.get(game_id))
    seats = [{**each._asdict(), "seen_at": each.seen_at and format_timestamp(each.seen_at)} for each in found]
    return {"seats": seats, "now": format_now()}, PRIVATE
