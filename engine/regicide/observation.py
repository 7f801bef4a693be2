"""Views: the part of a position that a seat or a spectator may know (R7, R8), and nothing else."""

from __future__ import annotations

from typing import TypedDict

from regicide.cards import CARD_NAMES, CardSet, card_name, card_names, size
from regicide.position import Position
from regicide.rulebook import attack_of, health_of


class EnemyView(TypedDict):
    """The current enemy.

    `shield` is the value of the spades that count, `strikes_for` the attack after shields.
    """

    card: str
    attack: int
    health: int
    damage: int
    shield: int
    strikes_for: int
    immunity_cancelled: bool


class SeatView(TypedDict):
    """The public facts of a seat. `yielded`: its last turn was a yield."""

    seat: int
    hand_size: int
    yielded: bool


class PoolView(TypedDict):
    """Cards hidden from the viewer that even a perfect memory cannot distinguish.

    `tavern` and `hands` are the numbers of these cards in the tavern and in each seat's hand.
    """

    cards: list[str]
    tavern: int
    hands: list[int]


class View(TypedDict):
    """A position as a seat or a spectator (`you` and `hand` are None) sees it, ready for JSON.

    `turn` is None when the game is over; `castle_size` includes the current enemy. `unseen` contains the cards in the
    tavern and in other hands, in the order of the tavern: each enemy killed exactly, the rest of the first deal, and
    the cards of each hearts power.
    """

    phase: str
    players: int
    you: int | None
    turn: int | None
    enemy: EnemyView | None
    castle_size: int
    tavern_size: int
    tavern_top: list[str]
    discard: list[str]
    played: list[list[str]]
    seats: list[SeatView]
    hand: list[str] | None
    unseen: list[PoolView]
    flips_left: int
    defeated: int
    legal_actions: list[str]
    result: dict[str, object] | None


def observe(position: Position, viewer: int | None = None) -> View:
    """The view that a seat has of a position, or a spectator if `viewer` is None."""
    outcome = position.outcome
    return View(
        phase=position.phase.value,
        players=position.players,
        you=viewer,
        turn=None if position.is_over else position.turn,
        enemy=_enemy_view(position),
        castle_size=len(position.castle),
        tavern_size=len(position.tavern),
        tavern_top=[CARD_NAMES[card] for card in position.tavern[: position.known_on_top]],
        discard=card_names(position.discard),
        played=[card_names(cards) for cards in position.played],
        seats=[_seat_view(position, seat) for seat in range(position.players)],
        hand=None if viewer is None else card_names(position.hands[viewer]),
        unseen=_unseen(position, viewer),
        flips_left=position.jesters_left,
        defeated=position.defeated,
        legal_actions=position.legal_action_texts if viewer == position.turn else [],
        result=outcome.to_json() if outcome else None,
    )


def _unseen(position: Position, viewer: int | None) -> list[PoolView]:
    own = 0 if viewer is None else position.hands[viewer]
    return [_pool_view(hidden, position.hands) for pool in position.hidden_pools if (hidden := pool & ~own)]


def _pool_view(hidden: CardSet, hands: tuple[CardSet, ...]) -> PoolView:
    held = [size(hidden & hand) for hand in hands]
    return PoolView(cards=card_names(hidden), tavern=size(hidden) - sum(held), hands=held)


def _enemy_view(position: Position) -> EnemyView | None:
    if position.enemy is None:
        return None
    return EnemyView(
        card=card_name(position.enemy),
        attack=attack_of(position.enemy),
        health=health_of(position.enemy),
        damage=position.damage,
        shield=position.shield,
        strikes_for=position.attack,
        immunity_cancelled=position.immunity_cancelled,
    )


def _seat_view(position: Position, seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        hand_size=size(position.hands[seat]),
        yielded=bool(position.yielded_seats >> seat & 1),
    )
