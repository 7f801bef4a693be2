"""One whole game over HTTP, move by move, with a simple bot in every seat: `make demo`.

It shows what a client does: create a game, get the view of a seat, choose one of the legal actions, send it with the
version of the view. The sessions of clients/python add retries and errors.

PLAYERS (1 to 4) and SEED select the game, REGICIDE_URL the server; without it the demo starts a server of its own.
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

from regicide_client import CreateGameRequest, GameRecord, GameView, Session

NAMES = ("north", "east", "south", "west")
VALUES = {"A": 1, "J": 10, "Q": 15, "K": 20}


def choose(view: GameView) -> str:
    """A simple bot: deal the most damage, discard the least, yield or flip only as the last resort."""
    best = max if view.phase == "play" else min
    others = [action for action in view.legal_actions if action not in {"yield", "flip"}]
    return best(others or view.legal_actions, key=worth)


def worth(action: str) -> int:
    """Return the value of the cards of an action; clubs count double."""
    cards = re.findall(r"([AJQKX]|[0-9]+)([CDHS])", action)
    value = sum(VALUES.get(rank) or int(rank) for rank, _ in cards)
    return value * (2 if any(suit == "C" for _, suit in cards) else 1)


def play(server: str, players: int, seed: str | None) -> None:
    """Play one game and print every move."""
    request: dict[str, Any] = {"players": players, "seats": [{"name": name} for name in NAMES[:players]]}
    if seed:
        request["seed"] = seed
    print(f"POST /v1/games\n  {json.dumps(request)}")
    with Session(server) as session:
        created = session.games.create(CreateGameRequest.from_dict(request))
        game, seats = created.game, [session.with_token(seat.token) for seat in created.seats]
        print(f"  201: game {game.id}, a token for each seat, and the view of seat {game.you}\n")
        explain_first_move(game)
        print(f"{'version':>7}  {'seat':5}  {'action':22}  after it")
        while game.turn is not None:
            game = move(seats[game.turn], game)
        print(f"\nGET /v1/games/{game.id}/record")
        print_result(game, session.games.record(game.id))


def move(seat: Session, game: GameView) -> GameView:
    """Get the view of a seat, choose an action, take it and print it; return the view after it."""
    before = seat.games.get(game.id)
    action = choose(before)
    after = seat.games.act(before, action)
    print(f"{before.version:7}  {NAMES[before.turn or 0]:5}  {action:22}  {summary(after)}")
    return after


def explain_first_move(game: GameView) -> None:
    """Print the requests of a move."""
    path = f"/v1/games/{game.id}"
    print("A move is two requests, with the token of the seat as Authorization: Bearer …\n")
    print(f"GET {path}")
    print(f"  200: hand {' '.join(game.hand or [])}")
    print(f"       legal_actions {' '.join(game.legal_actions)}")
    print(f"POST {path}/actions")
    print(f"  {json.dumps({'version': game.version, 'action': choose(game)})}")
    print("  200: the new view\n")


def summary(game: GameView) -> str:
    """Return the state of the game in one line."""
    if game.result:
        return f"{game.result.outcome}: {game.result.reason}"
    hands = " ".join(str(seat.hand_size) for seat in game.seats)
    return f"{enemy_state(game)}; {game.phase}; hands {hands}; tavern {game.tavern_size}"


def enemy_state(game: GameView) -> str:
    """Return the state of the enemy."""
    enemy = game.enemy
    if enemy is None:
        return "no enemy"
    return f"{enemy.card} has taken {enemy.damage} of {enemy.health}, strikes for {enemy.strikes_for}"


def commitment(record: GameRecord) -> str:
    """Return the hash of the nonce and the seed; records of earlier versions have no nonce."""
    salt = f"regicide-commit-2:{record.nonce}" if record.nonce else "regicide-commit-1"
    return sha256(f"{salt}:{record.seed}".encode()).hexdigest()


def print_result(game: GameView, record: GameRecord) -> None:
    """Print the result, and whether the seed in the record matches the commitment made before the game."""
    holds = commitment(record) == game.commitment
    print(f"  200: {len(record.events)} events; {game.defeated} of 12 enemies defeated")
    print(f"       the seed was {record.seed}; the commitment {'holds' if holds else 'does not hold'}")


@contextmanager
def running_server() -> Iterator[str]:
    """Yield the URL of the server: REGICIDE_URL, or a server that runs only for the demo."""
    if url := os.environ.get("REGICIDE_URL"):
        yield url.rstrip("/")
        return
    with tempfile.TemporaryDirectory() as data_dir:
        environment = os.environ | {"PORT": "0", "HOST": "127.0.0.1", "DATA_DIR": data_dir, "REDIS_URL": ""}
        environment["REGICIDE_KERNEL"] = "plain"  # no house bot plays: there is nothing to compile
        command = Path(sys.executable).parent / "regicide-server"
        with subprocess.Popen([command], env=environment, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
            try:
                yield server.stdout.readline().split()[-1]  # type: ignore[union-attr]
            finally:
                server.terminate()


if __name__ == "__main__":
    wanted = os.environ.get("PLAYERS", "2")
    if wanted not in {"1", "2", "3", "4"}:
        sys.exit(f"demo: PLAYERS={wanted}: expected 1 to 4")
    with running_server() as address:
        play(address, int(wanted), os.environ.get("SEED"))
