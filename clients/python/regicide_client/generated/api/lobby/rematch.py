from urllib.parse import quote

from ....calls import Call, call, idempotency_key
from ...models.empty_request import EmptyRequest
from ...models.seat_grant import SeatGrant


def rematch(
    game_id: str,
    *,
    body: EmptyRequest | None = None,
) -> Call[SeatGrant]:
    """Create or get the rematch."""
    return call(
        "post",
        f"/v1/games/{quote(str(game_id), safe='')}/rematch",
        SeatGrant.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict() if body else None,
    )
