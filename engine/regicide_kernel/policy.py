"""The policy: rates every move by a few dozen weighted features of its costs and gains, and chooses the best one.

It considers the next move only and does not guess hidden cards. Its weights are tuned for each number of players over
millions of games, a set of them against the enemies of each suit, whose immunity changes what cards are worth. It is
the bot `policy`, and the rollout policy of the planners. Against damage (S4) it considers the discards in which no card
is superfluous.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES
from regicide_kernel.backend import compiled, lowest, table
from regicide_kernel.cards import ALL_BUT_JESTERS, POINTS, value_of
from regicide_kernel.game import (
    FLIP_MOVE,
    OVER,
    PLAY,
    SUFFER,
    YIELD_MOVE,
    Game,
    enemies_defeated,
    enemy_suit,
    free_places,
    may_yield,
)
from regicide_kernel.moves import list_plays
from regicide_kernel.rules import play_move
from regicide_kernel.weights import Weights
from regicide_kernel.workspace import Workspace

IMPOSSIBLE: Final = 1e9
"""The worth of a cover that does not exist."""
_VALUES: Final[list[int]] = table([20, 15, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
"""The values of cards, the highest first."""
LOST: Final = 400.0
"""The cost of losing the game."""
WON: Final = 1000.0
"""The gain of winning it."""
DOUBTFUL: Final = 100.0
"""The cost of damage that only lucky draws cover."""
LUCKY: Final = 10
"""The value of a card drawn by luck."""
COMFORT: Final = 15
"""The value of a hand below which a new enemy is a danger."""


@compiled
def find_cheapest_cover(hand: int, attack: int, weights: Weights, work: Workspace) -> int:
    """Return the cards of the least worth that cover an attack, a knapsack; their worth is `least_worth[attack]`."""
    least, cheapest, covered, rest = work.least_worth, work.cheapest, 0, hand & ALL_BUT_JESTERS
    least[0], cheapest[0] = 0.0, 0
    for part in range(1, attack + 1):
        least[part], cheapest[part] = IMPOSSIBLE, 0
    while rest:
        card = lowest(rest)
        points, worth = POINTS[card], weights.worths[card]
        covered = min(attack, covered + points)
        for part in range(covered, 0, -1):
            before = part - points if part > points else 0
            if least[before] + worth < least[part]:
                least[part] = least[before] + worth
                cheapest[part] = cheapest[before] | 1 << card
        rest &= rest - 1
    return cheapest[attack]


@compiled
def list_minimal_covers(hand: int, attack: int, work: Workspace) -> int:
    """List in `moves` the sets of cards that cover an attack and need each of their cards; return their number."""
    sets, values, count, number = work.sets, work.values, 0, 1
    sets[0], values[0] = 0, 0
    for points in _VALUES:
        rest = hand & ALL_BUT_JESTERS
        while rest:
            if POINTS[lowest(rest)] == points:
                kept = number
                for place in range(number):
                    if values[place] + points >= attack:
                        work.moves[count] = sets[place] | rest & -rest
                        count += 1
                    else:
                        sets[kept], values[kept] = sets[place] | rest & -rest, values[place] + points
                        kept += 1
                number = kept
            rest &= rest - 1
    return count


class Limit(NamedTuple):
    """Where the policy stops, whichever comes first."""

    enemies: int
    """The number of defeated enemies."""
    turns: int
    """The number of turns that it plays before the start of another one."""


class Hand(NamedTuple):
    """What the ratings of all plays of a hand have in common."""

    value: int
    worth: float
    heal: float
    """The gain of a card healed."""
    follower: float
    """The cost of each point of the strike for the hand of the next player."""
    room: int
    """The cards that all hands can draw."""
    own_room: int
    """The cards that the hand can draw."""


class Play(NamedTuple):
    """Cards that are played."""

    cards: int
    active: int
    """Those of a suit to which the enemy is not immune."""
    attack: int


class Rest(NamedTuple):
    """What a play leaves."""

    rating: float
    """The rating so far: of the cards played, and of the powers of hearts and diamonds."""
    left: int
    """The health of the enemy; 0 or less if it is defeated."""
    value: int
    """The value of the hand, without the cards drawn."""
    worth: float
    drawn: int
    """The cards drawn to the hand."""


@compiled
def worth_of(cards: int, weights: Weights) -> float:
    """Return the worth of cards in the hand."""
    total = 0.0
    while cards:
        total += weights.worths[lowest(cards)]
        cards &= cards - 1
    return total


# S1: play or yield


@compiled
def rate_turn(game: Game, weights: Weights, work: Workspace) -> int:
    """List every play, the yield and the flip in `moves`, with their ratings; return their number."""
    hand = _value_hand(game, weights)
    count = list_plays(game.hands[game.turn], work.moves)
    for place in range(count):
        work.ratings[place] = _rate_play(game, work.moves[place], hand, weights)
    if game.players > 1:
        if may_yield(game):
            work.moves[count], work.ratings[count] = YIELD_MOVE, _rate_yield(game, hand, weights)
            count += 1
    elif game.jesters_left:
        work.moves[count] = FLIP_MOVE
        work.ratings[count] = -weights.flip - hand.worth - _enemy_cost(game, weights)
        count += 1
    return count


@compiled
def _value_hand(game: Game, weights: Weights) -> Hand:
    cards, next_size = game.hands[game.turn], game.hand_sizes[(game.turn + 1) % game.players]
    return Hand(
        value_of(cards),
        worth_of(cards, weights),
        weights.heal * weights.plenty / (weights.plenty + game.tavern_size),
        weights.follower * (1.0 - next_size / game.full_hand),
        free_places(game),
        game.full_hand - game.hand_sizes[game.turn],
    )


@compiled
def _enemy_cost(game: Game, weights: Weights) -> float:
    """Return the future cost of the enemy: cards to defeat it, and cards for each of its strikes."""
    return (weights.toil + weights.pace * game.attack) * game.enemy_health


@compiled
def _rate_play(game: Game, cards: int, hand: Hand, weights: Weights) -> float:
    """Rate a play. It is the innermost part of a search."""
    worth = worth_of(cards, weights)
    if cards & JESTERS:
        return _rate_jester(game, weights) - worth
    attack = value_of(cards)
    play = Play(cards, cards & ~game.immune_suit, attack)
    rating, drawn = _rate_powers(game, play, hand, weights, -worth)
    left = game.enemy_health - (2 * attack if play.active & CLUBS else attack)
    rest = Rest(rating, left, hand.value - attack, hand.worth - worth, drawn)
    if left <= 0:
        return rating + _defeat_gain(game, rest, weights)
    return _rate_strike(game, play, rest, hand, weights)


@compiled
def _rate_powers(game: Game, play: Play, hand: Hand, weights: Weights, rating: float) -> tuple[float, int]:
    """Return the rating with the powers of hearts and diamonds (S2), and the number of cards drawn to the hand."""
    healed, drawn = 0, 0
    if play.active & HEARTS:
        healed = min(game.discard.bit_count(), play.attack)
        rating += hand.heal * healed - weights.heal_wasted * (play.attack - healed)
    if play.active & DIAMONDS:
        number = play.cards.bit_count()
        all_drawn = min(play.attack, hand.room + number, game.tavern_size + healed)
        rating += weights.draw * all_drawn - weights.draw_wasted * (play.attack - all_drawn)
        drawn = min((all_drawn + game.players - 1) // game.players, hand.own_room + number)
    return rating, drawn


@compiled
def _rate_strike(game: Game, play: Play, rest: Rest, hand: Hand, weights: Weights) -> float:
    """Return the rating with the cost of the strike of an enemy that survives, and of those to come (S4)."""
    rating, strike = rest.rating, game.attack
    if play.active & SPADES:
        strike = max(0, strike - play.attack)
    elif play.cards & SPADES:
        rating += weights.spades_blocked * play.attack
    if strike:
        if strike <= rest.value:
            cost = (weights.price * rest.worth + weights.strain * strike) * strike / rest.value
        else:
            cost = _shortage_cost(game, strike - rest.value, rest, weights)
        rating -= cost + hand.follower * strike
    return rating - (weights.toil + weights.pace * strike) * rest.left + (weights.reach if rest.left <= LUCKY else 0.0)


@compiled
def _shortage_cost(game: Game, missing: int, rest: Rest, weights: Weights) -> float:
    """Return the cost of a strike that exceeds the hand by `missing` points, with cards still to be drawn."""
    expected = rest.drawn * weights.drawn_value
    if missing <= expected:
        return weights.risk * missing / expected + weights.price * (rest.worth + missing)
    if missing <= rest.drawn * LUCKY:
        return DOUBTFUL + missing
    return weights.rescue if game.jesters_left else LOST


@compiled
def _rate_yield(game: Game, hand: Hand, weights: Weights) -> float:
    """Rate the yield: the strike costs its share of the hand."""
    strike = game.attack
    if strike > hand.value:
        return -LOST - _enemy_cost(game, weights)
    share = strike / hand.value if strike else 0.0
    cost = (weights.price * hand.worth + weights.strain * strike) * share
    return -weights.yielding - cost - _enemy_cost(game, weights)


@compiled
def _rate_jester(game: Game, weights: Weights) -> float:
    cancelled = weights.immunity_cancelled if game.immune_suit else 0.0
    blocked = weights.blocked * game.blocked_shield
    return weights.jester_played + cancelled + blocked - _enemy_cost(game, weights)


@compiled
def _defeat_gain(game: Game, rest: Rest, weights: Weights) -> float:
    """Return the gain of defeating the enemy (S3)."""
    if game.enemies_left == 1:
        return WON
    value = rest.value + rest.drawn * weights.drawn_value
    poor = weights.poor * (COMFORT - value) if value < COMFORT else 0.0
    return weights.defeat + (weights.excess * rest.left if rest.left else weights.exact) - poor


# S4: suffer damage


@compiled
def flip_cost(hand: int, weights: Weights) -> float:
    """Return the cost of flipping a solo jester."""
    return weights.flip + worth_of(hand, weights)


@compiled
def _choose_discard(game: Game, weights: Weights, work: Workspace) -> int:
    hand = game.hands[game.turn]
    cards = find_cheapest_cover(hand, game.attack, weights, work)
    if game.jesters_left and work.least_worth[game.attack] > flip_cost(hand, weights):
        return FLIP_MOVE
    return cards


# Jester: who goes next


@compiled
def rate_seat(game: Game, seat: int, weights: Weights) -> float:
    """Rate a seat to go next by the size of its hand."""
    return game.hand_sizes[seat] - (weights.stranger if seat == game.turn else 0.0)


@compiled
def _appoint(game: Game, weights: Weights) -> int:
    chosen = 0
    for seat in range(1, game.players):
        if rate_seat(game, seat, weights) > rate_seat(game, chosen, weights):
            chosen = seat
    return chosen


# Any move


@compiled
def choose_move(game: Game, suits: list[Weights], work: Workspace) -> int:
    """Return the move with the best rating; among equals, the highest number."""
    weights = suits[enemy_suit(game)]
    if game.phase == SUFFER:
        return _choose_discard(game, weights, work)
    if game.phase != PLAY:
        return _appoint(game, weights)
    count = rate_turn(game, weights, work)
    best, chosen = work.ratings[0], work.moves[0]
    for place in range(1, count):
        rating, move = work.ratings[place], work.moves[place]
        if rating > best or (rating == best and move > chosen):
            best, chosen = rating, move
    return chosen


@compiled
def play_out(game: Game, limit: Limit, suits: list[Weights], work: Workspace, rng: list[int]) -> None:
    """Play on to a limit or to the end of the game."""
    turns = limit.turns
    while game.phase != OVER and enemies_defeated(game) < limit.enemies and (turns > 0 or game.phase != PLAY):
        turns -= game.phase == PLAY
        play_move(game, choose_move(game, suits, work), rng)
