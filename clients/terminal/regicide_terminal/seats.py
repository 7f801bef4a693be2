"""The seats of the player: in a new game, an open seat of an existing game, or seats held before."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from gettext import gettext as _
from itertools import islice
from typing import Any, Final

from regicide_client import (
    TOKEN_VARIABLE,
    ApiError,
    CreatedGame,
    CreateGameRequest,
    GameView,
    RetryPolicy,
    SeatGrant,
    SeatTaken,
    Session,
)
from regicide_terminal.credentials import HeldSeat, load_all_seats, load_seat, read_token_file, require_token, save_seat
from regicide_terminal.i18n import text
from regicide_terminal.options import DEFAULT_BOTS, DEFAULT_SERVER, PlayOptions
from regicide_terminal.output import UserError, print_line, sanitize
from regicide_terminal.phrases import field_errors, join_words

_SERVER_URL: Final = re.compile(r"https?://([^\s/?#:@\[\]]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/\S*)?")

SERVER_DEFAULTS: Final = ("deal", "seed", "first_player", "turn_seconds", "on_timeout", "advice")
"""The members of a request that the server fills in."""

MAX_LISTED_BOTS: Final = 20

FIRST_CALL_RETRY: Final = RetryPolicy(deadline=5, timeout=5)
"""Short, so that a wrong server URL is reported soon."""


def obtain_seats(options: PlayOptions) -> list[HeldSeat]:
    """Return the seats that the options describe; creates a game or takes a seat if need be.

    Raises UserError, ApiError, OSError, and the errors of httpx.
    """
    check_server_url(options.server_url)
    if options.game:
        return _held_seats(options, options.game)
    with first_session(options.server_url) as session:
        created = (
            join_game(session, options.join, options.seat, options.name)
            if options.join
            else create_game(session, options)
        )
        return save_new_seats(options.server_url, created)


def first_session(server: str) -> Session:
    """Return a session for the first calls to a server. Raises UserError."""
    check_server_url(server)
    return Session(server, retry=FIRST_CALL_RETRY, language=text("language"))


def save_new_seats(server: str, created: CreatedGame | SeatGrant) -> list[HeldSeat]:
    """Save the seats of new tokens. If that fails, warn and return them all the same: the game can be played."""
    held = [HeldSeat(server, created.game.id, seat.seat, seat.token) for seat in created.seats]
    try:
        for each in held:
            save_seat(each)
    except OSError as error:
        warning = _("your token cannot be saved, so you cannot return to this seat later: {reason}")
        print_line(f"regicide: {warning.format(reason=error)}", sys.stderr)
    return held


def check_server_url(url: str) -> None:
    """Raise UserError for an invalid URL."""
    if not _SERVER_URL.fullmatch(url):
        form = _("invalid server URL {server!r}: expected one like {example}")
        raise UserError(form.format(server=sanitize(url), example=DEFAULT_SERVER))


def join_game(session: Session, game_id: str, seat: int | None, name: str | None) -> SeatGrant:
    """Take this seat, or the first open one. Raises UserError if there is none."""
    if seat is not None:
        return session.seats.take(game_id, seat, name)
    for each in session.games.get(game_id).seats:
        if each.held:
            continue
        try:
            return session.seats.take(game_id, each.seat, name)
        except SeatTaken:
            continue
    raise UserError(_("game {game} has no open seat").format(game=game_id))


def _held_seats(options: PlayOptions, game_id: str) -> list[HeldSeat]:
    """Return the seat whose token is in a file, in the environment, or saved; or all saved seats."""
    if options.token_file:
        return [HeldSeat(options.server_url, game_id, None, read_token_file(options.token_file))]
    if (token := os.environ.get(TOKEN_VARIABLE)) and not options.all_seats:
        return [HeldSeat(options.server_url, game_id, None, require_token(token, TOKEN_VARIABLE))]
    saved = load_all_seats(game_id) if options.all_seats else [load_seat(game_id, options.seat)]
    return [replace(held, server=options.server_url) if options.server else held for held in saved]


# New games


def create_game(session: Session, options: PlayOptions, default_bots: Sequence[str] = DEFAULT_BOTS) -> CreatedGame:
    """Create a game; if no bot is named, with the first default bot that the server has. Raises UserError."""
    default_bot, *other_defaults = default_bots
    request = game_request(options, default_bot)
    try:
        return session.games.create(request)
    except ApiError as error:
        unknown = _unknown_bots(error, request)
        if other_defaults and default_bot in unknown and not options.bots:
            return create_game(session, options, other_defaults)
        raise _named(session, error, unknown) from error


def create_study(session: Session, request: CreateGameRequest) -> CreatedGame:
    """Create the game of a request. Raises UserError if the server does not have a bot of it."""
    try:
        return session.games.create(request)
    except ApiError as error:
        raise _named(session, error, _unknown_bots(error, request)) from error


def game_request(options: PlayOptions, default_bot: str) -> CreateGameRequest:
    """Return the request for a game in which the player holds seat 0."""
    request: dict[str, Any] = {"players": options.seats, "seats": seat_requests(options, default_bot)}
    chosen = {name: getattr(options, name) for name in SERVER_DEFAULTS}
    return CreateGameRequest.from_dict(request | {name: value for name, value in chosen.items() if value is not None})


def seat_requests(options: PlayOptions, default_bot: str) -> list[dict[str, Any]]:
    """Return the player's seat, and the others: open, or with bots."""
    others = options.seats - 1
    bots = [*options.bots] or [default_bot]
    bots = bots * others if len(bots) == 1 else bots
    return [{"name": options.name}, *[{"open": True} if options.open else {"agent": bot} for bot in bots[:others]]]


