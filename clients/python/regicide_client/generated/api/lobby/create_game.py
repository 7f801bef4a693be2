from ....calls import Call, call, idempotency_key
from ...models.create_game_request import CreateGameRequest
from ...models.created_game import CreatedGame


def create_game(
    *,
    body: CreateGameRequest,
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
