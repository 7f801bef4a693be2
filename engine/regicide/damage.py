"""S3, the damage that the enemy takes, and S4, the damage that the current player suffers."""

from __future__ import annotations

from regicide.cards import Card
from regicide.effects import Damage, Defeat, Reveal, Strike
from regicide.outcome import Reason
from regicide.rulebook import Phase, attack_of, health_of
from regicide.table import Table


def deal_damage(table: Table, amount: int) -> None:
    """Let the enemy take damage; it is defeated, or it attacks."""
    table.damage += amount
    table.effects.append(Damage(amount))
    if table.damage >= health_of(table.castle[0]):
        _defeat_enemy(table)
    else:
        suffer(table)


def _defeat_enemy(table: Table) -> None:
    """Clear the table of the enemy; the same player begins a new turn against the next one, or all have won."""
    enemy, exact = table.castle[0], table.damage == health_of(table.castle[0])
    table.effects.append(Defeat(enemy, exact))
    _bury(table, enemy, exact=exact)
    table.castle = table.castle[1:]
    table.damage, table.shield, table.played = 0, 0, ()
    if table.castle:
        table.effects.append(Reveal(table.castle[0]))
        table.begin_turn(table.turn)
    else:
        table.end(Reason.LAST_KING)


def _bury(table: Table, enemy: Card, *, exact: bool) -> None:
    """Put the enemy on the discard pile, or on the tavern if killed exactly, and all played cards on the pile.

    On the tavern everyone knows it, wherever it is drawn to: it is a pool of one.
    """
    for cards in table.played:
        table.discard |= cards
    if exact:
        table.tavern = (enemy, *table.tavern)
        table.known += 1
        table.pools = (1 << enemy, *table.pools)
    else:
        table.discard |= 1 << enemy


def suffer(table: Table) -> None:
    """Let the enemy attack the current player."""
    strike = max(0, attack_of(table.castle[0]) - table.shield)
    table.effects.append(Strike(strike))
    if strike == 0:
        table.begin_turn((table.turn + 1) % len(table.hands))
    else:
        table.phase = Phase.SUFFER
