"""Observations: what a seat knows of a game, as an array of numbers between 0 and 1.

They follow from the seat's view alone; `BLOCKS` says what each of them is. Seats are counted clockwise from the seat
itself. Blocks of 54 numbers have one for each card, in canonical order; blocks of 12 have one for each enemy: the jacks
of clubs, diamonds, hearts and spades, then the queens and the kings.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Final, NamedTuple

from regicide_kernel.backend import compiled
from regicide_kernel.cards import value_of
from regicide_kernel.game import APPOINT, OVER, PLAY, SUFFER, Game, may_yield
from regicide_kernel.knowledge import Knowledge, count_pools


class Block(NamedTuple):
    """Consecutive numbers of an observation."""

    name: str
    size: int
    meaning: str


BLOCKS: Final = (
    Block("hand", 54, "the cards of the own hand, without those put down against the present damage"),
    Block("put_down", 54, "the cards put down against the present damage"),
    Block("played", 54, "the cards played against the current enemy"),
    Block("discard", 54, "the discard pile"),
    Block("next_hand", 54, "the chance that the card is in the hand of the next seat"),
    Block("second_hand", 54, "the same for the seat after it"),
    Block("third_hand", 54, "the same for the seat after that"),
    Block("tavern", 54, "the chance that the card is in the tavern"),
    Block("depth", 54, "the mean number of cards above it if it is in the tavern, divided by 54"),
    Block("enemy", 12, "the current enemy"),
    Block("castle", 12, "the enemies under it"),
    Block("phase", 3, "play, suffer damage, appoint"),
    Block("players", 4, "the number of players: 1, 2, 3 or 4"),
    Block("hand_sizes", 4, "the cards in the hand of each seat, divided by 8"),
    Block("yielded", 4, "whether the last turn of each seat was a yield"),
    Block("may_yield", 1, "whether the seat to act may yield"),
    Block("health", 1, "the health left to the enemy, divided by 40"),
    Block("attack", 1, "the enemy's attack after shields, divided by 20"),
    Block("uncovered", 1, "the present damage less the cards put down, divided by 20"),
    Block("immunity", 1, "whether the enemy is immune to its suit"),
    Block("blocked_shield", 1, "the spades that a jester would let count, divided by 20; at most 1"),
    Block("enemies_left", 1, "the enemies left, the current one included, divided by 12"),
    Block("tavern_size", 1, "the cards in the tavern, divided by 54"),
    Block("discard_size", 1, "the cards in the discard pile, divided by 54"),
    Block("flips", 1, "the solo jesters left, divided by 2"),
)
"""The blocks of an observation, in order."""
STARTS: Final = dict(zip([block.name for block in BLOCKS], accumulate([0, *(b.size for b in BLOCKS)]), strict=False))
"""The place of the first number of each block."""
NUMBERS: Final = sum(block.size for block in BLOCKS)
"""The length of an observation."""


@compiled
def write_observation(game: Game, knowledge: Knowledge, viewer: int, numbers: Any) -> None:
    """Write what a seat knows."""
    count_pools(game, knowledge, viewer)
    own = knowledge.put_down if viewer == game.turn else 0
    place = _write_cards(numbers, 0, game.hands[viewer] & ~own)
    place = _write_cards(numbers, place, own)
    place = _write_cards(numbers, place, game.played)
    place = _write_cards(numbers, place, game.discard)
    _write_chances(game, knowledge, viewer, numbers, place)
    place = _write_enemies(game, numbers, place + 5 * 54)
    place = _write_seats(game, viewer, numbers, place)
    numbers[place] = may_yield(game) and game.phase != OVER
    numbers[place + 1] = game.enemy_health / 40
    numbers[place + 2] = game.attack / 20
    numbers[place + 3] = max(0, game.attack - value_of(own)) / 20 if game.phase == SUFFER else 0.0
    numbers[place + 4] = game.immune_suit != 0
    numbers[place + 5] = min(1.0, game.blocked_shield / 20)
    numbers[place + 6] = game.enemies_left / 12
    numbers[place + 7] = game.tavern_size / 54
    numbers[place + 8] = game.discard.bit_count() / 54
    numbers[place + 9] = game.jesters_left / 2


@compiled
def _write_enemies(game: Game, numbers: Any, place: int) -> int:
    """Write the current enemy and those under it; return the place after them."""
    for number in range(place, place + 24):
        numbers[number] = 0.0
    for position in range(game.enemies_left):
        enemy = game.castle[position]
        is_current = position == game.enemies_left - 1
        numbers[place + (0 if is_current else 12) + 4 * (enemy % 13 - 10) + enemy // 13] = 1.0
    return place + 24


@compiled
def _write_seats(game: Game, viewer: int, numbers: Any, place: int) -> int:
    """Write the phase, the number of players, and the facts of each seat; return the place after them."""
    numbers[place] = game.phase == PLAY
    numbers[place + 1] = game.phase == SUFFER
    numbers[place + 2] = game.phase == APPOINT
    place += 3
    seat = viewer
    for offset in range(4):
        is_seat = offset < game.players
        numbers[place + offset] = offset == game.players - 1
        numbers[place + 4 + offset] = game.hand_sizes[seat] / 8 if is_seat else 0.0
        numbers[place + 8 + offset] = game.yielded_seats >> seat & 1 if is_seat else 0
        seat = seat + 1 if seat + 1 < game.players else 0
    return place + 12


@compiled
def _write_cards(numbers: Any, place: int, cards: int) -> int:
    """Write a set of cards at a place; return the place after it."""
    for card in range(54):
        numbers[place + card] = cards >> card & 1
    return place + 54


@compiled
def _write_chances(game: Game, knowledge: Knowledge, viewer: int, numbers: Any, place: int) -> None:
    """Write the chances of the hidden cards, and their depths."""
    hidden = knowledge.hidden & ~game.hands[viewer]
    for card in range(54):
        pool = knowledge.pool_of[card]
        share = 1.0 / knowledge.sizes[pool] if hidden >> card & 1 else 0.0
        seat = viewer
        for offset in range(3):
            seat = seat + 1 if seat + 1 < game.players else 0
            held = knowledge.in_hands[4 * pool + seat] if offset + 1 < game.players else 0
            numbers[place + 54 * offset + card] = share * held
        in_tavern = knowledge.in_tavern[pool]
        numbers[place + 3 * 54 + card] = share * in_tavern
        is_there = share > 0 and in_tavern > 0
        numbers[place + 4 * 54 + card] = (knowledge.above[pool] + (in_tavern - 1) / 2) / 54 if is_there else 0.0
