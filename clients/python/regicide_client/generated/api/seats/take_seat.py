from urllib.parse import quote

from ....calls import Call, call, idempotency_key
from ...models.seat_grant import SeatGrant
from ...models.take_seat_request import TakeSeatRequest


def take_seat(
    game_id: str,
    seat: int,
    *,
    body: TakeSeatRequest,
) -> Call[SeatGrant]:
    """Take an open seat."""
    return call(
        "post",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/{quote(str(seat), safe='')}",
        SeatGrant.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict(),
    )
