"""Positions of the engine as records, and its actions as moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from regicide import FLIP, YIELD, Action, ActionKind, GameState, InformationSet, Phase, Position
from regicide.cards import SPADES, suit, value
from regicide.rulebook import health_of
from regicide_kernel.backend import records, write
from regicide_kernel.game import APPOINT, FLIP_MOVE, OVER, PLAY, SUFFER, Game, Move

_PHASES: Final = {Phase.PLAY: PLAY, Phase.SUFFER: SUFFER, Phase.APPOINT: APPOINT, Phase.OVER: OVER}


def new_game(position: Position) -> Game:
    """Return the record of a position."""
    game = records(Game, 1)[0]
    load_position(game, position)
    return game


def load_position(game: Game, position: Position) -> None:
    """Write a position into a record."""
    won = position.outcome is not None and position.outcome.won
    write(game, **_state_fields(position), **_deck_fields(position.castle, position.tavern), won=int(won))


def load_information_set(game: Game, information_set: InformationSet) -> None:
    """Write the visible part of a position into a record: its hidden hands are empty, its tavern is not filled.

    The castle has the hidden enemies in canonical order.
    """
    visible, pools = information_set.visible, information_set.pools
    fields = _state_fields(visible)
    castle = [*visible.castle, *[card for rank in information_set.castle_ranks for card in rank]]
    fields |= _deck_fields(castle, ())
    fields["tavern_size"] = sum([len(pool.cards) - sum(pool.hands) for pool in pools])
    for pool in pools:
        for seat, count in enumerate(pool.hands):
            fields["hand_sizes"][seat] += count
    write(game, **fields, won=0)


def _state_fields(state: GameState) -> dict[str, Any]:
    """Return the fields of everything but the decks."""
    hands = [*state.hands, *[0] * (4 - state.players)]
    return {
        "players": state.players,
        "full_hand": state.full_hand,
        "phase": _PHASES[state.phase],
        "turn": state.turn,
        "played": sum(state.played),
        "discard": state.discard,
        "yielded_seats": state.yielded_seats,
        "jesters_left": state.jesters_left,
        "hands": hands,
        "hand_sizes": [hand.bit_count() for hand in hands],
        **_enemy_fields(state),
    }


def _enemy_fields(state: GameState) -> dict[str, int]:
    enemy, immune = state.enemy, 0
    if enemy is not None and not state.immunity_cancelled:
        immune = suit(enemy)
    return {
        "attack": state.attack,
        "enemy_health": 0 if enemy is None else health_of(enemy) - state.damage,
        "immune_suit": immune,
        "blocked_shield": sum([value(cards) for cards in state.played if cards & SPADES & immune]),
    }


def _deck_fields(castle: Sequence[int], tavern: Sequence[int]) -> dict[str, Any]:
    """Return the fields of the decks, given from the top."""
    return {
        "enemies_left": len(castle),
        "castle": _bottom_first(castle, 16),
        "tavern_bottom": 0,
        "tavern_size": len(tavern),
        "tavern": _bottom_first(tavern, 64),
    }


def _bottom_first(deck: Sequence[int], length: int) -> list[int]:
    """Return the cards of a deck from its bottom, and zeros up to a length."""
    return [*reversed(deck), *[0] * (length - len(deck))]


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
