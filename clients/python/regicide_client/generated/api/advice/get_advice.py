from urllib.parse import quote

from ....calls import Call, call
from ...models.advice import Advice


def get_advice(
    game_id: str,
    advice_id: str,
    *,
    limit: int | None = None,
    wait: int | None = None,
    prefer: str | None = None,
) -> Call[Advice]:
    """Get advice."""
    return call(
        "get",
        f"/v1/games/{quote(str(game_id), safe='')}/advice/{quote(str(advice_id), safe='')}",
        Advice.from_dict,
        params={
            "limit": limit,
            "wait": wait,
        },
        headers={
            "Prefer": prefer,
        },
    )
