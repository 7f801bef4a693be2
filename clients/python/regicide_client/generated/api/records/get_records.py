from ....calls import Call, call
from ...models.record_list import RecordList


def get_records(
    *,
    label: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[RecordList]:
    """Get the records of your finished games."""
    return call(
        "get",
        "/v1/records",
        RecordList.from_dict,
        params={
            "label": label,
            "limit": limit,
            "cursor": cursor,
        },
    )
