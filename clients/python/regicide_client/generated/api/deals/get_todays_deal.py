from ....calls import Call, call
from ...models.todays_deals import TodaysDeals


def get_todays_deal() -> Call[TodaysDeals]:
    """Get today's deal."""
    return call(
        "get",
        "/v1/deals/today",
        TodaysDeals.from_dict,
    )
