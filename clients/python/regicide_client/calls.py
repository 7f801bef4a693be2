"""The calls of the API: for each operation its request, made by generated code, and the model of its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from regicide_client.generated.api.games.act import _get_kwargs as act_request
from regicide_client.generated.api.games.get_game import _get_kwargs as get_game_request
from regicide_client.generated.api.games.get_record import _get_kwargs as get_record_request
from regicide_client.generated.api.lobby.create_game import _get_kwargs as create_game_request
from regicide_client.generated.models import ActionProposal, CreatedGame, GameView, GameWish, Record
from regicide_client.steps import Call, T

# The generated functions send by themselves, and cannot be told to repeat or to bear another token. So the requests are
# taken from what those functions make them with; the names are private, but the files are ours and only change with us.


def create_game(wish: GameWish) -> Call[CreatedGame]:
    """Create a game."""
    return _once(Call(create_game_request(body=wish), CreatedGame.from_dict))


def look(game_id: str) -> Call[GameView]:
    """Look at a game."""
    return Call(get_game_request(game_id), GameView.from_dict)


def act(view: GameView, action: str) -> Call[GameView]:
    """Take an action. The server applies it once at this version, however often it comes."""
    proposal = ActionProposal(version=view.version, action=action)
    return Call(act_request(view.id, body=proposal), GameView.from_dict)


def record(game_id: str) -> Call[Record]:
    """Get the record of a game that is over."""
    return Call(get_record_request(game_id), Record.from_dict)


def _once(call: Call[T]) -> Call[T]:
    """A call that creates something, once, however often it comes."""
    return call.with_headers({"Idempotency-Key": str(uuid4())})


def borne(call: Call[T], token: str | None) -> Call[T]:
    """A call that bears a token, if there is one."""
    return call.with_headers({"Authorization": f"Bearer {token}"}) if token else call


def held(call: Call[T], etag: str, seconds: int) -> Call[T]:
    """A call whose answer the server is to hold back until it is another one than before (RFC 7240)."""
    conditions: Mapping[str, Any] = {"If-None-Match": etag, "Prefer": f"wait={seconds}"}
    return call.with_headers(conditions)
