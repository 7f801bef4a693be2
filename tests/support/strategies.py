"""Hypothesis strategies: seeds, games of legal actions, and the positions reached in them.

Every choice is drawn from hypothesis, so a failure shrinks to a short game. Games played at random end early; so a game
may also begin in the middle, from an arranged position: some enemies are defeated, and the cards are in any place.
"""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from regicide import Phase, Position, Step, apply, cards_in_game, replay, shuffle
from regicide.cards import card_set, members, size, value
from regicide.rulebook import attack_of

seeds = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=128)
players = st.sampled_from((1, 2, 3, 4))
_lengths = st.sampled_from((1, 5, 10, 20, 40))


def examples(weight: int) -> settings:
    """Settings for a property that deserves `weight` percent of the examples of the profile, without a deadline.

    The profile `suite` has 40 examples and `thorough` 1,000: with weight 250, a property has 100 or 2,500.
    """
    count = max(1, weight * settings.default.max_examples // 100)
    return settings(max_examples=count, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Game(NamedTuple):
    """A game so far: its first position and its steps."""

    first: Position
    steps: list[Step]

    @property
    def positions(self) -> list[Position]:
        """Every position of the game, the first one included."""
        return [self.first, *(step.position for step in self.steps)]


@st.composite
def starts(draw):
    """The start of a game."""
    count = draw(players)
    return Position.new(draw(seeds), count, draw(st.integers(0, count - 1)))


@st.composite
def arranged(draw):
    """The start of a turn in the middle of a game, against a fresh enemy."""
    dealt = draw(starts())
    defeated = draw(st.integers(0, 11))
    fallen, castle = dealt.castle[:defeated], dealt.castle[defeated:]
    known = fallen[: draw(st.sampled_from((0, 0, 1, 2)))]
    loose = shuffle(dealt.seed, "arranged", members(cards_in_game(dealt.players) & ~card_set(castle + known)))
    hands = [_take(loose, dealt.full_hand - draw(st.sampled_from((0, 1, 2, 4)))) for _ in dealt.hands]
    tavern = _take(loose, draw(st.integers(0, len(loose))))
    pools = draw(_pools(known, hands, tavern))
    yielded = draw(st.sets(st.integers(0, dealt.players - 1), max_size=dealt.players - 1))
    return dealt._replace(
        castle=castle,
        hands=tuple(map(card_set, hands)),
        tavern=(*known, *tavern),
        known_on_top=len(known),
        hidden_pools=pools,
        discard=card_set(loose),
        yielded_seats=card_set(yielded),
        jesters_left=draw(st.integers(0, dealt.jesters_left)),
        heart_shuffles=draw(st.integers(0, 20)),
    ).validated(course=False)


@st.composite
def _pools(draw, known, hands, tavern):
    """Possible pools of these cards: pools drawn completely, one drawn partly, and heals below."""
    held = [card for hand in hands for card in hand]
    drawn = _cut(held, draw(st.lists(st.integers(0, len(held)), max_size=2)))
    lying = _cut(tavern, draw(st.lists(st.integers(0, len(tavern)), max_size=3)))
    met = drawn.pop() + lying.pop(0)
    return tuple(card_set(pool) for pool in (*([card] for card in known), *drawn, met, *lying) if pool)


def _cut(pile, places):
    """The pile, cut at these places."""
    return [pile[start:end] for start, end in pairwise((0, *sorted(places), len(pile)))]


@st.composite
def games(draw, beginnings=None):
    """A game of legal actions, possibly unfinished; in half of the games the players avoid losing."""
    position = first = draw(starts() | arranged() if beginnings is None else beginnings)
    choices = draw(st.sampled_from([attrgetter("legal_actions"), _careful_actions]))
    steps = []
    for _ in range(draw(_lengths)):
        if not (actions := choices(position)):
            break
        [step] = replay(position, [draw(st.sampled_from(actions))])
        steps.append(step)
        position = step.position
    return Game(first, steps)


def positions():
    """A position of a game, possibly its end."""
    return games().map(lambda game: game.positions[-1])


def positions_to_act_in():
    """A position of a game that is not over."""
    return games().map(lambda game: game.positions[-1 if game.positions[-1].outcome is None else -2])


@st.composite
def lookalikes(draw, position, viewer, shown=0):
    """A position with the same view for the viewer (a seat, or None for a spectator).

    Hidden cards are rearranged within their pools: those of the other hands, except for cards `shown` to all, and those
    of the tavern. The castle below the enemy, the seed and the number of shuffles may differ, too.
    """
    hands = [hand if seat == viewer else hand & shown for seat, hand in enumerate(position.hands)]
    hidden = [hand & ~visible for hand, visible in zip(position.hands, hands, strict=True)]
    tavern = []
    for pool in position.hidden_pools:
        cards = draw(_swapped(card for pile in (*hidden, card_set(position.tavern)) for card in members(pile & pool)))
        hands = [hand | card_set(_take(cards, size(pile & pool))) for hand, pile in zip(hands, hidden, strict=True)]
        tavern += cards
    under_the_enemy = draw(st.permutations(position.castle[1:]))
    return position._replace(
        hands=tuple(hands),
        tavern=tuple(tavern),
        castle=(*position.castle[:1], *sorted(under_the_enemy, key=attack_of)),
        seed=draw(seeds),
        heart_shuffles=draw(st.integers(0, 20)),
    )


@st.composite
def _swapped(draw, cards):
    """The cards with some pairs swapped; a failure shrinks to the swap that causes it."""
    cards = list(cards)
    place = st.integers(0, max(0, len(cards) - 1))
    for one, other in draw(st.lists(st.tuples(place, place), max_size=len(cards))):
        cards[one], cards[other] = cards[other], cards[one]
    return cards


def _careful_actions(position):
    """Legal actions that do not lose at once, if any; the cheapest discards."""
    actions = position.legal_actions
    if position.phase is Phase.SUFFER:
        return sorted(actions, key=lambda action: value(action.cards))[:4]
    return [action for action in actions if not _loses(apply(position, action))] or actions


def _loses(position):
    return position.outcome is not None and not position.outcome.won


def _take(pile: list[int], count: int) -> list[int]:
    taken, pile[:] = pile[:count], pile[count:]
    return taken
