"""A turn: the steps S1 to S4 of the rulebook, run over a copy of the position."""

from __future__ import annotations

from regicide.actions import Action, Kind
from regicide.cards import CLUBS, JESTERS, CardSet, value
from regicide.damage import deal_damage, suffer
from regicide.effects import Effect, Over
from regicide.errors import GameOver, IllegalAction
from regicide.legality import loss, refusal
from regicide.outcome import Reason
from regicide.position import Position
from regicide.powers import activate, cancel_immunity, draw, powers_of
from regicide.rulebook import Phase
from regicide.sentence import Sentence
from regicide.table import Table


def act(position: Position, action: Action) -> Position:
    """The position after an action of the player whose turn it is.

    Raises IllegalAction, with the reason, for an action that the rules refuse, and GameOver when the game has ended.
    """
    return act_out(position, action)[0]


def act_out(position: Position, action: Action) -> tuple[Position, tuple[Effect, ...]]:
    """The position after an action, and all that the action caused.

    Raises what `act` raises.
    """
    if position.phase is Phase.OVER:
        raise GameOver(Sentence("the game is over"))
    if refused := refusal(position, action):
        raise IllegalAction(position, refused)
    table = Table(position)
    _take(table, action)
    after = table.position()
    if lost := loss(after):
        table.end(lost)
        after = table.position()
    return _told(after, table.effects)


def time_out(position: Position) -> tuple[Position, tuple[Effect, ...]]:
    """The position after the seat to act has let its time run out, which loses the game; and what that caused.

    Raises GameOver.
    """
    if position.phase is Phase.OVER:
        raise GameOver(Sentence("the game is over"))
    table = Table(position)
    table.end(Reason.TIMEOUT)
    return _told(table.position(), table.effects)


def _told(after: Position, effects: list[Effect]) -> tuple[Position, tuple[Effect, ...]]:
    """The position, and the effects, the last of which is the end of the game, if it has ended."""
    outcome = after.outcome
    return after, (*effects, Over(outcome)) if outcome else tuple(effects)


def _take(table: Table, action: Action) -> None:
    """Carry out a legal action, and what follows from it without a choice."""
    match action.kind:
        case Kind.PLAY if action.cards & JESTERS:
            _play_jester(table, action.cards)
        case Kind.PLAY:
            _play_cards(table, action.cards)
        case Kind.YIELD:
            _yield_turn(table)
        case Kind.DISCARD:
            table.discard_from_hand(action.cards)
            table.begin_turn((table.turn + 1) % len(table.hands))
        case Kind.APPOINT:
            table.begin_turn(action.seat)
        case Kind.FLIP:
            _flip_jester(table)


def _play_cards(table: Table, cards: CardSet) -> None:
    """Play cards, their suits' powers, the damage, and, if the enemy still stands, its attack (S1 to S4)."""
    table.lay_down(cards)
    powers = powers_of(table, cards)
    activate(table, powers, value(cards))
    deal_damage(table, value(cards) * (2 if powers & CLUBS else 1))


def _play_jester(table: Table, jester: CardSet) -> None:
    """Play a jester: no S3 and no S4; the player is to choose who goes next."""
    if not table.immunity_cancelled():
        cancel_immunity(table)
    table.lay_down(jester)
    table.phase = Phase.APPOINT


def _yield_turn(table: Table) -> None:
    """Yield: no S2 and no S3, only the damage is suffered."""
    table.yielded |= 1 << table.turn
    suffer(table)


def _flip_jester(table: Table) -> None:
    """Solo: discard the hand and refill it; no draw of diamonds, and no immunity is cancelled."""
    table.flips -= 1
    table.discard_from_hand(table.hands[table.turn])
    draw(table, table.full_hand)
