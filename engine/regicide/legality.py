"""The legal actions of a position, and the reason why another action is illegal.

`why_illegal` alone decides whether an action is legal. The lists of legal actions and the test for a loss use the same
predicates: `PLAYS`, `covers`, `may_yield`, `may_flip`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from regicide.actions import FLIP, YIELD, Action, ActionKind
from regicide.cards import CardSet, card_names, value
from regicide.combos import PLAYS, covers, discard_texts, discards, plays
from regicide.message import Message
from regicide.outcome import EndReason
from regicide.rulebook import Phase
from regicide.state import GameState


class IllegalReason(StrEnum):
    """Why an action is illegal."""

    WRONG_PHASE = "wrong-phase"
    NOT_IN_HAND = "not-in-hand"
    NOT_A_COMBO = "not-a-combo"
    DOES_NOT_COVER_DAMAGE = "does-not-cover-damage"
    MAY_NOT_YIELD = "may-not-yield"
    NO_FLIP_LEFT = "no-flip-left"
    UNKNOWN_SEAT = "unknown-seat"


class Refusal(NamedTuple):
    """Why an action is illegal: the reason, the rule, and a message for the player."""

    reason: IllegalReason
    rule: str
    """The step or rule of the rulebook, such as `S1` or `R1`."""
    detail: Message


def may_yield(state: GameState) -> bool:
    """Whether the current player may yield (R1, R6): not if all other players yielded on their last turn."""
    everyone = (1 << state.players) - 1
    return state.yielded_seats | 1 << state.turn != everyone


def may_flip(state: GameState) -> bool:
    """Whether a solo jester is left to flip."""
    return state.jesters_left > 0


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Every legal action in a fixed order; empty when the game is over.

    All sets of cards that cover the damage are listed, not only the smallest (R2).
    """
    hand = state.hands[state.turn]
    match state.phase:
        case Phase.PLAY:
            return plays(hand) + (YIELD,) * may_yield(state) + (FLIP,) * may_flip(state)
        case Phase.SUFFER:
            return discards(hand, state.attack) + (FLIP,) * may_flip(state)
        case Phase.APPOINT:
            return tuple(Action.appoint(seat) for seat in range(state.players))
        case Phase.OVER:
            return ()


def legal_action_texts(state: GameState) -> list[str]:
    """The texts of all legal actions, in the order of `legal_actions`."""
    if state.phase is Phase.SUFFER:
        flip = [FLIP.kind.value] if may_flip(state) else []
        return discard_texts(state.hands[state.turn], state.attack) + flip
    return [str(action) for action in legal_actions(state)]


def loss_reason(state: GameState) -> EndReason | None:
    """Why the game is lost, if the player to act has no legal action (S1, R5); None otherwise.

    A player who cannot cover the damage, or can neither play nor yield, loses for all; in a solo game only once no
    jester is left to flip.
    """
    hand = state.hands[state.turn]
    match state.phase:
        case Phase.PLAY if not (hand or may_yield(state) or may_flip(state)):
            return EndReason.CANNOT_PLAY_OR_YIELD
        case Phase.SUFFER if not (covers(hand, state.attack) or may_flip(state)):
            return EndReason.CANNOT_COVER_DAMAGE
    return None


def why_illegal(state: GameState, action: Action) -> Refusal | None:
    """Why an action is illegal; None if it is legal."""
    if action.kind not in _KINDS_BY_PHASE[state.phase]:
        return _wrong_phase(state)
    match action.kind:
        case ActionKind.PLAY:
            return _refuse_play(state, action.cards)
        case ActionKind.DISCARD:
            return _refuse_discard(state, action.cards)
        case ActionKind.YIELD:
            return None if may_yield(state) else _may_not_yield(state)
        case ActionKind.APPOINT:
            return _refuse_seat(state, action.seat)
        case ActionKind.FLIP:
            return None if may_flip(state) else _no_flip_left()


_KINDS_BY_PHASE: Final = {
    Phase.PLAY: (ActionKind.PLAY, ActionKind.YIELD, ActionKind.FLIP),
    Phase.SUFFER: (ActionKind.DISCARD, ActionKind.FLIP),
    Phase.APPOINT: (ActionKind.APPOINT,),
    Phase.OVER: (),
}


def _wrong_phase(state: GameState) -> Refusal:
    rule, detail = _expected(state.phase, state.turn)
    return Refusal(IllegalReason.WRONG_PHASE, rule, detail)


def _expected(phase: Phase, seat: int) -> tuple[str, Message]:
    """The rule that governs a phase, and what the player to act has to do."""
    match phase:
        case Phase.PLAY:
            return "S1", Message("seat {seat} has to play cards or yield now", seat=seat)
        case Phase.SUFFER:
            return "S4", Message("seat {seat} has to discard cards against the damage now", seat=seat)
        case Phase.APPOINT:
            return "Jester", Message("seat {seat} has to appoint the player who goes next now", seat=seat)
        case Phase.OVER:
            return "S3", Message("no action is possible: the game is over")


def _refuse_play(state: GameState, cards: CardSet) -> Refusal | None:
    if missing := cards & ~state.hands[state.turn]:
        return _not_in_hand("S1", missing)
    return None if cards in PLAYS else _not_a_combo(cards)


def _not_a_combo(cards: CardSet) -> Refusal:
    detail = Message(
        "{cards} cannot be played together: play one card, a companion with one other card except a jester, "
        "or 2 to 4 cards of one number from 2 to 5 with a total of 10 or less",
        cards="+".join(card_names(cards)),
    )
    return Refusal(IllegalReason.NOT_A_COMBO, "S1", detail)


def _refuse_discard(state: GameState, cards: CardSet) -> Refusal | None:
    if missing := cards & ~state.hands[state.turn]:
        return _not_in_hand("S4", missing)
    return None if covers(cards, state.attack) else _does_not_cover(value(cards), state.attack)


def _does_not_cover(worth: int, attack: int) -> Refusal:
    detail = Message("the cards are worth {worth}, and the enemy strikes for {attack}", worth=worth, attack=attack)
    return Refusal(IllegalReason.DOES_NOT_COVER_DAMAGE, "S4", detail)


def _refuse_seat(state: GameState, seat: int) -> Refusal | None:
    if 0 <= seat < state.players:
        return None
    last = state.players - 1
    detail = Message("unknown seat {seat}: the seats are 0 to {last}", seat=seat, last=last)
    return Refusal(IllegalReason.UNKNOWN_SEAT, "Jester", detail)


def _not_in_hand(rule: str, missing: CardSet) -> Refusal:
    detail = Message("not in the hand of the player to act: {cards}", cards=", ".join(card_names(missing)))
    return Refusal(IllegalReason.NOT_IN_HAND, rule, detail)


def _may_not_yield(state: GameState) -> Refusal:
    if state.players == 1:
        return Refusal(IllegalReason.MAY_NOT_YIELD, "R1", Message("a solo player may not yield"))
    return Refusal(IllegalReason.MAY_NOT_YIELD, "Yield", Message("every other player yielded on their last turn"))


def _no_flip_left() -> Refusal:
    return Refusal(IllegalReason.NO_FLIP_LEFT, "Solo", Message("no jester is left to flip"))
