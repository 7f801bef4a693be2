from urllib.parse import quote

from ....calls import Call, call
from ...models.fill_seat_request import FillSeatRequest
from ...models.game_view import GameView


def fill_seat(
    game_id: str,
    seat: int,
    *,
    body: FillSeatRequest,
) -> Call[GameView]:
    """Fill an open seat with an agent, or open it again."""
    return call(
        "put",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/{quote(str(seat), safe='')}",
        GameView.from_dict,
        body=body.to_dict(),
    )
