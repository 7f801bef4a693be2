"""Positions of the engine as records, and its actions as moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from regicide import FLIP, YIELD, Action, ActionKind, GameState, InformationSet, Phase, Position
from regicide.cards import SPADES, suit, value
from regicide.rulebook import health_of
from regicide_arena.kernel.backend import records
from regicide_arena.kernel.game import APPOINT, FLIP_MOVE, OVER, PLAY, SUFFER, Game, Move

_PHASES: Final = {Phase.PLAY: PLAY, Phase.SUFFER: SUFFER, Phase.APPOINT: APPOINT, Phase.OVER: OVER}


def new_game(position: Position) -> Game:
    """Return the record of a position."""
    game = records(Game, 1)[0]
    load_position(game, position)
    return game


def load_position(game: Game, position: Position) -> None:
    """Write a position into a record."""
    _load_state(game, position)
    _load_decks(game, position.castle, position.tavern)
    game.won = int(position.outcome is not None and position.outcome.won)


def load_information_set(game: Game, information_set: InformationSet) -> None:
    """Write the visible part of a position into a record: its hidden hands are empty, its tavern is not filled.

    The castle has the hidden enemies in canonical order.
    """
    visible, pools = information_set.visible, information_set.pools
    _load_state(game, visible)
    castle = [*visible.castle, *[card for rank in information_set.castle_ranks for card in rank]]
    _load_decks(game, castle, ())
    game.tavern_size = sum(len(pool.cards) - sum(pool.hands) for pool in pools)
    for seat in range(visible.players):
        game.hand_sizes[seat] += sum(pool.hands[seat] for pool in pools)


def _load_state(game: Game, state: GameState) -> None:
    """Write everything but the decks."""
    game.players = state.players
    game.full_hand = state.full_hand
    game.phase = _PHASES[state.phase]
    game.turn = state.turn
    game.played = sum(state.played)
    game.discard = state.discard
    game.yielded_seats = state.yielded_seats
    game.jesters_left = state.jesters_left
    game.won = 0
    hands = [*state.hands, *[0] * (4 - state.players)]
    game.hands[:] = hands
    game.hand_sizes[:] = [hand.bit_count() for hand in hands]
    _load_enemy(game, state)


def _load_enemy(game: Game, state: GameState) -> None:
    enemy, immune = state.enemy, 0
    game.attack = state.attack
    game.enemy_health = 0 if enemy is None else health_of(enemy) - state.damage
    if enemy is not None and not state.immunity_cancelled:
        immune = suit(enemy)
    game.immune_suit = immune
    game.blocked_shield = sum([value(cards) for cards in state.played if cards & SPADES & immune])


def _load_decks(game: Game, castle: Sequence[int], tavern: Sequence[int]) -> None:
    """Write the decks, given from the top."""
    game.enemies_left = len(castle)
    game.castle[: len(castle)] = castle[::-1]
    game.tavern_bottom = 0
    game.tavern_size = len(tavern)
    game.tavern[: len(tavern)] = tavern[::-1]


def decode_move(move: Move, phase: int) -> Action:
    """Return the action that a move encodes in a phase."""
    if move == FLIP_MOVE:
        return FLIP
    if phase == PLAY:
        return Action.play(move) if move else YIELD
    return Action.discard(move) if phase == SUFFER else Action.appoint(move)


def encode_action(action: Action) -> Move:
    """Return the move that encodes an action."""
    if action.kind is ActionKind.FLIP:
        return FLIP_MOVE
    return action.seat if action.kind is ActionKind.APPOINT else action.cards
