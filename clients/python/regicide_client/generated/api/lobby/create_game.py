from ....calls import Call, call, idempotency_key
from ...models.created_game import CreatedGame
from ...models.game_wish import GameWish


def create_game(
    *,
    body: GameWish,
) -> Call[CreatedGame]:
    """Create a game."""
    return call(
        "post",
        "/v1/games",
        CreatedGame.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict(),
    )
