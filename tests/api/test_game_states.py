"""What is refused in a game that waits for players, that runs, that is over, or that was cancelled."""

from __future__ import annotations

from typing import Any

import pytest
from operations import Scene, scene
from players import OPEN, Player, problem, requested_seat

KEY = {"Idempotency-Key": "a-key-of-22-characters-or-more"}
WAITING: dict[str, Any] = {"seats": [requested_seat(None), requested_seat(OPEN)]}
NOT_STARTED, NOT_OVER, STARTED = "game-not-started", "game-not-over", "game-started"
OVER, CANCELLED, TAKEN = "game-over", "game-cancelled", "seat-taken"
REFUSALS: dict[str, tuple[str | None, ...]] = {
    "act": (NOT_STARTED, None, OVER, CANCELLED),
    "send_signal": (NOT_STARTED, "signals-closed", OVER, CANCELLED),
    "give_up": (NOT_STARTED, None, OVER, CANCELLED),
    "hand_over_seat": (NOT_STARTED, None, OVER, CANCELLED),
    "ask_advice": (NOT_STARTED, None, None, CANCELLED),
    "take_seat": (TAKEN, TAKEN, TAKEN, CANCELLED),
    "fill_seat": (TAKEN, STARTED, OVER, CANCELLED),
    "leave_seat": (None, STARTED, OVER, CANCELLED),
    "cancel_game": (None, STARTED, OVER, None),
    "rematch": (NOT_OVER, NOT_OVER, None, CANCELLED),
    "get_record": (NOT_OVER, NOT_OVER, None, CANCELLED),
    "get_review": (NOT_OVER, NOT_OVER, None, CANCELLED),
}
"""The code of the refusal while a game waits, runs, is over and is cancelled; None: it is allowed."""


def in_state(player: Player, state: int) -> Scene:
    """A game that waits, runs, is over, or is cancelled."""
    about = scene(player, **({} if state in (1, 2) else WAITING))
    if state == 2:
        player.lose(about.game)
    if state == 3:
        about.send("cancel_game", about.game.owner)
    about.game.view = player.get_view(about.game)
    return about


@pytest.mark.parametrize("state", range(4), ids=["waiting", "running", "over", "cancelled"])
def test_an_operation_is_refused_by_the_state_of_its_game(player: Player, state: int) -> None:
    """With the code that says why; then nothing has changed."""
    about = in_state(player, state)
    refused = {name: code for name, codes in REFUSALS.items() if (code := codes[state])}
    answers = {name: problem(about.send(name, about.token_of(name), **KEY)) for name in refused}
    assert answers == {name: (409, code) for name, code in refused.items()}
    assert player.get_view(about.game)["version"] == about.game.view["version"]
