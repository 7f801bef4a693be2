"""Endpoints of the deals of days: how the house bots did, and the boards on which players enter their results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from regicide_api.core import errors, refusals
from regicide_api.domain.clock import format_now, format_timestamp
from regicide_api.domain.daily_deal import PLAYERS, end_ms, today
from regicide_api.domain.game import HostedGame
from regicide_api.endpoints.services import services
from regicide_api.http.auth import require_principal
from regicide_api.http.components import CACHING, NO_TOKEN, TOKEN_OR_OWNER
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.negotiation import PRIVATE
from regicide_api.schemas.parameters import BoardQuery, NoQuery
from regicide_api.schemas.requests import BoardEntryRequest
from regicide_api.schemas.views import BoardEntry, DealBoard, TodaysDeals
from regicide_api.services import boards
from regicide_api.services.daily_deals import BotGame

deals: Final = ApiBlueprint("deals", __name__, url_prefix="/v1", description="The deals of days, and their boards.")


@deals.get("/deals/today")
@deals.arguments(NoQuery, location="query")
@deals.response(200, TodaysDeals, headers=CACHING)
@deals.errors(errors.InvalidParameter)
@deals.doc(security=NO_TOKEN)
def get_todays_deal(_: dict[str, Any]) -> Result:
    """Get today's deal

    How the house bots did with the cards that all games created with `"deal": "today"` have on this day (UTC), for
    each number of players. Their games begin with the first request of the day; until they are over, the answer
    tells only that they run. Bots that do not run are left out.
    """
    day = services().daily_deals.today()
    games = services().daily_deals.bot_games(day, lambda: services().capacity.has_room)
    content = {"date": day.date, "ends_at": format_timestamp(end_ms(day.date)), "now": format_now()}
    return content | {"deals": [_deal(players, games) for players in PLAYERS]}, PRIVATE


def _deal(players: int, games: list[BotGame]) -> dict[str, Any]:
    return {"players": players, "bots": [_result(each.bot, each.game) for each in games if each.players == players]}


def _result(bot: str, game: HostedGame) -> dict[str, Any]:
    outcome = game.position.outcome
    result: Mapping[str, object] = outcome.to_json() if outcome else {}
    return {"agent": bot, "status": game.status} | {name: result.get(name) for name in ("outcome", "grade", "defeated")}


@deals.get("/boards/<board_id>")
@deals.arguments(BoardQuery, location="query")
@deals.page(DealBoard, headers=CACHING)
@deals.errors(errors.InvalidParameter)
@deals.doc(security=NO_TOKEN)
def get_board(query: dict[str, Any], board_id: str) -> Result:
    """Get a board of today's deal

    The results that players have entered, the best first: by defeated enemies, then by victories with their grades,
    fewer turns, and less time. Equal results share a rank. A week, from Monday on, has the sums of its days.

    `public` is everyone's board. Each other text is the key of a group: a random one, such as a UUID, which a client
    makes up, and which those who know it keep secret. A group begins with its first result, and ends 30 days after the
    last one. `bots` has the results of the house bots with the same cards; they take no rank from anyone.
    """
    date = query.get("date") or today()
    wanted = boards.BoardQuery(board_id, query["players"], date, query["week"])
    first = int(query.get("cursor", 0))
    page = services().boards.page(wanted, first, query["limit"], query.get("game"))
    following = str(page.following) if page.following else None
    content = {"date": date, "items": page.items, "next": following, "total": page.total}
    return content | {"bots": page.bots, "entry": page.entry}, PRIVATE


@deals.put("/boards/<board_id>/games/<game_id>")
@deals.rate_limit("enter-result")
@deals.arguments(BoardEntryRequest)
@deals.response(200, BoardEntry, headers=CACHING)
@deals.errors(errors.NotYourSeat, refusals.GameNotOver, refusals.GameCancelled, refusals.ResultNotCounted)
@deals.doc(security=TOKEN_OR_OWNER)
def enter_result(body: dict[str, Any], board_id: str, game_id: str) -> Result:
    """Enter a result into a board

    With the token of a seat or of the owner, after the end of a game with `"deal": "today"`, under a name; a repeat
    changes the name. Of an owner's games with the same deal the first one that started counts. The replay of the
    game is public when its day is over. A board keeps the 500 best results of a day.
    """
    return services().boards.enter(board_id, game_id, require_principal(), body["name"]), PRIVATE


@deals.delete("/boards/<board_id>/games/<game_id>")
@deals.alt_response(204, description="The result is not on the board.")
@deals.errors(errors.NotYourSeat)
@deals.doc(security=TOKEN_OR_OWNER)
def withdraw_result(board_id: str, game_id: str) -> Response:
    """Take a result off a board

    With its name, at once, also from the sums of the week.
    """
    services().boards.withdraw(board_id, game_id, require_principal())
    return Response(status=204)
