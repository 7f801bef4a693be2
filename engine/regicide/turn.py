"""A turn: the steps S1 to S4 of the rulebook, applied to a mutable copy of the position."""

from __future__ import annotations

from regicide.actions import Action, ActionKind
from regicide.cards import CLUBS, JESTERS, CardSet, value
from regicide.damage import deal_damage, suffer
from regicide.effects import Effect, Over
from regicide.errors import GameOver
from regicide.legality import loss_reason, why_illegal
from regicide.message import Message
from regicide.outcome import EndReason
from regicide.position import IllegalAction, Position
from regicide.rulebook import Phase
from regicide.suit_powers import activate, active_cards, cancel_immunity, draw
from regicide.turn_state import TurnState


def apply(position: Position, action: Action) -> Position:
    """The position after an action of the player whose turn it is.

    Raises IllegalAction, with the reason, for an action that the rules do not allow; and GameOver when the game has
    ended.
    """
    return step(position, action)[0]


def step(position: Position, action: Action) -> tuple[Position, tuple[Effect, ...]]:
    """The position after an action, and the effects of the action.

    Raises the errors of `apply`.
    """
    _require_not_over(position)
    if refusal := why_illegal(position, action):
        raise IllegalAction(position, refusal)
    state = TurnState(position)
    _apply_to(state, action)
    after = state.position()
    if lost := loss_reason(after):
        state.end(lost)
        after = state.position()
    return _with_end(after, state.effects)


def time_out(position: Position) -> tuple[Position, tuple[Effect, ...]]:
    """The position after the time limit of a turn ran out, which loses the game, and the effects of the timeout.

    Raises GameOver when the game has ended.
    """
    return _end(position, EndReason.TIMEOUT)


def give_up(position: Position) -> tuple[Position, tuple[Effect, ...]]:
    """The position after the players gave the game up, which loses it, and the effects of that.

    Raises GameOver when the game has ended.
    """
    return _end(position, EndReason.GIVEN_UP)


def _end(position: Position, reason: EndReason) -> tuple[Position, tuple[Effect, ...]]:
    _require_not_over(position)
    state = TurnState(position)
    state.end(reason)
    return _with_end(state.position(), state.effects)


def _require_not_over(position: Position) -> None:
    if position.phase is Phase.OVER:
        raise GameOver(Message("the game is over"))


def _with_end(after: Position, effects: list[Effect]) -> tuple[Position, tuple[Effect, ...]]:
    """The position and the effects; Over is the last effect if the game has ended."""
    outcome = after.outcome
    return after, (*effects, Over(outcome)) if outcome else tuple(effects)


def _apply_to(state: TurnState, action: Action) -> None:
    """Apply a legal action to a state, up to the next choice of a player."""
    match action.kind:
        case ActionKind.PLAY if action.cards & JESTERS:
            _play_jester(state, action.cards)
        case ActionKind.PLAY:
            _play_cards(state, action.cards)
        case ActionKind.YIELD:
            _yield_turn(state)
        case ActionKind.DISCARD:
            state.discard_from_hand(action.cards)
            state.begin_turn((state.turn + 1) % len(state.hands))
        case ActionKind.APPOINT:
            state.begin_turn(action.seat)
        case ActionKind.FLIP:
            _flip_jester(state)


def _play_cards(state: TurnState, cards: CardSet) -> None:
    """Play cards, apply their suits' powers and their damage; an enemy that survives attacks (S1 to S4)."""
    state.lay_down(cards)
    active = active_cards(state, cards)
    activate(state, active, value(cards))
    deal_damage(state, value(cards) * (2 if active & CLUBS else 1))


def _play_jester(state: TurnState, jester: CardSet) -> None:
    """Play a jester: S3 and S4 are skipped; the player appoints the seat that takes the next turn."""
    if not state.immunity_cancelled():
        cancel_immunity(state)
    state.lay_down(jester)
    state.phase = Phase.APPOINT


def _yield_turn(state: TurnState) -> None:
    """Yield: S2 and S3 are skipped, the enemy attacks."""
    state.yielded_seats |= 1 << state.turn
    suffer(state)


def _flip_jester(state: TurnState) -> None:
    """Solo: discard the hand and refill it. This is not the power of diamonds, and cancels no immunity."""
    state.jesters_left -= 1
    state.discard_from_hand(state.hands[state.turn])
    draw(state, state.full_hand)
