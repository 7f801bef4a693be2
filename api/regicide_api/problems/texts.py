"""Explanations of the problems by code, for their pages; the catalogues translate them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from regicide_api.languages import text_of

MEANINGS: Final[Mapping[str, str]] = {
    "malformed-json": "The body is not valid JSON, not an object, nested too deep, or has a duplicate member.",
    "invalid-request": "A member of the body, or a parameter, is missing, unknown, or has an invalid value.",
    "content-too-large": "The body exceeds the size limit, and was not read.",
    "unsupported-media-type": "The header Content-Type is missing, or names another type than JSON.",
    "token-required": "The operation is that of a seat, an owner of games or an agent, and the request has no token.",
    "unknown-token": "The token of the request is not that of a seat of this game, an owner or an agent, as required.",
    "not-your-seat": "The token is valid, but it does not belong to this seat.",
    "not-the-owner": "The operation manages the game, and the token of the request is not that of the game's owner.",
    "held-by-agent": "Only people give up a game, hand over their seat, or replace its token.",
    "name-taken": "Names of agents are unique.",
    "house-seats-taken": (
        "House bots play with everyone, so the unfinished games of one address may have a limited number of their "
        "seats."
    ),
    "agent-busy": (
        "An agent takes a limited number of games at the same time, and at most half of them from one address. A game "
        "in which no agent has the turn, and no player acts for an hour, does not count."
    ),
    "agent-declines": (
        "An agent may take seats from everyone, only by its invitation, or no more seats at all. A rematch is a new "
        "game: if it is not the agent that asks for it, an agent with an invitation declines. No game was created."
    ),
    "house-agent": "The settings, the token and the end of a house bot are those of the server.",
    "unknown-game": "A game with this id has never existed, or has expired.",
    "unknown-seat": "The game does not have the seat in the path.",
    "seat-taken": "Another player has taken the seat.",
    "game-not-started": "A seat is still open, and the game starts when all are taken.",
    "version-conflict": (
        "The game has changed since the version of your request: another action was applied first, perhaps from your "
        "own seat. Yours was not applied."
    ),
    "advice-not-allowed": (
        "The game was created without advice, or the seat has asked as many agents as it may before one action."
    ),
    "no-adviser": (
        "An agent says itself whether it gives advice, and whether it reviews games. This one does not, or does not "
        "exist."
    ),
    "adviser-busy": "An agent answers its questions one after the other, and a limited number of them may wait.",
    "unknown-advice": "Advice with this id was never asked in this game, or has expired.",
    "unknown-question": (
        "A question with this id was never asked of this agent, has expired, or is about a turn that has ended."
    ),
    "not-your-turn": "The action was not applied, because another seat is to act.",
    "game-over": "The action was not applied, because the game is won or lost.",
    "game-started": "The game waits for no player any more: seats cannot be left, filled or opened.",
    "game-cancelled": "The owner of the game ended it before all seats were taken.",
    "too-many-changes": "A seat can be taken, handed over or given up a limited number of times in one game.",
    "game-not-over": "The record contains hidden cards, so it is secret until the game is won or lost.",
    "deal-not-told": (
        "The game has the deal of a day, which others may still play: its seed and its record, and what follows from "
        "them, are secret until the day is over."
    ),
    "stand-in-not-allowed": "The game has the deal of a day, whose results are compared as those of its players.",
    "signals-closed": "Signals are allowed between a jester and the next turn, and each may be changed once.",
    "malformed-action": "The text is not an action of any game: a syntax error, or a card that does not exist.",
    "illegal-action": "The text is an action, but the rules do not allow it now. The game has not changed.",
    "idempotency-key-reused": "The same Idempotency-Key was sent before with a different request.",
    "idempotency-key-in-use": "The response to the first request with this Idempotency-Key is not complete.",
    "rate-limited": "You have sent more requests of this kind than one client may send in this time.",
    "overloaded": (
        "Too many clients are waiting for changes, or too many requests are in progress to create anything new; other "
        "requests are served."
    ),
    "too-many-waiting": "One address may hold only a share of the places for requests that wait for changes.",
    "store-full": "The memory of the server's store is filled up to the share that is kept for games in progress.",
    "store-unavailable": "The server cannot reach its store. Whether an action was applied is unknown.",
    "not-found": "The server has no page and no operation at this path.",
    "method-not-allowed": "The path exists, but does not support this method.",
    "internal-error": "An unexpected error occurred in the server; its log has the details.",
    "http-error": "The request is rejected by a general rule of HTTP, not by one of this API.",
}


def meaning(code: str, language: str) -> str | None:
    """The explanation of a problem; None for a code without one."""
    return text_of(f"problem.{code}.meaning", MEANINGS[code], language) if code in MEANINGS else None
