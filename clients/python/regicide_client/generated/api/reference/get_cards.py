from ....calls import Call, call
from ...models.card_reference import CardReference


def get_cards(
    *,
    if_none_match: str | None = None,
) -> Call[CardReference]:
    """Get all cards."""
    return call(
        "get",
        "/v1/cards",
        CardReference.from_dict,
        headers={
            "If-None-Match": if_none_match,
        },
    )
