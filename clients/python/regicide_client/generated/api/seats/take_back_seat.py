from urllib.parse import quote

from ....calls import Call, call
from ...models.game_view import GameView


def take_back_seat(
    game_id: str,
    seat: int,
) -> Call[GameView]:
    """Take your seat back from the agent that plays on for you."""
    return call(
        "delete",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/{quote(str(seat), safe='')}/stand-in",
        GameView.from_dict,
    )
