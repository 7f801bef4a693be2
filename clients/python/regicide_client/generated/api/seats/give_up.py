from urllib.parse import quote

from ....calls import Call, call
from ...models.game_view import GameView
from ...models.give_up_request import GiveUpRequest


def give_up(
    game_id: str,
    *,
    body: GiveUpRequest,
) -> Call[GameView]:
    """Agree to give the game up."""
    return call(
        "post",
        f"/v1/games/{quote(str(game_id), safe='')}/give-up",
        GameView.from_dict,
        body=body.to_dict(),
    )
