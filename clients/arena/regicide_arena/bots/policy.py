"""The policy: rates every move by a few dozen weighted features of its costs and gains, and takes the best one.

It looks at the next move only and does not guess hidden cards. Its weights are tuned for each number of players over
millions of games. It is the bot `policy`, and the rollout policy of the planners.
"""

from __future__ import annotations

from random import Random
from typing import Final

from regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, CardSet, size
from regicide.rollout import FLIP_MOVE, OVER, PLAY, SUFFER, YIELD_MOVE, Move, Rollout
from regicide_arena.bots.hand_values import HandEvaluator, HandValue
from regicide_arena.bots.weights import PolicyWeights

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


class Policy:
    """Rates and chooses moves in simulations by its weights."""

    def __init__(self, weights: PolicyWeights) -> None:
        self.weights = weights
        self.hands = HandEvaluator(weights)

    def choose(self, game: Rollout) -> Move:
        """Return the move with the best rating."""
        if game.phase == PLAY:
            return max(self.rated_turn(game))[1]
        return self._discard(game) if game.phase == SUFFER else self._appoint(game)

    def play_out(self, game: Rollout, until: int, rng: Random) -> None:
        """Play on until the given number of enemies is defeated or the game is over."""
        while game.phase != OVER and game.defeated < until:
            game.play(self.choose(game), rng)

    # S1: play or yield

    def rated_turn(self, game: Rollout) -> list[tuple[float, Move]]:
        """Return every play, the yield and the flip, each after its rating."""
        hand = self.hands.hand(game.hands[game.turn])
        rated = self._rated_plays(game, hand)
        if game.players > 1:
            if game.may_yield():
                rated.append((self._rate_yield(game, hand), YIELD_MOVE))
        elif game.jesters_left:
            rated.append((-self.weights.flip - hand.worth - self._enemy_cost(game), FLIP_MOVE))
        return rated

    def _enemy_cost(self, game: Rollout) -> float:
        """Return the future cost of the enemy: cards to defeat it, and cards for each of its strikes."""
        return (self.weights.toil + self.weights.pace * game.attack) * game.enemy_health

    def _rated_plays(self, game: Rollout, hand: HandValue) -> list[tuple[float, Move]]:
        """Return every play after its rating. It is the innermost loop of a search, in one function for speed."""
        weights = self.weights
        (draw, heal_wasted, draw_wasted, drawn_value) = (
            weights.draw, weights.heal_wasted, weights.draw_wasted, weights.drawn_value
        )  # fmt: skip
        toil, pace, reach, spades_blocked, price, strain = (
            weights.toil, weights.pace, weights.reach, weights.spades_blocked, weights.price, weights.strain
        )  # fmt: skip
        players, immune, health, strikes_for = game.players, game.immune_suit, game.enemy_health, game.attack
        options, hand_value, hand_worth = hand
        tavern, discard = len(game.tavern), size(game.discard)
        room, own_room = game.full_hand * players - sum(game.hand_sizes), game.full_hand - game.hand_sizes[game.turn]
        heal = weights.heal * weights.plenty / (weights.plenty + tavern)
        follower = weights.follower * (1.0 - game.hand_sizes[(game.turn + 1) % players] / game.full_hand)
        rated: list[tuple[float, Move]] = []
        for cards, attack, number, worth in options:
            if cards & JESTERS:
                rated.append((self._rate_jester(game) - worth, cards))
                continue
            rating, powers, drawn = -worth, cards & ~immune, 0
            # S2: the powers of hearts and diamonds
            healed = 0
            if powers & HEARTS:
                healed = min(discard, attack)
                rating += heal * healed - heal_wasted * (attack - healed)
            if powers & DIAMONDS:
                all_drawn = min(attack, room + number, tavern + healed)
                rating += draw * all_drawn - draw_wasted * (attack - all_drawn)
                drawn = min((all_drawn + players - 1) // players, own_room + number)
            # S3: a play that defeats the enemy
            left = health - (2 * attack if powers & CLUBS else attack)
            if left <= 0:
                rated.append((rating + self._defeat_gain(game, left, hand_value - attack + drawn * drawn_value), cards))
                continue
            # S4: the cost of the strike now, and of those to come
            strike = strikes_for
            if powers & SPADES:
                strike = strike - attack if strike > attack else 0
            elif cards & SPADES:
                rating += spades_blocked * attack
            if strike:
                rest = hand_value - attack
                if strike <= rest:
                    rating -= (price * (hand_worth - worth) + strain * strike) * strike / rest + follower * strike
                else:
                    rating -= self._shortage_cost(game, strike - rest, drawn, hand_worth - worth) + follower * strike
            rated.append((rating - (toil + pace * strike) * left + (reach if left <= LUCKY else 0.0), cards))
        return rated

    def _rate_yield(self, game: Rollout, hand: HandValue) -> float:
        """Rate the yield: the strike costs its share of the hand."""
        weights, strike = self.weights, game.attack
        if strike > hand.value:
            return -LOST - self._enemy_cost(game)
        share = strike / hand.value if strike else 0.0
        return (
            -weights.yielding - (weights.price * hand.worth + weights.strain * strike) * share - self._enemy_cost(game)
        )

    def _rate_jester(self, game: Rollout) -> float:
        weights = self.weights
        cancelled = weights.immunity_cancelled if game.immune_suit else 0.0
        return weights.jester_played + cancelled + weights.blocked * game.blocked_shield - self._enemy_cost(game)

    def _defeat_gain(self, game: Rollout, left: int, rest: float) -> float:
        """Return the gain of defeating the enemy with a hand of this value left."""
        weights = self.weights
        if len(game.castle) == 1:
            return WON
        poor = weights.poor * (COMFORT - rest) if rest < COMFORT else 0.0
        return weights.defeat + (weights.excess * left if left else weights.exact) - poor

    # S4: suffer damage

    def _shortage_cost(self, game: Rollout, missing: int, drawn: int, worth: float) -> float:
        """Return the cost of a strike that exceeds the hand by `missing` points, with cards still to be drawn."""
        weights = self.weights
        expected = drawn * weights.drawn_value
        if missing <= expected:
            return weights.risk * missing / expected + weights.price * (worth + missing)
        if missing <= drawn * LUCKY:
            return DOUBTFUL + missing
        return weights.rescue if game.jesters_left else LOST

    def flip_cost(self, hand: CardSet) -> float:
        """Return the cost of flipping a solo jester."""
        return self.weights.flip + self.hands.worth(hand)

    def _discard(self, game: Rollout) -> Move:
        hand = game.hands[game.turn]
        cards, worth = self.hands.cover(hand, game.attack)
        return FLIP_MOVE if game.jesters_left and worth > self.flip_cost(hand) else cards

    # Jester: who goes next

    def _appoint(self, game: Rollout) -> Move:
        return max(range(game.players), key=lambda seat: self.rate_seat(game, seat))

    def rate_seat(self, game: Rollout, seat: int) -> float:
        """Rate a seat to go next by the size of its hand."""
        return game.hand_sizes[seat] - (self.weights.stranger if seat == game.turn else 0.0)
