"""One whole game over HTTP, move by move, with a simple bot in every seat: `make demo`.

It shows all that a client has to do: create a game, look from a seat, choose one of the legal actions, send it with the
version of the view. The sessions of clients/python do the rest.

PLAYERS (1 to 4) and SEED choose the game; REGICIDE_URL a running server, otherwise one is started for the occasion.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from regicide_client import GameView, GameWish, Record, Session

NAMES = ("north", "east", "south", "west")
VALUES = {"A": 1, "J": 10, "Q": 15, "K": 20}


def choose(view: GameView) -> str:
    """A simple bot: hit as hard as possible, pay as little as possible, yield or flip only as the last resort."""
    best = max if view.phase == "play" else min
    others = [action for action in view.legal_actions if action not in {"yield", "flip"}]
    return best(others or view.legal_actions, key=worth)


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
    with Session(server) as session:
        created = session.create_game(GameWish.from_dict(wish))
        game, seats = created.game, [session.bearing(seat.token) for seat in created.seats]
        print(f"  201: game {game.id}, a token for each seat, and the view of seat {game.you}\n")
        explain_first_move(game)
        print(f"{'version':>7}  {'seat':5}  {'action':22}  after it")
        while game.turn is not None:
            game = move(seats[game.turn], game)
        print(f"\nGET /v1/games/{game.id}/record")
        tell_the_end(game, session.record(game.id))


def move(seat: Session, game: GameView) -> GameView:
    """Look from a seat, choose, act, and say so; the view after it."""
    before = seat.look(game.id)
    action = choose(before)
    after = seat.act(before, action)
    print(f"{before.version:7}  {NAMES[before.turn or 0]:5}  {action:22}  {standing(after)}")
    return after


def explain_first_move(game: GameView) -> None:
    """Show the requests that every move is made of."""
    path = f"/v1/games/{game.id}"
    print("A move is two requests, with the token of the seat as Authorization: Bearer …\n")
    print(f"GET {path}")
    print(f"  200: hand {' '.join(game.hand or [])}")
    print(f"       legal_actions {' '.join(game.legal_actions)}")
    print(f"POST {path}/actions")
    print(f"  {json.dumps({'version': game.version, 'action': choose(game)})}")
    print("  200: the new view\n")


def standing(game: GameView) -> str:
    """How the game stands, in a line."""
    if game.result:
        return f"{game.result.outcome}: {game.result.reason}"
    hands = " ".join(str(seat.hand_size) for seat in game.seats)
    return f"{struck(game)}; {game.phase}; hands {hands}; tavern {game.tavern_size}"


def struck(game: GameView) -> str:
    """How the enemy stands."""
    enemy = game.enemy
    if enemy is None:
        return "no enemy"
    return f"{enemy.card} has taken {enemy.damage} of {enemy.health}, strikes for {enemy.strikes_for}"


def tell_the_end(game: GameView, record: Record) -> None:
    """Say how it ended, and check with the record that the server dealt what it had committed itself to."""
    holds = sha256(f"regicide-commit-1:{record.seed}".encode()).hexdigest() == game.commitment
    print(f"  200: {len(record.events)} events; {game.defeated} of 12 enemies defeated")
    print(f"       the seed was {record.seed}; the commitment {'holds' if holds else 'does not hold'}")


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
