"""Clients that act: they create games, play seats of all games, or play as agents from an inbox."""

from __future__ import annotations

from typing import Any

import regicide
from history.advice import answer_question, may_ask
from history.client import MIN_KEY_LENGTH, Answer, Client
from history.log import OVER
from history.shared_games import AgentTokens, SharedGame, SharedGames
from history.ways_out import LEAVE_SHARE, leave, may_change_hands, may_play_again

MOST_PLAYERS = 4
GIVE_UP_SHARE = 0.06
"""The share of looks at an active game after which its player agrees to give it up."""


def create(client: Client, board: SharedGames, agents: list[str], most: int) -> None:
    """Create games up to a maximum; sometimes repeat an earlier request with its key."""
    old = board.old_request(client.rng)
    if old and client.rng.random() < 0.3:
        _create(client, board, *old)
    elif len(board.active()) < most:
        request = client.new_key("key"), _game_request(client, agents), board.some_owner(client.rng)
        board.add_request(*request)
        _create(client, board, *request)
    client.pause(0.2)


def _game_request(client: Client, agents: list[str]) -> dict[str, object]:
    """A requested game with seats of clients and agents, and open ones."""
    players = client.rng.randint(1, MOST_PLAYERS)
    kinds = [{"name": client.name}, {"name": client.name}, {"agent": client.rng.choice(agents)}, {"open": True}]
    seats = [client.rng.choice(kinds) for _ in range(players)]
    seed = client.new("deal")
    advice, given = client.rng.choice(["all", "all", "none"]), _given_actions(client, seed, players)
    return {"players": players, "seats": seats, "seed": seed, "actions": given, "advice": advice}


def _given_actions(client: Client, seed: str, players: int) -> list[str]:
    """Actions that a game begins with, none in most games."""
    actions: list[str] = []
    position = regicide.Position.new(seed, players)
    while client.rng.random() < 0.3:
        action = client.rng.choice(position.legal_actions)
        position = regicide.apply(position, action)
        if position.is_over:
            break
        actions.append(str(action))
    return actions


def _create(client: Client, board: SharedGames, key: str, body: dict[str, Any], owner: str | None) -> None:
    """Create a game, of an earlier owner or of a new one."""
    about = {"kind": "create", "key": key}
    board.unsettled[key] = lambda other: _create(other, board, key, body, owner)
    answer = client.post_with_retries(about, "/v1/games", body, owner, Idempotency_Key=key)
    if answer.settles:
        board.unsettled.pop(key, None)
    if answer.status == 201:
        board.add_owned(answer.json["owner"]["token"], answer.json["game"]["id"])
        held = {seat["seat"]: seat["token"] for seat in answer.json["seats"]}
        free = {number for number, seat in enumerate(body["seats"]) if seat.get("open")}
        client.log_given_actions(answer.json["game"]["id"], body["actions"], answer)
        owned = answer.json["owner"]["token"]
        board.add(SharedGame(answer.json["game"]["id"], body["seed"], body["players"], held, free, owner=owned))


def play(client: Client, board: SharedGames) -> None:
    """Take an open seat of a game, or play from a held one."""
    game = board.some(client.rng)
    if game and game.open and game.tokens and client.rng.random() < LEAVE_SHARE:
        leave(client, game)
    elif game and game.open:
        seat, name = client.rng.choice(sorted(game.open) or [0]), client.new("seat")
        _take_seat(client, board, game, seat, name)
    elif game and game.tokens:
        _read_and_react(client, board, game)
    client.pause(0.1)


def _read_and_react(client: Client, board: SharedGames, game: SharedGame) -> None:
    seat, token = client.rng.choice(sorted(game.tokens.items()))
    answer = client.send("GET", game.view_path(seat), token=token)
    if answer.status == 200:
        client.log_view(answer.json, answer)
        _react(client, board, answer.json, token)
    else:
        missed(client, board, game, token, answer)


def missed(client: Client, board: SharedGames, game: SharedGame, token: str | None, answer: Answer) -> None:
    """Handle a failed read: a missing game has ended, and a seat whose token is not valid is open again."""
    client.log_failure(game.id, token, answer)
    if answer.code == "unknown-game":
        board.end(game.id)
    if answer.code == "not-your-seat" and token:
        game.reopen(token)


