"""The JSON of agents, of questions and their answers, and of new games; responses with games and their views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import url_for

from regicide_api.domain.clock import format_timestamp
from regicide_api.domain.game import HostedGame
from regicide_api.domain.questions import MAX_RATED_ACTIONS, Question
from regicide_api.domain.views import etag, view
from regicide_api.http.negotiation import cache_headers, negotiate_language
from regicide_api.reference.texts import text
from regicide_api.services.agents import Agent
from regicide_api.services.games import SeatGrant
from regicide_api.services.questions import OpenQuestion


def advice_json(question: Question, limit: int) -> dict[str, Any]:
    """The advice that answers a question, with its first actions."""
    answer = question.answer or {}
    return {
        "id": question.id,
        "game": question.subject.game,
        "version": question.subject.version,
        "seat": question.subject.seat,
        "agent": question.agent,
        "status": question.status,
        "actions": answer.get("actions", [])[:limit],
        "considered": answer.get("considered"),
        "expires_at": format_timestamp(question.expires_at),
    }


def review_json(question: Question) -> dict[str, Any]:
    """The review that answers a question."""
    return {
        "game": question.subject.game,
        "agent": question.agent,
        "status": question.status,
        "moves": question.answer["moves"] if question.answer else None,
        "expires_at": format_timestamp(question.expires_at),
    }


def question_json(found: OpenQuestion) -> dict[str, Any]:
    """A question as its agent gets it, with the view of the seat and nothing else."""
    question, game, viewer = found
    return {
        "id": question.id,
        "kind": question.subject.kind,
        "game": question.subject.game,
        "seat": question.subject.seat,
        "version": question.subject.version,
        "limit": MAX_RATED_ACTIONS,
        "view": view(game, viewer) if game else None,
        "asked_at": format_timestamp(question.asked_at),
        "expires_at": format_timestamp(question.expires_at),
    }


def _figures(move_ms: float, games: int, *rates: tuple[float, float, float]) -> dict[str, Any]:
    """The figures of a bot, with the win rate for 1 to 4 players and the ends of its confidence interval."""
    win_rates = [
        {"players": players, "games": games, "rate": rate, "low": low, "high": high}
        for players, (rate, low, high) in enumerate(rates, 1)
    ]
    return {"move_ms": move_ms, "win_rates": win_rates}


FIGURES: Final[Mapping[str, dict[str, Any]]] = {
    "random": _figures(0.1, 1000, *[(0.0, 0.0, 0.004)] * 4),
    "greedy": _figures(
        0.2, 1000, (0.301, 0.273, 0.330), (0.279, 0.252, 0.308), (0.387, 0.357, 0.418), (0.154, 0.133, 0.178)
    ),
    "planner-fast": _figures(
        1.6, 2000, (0.992, 0.986, 0.995), (0.958, 0.948, 0.966), (0.995, 0.990, 0.997), (0.967, 0.958, 0.974)
    ),
    "planner": _figures(
        25.0, 2000, (0.998, 0.994, 0.999), (0.970, 0.961, 0.976), (0.996, 0.991, 0.998), (0.977, 0.969, 0.983)
    ),
}
"""The measured strength and speed of each house bot, as `schemas.agents.BotFigures` describes them.

Every seat has the same bot, on deals that were not used for tuning. The page docs/included-bots.md shows these figures;
`tests/docs/test_pages.py` compares both.
"""

SHORTEST_MOVE_MS: Final[Mapping[str, float]] = {"planner-fast": 1.4, "planner": 19.0}
"""The mean time of a move for the number of players for which it is shortest, if it differs."""


def agent_json(agent: Agent, language: str) -> dict[str, Any]:
    """The JSON of an agent for everyone."""
    figures = FIGURES[agent.name] if agent.house else None
    return {
        "name": agent.name,
        "house": agent.house,
        "last_seen": _time(agent.seen_at),
        "description": text(f"bot.{agent.name}", language) if agent.house else agent.description,
        "seating": agent.seating,
        "advises": agent.advises,
        "reviews": agent.reviews,
        "figures": figures,
    }


def own_agent_json(agent: Agent, language: str, open_turns: int) -> dict[str, Any]:
    """The JSON of an agent for itself."""
    own = {"created_at": _time(agent.created_at), "max_games": agent.max_games, "open_turns": open_turns}
    return agent_json(agent, language) | own


def _time(at_ms: int | None) -> str | None:
    return format_timestamp(at_ms) if at_ms else None


def view_response(game: HostedGame, viewer: int | None) -> tuple[dict[str, Any], dict[str, str]]:
    """The response with a game as seen from a seat; None: as a spectator, who holds no seat, or none any more."""
    return view(game, viewer), cache_headers(etag(game, viewer, negotiate_language()))


def grant_response(
    grant: SeatGrant, status: int, owner: str | None = None
) -> tuple[dict[str, Any], int, dict[str, str]]:
    """The response with a game as seen from the granted seats, their tokens, and that of the owner of a new game."""
    return grant_json(grant, owner), status, {"Location": url_for("games.get_game", game_id=grant.game.id)}


def grant_json(grant: SeatGrant, owner: str | None = None) -> dict[str, Any]:
    """The JSON of a game as seen from the granted seats, with their tokens, and that of the owner of a new game."""
    return {
        "game": view(grant.game, grant.viewer),
        "seats": [{"seat": seat, "token": token} for seat, token in grant.tokens.items()],
        **({"owner": {"token": owner}} if owner else {}),
    }
