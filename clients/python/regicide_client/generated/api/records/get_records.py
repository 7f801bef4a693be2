from ....calls import Call, call, nothing


def get_records(
    *,
    label: str | None = None,
    cursor: str | None = None,
) -> Call[None]:
    """Get the records of your finished games."""
    return call(
        "get",
        "/v1/records",
        nothing,
        params={
            "label": label,
            "cursor": cursor,
        },
    )
