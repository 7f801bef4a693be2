"""The commitment to the seed: salted with a nonce that is secret until the end of the game."""

from __future__ import annotations

import json
import re
from typing import Any

from players import LOSING, SEED, Game, Player
from redis import Redis

import regicide

NONCE = re.compile("[0-9a-f]{32}")


def stored_state(store: Redis, path: str) -> dict[str, Any]:
    """The state of a game in the store."""
    state: dict[str, Any] = json.loads(store.get(f"game:{{{path.rpartition('/')[2]}}}"))  # type: ignore[arg-type]
    return state


def test_a_guessed_seed_cannot_be_compared_with_the_commitment(player: Player) -> None:
    """The commitment is not a function of the seed: two games of one seed have different ones."""
    one, other = (player.create(seed=SEED).view["commitment"] for _ in range(2))
    assert len({one, other, regicide.commitment(SEED)}) == 3


def test_the_nonce_is_secret_until_the_end(player: Player, game: Game, store: Redis) -> None:
    """It is then in the view of every seat and in the record."""
    nonce = stored_state(store, game.path)["nonce"]
    for action in LOSING:
        assert nonce not in player.get(game.path, game.token).text
        assert nonce not in player.act(game, action).text or game.view["status"] == "lost"
    assert [game.view["nonce"], player.get_view(game)["nonce"], player.record(game)["nonce"]] == [nonce] * 3
    assert NONCE.fullmatch(nonce)


def test_nonce_and_seed_give_the_commitment(player: Player, game: Game) -> None:
    """The one that was public from the start."""
    promised = game.view["commitment"]
    player.lose(game)
    record = player.record(game)
    assert record["commitment"] == game.view["commitment"] == promised
    assert promised == regicide.commitment(record["seed"], record["nonce"])
    assert regicide.verify_record(record)
