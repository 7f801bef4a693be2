"""JSON views of a game: for a seat, for a spectator, and for a list of games."""

from __future__ import annotations

from typing import Any

import regicide
from regicide.cards import card_names
from regicide_api.domain import daily_deal
from regicide_api.domain.clock import format_now, format_timestamp
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Seat


def etag(game: HostedGame, viewer: int | None, language: str, *, with_previews: bool = False) -> str:
    """The weak validator (RFC 9110) of a view in one language; `viewer` is a seat, or None for a spectator.

    It is weak because `now` differs in each response. It includes the time of the last change: a store that loses its
    last second of writes reuses version numbers. A view with previews has another one than a view without; so has a
    view with the deal of a day, which the end of the day reveals.
    """
    form = ("-previews" if with_previews else "") + ("-told" if game.deal_date and reveals_seed(game) else "")
    return f"{game.version}-{'spectator' if viewer is None else viewer}{form}-{language}-{game.updated_at:x}"


def view(game: HostedGame, viewer: int | None, *, with_previews: bool = False) -> dict[str, Any]:
    """The game as a seat or a spectator (None) sees it now."""
    shown = previews(game, viewer) if with_previews else None
    return {**view_of_state(game, viewer), "previews": shown, "now": format_now()}


def previews(game: HostedGame, viewer: int | None) -> list[regicide.Preview]:
    """The previews of the viewer's actions; none unless the viewer has to play or yield."""
    return regicide.previews(regicide.observe(game.position, viewer)) if game.has_started else []


def reveals_seed(game: HostedGame) -> bool:
    """Whether views reveal the seed: after the end of the game, and of the day for a daily deal."""
    return game.position.is_over and not daily_deal.is_secret(game.deal_date)


def view_of_state(game: HostedGame, viewer: int | None) -> dict[str, Any]:
    """A view without previews and the time of the response. Before the game starts, no hand is visible."""
    is_revealed = reveals_seed(game)
    visible = regicide.observe(game.position, game.visible_seat(viewer))
    return {
        "id": game.id,
        "version": game.version,
        "status": game.status,
        **visible,
        "you": viewer,
        "turn": visible["turn"] if game.has_started else None,
        "seats": [_seat(seat, public) for seat, public in zip(game.seats, visible["seats"], strict=True)],
        "commitment": game.commitment,
        "seed": game.position.seed if is_revealed else None,
        "nonce": game.nonce if is_revealed else None,
        "seed_origin": game.seed_origin,
        "deal": daily_deal.to_json(game.deal_date, len(game.seats)) if game.deal_date else None,
        "hands": list(map(card_names, game.position.hands)) if game.position.is_over else None,
        "beginning": game.beginning,
        "given_actions": game.given_actions or 0,
        **_clock(game),
        "deadline": format_timestamp(game.deadline) if game.deadline else None,
        "stand_in": game.stand_in,
        "advice": game.advice_rule,
        "next": game.rematch_id,
        "interrupted": game.is_interrupted,
        **_times(game),
    }


def _seat(seat: Seat, public: regicide.SeatView) -> dict[str, Any]:
    """The public JSON of a seat, from what the rules make public of it."""
    return {
        "seat": public["seat"],
        "name": seat.name,
        "agent": seat.agent,
        "held": not seat.is_open,
        "hand_size": public["hand_size"],
        "yielded": public["yielded"],
        "signal": seat.signal,
        "stand_in": seat.stand_in,
        "gives_up": seat.gives_up,
    }


def summary(game: HostedGame, *, for_owner: bool = False) -> dict[str, Any]:
    """The game as an item of a list of games. Its owner alone sees the label."""
    return {
        "id": game.id,
        "status": game.status,
        "players": len(game.seats),
        "open_seats": game.open_seats,
        "label": game.label if for_owner else None,
        "seats": [_listed(number, seat) for number, seat in enumerate(game.seats)],
        "defeated": game.position.defeated,
        **_clock(game),
        **_times(game),
    }


def agent_game(game: HostedGame, agent: str) -> dict[str, Any]:
    """The game as an item of a list of an agent's games."""
    return summary(game) | {
        "your_seats": [number for number, seat in enumerate(game.seats) if agent in seat.agents],
        "result": outcome.to_json() if (outcome := game.position.outcome) else None,
    }


def _listed(number: int, seat: Seat) -> dict[str, Any]:
    """A seat as an item of a list of games has it."""
    return {"seat": number, "name": seat.name, "agent": seat.agent, "held": not seat.is_open}


def _clock(game: HostedGame) -> dict[str, Any]:
    return game.clock.to_json() if game.clock else {"turn_seconds": None, "on_timeout": None}


def _times(game: HostedGame) -> dict[str, str]:
    return {"created_at": format_timestamp(game.created_at), "updated_at": format_timestamp(game.updated_at)}
