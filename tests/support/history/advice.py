"""Clients that ask agents for advice, read advice of their own and of other seats, and answer as agents."""

from __future__ import annotations

from typing import Any

from history.client import Client, advice_text
from history.shared_games import SharedGame, SharedGames

ASK_SHARE = 0.3
"""The share of turns at which a player asks for advice."""
OWN_READ_WAIT_S = 1


def may_ask(client: Client, board: SharedGames, view: dict[str, Any], token: str) -> None:
    """Sometimes ask an agent for advice at the viewer's turn, perhaps twice, and wait for the answer."""
    if view["advice"] != "all" or client.rng.random() > ASK_SHARE:
        return
    game, agent = view["id"], client.rng.choice(board.agents)
    about = {"kind": "ask-advice", "game": game, "seat": view["you"], "version": view["version"], "agent": agent}
    wish = {"version": view["version"], "agent": agent}
    for _ in range(client.rng.choice([1, 1, 2])):
        answer = client.post_with_retries(about, f"/v1/games/{game}/advice", wish, token)
        if answer.status in {200, 202}:
            board.add_advice(game, answer.json["id"])
            _read(client, (game, answer.json["id"]), view["you"], token, OWN_READ_WAIT_S)


def read_some(client: Client, board: SharedGames, game: SharedGame, seat: int | None) -> None:
    """Read advice that was asked in a game, with the token of any seat or without one."""
    if asked := board.advice(game.id):
        _read(client, (game.id, client.rng.choice(asked)), seat, game.token(seat))


def _read(client: Client, advice: tuple[str, str], seat: int | None, token: str | None, wait: float = 0) -> None:
    game, name = advice
    answer = client.send("GET", f"/v1/games/{game}/advice/{name}", token=token, wait=wait)
    client.log_request({"kind": "read-advice", "game": game, "seat": seat, "what": name}, answer)


def answer_question(client: Client, question: dict[str, Any], token: str) -> None:
    """Answer a question for advice with some legal action, and a chance that no other answer has."""
    action, won = client.rng.choice(question["view"]["legal_actions"]), client.rng.random()
    rated = {"actions": [{"action": action, "won": won, "defeated": 6, "share": 1}]}
    about = {"kind": "answer-advice", "game": question["game"], "seat": question["seat"], "what": question["id"]}
    said = advice_text(question["seat"], "ready", rated["actions"])
    client.send_with_retries("PUT", about | {"advice": said}, f"/v1/agents/me/questions/{question['id']}", rated, token)
