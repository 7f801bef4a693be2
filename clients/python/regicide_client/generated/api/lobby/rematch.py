from urllib.parse import quote

from ....calls import Call, call, idempotency_key
from ...models.created_game import CreatedGame
from ...models.empty_request import EmptyRequest


def rematch(
    game_id: str,
    *,
    body: EmptyRequest | None = None,
) -> Call[CreatedGame]:
    """Create or get the rematch."""
    return call(
        "post",
        f"/v1/games/{quote(str(game_id), safe='')}/rematch",
        CreatedGame.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict() if body else None,
    )
