"""The damage to the enemy (S3), and the enemy's attack (S4)."""

from __future__ import annotations

from regicide.cards import Card
from regicide.effects import Damage, Defeat, Reveal, Strike
from regicide.outcome import EndReason
from regicide.rulebook import Phase, attack_of, health_of
from regicide.turn_state import TurnState


def deal_damage(state: TurnState, amount: int) -> None:
    """Deal damage to the enemy (S3); it is defeated, or it attacks."""
    state.damage += amount
    state.effects.append(Damage(amount))
    if state.damage >= health_of(state.castle[0]):
        _defeat_enemy(state)
    else:
        suffer(state)


def _defeat_enemy(state: TurnState) -> None:
    """Clear the table; the same player begins a new turn against the next enemy, or the game is won."""
    enemy, exact = state.castle[0], state.damage == health_of(state.castle[0])
    state.effects.append(Defeat(enemy, exact))
    _bury(state, enemy, exact=exact)
    state.castle = state.castle[1:]
    state.damage, state.shield, state.played = 0, 0, ()
    if state.castle:
        state.effects.append(Reveal(state.castle[0]))
        state.begin_turn(state.turn)
    else:
        state.end(EndReason.LAST_KING)


def _bury(state: TurnState, enemy: Card, *, exact: bool) -> None:
    """Discard the played cards and the enemy; an enemy killed exactly goes on top of the tavern instead.

    There it is a pool of one card: all players know it, also after it is drawn.
    """
    for cards in state.played:
        state.discard |= cards
    if exact:
        state.tavern = (enemy, *state.tavern)
        state.known_on_top += 1
        state.hidden_pools = (1 << enemy, *state.hidden_pools)
    else:
        state.discard |= 1 << enemy


def suffer(state: TurnState) -> None:
    """Let the enemy attack the current player (S4)."""
    strike = max(0, attack_of(state.castle[0]) - state.shield)
    state.effects.append(Strike(strike))
    if strike == 0:
        state.begin_turn((state.turn + 1) % len(state.hands))
    else:
        state.phase = Phase.SUFFER
