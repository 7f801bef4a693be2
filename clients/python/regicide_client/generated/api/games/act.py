from urllib.parse import quote

from ....calls import Call, call
from ...models.action_request import ActionRequest
from ...models.game_view import GameView


def act(
    game_id: str,
    *,
    body: ActionRequest,
    seat: int | None = None,
) -> Call[GameView]:
    """Act from your seat."""
    return call(
        "post",
        f"/v1/games/{quote(str(game_id), safe='')}/actions",
        GameView.from_dict,
        params={
            "seat": seat,
        },
        body=body.to_dict(),
    )
