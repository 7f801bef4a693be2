"""What the rules allow, and why they do not.

`refusal` is the one place that says whether an action is legal. The lists of legal actions are drawn from the same
predicates: `PLAYS`, `covers`, `may_yield`, `may_flip`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from regicide.actions import FLIP, YIELD, Action, Kind, appoint
from regicide.cards import CardSet, codes, value
from regicide.options import PLAYS, covers, discards, plays
from regicide.outcome import Reason
from regicide.position import Position
from regicide.rulebook import Phase
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
