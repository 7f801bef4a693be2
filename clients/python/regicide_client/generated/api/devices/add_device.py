from ....calls import Call, call, idempotency_key
from ...models.add_device_request import AddDeviceRequest
from ...models.paired_device import PairedDevice


def add_device(
    *,
    body: AddDeviceRequest,
) -> Call[PairedDevice]:
    """Exchange a code for tokens of this device."""
    return call(
        "post",
        "/v1/devices",
        PairedDevice.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict(),
    )
