from ....calls import Call, call
from ...models.game_group import GameGroup
from ...models.game_list import GameList


def list_games(
    *,
    status: list[GameGroup] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
    label: str | None = None,
    agent: str | None = None,
) -> Call[GameList]:
    """List games."""
    return call(
        "get",
        "/v1/games",
        GameList.from_dict,
        params={
            "status": status,
            "limit": limit,
            "cursor": cursor,
            "label": label,
            "agent": agent,
        },
    )
