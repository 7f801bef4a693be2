"""The rules: a legal move changes a game in place, up to the next choice of a player.

They equal `regicide.apply`, without its checks and its history. What hearts heal does not
follow from the seed of the deal but from `chance`: the state of random numbers, or an order of all 54 cards, in which
those of the discard pile are healed. Tests compare both step by step.
"""

from __future__ import annotations

from regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES
from regicide_kernel.backend import compiled, lowest
from regicide_kernel.cards import POINTS, value_of
from regicide_kernel.game import (
    APPOINT,
    FLIP_MOVE,
    OVER,
    PLAY,
    SUFFER,
    Game,
    free_places,
    may_yield,
    next_seat,
)
from regicide_kernel.random_numbers import draw_below

# S1: play or yield


@compiled
def play_move(game: Game, move: int, chance: list[int]) -> None:
    """Apply a legal move."""
    if move == FLIP_MOVE:
        _flip(game)
    elif game.phase == PLAY:
        if move:
            _play_cards(game, move, chance)
        else:
            game.yielded_seats |= 1 << game.turn
            _suffer(game)
    elif game.phase == SUFFER:
        _take_from_hand(game, move)
        game.discard |= move
        _end_turn(game)
    else:
        begin_turn(game, move)


@compiled
def _take_from_hand(game: Game, cards: int) -> None:
    game.hands[game.turn] &= ~cards
    game.hand_sizes[game.turn] -= cards.bit_count()


@compiled
def _play_cards(game: Game, cards: int, chance: list[int]) -> None:
    """Play cards, apply their suits' powers and their damage; an enemy that survives attacks (S1 to S4)."""
    _take_from_hand(game, cards)
    game.played |= cards
    game.yielded_seats &= ~(1 << game.turn)
    if cards & JESTERS:
        _cancel_immunity(game)
        game.phase = APPOINT
        return
    attack, active = value_of(cards), cards & ~game.immune_suit
    if active & HEARTS:
        _heal(game, attack, chance)
    if active & DIAMONDS:
        draw_cards(game, attack)
    if active & SPADES:
        game.attack = max(0, game.attack - attack)
    elif cards & SPADES:
        game.blocked_shield += attack
    game.enemy_health -= 2 * attack if active & CLUBS else attack
    if game.enemy_health > 0:
        _suffer(game)
    else:
        _defeat(game)


# S2: suit powers


@compiled
def _cancel_immunity(game: Game) -> None:
    """A jester: the blocked spades begin to count."""
    game.attack = max(0, game.attack - game.blocked_shield)
    game.immune_suit = 0
    game.blocked_shield = 0


@compiled
def _heal(game: Game, attack: int, chance: list[int]) -> None:
    """Move as many cards of the discard pile as the attack value under the tavern."""
    number = game.discard.bit_count()
    left = min(attack, number)
    if len(chance) == len(POINTS):
        for place in range(len(POINTS)):
            if left and game.discard >> chance[place] & 1:
                _put_under_tavern(game, 1 << chance[place])
                left -= 1
    for _ in range(left):
        rest = game.discard
        for _ in range(draw_below(chance, number)):
            rest &= rest - 1
        _put_under_tavern(game, rest & -rest)
        number -= 1


@compiled
def _put_under_tavern(game: Game, card: int) -> None:
    """Move a card of the discard pile under the tavern."""
    game.discard ^= card
    game.tavern_bottom = game.tavern_bottom - 1 & 63
    game.tavern_size += 1
    game.tavern[game.tavern_bottom] = lowest(card)


@compiled
def draw_cards(game: Game, attack: int) -> None:
    """Draw one card per player in turn, the current player first; players with a full hand are skipped."""
    seat = game.turn
    for _ in range(min(attack, game.tavern_size, free_places(game))):
        while game.hand_sizes[seat] == game.full_hand:
            seat = next_seat(game, seat)
        game.tavern_size -= 1
        game.hands[seat] |= 1 << game.tavern[game.tavern_bottom + game.tavern_size & 63]
        game.hand_sizes[seat] += 1
        seat = next_seat(game, seat)


# S3: damage to the enemy


@compiled
def _defeat(game: Game) -> None:
    """Clear the table; the same player begins a new turn against the next enemy, or the game is won."""
    game.enemies_left -= 1
    enemy = game.castle[game.enemies_left]
    game.discard |= game.played
    if game.enemy_health:
        game.discard |= 1 << enemy
    else:
        game.tavern[game.tavern_bottom + game.tavern_size & 63] = enemy
        game.tavern_size += 1
    game.played = 0
    game.blocked_shield = 0
    if game.enemies_left:
        reveal_enemy(game)
        begin_turn(game, game.turn)
    else:
        game.won = 1
        game.phase = OVER
        game.enemy_health = 0
        game.attack = 0
        game.immune_suit = 0


@compiled
def reveal_enemy(game: Game) -> None:
    """Reveal the top card of the castle."""
    enemy = game.castle[game.enemies_left - 1]
    game.attack = POINTS[enemy]
    game.enemy_health = 2 * game.attack
    game.immune_suit = CLUBS << 13 * (enemy // 13)


# S4: the enemy's attack


@compiled
def _suffer(game: Game) -> None:
    """Let the enemy attack the current player."""
    if game.attack:
        game.phase = SUFFER
        _lose_if_uncovered(game)
    else:
        _end_turn(game)


@compiled
def _lose_if_uncovered(game: Game) -> None:
    if not game.jesters_left and value_of(game.hands[game.turn]) < game.attack:
        game.phase = OVER


# Between turns


@compiled
def _end_turn(game: Game) -> None:
    begin_turn(game, next_seat(game, game.turn))


@compiled
def begin_turn(game: Game, seat: int) -> None:
    """Begin the turn of a seat at S1; the game is lost if it has no legal action."""
    game.turn = seat
    game.phase = PLAY
    if not (game.hands[seat] or game.jesters_left or may_yield(game)):
        game.phase = OVER


@compiled
def _flip(game: Game) -> None:
    """Solo: discard the hand and refill it."""
    game.jesters_left -= 1
    game.discard |= game.hands[0]
    game.hands[0] = 0
    game.hand_sizes[0] = 0
    draw_cards(game, game.full_hand)
    if game.phase == SUFFER:
        _lose_if_uncovered(game)
    else:
        begin_turn(game, 0)
