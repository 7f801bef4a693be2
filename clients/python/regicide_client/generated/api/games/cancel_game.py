from urllib.parse import quote

from ....calls import Call, call
from ...models.game_view import GameView


def cancel_game(
    game_id: str,
) -> Call[GameView]:
    """Cancel a game that waits for players."""
    return call(
        "delete",
        f"/v1/games/{quote(str(game_id), safe='')}",
        GameView.from_dict,
    )
