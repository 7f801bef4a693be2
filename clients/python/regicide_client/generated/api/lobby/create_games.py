from ....calls import Call, call, idempotency_key
from ...models.created_games import CreatedGames
from ...models.game_wishes import GameWishes


def create_games(
    *,
    body: GameWishes,
) -> Call[CreatedGames]:
    """Create several games."""
    return call(
        "post",
        "/v1/games/batch",
        CreatedGames.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict(),
    )
