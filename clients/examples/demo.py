"""One whole game over HTTP, move by move, with a simple bot in every seat: `make demo`.

It shows all that a client has to do: create a game, look from a seat, choose one of the legal actions, send it with the
version of the view. Nothing but Python's standard library is needed.

PLAYERS (1 to 4) and SEED choose the game; REGICIDE_URL a running server, otherwise one is started for the occasion.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

NAMES = ("north", "east", "south", "west")
VALUES = {"A": 1, "J": 10, "Q": 15, "K": 20}


def call(url: str, body: object = None, token: str | None = None) -> Any:
    """Send a request, a POST if it has a body, and give the JSON of the answer."""
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:  # noqa: S310 - http(s), by us
        return json.load(answer)


def choose(view: dict[str, Any]) -> str:
    """A simple bot: hit as hard as possible, pay as little as possible, yield or flip only as the last resort."""
    best = max if view["phase"] == "play" else min
    others = [action for action in view["legal_actions"] if action not in {"yield", "flip"}]
    return str(best(others or view["legal_actions"], key=worth))


def worth(action: str) -> int:
    """What the cards of an action are worth; clubs count double."""
    cards = re.findall(r"([AJQKX]|[0-9]+)([CDHS])", action)
    value = sum(VALUES.get(rank) or int(rank) for rank, _ in cards)
    return value * (2 if any(suit == "C" for _, suit in cards) else 1)


def play(server: str, players: int, seed: str | None) -> None:
    """Play one game, printing every move."""
    wish: dict[str, Any] = {"players": players, "seats": [{"name": name} for name in NAMES[:players]]}
    if seed:
        wish["seed"] = seed
    print(f"POST /v1/games\n  {json.dumps(wish)}")
    created = call(f"{server}/v1/games", wish)
    game, tokens = created["game"], [seat["token"] for seat in created["seats"]]
    path = f"/v1/games/{game['id']}"
    print(f"  201: game {game['id']}, a token for each seat, and the view of seat {game['you']}\n")
    explain_first_move(path, game)
    print(f"{'version':>7}  {'seat':5}  {'action':22}  after it")
    while game["status"] == "active":
        seat = game["turn"]
        game = call(server + path, token=tokens[seat])
        move = {"version": game["version"], "action": choose(game)}
        game = call(f"{server}{path}/actions", move, tokens[seat])
        print(f"{move['version']:7}  {NAMES[seat]:5}  {move['action']:22}  {standing(game)}")
    print(f"\nGET {path}/record")
    tell_the_end(game, call(f"{server}{path}/record"))


def explain_first_move(path: str, game: dict[str, Any]) -> None:
    """Show the requests that every move is made of."""
    print("A move is two requests, with the token of the seat as Authorization: Bearer …\n")
    print(f"GET {path}")
    print(f"  200: hand {' '.join(game['hand'])}")
    print(f"       legal_actions {' '.join(game['legal_actions'])}")
    print(f"POST {path}/actions")
    print(f"  {json.dumps({'version': game['version'], 'action': choose(game)})}")
    print("  200: the new view\n")


def standing(game: dict[str, Any]) -> str:
    """How the game stands, in a line."""
    if game["result"]:
        return f"{game['result']['outcome']}: {game['result']['reason']}"
    enemy = game["enemy"]
    hands = " ".join(str(seat["hand_size"]) for seat in game["seats"])
    struck = f"{enemy['card']} has taken {enemy['damage']} of {enemy['health']}, strikes for {enemy['strikes_for']}"
    return f"{struck}; {game['phase']}; hands {hands}; tavern {game['tavern_size']}"


def tell_the_end(game: dict[str, Any], record: dict[str, Any]) -> None:
    """Say how it ended, and check with the record that the server dealt what it had committed itself to."""
    holds = sha256(f"regicide-commit-1:{record['seed']}".encode()).hexdigest() == game["commitment"]
    print(f"  200: {len(record['events'])} events; {game['defeated']} of 12 enemies defeated")
    print(f"       the seed was {record['seed']}; the commitment {'holds' if holds else 'does not hold'}")


@contextmanager
def running_server() -> Iterator[str]:
    """The URL of the server of REGICIDE_URL, or of one that runs only for this."""
    if url := os.environ.get("REGICIDE_URL"):
        yield url.rstrip("/")
        return
    with tempfile.TemporaryDirectory() as data_dir:
        own = os.environ | {"PORT": "0", "HOST": "127.0.0.1", "DATA_DIR": data_dir, "REDIS_URL": ""}
        command = Path(sys.executable).parent / "regicide-server"
        with subprocess.Popen([command], env=own, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
            try:
                yield server.stdout.readline().split()[-1]  # type: ignore[union-attr]
            finally:
                server.terminate()


if __name__ == "__main__":
    with running_server() as address:
        play(address, int(os.environ.get("PLAYERS", "2")), os.environ.get("SEED"))
