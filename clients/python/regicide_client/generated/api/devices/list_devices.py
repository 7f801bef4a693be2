from urllib.parse import quote

from ....calls import Call, call
from ...models.device_list import DeviceList


def list_devices(
    game_id: str,
) -> Call[DeviceList]:
    """List your devices."""
    return call(
        "get",
        f"/v1/games/{quote(str(game_id), safe='')}/devices",
        DeviceList.from_dict,
    )
