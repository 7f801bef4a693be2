"""The record of a game, and the questions about it that do not change it."""

from __future__ import annotations

from typing import Final, TypeAlias

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_kernel.backend import compiled
from regicide_kernel.record import Four, Record, Sixteen, SixtyFour

Move: TypeAlias = int
"""An action as an integer: the set of the cards played or discarded, the seat appointed, YIELD_MOVE or FLIP_MOVE. The
phase tells which."""

YIELD_MOVE: Final = 0
"""The move that yields, in the phase PLAY."""
FLIP_MOVE: Final = -1
"""The move that flips a solo jester."""

PLAY: Final = 0
"""The phase in which cards are played, or the player yields."""
SUFFER: Final = 1
"""The phase in which cards are discarded against damage."""
APPOINT: Final = 2
"""The phase in which the next player is appointed."""
OVER: Final = 3
"""The phase of a game that has ended."""


ALL_TURNS: Final = 1000
"""More than the turns of a game."""


class Game(Record):
    """A game at one moment. Sets of cards and of seats are bits of an integer."""

    players: int
    full_hand: int
    """The maximum hand size."""
    phase: int
    turn: int
    enemies_left: int
    """The size of the castle: the top card, at `enemies_left - 1`, is the current enemy."""
    enemy_health: int
    """The enemy's health less its damage."""
    attack: int
    """The enemy's attack after shields."""
    immune_suit: int
    """The suit to which the enemy is immune; the empty set once immunity is cancelled."""
    blocked_shield: int
    """The shield that a jester would raise: the spades blocked by immunity."""
    played: int
    """The cards played against the enemy."""
    discard: int
    yielded_seats: int
    """The seats whose last turn was a yield (R6)."""
    jesters_left: int
    """The solo jesters not flipped yet."""
    won: int
    tavern_bottom: int
    tavern_size: int
    """The tavern is a ring: its bottom card is at `tavern_bottom`, its top card `tavern_size - 1` places further."""
    hands: Four
    hand_sizes: Four
    castle: Sixteen
    tavern: SixtyFour


@compiled
def enemies_defeated(game: Game) -> int:
    """Return the number of enemies defeated."""
    return ENEMIES_IN_CASTLE - game.enemies_left


@compiled
def enemy_suit(game: Game) -> int:
    """Return the number of the suit of the current enemy, from clubs to spades."""
    return game.castle[game.enemies_left - 1] // 13


@compiled
def may_yield(game: Game) -> bool:
    """Whether the current player may yield (R1, R6)."""
    return game.yielded_seats | 1 << game.turn != (1 << game.players) - 1


@compiled
def next_seat(game: Game, seat: int) -> int:
    """Return the seat clockwise after another one."""
    return seat + 1 if seat + 1 < game.players else 0


@compiled
def tavern_cards(game: Game) -> int:
    """Return the set of cards in the tavern."""
    cards = 0
    for place in range(game.tavern_size):
        cards |= 1 << game.tavern[game.tavern_bottom + place & 63]
    return cards


@compiled
def free_places(game: Game) -> int:
    """Return the number of cards that all hands together can still draw."""
    room = game.full_hand * game.players
    for seat in range(game.players):
        room -= game.hand_sizes[seat]
    return room
