from urllib.parse import quote

from ....calls import Call, call
from ...models.advice import Advice
from ...models.advice_request import AdviceRequest


def ask_advice(
    game_id: str,
    *,
    body: AdviceRequest,
    wait: int | None = None,
    prefer: str | None = None,
) -> Call[Advice]:
    """Ask an agent for advice."""
    return call(
        "post",
        f"/v1/games/{quote(str(game_id), safe='')}/advice",
        Advice.from_dict,
        params={
            "wait": wait,
        },
        headers={
            "Prefer": prefer,
        },
        body=body.to_dict(),
    )
