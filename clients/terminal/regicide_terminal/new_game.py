"""Creating a new game: the request, and the choice of a bot that the server has."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import gettext as _
from typing import Any, Final

from regicide_client import ApiError, CreatedGame, GameWish, Session
from regicide_terminal.options import DEFAULT_BOTS, PlayOptions
from regicide_terminal.output import UserError, sanitize
from regicide_terminal.phrases import field_errors, join_words

SERVER_DEFAULTS: Final = ("deal", "seed", "first_player", "turn_seconds", "on_timeout", "advice")
"""The members of a request that the server fills in."""

MAX_LISTED_BOTS: Final = 20


def create_game(session: Session, options: PlayOptions, default_bots: Sequence[str] = DEFAULT_BOTS) -> CreatedGame:
    """Create a game; if no bot is named, with the first default bot that the server has. Raises UserError."""
    default_bot, *other_defaults = default_bots
    request = game_request(options, default_bot)
    try:
        return session.create_game(request)
    except ApiError as error:
        unknown = _unknown_bots(error, request)
        if other_defaults and default_bot in unknown and not options.bots:
            return create_game(session, options, other_defaults)
        raise _named(session, error, unknown) from error


def create_study(session: Session, request: GameWish) -> CreatedGame:
    """Create the game of a request. Raises UserError if the server does not have a bot of it."""
    try:
        return session.create_game(request)
    except ApiError as error:
        raise _named(session, error, _unknown_bots(error, request)) from error


def game_request(options: PlayOptions, default_bot: str) -> GameWish:
    """Return the request for a game in which the player holds seat 0."""
    request: dict[str, Any] = {"players": options.players, "seats": seat_requests(options, default_bot)}
    chosen = {name: getattr(options, name) for name in SERVER_DEFAULTS}
    return GameWish.from_dict(request | {name: value for name, value in chosen.items() if value is not None})


def seat_requests(options: PlayOptions, default_bot: str) -> list[dict[str, Any]]:
    """Return the player's seat, and the others: open, or with bots."""
    others = options.players - 1
    bots = options.bots or (default_bot,)
    bots = bots * others if len(bots) == 1 else bots
    return [{"name": options.name}, *[{"open": True} if options.open else {"agent": bot} for bot in bots[:others]]]


def _named(session: Session, error: ApiError, unknown: list[str]) -> Exception:
    """Return the error of a refused request: one that names the unknown bots, if it has some."""
    return UserError(_unknown_bots_message(session, unknown)) if unknown else error


def _unknown_bots(error: ApiError, request: GameWish) -> list[str]:
    """Return the names of bots in a request that the server refused as unknown."""
    named = {f"/seats/{number}/agent": str(seat.agent) for number, seat in enumerate(request.seats or [])}
    named["/on_timeout"] = str(request.on_timeout).removeprefix("bot:")
    return sorted({named[pointer] for fault in field_errors(error) if (pointer := fault.get("pointer")) in named})


def _unknown_bots_message(session: Session, unknown: list[str]) -> str:
    """Return a message with the bots that the server has instead."""
    agents = session.list_agents(limit=MAX_LISTED_BOTS)
    bots = join_words(unknown, _("or"))
    if not agents.items:
        return _("unknown bot {bots}; this server has no bots: use --solo or --open").format(bots=bots)
    if agents.next_:
        form = _("unknown bot {bots}; this server has: {others} and others")
    else:
        form = _("unknown bot {bots}; this server has: {others}")
    return form.format(bots=bots, others=", ".join(sanitize(agent.name) for agent in agents.items))
