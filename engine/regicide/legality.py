"""What the rules allow, and why they do not.

`refusal` is the one place that says whether an action is legal. The lists of legal actions are drawn from the same
predicates: `PLAYS`, `covers`, `may_yield`, `may_flip`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from regicide.actions import FLIP, YIELD, Action, Kind, appoint, each_discard, play
from regicide.cards import (
    ALL_BUT_JESTERS,
    CODES,
    COMPANIONS,
    JESTERS,
    VALUES,
    CardSet,
    card_set,
    codes,
    members,
    ranked,
    size,
    value,
)
from regicide.outcome import Reason
from regicide.position import Position
from regicide.rulebook import COMBO_LIMIT, COMBO_RANKS, FULL_HAND, Phase
from regicide.sentence import Sentence


class Why(StrEnum):
    """Why an action is refused."""

    WRONG_PHASE = "wrong-phase"
    NOT_IN_HAND = "not-in-hand"
    NOT_A_COMBO = "not-a-combo"
    DOES_NOT_COVER_DAMAGE = "does-not-cover-damage"
    MAY_NOT_YIELD = "may-not-yield"
    NO_FLIP_LEFT = "no-flip-left"
    UNKNOWN_SEAT = "unknown-seat"


class Refusal(NamedTuple):
    """Why an action is refused: the reason, the rule that says so, and a sentence for the player."""

    why: Why
    rule: str
    detail: Sentence


def _plays_of_several() -> Iterator[CardSet]:
    """Every set of two to four cards that S1 lets a player play together."""
    yield from (pair for pair in _sets(ALL_BUT_JESTERS, 2) if pair & COMPANIONS)
    for rank in COMBO_RANKS:
        yield from (combo for count in (2, 3, 4) for combo in _sets(ranked(rank), count) if value(combo) <= COMBO_LIMIT)


def _sets(cards: CardSet, count: int) -> Iterator[CardSet]:
    return map(card_set, combinations(members(cards), count))


_SINGLES: Final = {1 << card: play(1 << card) for card in members(ALL_BUT_JESTERS | JESTERS)}
_SEVERAL: Final = {cards: play(cards) for cards in _plays_of_several()}

PLAYS: Final[dict[CardSet, Action]] = _SINGLES | _SEVERAL
"""Every play that S1 knows, by its cards: a single card, a companion with another card, a combo of 2 to 5."""

ATTACK_VALUES: Final = {cards: value(cards) for cards in PLAYS}
"""What each play attacks with."""


def _together(first: CardSet) -> tuple[CardSet, dict[CardSet, list[CardSet]]]:
    """The cards that go with a card and come after it; and for each set of them, what can be played with that card."""
    together = [cards for cards in _SEVERAL if cards & -cards == first]
    partners = 0
    for cards in together:
        partners |= cards ^ first
    return partners, {
        held: [cards for cards in together if not cards & ~(held | first)] for held in _subsets_of(partners)
    }


def _subsets_of(cards: CardSet) -> list[CardSet]:
    """All sets of some of these cards, so ordered that each card doubles what there was before it."""
    subsets = [0]
    for card in members(cards):
        subsets += [subset | 1 << card for subset in subsets]
    return subsets


_TOGETHER: Final = {first: _together(first) for first in _SINGLES if first & ALL_BUT_JESTERS & ~COMPANIONS}
"""What can be played with each card that goes with a few others only; a companion goes with every other card."""

_COMBO_CARDS: Final = ranked(COMBO_RANKS)

_VALUE: Final = 54
_CARDS: Final = ALL_BUT_JESTERS | JESTERS
_WITH_VALUE: Final = {card: VALUES[card] << _VALUE | card for card in _SINGLES}

_BY_SIZE: Final = [sorted(range(1 << number), key=int.bit_count) for number in range(max(FULL_HAND.values()) + 1)]
"""The places of the subsets of so many cards, as `_subsets_of` has them, those of the fewest cards first."""


def covers(cards: CardSet, attack: int) -> bool:
    """Whether discarding these cards satisfies an attack; more than is needed may be discarded (S4, R2)."""
    return value(cards) >= attack


def may_yield(position: Position) -> bool:
    """Whether the yield rule lets the current player yield (R1, R6): not if all others did on their last turn."""
    everyone = (1 << position.players) - 1
    return position.yielded | 1 << position.turn != everyone


def may_flip(position: Position) -> bool:
    """Whether a solo jester is left to flip."""
    return position.flips > 0


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Every legal action, in a fixed order; none when the game is over.

    All sets of cards that cover the damage are listed, not only the smallest (R2).
    """
    hand = position.hands[position.turn]
    match position.phase:
        case Phase.PLAY:
            return plays(hand) + (YIELD,) * may_yield(position) + (FLIP,) * may_flip(position)
        case Phase.SUFFER:
            return discards(hand, position.attack) + (FLIP,) * may_flip(position)
        case Phase.APPOINT:
            return tuple(appoint(seat) for seat in range(position.players))
        case Phase.OVER:
            return ()