def _take_seat(client: Client, board: SharedGames, game: SharedGame, seat: int, name: str) -> None:
    """Take an open seat, possibly in a race with other clients."""
    key = name.ljust(MIN_KEY_LENGTH, ".")
    about = {"kind": "take-seat", "game": game.id, "seat": seat, "what": name, "key": key}
    board.unsettled[key] = lambda other: _take_seat(other, board, game, seat, name)
    answer = client.post_with_retries(about, f"{game.path}/seats/{seat}", {"name": name}, Idempotency_Key=key)
    if answer.status == 201:
        game.grant(seat, answer.json["seats"][0]["token"])
    if answer.settles:
        board.unsettled.pop(key, None)
        game.open.discard(seat)


def _react(client: Client, board: SharedGames, view: dict[str, Any], token: str) -> None:
    """React to a view: act, signal, agree to give the game up, or leave a finished one."""
    game, seat = view["id"], view["you"]
    if view["status"] in OVER:
        may_play_again(client, board, view, token)
        board.end(game)
        return
    if view["status"] == "active":
        may_change_hands(client, board, view, token)
    if view["status"] == "active" and client.rng.random() < GIVE_UP_SHARE:
        about = {"kind": "give-up", "game": game, "seat": seat}
        answer = client.post_with_retries(about, f"/v1/games/{game}/give-up", {"agree": True}, token)
        if answer.status == 200 and answer.json["status"] in OVER:
            may_play_again(client, board, answer.json, token)
    elif view["turn"] == seat:
        may_ask(client, board, view, token)
        act(client, view, token, seat)
    elif view["phase"] == "appoint":
        signal = client.rng.choice(["eager", "reluctant"])
        about = {"kind": "signal", "game": game, "seat": seat, "what": signal}
        client.post_with_retries(about, f"/v1/games/{game}/signals", {"signal": signal}, token)


def act(client: Client, view: dict[str, Any], token: str, seat: int | None = None, agent: str | None = None) -> None:
    """Take an action for a seat, or as an agent; sometimes a stale, illegal or repeated one."""
    action, version = client.rng.choice(view["legal_actions"]), view["version"]
    chance = client.rng.random()
    if chance < 0.05:
        action = client.rng.choice(["KS", "X2", "yield", "flip", ">0"])
    elif chance < 0.1:
        version = max(1, version - 1)
    about = {"kind": "act", "game": view["id"], "seat": seat, "version": version, "what": action, "agent": agent}
    for _ in range(2 if chance > 0.9 else 1):
        answer = client.post_with_retries(
            about, f"/v1/games/{view['id']}/actions", {"version": version, "action": action}, token
        )
        if answer.status == 200:
            client.log_view(answer.json, answer)


def serve(client: Client, tokens: AgentTokens, agent: str) -> None:
    """Answer the questions in an agent's inbox, and take the turns."""
    token = tokens.some(agent, client.rng)
    answer = client.send("GET", "/v1/agents/me/turns?questions=20", token=token, wait=1)
    for question in answer.json["questions"] if answer.status == 200 else []:
        answer_question(client, question, token)
    for view in answer.json["items"] if answer.status == 200 else []:
        client.log_view(view, answer)
        act(client, view, token, agent=agent)
    client.pause(0.1)


def replace_token(client: Client, board: SharedGames, tokens: AgentTokens, agent: str) -> None:
    """Replace the token of an agent, while others use it."""
    for token in tokens.known(agent):
        if client.send("GET", "/v1/agents/me", token=token).status == 200:
            _replace_token(client, board, tokens, (agent, token), client.new_key("token"))
            break
    client.pause(2)


def _replace_token(
    client: Client, board: SharedGames, tokens: AgentTokens, of_agent: tuple[str, str], key: str
) -> None:
    agent, token = of_agent
    about = {"kind": "replace-token", "what": agent, "key": key}
    board.unsettled[key] = lambda other: _replace_token(other, board, tokens, of_agent, key)
    answer = client.post_with_retries(about, "/v1/agents/me/token", None, token, Idempotency_Key=key)
    if answer.status == 201:
        tokens.add(agent, answer.json["token"])
    if answer.settles:
        board.unsettled.pop(key, None)
