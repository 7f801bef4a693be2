from typing import Literal, TypeAlias

RefusalReason: TypeAlias = (
    Literal[
        "does-not-cover-damage",
        "may-not-yield",
        "no-flip-left",
        "not-a-combo",
        "not-in-hand",
        "unknown-seat",
        "wrong-phase",
    ]
    | str
)


def check_refusal_reason(value: str) -> RefusalReason:
    return value
