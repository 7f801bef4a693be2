"""Explanations of the problems by code, for their pages; the catalogues translate them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from regicide_api.languages import text_of

MEANINGS: Final[Mapping[str, str]] = {
    "malformed-json": "The body cannot be read: it is no JSON, no object, nested too deep, or names a member twice.",
    "invalid-request": "A member of the body, or a parameter, is missing, unknown, or not what it has to be.",
    "content-too-large": "The body is longer than any request of this API has to be, and was not read.",
    "unsupported-media-type": "The header Content-Type says that the body is something else than JSON, or is missing.",
    "token-required": "What you asked for can be done from a seat only, and the request does not say which is yours.",
    "unknown-token": "The request has a token, but it holds no seat of this game.",
    "not-your-seat": "The token is a good one, but it does not act for this seat.",
    "name-taken": "Agents are known by their names, so no two can have the same.",
    "unknown-game": "No game has this id: there never was one, or it has expired.",
    "unknown-seat": "The path names a seat that the game does not have.",
    "seat-taken": "Somebody else sits there already.",
    "game-not-started": "A seat is still open, and nobody can act before all are taken.",
    "version-conflict": (
        "Since you last looked, something has happened in the game: another action was taken, perhaps from your own "
        "seat. Yours was not."
    ),
    "not-your-turn": "The action was not taken, because another seat is to act.",
    "game-over": "The action was not taken, because the game has been won or lost.",
    "game-not-over": "The record tells all, so it is secret until the game is won or lost.",
    "signals-closed": "Signals are allowed only from the playing of a jester until the next player begins.",
    "malformed-action": "The text cannot be an action in any game: misspelt, or with a card that does not exist.",
    "illegal-action": "The text is an action, but not one that the rules allow here and now. Nothing has changed.",
    "idempotency-key-reused": "A request with the same Idempotency-Key came before, and it was another request.",
    "idempotency-key-in-use": "A request with the same Idempotency-Key came before, and its answer is not ready yet.",
    "rate-limited": "You have sent more requests of this kind than one client may in this time.",
    "overloaded": (
        "As many wait for news as the server can hold, or too much is going on to begin something new; all else is "
        "answered."
    ),
    "store-unavailable": (
        "The server cannot reach the place where it keeps the games. Whether your action was taken is not known."
    ),
    "not-found": "No page and no operation is at this path.",
    "method-not-allowed": "There is something at this path, but it cannot be used with this method.",
    "internal-error": "Something went wrong inside of the server, and its log says what.",
    "http-error": "HTTP itself has a word for what is wrong with the request, and this API has nothing to add to it.",
}


def meaning(code: str, language: str) -> str | None:
    """The explanation of a problem; None for a code without one."""
    return text_of(f"problem.{code}.meaning", MEANINGS[code], language) if code in MEANINGS else None
