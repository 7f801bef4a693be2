"""Hooks that let schemathesis get beyond 401 and 404: existing games, their tokens, their legal actions.

The hooks are independent of the operations. A path with a `game_id` gets an existing game, a request with optional or
required security the token of the seat to act, a body with `version` and `action` valid ones. Negative cases, and one
in four of the positive ones, stay unchanged.
"""

from __future__ import annotations

import random
import re
import secrets
from typing import Any

import named_rules  # registers its hook
import requests
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode

import regicide

GUIDED = 0.75
"""The share of the valid cases that get an existing game, a known token and a legal action."""

NEWEST_GAMES = 6
MAX_WAIT_S = 1

rng = random.Random(7)
over: list[str] = []
"""A game that was played to its end before the first case."""

CONSUMING = {"configure_agent", "replace_token", "end_agent"}
"""Operations that change or end the agent: each case has an agent of its own."""

agent: dict[str, Any] = {}
"""The name and the token of an agent that was registered before the first case."""

held: dict[str, dict[int, str]] = {}
"""The tokens of each game by seat, from earlier responses."""


owners: list[str] = []
"""The tokens of the owners of games, from earlier responses."""


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Remember every game whose tokens are in a response."""
    if response.status_code == 201 and isinstance(content := named_rules.json_of(response), dict):
        _remember(content, (case.path_parameters or {}).get("game_id"))


@schemathesis.auth(refresh_interval=None)
class Token:
    """A known token; `before_call` replaces it by one of the case's game."""

    def get(self, case: Any, context: Any) -> str | None:
        """A token, or None to leave the generated request unchanged."""
        return rng.choice([*held[_some_game(case)].values()]) if rng.random() < GUIDED else None

    def set(self, case: Any, token: str, context: Any) -> None:
        """Add the token to the request."""
        if case.operation.definition.raw.get("operationId") in CONSUMING:
            token = _new_agent(case)["token"]
        elif case.operation.definition.raw.get("operationId") == "get_records":
            token = _owner(case)
        elif case.operation.path.startswith("/v1/agents"):
            token = _agent(case)["token"]
        case.headers["Authorization"] = f"Bearer {token}"


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Make valid cases meaningful, and limit waiting times."""
    _shorten(case)
    _renew(case)
    _own(case)
    if case.operation.path.endswith("/me/events") and rng.random() < GUIDED:  # only the server makes a valid place
        (case.query or {}).pop("after", None)
        (case.headers or {}).pop("Last-Event-ID", None)
    if not case.meta or not case.meta.is_negative_at(ParameterLocation.PATH):
        _find(case)
    if isinstance(case.body, dict) and (not case.meta or case.meta.generation.mode is GenerationMode.POSITIVE):
        if case.operation.definition.raw.get("operationId") in {"fill_seat", "hand_over_seat"}:
            case.body = _seat(case, case.body)
        else:
            body = begun(whole(case.body))
            case.body = body | _fitting(case, body) | _proposal(case)


def whole(content: Any) -> Any:
    """The content with 2 for 2.0: both are integers in JSON Schema, only the first one for the server."""
    match content:
        case dict():
            return {name: whole(member) for name, member in content.items()}
        case list():
            return [whole(item) for item in content]
        case float() if content.is_integer():
            return int(content)
    return content


def begun(game: dict[str, Any]) -> dict[str, Any]:
    """A new game with a position that a game can reach, or with actions that the rules allow after its deal."""
    players = int(game.get("players", 0))
    if players and "position" in game:
        return game | {"position": str(regicide.Position.new("set-up", players))}
    if players and "actions" in game:
        first = regicide.Position.new("set-up", players, int(game.get("first_player", 0)))
        return game | {"seed": "set-up", "actions": [str(action) for action in first.legal_actions[:1]]}
    return game


def _renew(case: Any) -> None:
    """A key identifies one request: each generated request gets a new one."""
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and re.fullmatch(r"[!-~](?:[ -~]*[!-~])?", key) and 22 <= len(key) <= 255:
        case.headers["Idempotency-Key"] = str(rng.getrandbits(128))


def _shorten(case: Any) -> None:
    """Streams and long polls have their own tests, and would block all other requests here."""
    query, headers = case.query or {}, case.headers or {}
    if "wait" in query:
        query["wait"] = _shorter(query["wait"])
    if "Prefer" in headers:
        headers["Prefer"] = re.sub(r"(wait\s*=\s*\"?)[0-9]+", rf"\g<1>{MAX_WAIT_S}", str(headers["Prefer"]))
    if "event-stream" in str(headers.get("Accept", "")):
        headers["Accept"] = "application/json"


def _shorter(wait: Any) -> Any:
    """A valid waiting time, reduced; anything else unchanged."""
    if isinstance(wait, list):
        return [_shorter(one) for one in wait]
    return MAX_WAIT_S if str(wait).isdecimal() and MAX_WAIT_S < int(wait) <= 60 else wait


def _find(case: Any) -> None:
    """Point a request to an existing game, and one with a known token to the seat to act."""
    path = case.path_parameters or {}
    if "game_id" in path and path["game_id"] not in held and rng.random() < GUIDED:
        path["game_id"] = _some_game(case)
    if path.get("game_id") in held and _bearer(case):
        case.headers["Authorization"] = f"Bearer {_token(case, path['game_id'])}"


def _fitting(case: Any, body: dict[str, Any]) -> dict[str, Any]:
    """The body with registered agents in place of generated names."""
    if "games" in body:
        return {"games": [game | _fitting(case, game) for game in map(begun, whole(body["games"]))]}
    fitting: dict[str, Any] = {}
    if str(body.get("on_timeout", "forfeit")) != "forfeit":
        fitting["on_timeout"] = f"bot:{_agent(case)['name']}"
    return fitting | ({"seats": [_seat(case, seat) for seat in body["seats"]]} if "seats" in body else {})


def _own(case: Any) -> None:
    """Let the owner of games list them. Without its token, a request has no label and no agent."""
    if case.operation.definition.raw.get("operationId") != "list_games":
        return
    if rng.random() < GUIDED:
        case.headers["Authorization"] = f"Bearer {_owner(case)}"
    else:
        for name in ("label", "agent"):
            (case.query or {}).pop(name, None)


def _owner(case: Any) -> str:
    """The token of the owner of one of the newest games."""
    _some_game(case)
    return rng.choice(owners[-NEWEST_GAMES:])


def _seat(case: Any, seat: dict[str, Any]) -> dict[str, Any]:
    """The seat with the registered agent in place of a generated name."""
    return seat | {"agent": _agent(case)["name"]} if "agent" in seat else seat


def _proposal(case: Any) -> dict[str, Any]:
    """The current version and a legal action, for a body with both and a known token."""
    game_id, token = (case.path_parameters or {}).get("game_id"), _bearer(case)
    if game_id not in held or not token or not {"version", "action"} <= case.body.keys() or rng.random() > GUIDED:
        return {}
    view = _call(case, "GET", f"/games/{game_id}", token)
    return {"version": view["version"], "action": rng.choice(view["legal_actions"] or ["yield"])}


def _some_game(case: Any) -> str:
    """One of the newest games, or the finished one."""
    if not over:
        over.append(_play_out(case, _remember(_call(case, "POST", "/games", body={"players": 2}))))
    return rng.choice([*over, *list(held)[-NEWEST_GAMES:]])


def _agent(case: Any) -> dict[str, Any]:
    """A registered agent."""
    if not agent:
        agent.update(_new_agent(case, advises=True, reviews=True))
    return agent


def _new_agent(case: Any, **settings: object) -> dict[str, Any]:
    return _call(case, "POST", "/agents", body={"name": f"a{secrets.token_hex(8)}", **settings})


def _play_out(case: Any, game_id: str) -> str:
    while _call(case, "GET", f"/games/{game_id}")["status"] == "active":
        token = _token(case, game_id)
        view = _call(case, "GET", f"/games/{game_id}", token)
        action = {"version": view["version"], "action": view["legal_actions"][0]}
        _call(case, "POST", f"/games/{game_id}/actions", token, action)
    return game_id


def _remember(content: dict[str, Any], game_id: str | None = None) -> str:
    """Store the tokens of a response; its game is in the response, else in the path."""
    game_id = str(content.get("game", {}).get("id", game_id))
    owners.extend([content["owner"]["token"]] if content.get("owner") else [])
    for seat in [content, *content.get("seats", [])]:
        if isinstance(seat, dict) and {"seat", "token"} <= seat.keys():
            held.setdefault(game_id, {})[seat["seat"]] = seat["token"]
    return game_id


def _token(case: Any, game_id: str) -> str:
    """The token of the seat to act; any token if that seat is not known."""
    tokens = held[game_id]
    return tokens.get(_call(case, "GET", f"/games/{game_id}")["turn"], rng.choice([*tokens.values()]))


def _bearer(case: Any) -> str | None:
    """The token of a request, if it is known."""
    bearer = case.headers.get("Authorization", "").removeprefix("Bearer ")
    return bearer if any(bearer in tokens.values() for tokens in held.values()) else None


def _call(case: Any, method: str, path: str, token: str | None = None, body: Any = None) -> dict[str, Any]:
    """The response to a request of these hooks."""
    url = f"{case.operation.schema.get_base_url().rstrip('/')}/v1{path}"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    content: dict[str, Any] = requests.request(method, url, json=body, headers=headers, timeout=10).json()
    return content
