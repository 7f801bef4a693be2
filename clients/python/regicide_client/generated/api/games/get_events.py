from urllib.parse import quote

from ....calls import Call, call
from ...models.game_events import GameEvents


def get_events(
    game_id: str,
    *,
    seat: int | None = None,
    after: int | None = None,
    limit: int | None = None,
    wait: int | None = None,
    prefer: str | None = None,
    last_event_id: str | None = None,
) -> Call[GameEvents]:
    """Get the events of a game."""
    return call(
        "get",
        f"/v1/games/{quote(str(game_id), safe='')}/events",
        GameEvents.from_dict,
        params={
            "seat": seat,
            "after": after,
            "limit": limit,
            "wait": wait,
        },
        headers={
            "Prefer": prefer,
            "Last-Event-ID": last_event_id,
        },
    )
