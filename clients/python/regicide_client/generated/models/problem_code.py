from typing import Literal, TypeAlias

ProblemCode: TypeAlias = (
    Literal[
        "advice-not-allowed",
        "adviser-busy",
        "agent-busy",
        "agent-declines",
        "content-too-large",
        "deal-not-told",
        "game-cancelled",
        "game-not-over",
        "game-not-started",
        "game-over",
        "game-started",
        "held-by-agent",
        "house-agent",
        "house-seats-taken",
        "http-error",
        "idempotency-key-in-use",
        "idempotency-key-reused",
        "illegal-action",
        "internal-error",
        "invalid-request",
        "malformed-action",
        "malformed-json",
        "method-not-allowed",
        "name-taken",
        "no-adviser",
        "not-found",
        "not-the-owner",
        "not-your-seat",
        "not-your-turn",
        "overloaded",
        "rate-limited",
        "result-not-counted",
        "seat-taken",
        "signals-closed",
        "stand-in-not-allowed",
        "store-full",
        "store-unavailable",
        "token-required",
        "too-many-changes",
        "too-many-waiting",
        "unknown-advice",
        "unknown-game",
        "unknown-pairing",
        "unknown-question",
        "unknown-seat",
        "unknown-token",
        "unsupported-media-type",
        "version-conflict",
    ]
    | str
)


def check_problem_code(value: str) -> ProblemCode:
    return value