def loss(position: Position) -> Reason | None:
    """Why the game is lost here, if the player to act can do nothing at all (S1, R5).

    Who cannot cover the damage, or can neither play nor yield, has lost for all; in solo only when no flip is left.
    """
    hand = position.hands[position.turn]
    match position.phase:
        case Phase.PLAY if not (hand or may_yield(position) or may_flip(position)):
            return Reason.CANNOT_PLAY_OR_YIELD
        case Phase.SUFFER if not (covers(hand, position.attack) or may_flip(position)):
            return Reason.CANNOT_COVER_DAMAGE
    return None


@lru_cache(maxsize=1 << 10)
def plays(hand: CardSet) -> tuple[Action, ...]:
    """Every play that a hand allows (S1): the single cards, then those of several cards."""
    return tuple([PLAYS[cards] for cards in playable(hand)])


def playable(hand: CardSet) -> list[CardSet]:
    """The cards of every play that a hand allows, in the order of `plays`."""
    singles, rest = [], hand
    while rest:  # what `members` does, but in half the time: searches ask for millions of hands
        singles.append(rest & -rest)
        rest &= rest - 1
    if not (hand & COMPANIONS or _has_twins(hand)):
        return singles
    playable = singles[:]
    for first in singles:
        if first & COMPANIONS:
            playable += [first | other for other in singles if first < other <= ALL_BUT_JESTERS]
        elif first <= ALL_BUT_JESTERS:
            partners, together = _TOGETHER[first]
            playable += together[hand & partners]
    return playable


def _has_twins(hand: CardSet) -> bool:
    """Whether a hand holds two cards of one rank that is low enough for combos."""
    ranks = hand & _COMBO_CARDS
    return bool(ranks & (ranks >> 13 | ranks >> 26 | ranks >> 39))


@lru_cache(maxsize=1 << 8)
def discards(hand: CardSet, attack: int) -> tuple[Action, ...]:
    """Every set of cards from a hand that satisfies an attack (S4, R2), those with the fewest cards first."""
    return tuple(each_discard(covering(hand, attack)))


def covering(hand: CardSet, attack: int) -> list[CardSet]:
    """The cards of every discard that satisfies an attack, in the order of `discards`."""
    subsets, least = _subsets_with_values(hand), attack << _VALUE
    return [subsets[place] & _CARDS for place in _BY_SIZE[size(hand)] if subsets[place] >= least]


@lru_cache(maxsize=1 << 8)
def discard_texts(hand: CardSet, attack: int) -> list[str]:
    """The texts of `discards`, in a fraction of the time."""
    texts = [""]
    for card in members(hand):
        dashed = f"-{CODES[card]}"
        texts += [text + dashed for text in texts]
    subsets, least = _subsets_with_values(hand), attack << _VALUE
    return [texts[place] for place in _BY_SIZE[size(hand)] if subsets[place] >= least]


def _subsets_with_values(hand: CardSet) -> list[int]:
    """All sets of some of these cards, ordered as by `_subsets_of`; in the bits above its cards each has its value."""
    subsets, rest = [0], hand
    while rest:
        card = _WITH_VALUE[rest & -rest]
        subsets += [subset + card for subset in subsets]
        rest &= rest - 1
    return subsets


