"""Many games at once, in arrays: a move in each of them, then what its next player knows and the legal numbers.

The arrays are NumPy's, of games, of `Knowledge`, and of numbers by game.
"""

from __future__ import annotations

from typing import Any

from regicide_kernel.backend import compiled
from regicide_kernel.deals import deal_game
from regicide_kernel.game import OVER
from regicide_kernel.knowledge import note_deal, note_move
from regicide_kernel.numbered_moves import FIRST_DISCARD, INCOMPLETE, move_of, write_mask
from regicide_kernel.observations import write_observation
from regicide_kernel.random_numbers import draw_below
from regicide_kernel.rules import play_move


@compiled
def step(games: Any, knowledge: Any, numbers: Any, chances: Any) -> None:
    """Play a legal number in each game; each game has its own chance."""
    for place in range(len(games)):
        game = games[place]
        move = move_of(game, knowledge[place].put_down, numbers[place])
        if move == INCOMPLETE:
            knowledge[place].put_down |= 1 << numbers[place] - FIRST_DISCARD
        else:
            discard = game.discard
            play_move(game, move, chances[place])
            note_move(game, knowledge[place], discard)


@compiled
def deal_ended(games: Any, knowledge: Any, players: int, chances: Any) -> None:
    """Deal a new game, whose first player is drawn, in place of each that is over or blank."""
    for place in range(len(games)):
        if games[place].phase == OVER or not games[place].players:
            deal_game(games[place], players, draw_below(chances[place], players), chances[place])
            note_deal(games[place], knowledge[place])


@compiled
def observe(games: Any, knowledge: Any, observations: Any, masks: Any) -> None:
    """Write what the player to act in each game knows, and the legal numbers."""
    for place in range(len(games)):
        game = games[place]
        write_observation(game, knowledge[place], game.turn, observations[place])
        write_mask(game, knowledge[place].put_down, masks[place])


@compiled
def draw_numbers(masks: Any, numbers: Any, rng: list[int]) -> None:
    """Draw a legal number for each game, all with the same chance."""
    for place in range(len(masks)):
        mask, count = masks[place], 0
        for number in range(len(mask)):
            count += mask[number]
        left = draw_below(rng, count)
        for number in range(len(mask)):
            if mask[number]:
                if left == 0:
                    numbers[place] = number
                left -= 1
