from urllib.parse import quote

from ....calls import Call, call, idempotency_key
from ...models.empty_request import EmptyRequest
from ...models.seat_token import SeatToken


def replace_seat_token(
    game_id: str,
    seat: int,
    *,
    body: EmptyRequest | None = None,
) -> Call[SeatToken]:
    """Replace the token of your seat."""
    return call(
        "post",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/{quote(str(seat), safe='')}/token",
        SeatToken.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict() if body else None,
    )
