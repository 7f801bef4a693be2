"""The policy for positions and views of the engine: chooses the next action without a search."""

from __future__ import annotations

from regicide import Action, InformationSet, Position
from regicide_arena.bots.tuned_numbers import kernel_numbers
from regicide_arena.kernel.backend import records
from regicide_arena.kernel.game import Game
from regicide_arena.kernel.policy import choose_move
from regicide_arena.kernel.positions import decode_move, load_information_set, new_game
from regicide_arena.kernel.workspace import Workspace


def choose_in_position(position: Position) -> Action:
    """Choose an action of the player to act."""
    return _choose(new_game(position))


def choose_in_view(information_set: InformationSet) -> Action:
    """Choose an action of the player to act, whose view this is; the policy ignores hidden cards."""
    game = records(Game, 1)[0]
    load_information_set(game, information_set)
    return _choose(game)


def _choose(game: Game) -> Action:
    move = choose_move(game, kernel_numbers(int(game.players)).weights, records(Workspace, 1)[0])
    return decode_move(int(move), game.phase)