def _named(session: Session, error: ApiError, unknown: list[str]) -> Exception:
    """Return the error of a refused request, which names the unknown bots if it has some."""
    return UserError(_unknown_bots_message(session, unknown)) if unknown else error


def _unknown_bots(error: ApiError, request: CreateGameRequest) -> list[str]:
    """Return the names of bots in a request that the server refused as unknown."""
    named = {f"/seats/{number}/agent": str(seat.agent) for number, seat in enumerate(request.seats or [])}
    named["/on_timeout"] = str(request.on_timeout).removeprefix("bot:")
    return sorted({named[pointer] for fault in field_errors(error) if (pointer := fault.get("pointer")) in named})


def _unknown_bots_message(session: Session, unknown: list[str]) -> str:
    """Return a message with the bots that the server has instead."""
    agents = [*islice(session.agents.list(), MAX_LISTED_BOTS + 1)]
    bots = join_words(unknown, _("or"))
    if not agents:
        return _("unknown bot {bots}; this server has no bots: use --solo or --open").format(bots=bots)
    if len(agents) > MAX_LISTED_BOTS:
        form = _("unknown bot {bots}; this server has: {others} and others")
    else:
        form = _("unknown bot {bots}; this server has: {others}")
    return form.format(bots=bots, others=", ".join(sanitize(agent.name) for agent in agents[:MAX_LISTED_BOTS]))


# Seats in play


class OwnSeats:
    """The seats of the tokens of some sessions in a game."""

    def __init__(self, game_id: str, sessions: Sequence[Session]) -> None:
        views = [session.games.get(game_id) for session in sessions]
        self._first = next((view for view in views if view.you is not None), views[0])
        self._sessions = {view.you: session for view, session in zip(views, sessions, strict=True)}

    def first_view(self) -> GameView:
        """Return the view to begin with. Raises UserError if no token holds a seat."""
        return self.turned(self._first)

    def session(self, view: GameView) -> Session:
        """Return the session of the seat that a view belongs to."""
        return self._sessions[view.you]

    def turned(self, view: GameView) -> GameView:
        """Return the view of the seat to act if the player holds it, otherwise the same view.

        Raises UserError for the view of a spectator: the token holds no seat.
        """
        if view.you is None:
            raise UserError(_("invalid token: expected the token of a seat in game {game}").format(game=view.id))
        if view.turn is None or view.turn == view.you or view.turn not in self._sessions:
            return view
        return self._sessions[view.turn].games.get(view.id)

    def give_up(self, game_id: str, *, agree: bool) -> GameView:
        """Agree for all seats to give the game up, or withdraw that; return the last view."""
        views = [session.games.give_up(game_id, agree=agree) for session in self._sessions.values()]
        return views[-1]
