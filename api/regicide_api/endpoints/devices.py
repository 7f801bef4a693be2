"""Endpoints of devices: a code gives another device tokens of its own, and each device can be listed and ended."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from flask import Response

from regicide_api.core import errors, refusals
from regicide_api.core.tokens import normal_code
from regicide_api.domain import device_rules
from regicide_api.domain.clock import format_timestamp
from regicide_api.domain.seat import Device, is_bearer_of
from regicide_api.endpoints.services import services
from regicide_api.http.auth import require_principal
from regicide_api.http.components import CACHING, NO_TOKEN, TOKEN_OR_OWNER
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.idempotency import token_source
from regicide_api.http.negotiation import PRIVATE
from regicide_api.schemas.requests import AddDeviceRequest, PairingRequest
from regicide_api.schemas.views import DeviceList, PairedDevice, Pairing
from regicide_api.services.devices import PairedGame

devices: Final = ApiBlueprint(
    "devices", __name__, url_prefix="/v1", description="Several devices of one player, without an account."
)


@devices.post("/devices/pairings")
@devices.idempotent()
@devices.rate_limit("pair-device")
@devices.arguments(PairingRequest)
@devices.response(201, Pairing)
@devices.doc(security=NO_TOKEN)
def create_pairing(body: dict[str, Any]) -> Result:
    """Get a code for another device of yours

    The other device exchanges the code for tokens of its own to the same seats and games: once, within five minutes.
    Tokens that are not valid, and those of agents, are left out; one has to be valid. Show the code, or a link that has
    it in its fragment (after `#`), which no server sees.
    """
    shared: defaultdict[str, list[str]] = defaultdict(list)
    for each in body["games"]:
        shared[each["id"]] += each["tokens"]
    found = services().devices.pair(shared, token_source())
    return {"code": found.code, "expires_at": format_timestamp(found.expires_at), "games": found.games}, 201, PRIVATE


@devices.post("/devices")
@devices.idempotent()
@devices.rate_limit("pair-device")
@devices.arguments(AddDeviceRequest)
@devices.response(201, PairedDevice)
@devices.errors(refusals.UnknownPairing)
@devices.doc(security=NO_TOKEN)
def add_device(body: dict[str, Any]) -> Result:
    """Exchange a code for tokens of this device

    Each token is valid until it is replaced, or the device is ended. A seat has up to six devices: the first one, and
    the five that were added last. A token of the owner manages its game; it neither lists the owner's games nor
    creates others.
    """
    added = services().devices.add(normal_code(body["code"]), body["name"], token_source())
    return {"id": added.id, "name": added.name, "games": list(map(_paired_game, added.games))}, 201, PRIVATE


def _paired_game(paired: PairedGame) -> dict[str, Any]:
    return {
        "game": paired.game_id,
        "seats": [{"seat": seat, "token": token} for seat, token in paired.seats.items()],
        "owner": {"token": paired.owner} if paired.owner else None,
    }


@devices.get("/games/<game_id>/devices")
@devices.response(200, DeviceList, headers=CACHING)
@devices.errors(errors.HeldByAgent)
@devices.doc(security=TOKEN_OR_OWNER)
def list_devices(game_id: str) -> Result:
    """List your devices

    Those that hold your seat, or own the game, by the token of the request. A device has the same id in all games for
    which it was added at the same time.
    """
    principal = require_principal()
    found = device_rules.devices_of(services().repository.get(game_id, principal), principal)
    return {"devices": [_device(each, is_current=is_bearer_of(principal, each.token_hash)) for each in found]}, PRIVATE


def _device(device: Device, *, is_current: bool) -> dict[str, Any]:
    added_at = format_timestamp(device.added_at) if device.added_at else None
    return {"id": device.id, "name": device.name or None, "added_at": added_at, "current": is_current}


@devices.delete("/games/<game_id>/devices/<device_id>")
@devices.alt_response(204, description="The device has ended.")
@devices.errors(errors.HeldByAgent)
@devices.doc(security=TOKEN_OR_OWNER)
def end_device(game_id: str, device_id: str) -> Response:
    """End a device of yours

    Its token is not valid any more for the seat, or the game, of the token of the request, and its streams end; in
    the rematches of the game neither, up to 20 of them, one after the other.
    """
    services().devices.end(game_id, require_principal(), device_id)
    return Response(status=204)
