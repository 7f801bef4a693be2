"""The board of each step of a replay follows from the position alone, wherever the game began."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from web_modules import evaluated

import regicide
from regicide.rulebook import attack_of, health_of

ENEMIES = "given.records.map((record) => m.steps(record, given.castle).map(({ enemy }) => enemy))"


def at_full_health(name: str) -> dict[str, Any]:
    """An enemy that has taken no damage, as the pages know it."""
    card = regicide.parse_card(name)
    attack = attack_of(card)
    return {"card": name, "attack": attack, "health": health_of(card), "strikes_for": attack}


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_enemy_of_each_step_is_that_of_the_position(players: int) -> None:
    """Damage, shield, immunity and strike, also of a game that began after the first plays against an enemy."""
    records, expected = [], []
    for seed in range(8):
        first, steps = random_game(f"replay/{seed}", players)
        for begun in (0, 2):
            start = steps[begun - 1].position if begun else first
            made = regicide.game_record(start, steps[begun:], dealt=not begun)
            records.append(made | {"seats": [{"seat": seat} for seat in range(players)]})
            expected.append([start, *(step.position for step in steps[begun:])])
    castle = [at_full_health(rank + suit) for rank in "JQK" for suit in "CDHS"]
    seen = [[regicide.observe(position, None)["enemy"] for position in positions] for positions in expected]
    assert evaluated("game/positions.ts", ENEMIES, {"records": records, "castle": castle}) == json.loads(
        json.dumps(seen)
    )


def random_game(seed: str, players: int) -> tuple[regicide.Position, list[regicide.Step]]:
    """A game of random actions that lasts for three or more."""
    rng = Random(seed)
    while True:
        first = position = regicide.Position.new(f"{seed}/{rng.random()}", players)
        steps: list[regicide.Step] = []
        while not position.is_over:
            steps += regicide.replay(position, [rng.choice(position.legal_actions)])
            position = steps[-1].position
        if len(steps) > 2:
            return first, steps
