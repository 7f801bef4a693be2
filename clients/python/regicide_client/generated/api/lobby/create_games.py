from ....calls import Call, call, idempotency_key
from ...models.create_games_request import CreateGamesRequest
from ...models.created_games import CreatedGames


def create_games(
    *,
    body: CreateGamesRequest,
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
