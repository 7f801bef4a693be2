from urllib.parse import quote

from ....calls import Call, call
from ...models.game_view import GameView
from ...models.signal_request import SignalRequest


def send_signal(
    game_id: str,
    *,
    body: SignalRequest,
    seat: int | None = None,
) -> Call[GameView]:
    """Signal whether you want to go next."""
    return call(
        "post",
        f"/v1/games/{quote(str(game_id), safe='')}/signals",
        GameView.from_dict,
        params={
            "seat": seat,
        },
        body=body.to_dict(),
    )
