"""The endpoint of today's deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from regicide_api.core import errors, refusals
from regicide_api.domain.clock import format_now, format_timestamp
from regicide_api.domain.daily_deal import PLAYERS, end_ms
from regicide_api.domain.game import HostedGame
from regicide_api.endpoints import examples
from regicide_api.endpoints.components import CACHING, NO_TOKEN
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.negotiation import PRIVATE
from regicide_api.http.services import services
from regicide_api.schemas.parameters import NoQuery
from regicide_api.schemas.views import TodaysDeals
from regicide_api.services.daily_deals import BotGame

deals: Final = ApiBlueprint("deals", __name__, url_prefix="/v1/deals", description="The deals of days.")


@deals.get("/today")
@deals.arguments(NoQuery, location="query")
@deals.response(200, TodaysDeals, headers=CACHING, example=examples.TODAYS_DEALS)
@deals.errors(errors.InvalidParameter)
@deals.doc(security=NO_TOKEN)
def get_todays_deal(_: dict[str, Any]) -> Result:
    """Get today's deal

    How the house bots did with the cards that all games created with `"deal": "today"` have on this day (UTC), for
    each number of players. Their games begin with the first request of the day; until they are over, the answer
    tells only that they run. Bots that do not run are left out.
    """
    day = services().daily_deals.today()
    games = services().daily_deals.bot_games(day, _has_room)
    content = {"date": day.date, "ends_at": format_timestamp(end_ms(day.date)), "now": format_now()}
    return content | {"deals": [_deal(players, games) for players in PLAYERS]}, PRIVATE


def _has_room() -> bool:
    """Whether the store has room for new games."""
    try:
        services().capacity.require_room()
    except refusals.StoreFull:
        return False
    return True


def _deal(players: int, games: list[BotGame]) -> dict[str, Any]:
    return {"players": players, "bots": [_result(each.bot, each.game) for each in games if each.players == players]}


def _result(bot: str, game: HostedGame) -> dict[str, Any]:
    outcome = game.position.outcome
    result: Mapping[str, object] = outcome.to_json() if outcome else {}
    return {"agent": bot, "status": game.status} | {name: result.get(name) for name in ("outcome", "grade", "defeated")}
