from urllib.parse import quote

from ....calls import Call, call
from ...models.game_view import GameView
from ...models.part_of_view import PartOfView


def get_game(
    game_id: str,
    *,
    seat: int | None = None,
    wait: int | None = None,
    include: list[PartOfView] | None = None,
    if_none_match: str | None = None,
    prefer: str | None = None,
) -> Call[GameView]:
    """Get the view of a game."""
    return call(
        "get",
        f"/v1/games/{quote(str(game_id), safe='')}",
        GameView.from_dict,
        params={
            "seat": seat,
            "wait": wait,
            "include": include,
        },
        headers={
            "If-None-Match": if_none_match,
            "Prefer": prefer,
        },
    )
