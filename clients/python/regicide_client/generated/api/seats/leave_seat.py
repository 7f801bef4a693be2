from urllib.parse import quote

from ....calls import Call, call
from ...models.game_view import GameView


def leave_seat(
    game_id: str,
    seat: int,
) -> Call[GameView]:
    """Leave your seat."""
    return call(
        "delete",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/{quote(str(seat), safe='')}",
        GameView.from_dict,
    )
