from ....calls import Call, call
from ...models.part_of_rules import PartOfRules
from ...models.rules import Rules


def get_rules(
    *,
    include: list[PartOfRules] | None = None,
    if_none_match: str | None = None,
) -> Call[Rules]:
    """Get the rules."""
    return call(
        "get",
        "/v1/rules",
        Rules.from_dict,
        params={
            "include": include,
        },
        headers={
            "If-None-Match": if_none_match,
        },
    )
