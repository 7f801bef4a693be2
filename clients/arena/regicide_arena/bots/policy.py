"""The policy: rates every move by a few dozen weighted features of its costs and gains, and chooses the best one.

It considers the next move only and does not guess hidden cards. Its weights are tuned for each number of players over
millions of games. It is the bot `policy`, and the rollout policy of the planners.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple, TypeAlias

from regicide.cards import CLUBS, COMPANIONS, DIAMONDS, ENEMIES, HEARTS, JESTERS, SPADES, CardSet, members, size, value
from regicide.combos import PLAYS, playable_sets
from regicide.rollout import FLIP_MOVE, OVER, PLAY, SUFFER, YIELD_MOVE, Move, Rollout
from regicide_arena.bots.weights import PolicyWeights

IMPOSSIBLE: Final = 1e9
"""The worth of a cover that does not exist."""
CACHE_SIZE: Final = 1 << 14
"""Entries of each cache, which is cleared when it is full."""

_VALUES: Final = tuple(value(1 << card) for card in range(54))

Option: TypeAlias = tuple[CardSet, int, int, float]
"""A play and its constant properties: cards, attack value, number of cards, worth."""


class HandValue(NamedTuple):
    """The plays of a hand, the sum of its cards' values, and its worth in points."""

    options: list[Option]
    value: int
    worth: float


class HandEvaluator:
    """Values hands by the weights of a policy, with caches."""

    def __init__(self, weights: PolicyWeights) -> None:
        self.worths = [_card_worth(card, weights) for card in range(54)]
        self._options: dict[CardSet, Option] = {
            cards: (cards, value(cards), size(cards), self.worth(cards)) for cards in PLAYS
        }
        self._hands: dict[CardSet, HandValue] = {}
        self._covers: dict[int, tuple[CardSet, float]] = {}

    def worth(self, cards: CardSet) -> float:
        """Return the worth of cards in the hand."""
        total = 0.0
        for card in members(cards):
            total += self.worths[card]
        return total

    def hand(self, cards: CardSet) -> HandValue:
        """Return the plays, value and worth of a hand."""
        found = self._hands.get(cards)
        if found is None:
            if len(self._hands) > CACHE_SIZE:
                self._hands.clear()
            options = [self._options[play] for play in playable_sets(cards)]
            worth = sum([worth for _, _, _, worth in options[: size(cards)]])  # the single cards come first
            found = self._hands[cards] = HandValue(options, value(cards), worth)
        return found

    def cover(self, hand: CardSet, strike: int) -> tuple[CardSet, float]:
        """Return the cards of the least worth that cover a strike, and their worth; IMPOSSIBLE if none do."""
        key = hand << 5 | strike
        found = self._covers.get(key)
        if found is None:
            if len(self._covers) > CACHE_SIZE:
                self._covers.clear()
            found = self._covers[key] = self._cheapest_cover(hand & ~JESTERS, strike)
        return found

    def _cheapest_cover(self, hand: CardSet, strike: int) -> tuple[CardSet, float]:
        """Solve the knapsack: the least worth, and its cards, for every part of the strike."""
        least = [0.0] + [IMPOSSIBLE] * strike
        chosen = [0] * (strike + 1)
        covered = 0
        for card in members(hand):
            points, worth = _VALUES[card], self.worths[card]
            covered = min(strike, covered + points)
            for part in range(covered, 0, -1):
                before = part - points if part > points else 0
                if least[before] + worth < least[part]:
                    least[part] = least[before] + worth
                    chosen[part] = chosen[before] | 1 << card
        return chosen[strike], least[strike]


def _card_worth(card: int, weights: PolicyWeights) -> float:
    """Return the worth of one card in the hand."""
    if 1 << card & JESTERS:
        return weights.jester
    plain = (weights.clubs, weights.diamonds, weights.hearts, weights.spades)
    pips = (weights.clubs_value, weights.diamonds_value, weights.hearts_value, weights.spades_value)
    worth = plain[card // 13] + pips[card // 13] * value(1 << card)
    worth += weights.companion if 1 << card & COMPANIONS else 0.0
    return worth + (weights.court if 1 << card & ENEMIES else 0.0)


def minimal_covers(hand: CardSet, strike: int) -> list[CardSet]:
    """Return the sets of cards that cover a strike and need each of their cards for it."""
    covers: list[CardSet] = []
    short = [(0, 0)]
    for card in sorted(members(hand), key=lambda card: -value(1 << card)):
        points = value(1 << card)
        longer = [(cards | 1 << card, worth + points) for cards, worth in short]
        covers += [cards for cards, worth in longer if worth >= strike]
        short += [(cards, worth) for cards, worth in longer if worth < strike]
    return covers


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
