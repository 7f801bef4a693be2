from urllib.parse import quote

from ....calls import Call, call
from ...models.game_record import GameRecord


def get_record(
    game_id: str,
) -> Call[GameRecord]:
    """Get the record of a finished game."""
    return call(
        "get",
        f"/v1/games/{quote(str(game_id), safe='')}/record",
        GameRecord.from_dict,
    )
