from urllib.parse import quote

from ....calls import Call, call
from ...models.game_presence import GamePresence


def get_presence(
    game_id: str,
) -> Call[GamePresence]:
    """Get which players follow a game."""
    return call(
        "get",
        f"/v1/games/{quote(str(game_id), safe='')}/presence",
        GamePresence.from_dict,
    )
