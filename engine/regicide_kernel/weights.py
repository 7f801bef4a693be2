"""The weights of the policy, a set of them against the enemies of each suit, and their records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from regicide.cards import COMPANIONS, ENEMIES, JESTERS, value
from regicide_kernel.backend import records
from regicide_kernel.record import Record


class PolicyWeights(NamedTuple):
    """The weights of the policy, in points; a card is worth about two points for each point of its value.

    The defaults are the starting point of tuning: good for any number of players, and best for none of them.
    """

    clubs: float = -5.3
    """A card in the hand besides its value, by suit."""
    diamonds: float = 9.3
    hearts: float = -2.4
    spades: float = -5.6
    clubs_value: float = 1.6
    """Each point of the value of a card in the hand, by suit."""
    diamonds_value: float = 1.8
    hearts_value: float = 1.7
    spades_value: float = 2.0
    companion: float = 16.0
    """An animal companion in the hand, in addition."""
    court: float = 4.2
    """A jack, queen or king in the hand, in addition."""
    jester: float = 9.8
    """A jester in the hand."""
    draw: float = 15.0
    """A card drawn by any player."""
    draw_wasted: float = 3.0
    """A point of attack that draws no card for want of room or cards (a penalty)."""
    heal: float = 5.2
    """A card healed while the tavern is empty."""
    plenty: float = 23.0
    """The size of the tavern at which a healed card counts half of that."""
    heal_wasted: float = -0.18
    """A point of attack that heals no card for want of discarded cards (a penalty)."""
    drawn_value: float = 4.9
    """The assumed value of a card still to be drawn."""
    defeat: float = 7.7
    """An enemy defeated."""
    exact: float = 11.0
    """An exact kill, in addition."""
    excess: float = 1.1
    """Each point of the enemy's health below 0, which counts negative."""
    poor: float = 2.2
    """Each point by which the value of the hand is then below 15 (a penalty)."""
    toil: float = -0.43
    """Each point of health left to the enemy (a cost)."""
    pace: float = 0.17
    """The product of that health and the enemy's strike (a cost): the number of strikes to come."""
    reach: float = 9.2
    """An enemy with at most 10 points of health left, which one card may defeat."""
    price: float = 0.45
    """The share of the hand that the next strike costs, times the hand's worth (a cost)."""
    strain: float = -0.33
    """That share times the strike (a cost)."""
    risk: float = 15.0
    """Damage that only cards still to be drawn can cover (a cost)."""
    follower: float = 3.7
    """The strike times the share of the next player's hand that is missing (a cost)."""
    yielding: float = 9.1
    """A yield, besides the strike (a cost)."""
    jester_played: float = -1.7
    """A jester played."""
    immunity_cancelled: float = 1.1
    """A jester that cancels an immunity, in addition."""
    blocked: float = -0.76
    """Each point of spades that the cancelled immunity had blocked."""
    spades_blocked: float = -0.32
    """Each point of spades played against an enemy that is immune to spades."""
    flip: float = 5.7
    """A flip of a solo jester, besides the hand discarded with it (a cost)."""
    rescue: float = 39.0
    """Damage that only a flip averts (a cost)."""
    stranger: float = 0.61
    """The cards by which the own hand must exceed another to go next."""


class Suits(NamedTuple):
    """The weights against the enemies of each suit."""

    clubs: PolicyWeights
    diamonds: PolicyWeights
    hearts: PolicyWeights
    spades: PolicyWeights


UNTUNED: Final = Suits(*[PolicyWeights()] * len(Suits._fields))


def suits_of(tuned: Mapping[str, Mapping[str, float]]) -> Suits:
    """Return the weights of a file of tuned numbers. Raises TypeError for other names."""
    return Suits(**{suit: PolicyWeights(**weights) for suit, weights in tuned.items()})


if TYPE_CHECKING:

    class Weights(PolicyWeights, Record):
        """The fields of `PolicyWeights`, and the worth of each card in the hand."""

        worths: Annotated[list[float], 54]

else:

    class Weights(Record):
        """The fields of `PolicyWeights`, and the worth of each card in the hand."""

        __annotations__ = {"worths": Annotated[list[float], 54], **PolicyWeights.__annotations__}


def weights_records(suits: Suits) -> list[Weights]:
    """Return the records of the weights, by the number of the suit."""
    made = records(Weights, len(suits))
    for record, weights in zip(made, suits, strict=True):
        for name, weight in weights._asdict().items():
            setattr(record, name, weight)
        for card in range(54):
            record.worths[card] = _card_worth(card, weights)
    return made


def _card_worth(card: int, weights: PolicyWeights) -> float:
    """Return the worth of one card in the hand."""
    if 1 << card & JESTERS:
        return weights.jester
    plain = (weights.clubs, weights.diamonds, weights.hearts, weights.spades)
    pips = (weights.clubs_value, weights.diamonds_value, weights.hearts_value, weights.spades_value)
    worth = plain[card // 13] + pips[card // 13] * value(1 << card)
    worth += weights.companion if 1 << card & COMPANIONS else 0.0
    return worth + (weights.court if 1 << card & ENEMIES else 0.0)
