from urllib.parse import quote

from ....calls import Call, call, nothing


def end_device(
    game_id: str,
    device_id: str,
) -> Call[None]:
    """End a device of yours."""
    return call(
        "delete",
        f"/v1/games/{quote(str(game_id), safe='')}/devices/{quote(str(device_id), safe='')}",
        nothing,
    )
