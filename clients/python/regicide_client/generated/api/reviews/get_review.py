from urllib.parse import quote

from ....calls import Call, call
from ...models.review import Review


def get_review(
    game_id: str,
    *,
    agent: str | None = None,
    wait: int | None = None,
    prefer: str | None = None,
) -> Call[Review]:
    """Get the review of a finished game."""
    return call(
        "get",
        f"/v1/games/{quote(str(game_id), safe='')}/review",
        Review.from_dict,
        params={
            "agent": agent,
            "wait": wait,
        },
        headers={
            "Prefer": prefer,
        },
    )
