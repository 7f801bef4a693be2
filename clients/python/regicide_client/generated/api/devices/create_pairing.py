from ....calls import Call, call, idempotency_key
from ...models.pairing import Pairing
from ...models.pairing_request import PairingRequest


def create_pairing(
    *,
    body: PairingRequest,
) -> Call[Pairing]:
    """Get a code for another device of yours."""
    return call(
        "post",
        "/v1/devices/pairings",
        Pairing.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict(),
    )
