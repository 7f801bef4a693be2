from ....calls import Call, call
from ...models.game_looks import GameLooks
from ...models.views_request import ViewsRequest


def get_views(
    *,
    body: ViewsRequest,
) -> Call[GameLooks]:
    """Get the views of several games."""
    return call(
        "post",
        "/v1/games/views",
        GameLooks.from_dict,
        body=body.to_dict(),
    )
