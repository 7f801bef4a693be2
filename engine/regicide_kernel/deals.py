"""New games with random cards, and games of random moves.

The deals of hosted games follow from their seeds (`regicide.deal`); these are for tuning and benchmarks.
"""

from __future__ import annotations

from typing import Final

from regicide.rulebook import ENEMIES_IN_CASTLE, FULL_HAND, JESTERS_IN_TAVERN, SOLO_JESTERS
from regicide_kernel.backend import compiled, table
from regicide_kernel.game import PLAY, Game
from regicide_kernel.moves import list_moves
from regicide_kernel.random_numbers import draw_below, shuffle
from regicide_kernel.rules import draw_cards, play_move, reveal_enemy
from regicide_kernel.workspace import Workspace

_FULL_HAND: Final[list[int]] = table([0, *(FULL_HAND[players] for players in (1, 2, 3, 4))])
_JESTERS: Final[list[int]] = table([0, *(JESTERS_IN_TAVERN[players] for players in (1, 2, 3, 4))])


@compiled
def deal_game(game: Game, players: int, first_player: int, rng: list[int]) -> None:
    """Deal a new game."""
    game.players = players
    game.full_hand = _FULL_HAND[players]
    game.phase = PLAY
    game.turn = first_player
    game.enemies_left = ENEMIES_IN_CASTLE
    game.jesters_left = SOLO_JESTERS if players == 1 else 0
    game.blocked_shield = 0
    game.played = 0
    game.discard = 0
    game.yielded_seats = 0
    game.won = 0
    for seat in range(4):
        game.hands[seat] = 0
        game.hand_sizes[seat] = 0
    _shuffle_castle(game, rng)
    _shuffle_tavern(game, rng)
    draw_cards(game, game.full_hand * players)
    reveal_enemy(game)


@compiled
def _shuffle_castle(game: Game, rng: list[int]) -> None:
    """Stack the kings, the queens on them, and the jacks on these."""
    for rank in range(3):
        for suit in range(4):
            game.castle[4 * rank + suit] = 13 * suit + 12 - rank
        shuffle(game.castle, 4 * rank, 4 * rank + 4, rng)


@compiled
def _shuffle_tavern(game: Game, rng: list[int]) -> None:
    game.tavern_bottom = 0
    game.tavern_size = 0
    for suit in range(4):
        for rank in range(10):
            game.tavern[game.tavern_size] = 13 * suit + rank
            game.tavern_size += 1
    for jester in range(_JESTERS[game.players]):
        game.tavern[game.tavern_size] = 52 + jester
        game.tavern_size += 1
    shuffle(game.tavern, 0, game.tavern_size, rng)


@compiled
def play_randomly(game: Game, work: Workspace, rng: list[int]) -> int:
    """Play any of all legal moves until the game is over; return the number of moves."""
    count, options = 0, list_moves(game, work)
    while options:
        play_move(game, work.moves[draw_below(rng, options)], rng)
        count, options = count + 1, list_moves(game, work)
    return count