def refusal(position: Position, action: Action) -> Refusal | None:
    """Why the rules refuse an action in a position that is not over; None if it is legal."""
    if action.kind not in _ACTIONS_OF[position.phase]:
        return _wrong_phase(position)
    match action.kind:
        case Kind.PLAY:
            return _refusal_of_play(position, action.cards)
        case Kind.DISCARD:
            return _refusal_of_discard(position, action.cards)
        case Kind.YIELD:
            return None if may_yield(position) else _may_not_yield(position)
        case Kind.APPOINT:
            return _refusal_of_seat(position, action.seat)
        case Kind.FLIP:
            return None if may_flip(position) else _no_flip_left()


_ACTIONS_OF: Final = {
    Phase.PLAY: (Kind.PLAY, Kind.YIELD, Kind.FLIP),
    Phase.SUFFER: (Kind.DISCARD, Kind.FLIP),
    Phase.APPOINT: (Kind.APPOINT,),
    Phase.OVER: (),
}


def _wrong_phase(position: Position) -> Refusal:
    rule, detail = _expected(position.phase, position.turn)
    return Refusal(Why.WRONG_PHASE, rule, detail)


def _expected(phase: Phase, seat: int) -> tuple[str, Sentence]:
    """What has to be done in a phase, and the rule that says so."""
    match phase:
        case Phase.PLAY:
            return "S1", Sentence("seat {seat} has to play cards or yield now", seat=seat)
        case Phase.SUFFER:
            return "S4", Sentence("seat {seat} has to discard cards against the damage now", seat=seat)
        case Phase.APPOINT:
            return "Jester", Sentence("seat {seat} has to appoint the player who goes next now", seat=seat)
        case Phase.OVER:
            return "S3", Sentence("nothing can be done now: the game is over")


def _refusal_of_play(position: Position, cards: CardSet) -> Refusal | None:
    if missing := cards & ~position.hands[position.turn]:
        return _not_in_hand("S1", missing)
    return None if cards in PLAYS else _not_a_combo(cards)


def _not_a_combo(cards: CardSet) -> Refusal:
    detail = Sentence(
        "{cards} cannot be played together: play one card, a companion with one card that is no jester, "
        "or 2 to 4 cards of one number from 2 to 5 with a total of 10 or less",
        cards="+".join(codes(cards)),
    )
    return Refusal(Why.NOT_A_COMBO, "S1", detail)


def _refusal_of_discard(position: Position, cards: CardSet) -> Refusal | None:
    if missing := cards & ~position.hands[position.turn]:
        return _not_in_hand("S4", missing)
    return None if covers(cards, position.attack) else _does_not_cover(value(cards), position.attack)


def _does_not_cover(worth: int, attack: int) -> Refusal:
    detail = Sentence("the cards are worth {worth}, and the enemy strikes for {attack}", worth=worth, attack=attack)
    return Refusal(Why.DOES_NOT_COVER_DAMAGE, "S4", detail)


def _refusal_of_seat(position: Position, seat: int) -> Refusal | None:
    if 0 <= seat < position.players:
        return None
    last = position.players - 1
    detail = Sentence("there is no seat {seat}: the seats are 0 to {last}", seat=seat, last=last)
    return Refusal(Why.UNKNOWN_SEAT, "Jester", detail)


def _not_in_hand(rule: str, missing: CardSet) -> Refusal:
    detail = Sentence("not in the hand of the player to act: {cards}", cards=", ".join(codes(missing)))
    return Refusal(Why.NOT_IN_HAND, rule, detail)


def _may_not_yield(position: Position) -> Refusal:
    if position.players == 1:
        return Refusal(Why.MAY_NOT_YIELD, "R1", Sentence("a solo player may not yield"))
    return Refusal(Why.MAY_NOT_YIELD, "Yield", Sentence("every other player yielded on their last turn"))


def _no_flip_left() -> Refusal:
    return Refusal(Why.NO_FLIP_LEFT, "Solo", Sentence("no jester is left to flip"))
