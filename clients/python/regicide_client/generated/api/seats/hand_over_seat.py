from urllib.parse import quote

from ....calls import Call, call
from ...models.game_view import GameView
from ...models.stand_in_request import StandInRequest


def hand_over_seat(
    game_id: str,
    seat: int,
    *,
    body: StandInRequest,
) -> Call[GameView]:
    """Let an agent play on for you."""
    return call(
        "put",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/{quote(str(seat), safe='')}/stand-in",
        GameView.from_dict,
        body=body.to_dict(),
    )
