"""Clients that fill, open, leave and hand over seats, replace their tokens, cancel games, and ask for rematches."""

from __future__ import annotations

import zlib
from typing import Any

from history.client import Client
from history.shared_games import SharedGame, SharedGames

HAND_OVER_SHARE = 0.15
"""The share of looks at an active game after which its player hands the seat over."""
TAKE_BACK_SHARE = 0.5
REPLACE_SHARE = 0.08
LEAVE_SHARE = 0.15
CANCEL_SHARE = 0.25


def direct(client: Client, board: SharedGames, agents: list[str]) -> None:
    """Fill and open seats of a waiting game as its owner, or cancel it."""
    waiting = [game for game in board.active() if game.open and game.owner]
    if waiting:
        game = client.rng.choice(waiting)
        answer = client.send("GET", game.path)
        if answer.status == 200 and answer.json["status"] == "waiting":
            client.log_view(answer.json, answer)
            _direct(client, board, game, answer.json["seats"], client.rng.choice(agents))
    client.pause(0.1)


def _direct(client: Client, board: SharedGames, game: SharedGame, seats: list[dict[str, Any]], agent: str) -> None:
    held = [seat["seat"] for seat in seats if seat["agent"]]
    free = [seat["seat"] for seat in seats if not seat["held"]]
    if client.rng.random() < CANCEL_SHARE:
        _cancel(client, board, game)
    elif held and client.rng.random() < 0.5:
        seat = client.rng.choice(held)
        if _change_seat(client, game, ("open-seat", seat, None), {"open": True}):
            game.open.add(seat)
    elif free:
        seat = client.rng.choice(free)
        if _change_seat(client, game, ("fill-seat", seat, agent), {"agent": agent}):
            game.open.discard(seat)


def _cancel(client: Client, board: SharedGames, game: SharedGame) -> None:
    about = {"kind": "cancel", "game": game.id}
    if client.send_with_retries("DELETE", about, game.path, None, game.owner).status == 200:
        board.end(game.id)


def _change_seat(
    client: Client, game: SharedGame, change: tuple[str, int, str | None], body: dict[str, object]
) -> bool:
    """Whether the owner's change of a seat succeeds. A filled seat has the name of its agent."""
    kind, seat, agent = change
    about = {"kind": kind, "game": game.id, "seat": seat, "agent": agent, "what": agent}
    answer = client.send_with_retries("PUT", about, f"{game.path}/seats/{seat}", body, game.owner)
    if answer.status == 200:
        client.log_view(answer.json, answer)
    return answer.status == 200


def leave(client: Client, game: SharedGame) -> None:
    """Leave a held seat of a game that may wait for players."""
    seat, token = client.rng.choice(sorted(game.tokens.items()))
    about = {"kind": "leave-seat", "game": game.id, "seat": seat}
    answer = client.send_with_retries("DELETE", about, f"{game.path}/seats/{seat}", None, token)
    if answer.status == 200:
        client.log_view(answer.json, answer)
        game.reopen(token)


def may_change_hands(client: Client, board: SharedGames, view: dict[str, Any], token: str) -> None:
    """Sometimes hand the viewer's seat of an active game over, take it back, or replace its token."""
    seat, stand_in = view["you"], view["seats"][view["you"]]["stand_in"]
    if stand_in is None and client.rng.random() < HAND_OVER_SHARE:
        _hand_over(client, view["id"], seat, token, client.rng.choice(board.agents))
    elif stand_in and client.rng.random() < TAKE_BACK_SHARE:
        _hand_over(client, view["id"], seat, token, None)
    elif client.rng.random() < REPLACE_SHARE and _way(view["id"]) == "replace tokens":
        replace_token(client, board, (view["id"], seat, token), client.new_key("seat-token"))


def _hand_over(client: Client, game: str, seat: int, token: str, agent: str | None) -> None:
    """Hand a seat over to an agent, or take it back (None)."""
    kind, method, body = ("hand-over", "PUT", {"agent": agent}) if agent else ("take-back", "DELETE", None)
    about = {"kind": kind, "game": game, "seat": seat, "agent": agent}
    answer = client.send_with_retries(method, about, f"/v1/games/{game}/seats/{seat}/stand-in", body, token)
    if answer.status == 200:
        client.log_view(answer.json, answer)


def replace_token(client: Client, board: SharedGames, held: tuple[str, int, str], key: str) -> None:
    """Replace the token of a seat, while others use it."""
    game_id, seat, token = held
    about = {"kind": "replace-seat-token", "game": game_id, "seat": seat, "key": key}
    board.unsettled[key] = lambda other: replace_token(other, board, held, key)
    path = f"/v1/games/{game_id}/seats/{seat}/token"
    answer = client.post_with_retries(about, path, {}, token, Idempotency_Key=key)
    if answer.status == 201 and (game := board.get(game_id)):
        game.grant(seat, answer.json["token"])
    if answer.settles:
        board.unsettled.pop(key, None)


def _way(game_id: str) -> str:
    """What the players of a game do: the tokens of a rematch derive from those of its game, which are not replaced."""
    return ["replace tokens", "rematch", "neither"][zlib.crc32(game_id.encode()) % 3]


def may_play_again(client: Client, board: SharedGames, view: dict[str, Any], token: str) -> None:
    """Ask for the rematch of some games that are over, for all known players: others would wait for a missing one.

    Other games end without one, so that the board has places for new games.
    """
    game = board.get(view["id"])
    if game is None or _way(game.id) != "rematch":
        return
    for seat, held in sorted({view["you"]: token, **game.tokens}.items()):
        ask_for_rematch(client, board, (game.id, seat, held))


def ask_for_rematch(client: Client, board: SharedGames, held: tuple[str, int, str]) -> None:
    """Create or get the rematch of a game, and add it to the board."""
    game_id, seat, token = held
    again = f"rematch {game_id} {seat}"
    board.unsettled[again] = lambda other: ask_for_rematch(other, board, held)
    about = {"kind": "rematch", "game": game_id, "seat": seat}
    answer = client.post_with_retries(about, f"/v1/games/{game_id}/rematch", {}, token)
    if answer.settles:
        board.unsettled.pop(again, None)
    if answer.status in {200, 201}:
        view = answer.json["game"]
        board.add(SharedGame(view["id"], "", len(view["seats"]), {}, before=game_id))
        for grant in answer.json["seats"]:
            board.grant(view["id"], grant["seat"], grant["token"])


def fetch_rematches(client: Client, board: SharedGames) -> None:
    """Get all rematches for all seats: each of them has a holder then."""
    for before in [game.before for game in board.all()]:
        game = board.get(before or "")
        for seat, tokens in sorted(game.granted.items()) if game else ():
            for token in sorted(tokens):
                ask_for_rematch(client, board, (game.id, seat, token))
