from ....calls import Call, call
from ...models.game_looks import GameLooks
from ...models.view_wishes import ViewWishes


def get_views(
    *,
    body: ViewWishes,
) -> Call[GameLooks]:
    """Get the views of several games."""
    return call(
        "post",
        "/v1/games/views",
        GameLooks.from_dict,
        body=body.to_dict(),
    )
