"""What one player, or a spectator, may know of a position (R7, R8). Secrets cannot leak from it: they are not in it."""

from __future__ import annotations

from typing import TypedDict

from regicide.actions import FLIP
from regicide.cards import CODES, CardSet, codes, size
from regicide.legality import legal_actions, may_flip
from regicide.options import discard_texts
from regicide.position import Position
from regicide.rulebook import Phase, attack_of, health_of


class EnemyView(TypedDict):
    """The current enemy. `shield` is the spades that count, `strikes_for` the attack that they leave."""

    card: str
    attack: int
    health: int
    damage: int
    shield: int
    strikes_for: int
    immunity_cancelled: bool


class SeatView(TypedDict):
    """What all may know of a seat. `yielded`: its last turn was a yield."""

    seat: int
    hand_size: int
    yielded: bool


class PoolView(TypedDict):
    """Cards that the viewer cannot see and cannot tell apart, though remembering all that there was to see.

    So many of them lie in the `tavern`, and so many in the `hands`, by seat.
    """

    cards: list[str]
    tavern: int
    hands: list[int]


class View(TypedDict):
    """A position as seen from a seat, or by a spectator (`you` and `hand` are None), ready for JSON.

    `turn` is None when the game is over; `castle_size` counts the current enemy, the top card of the castle.
    `unseen` is what lies in the tavern or in a hand that the viewer does not see, in the order of the tavern: each
    enemy killed exactly, what is left of the first deal, and of what each hearts power healed.
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


def view(position: Position, viewer: int | None = None) -> View:
    """The position as the viewer may know it: a seat, or None for a spectator."""
    over = position.phase is Phase.OVER
    return View(
        phase=position.phase.value,
        players=position.players,
        you=viewer,
        turn=None if over else position.turn,
        enemy=_enemy(position),
        castle_size=len(position.castle),
        tavern_size=len(position.tavern),
        tavern_top=[CODES[card] for card in position.tavern[: position.known]],
        discard=codes(position.discard),
        played=[codes(cards) for cards in position.played],
        seats=[_seat(position, seat) for seat in range(position.players)],
        hand=None if viewer is None else codes(position.hands[viewer]),
        unseen=_unseen(position, viewer),
        flips_left=position.flips,
        defeated=position.defeated,
        legal_actions=legal_texts(position) if viewer == position.turn else [],
        result=position.outcome.as_json() if position.outcome else None,
    )


def _unseen(position: Position, viewer: int | None) -> list[PoolView]:
    own = 0 if viewer is None else position.hands[viewer]
    return [_pool(hidden, position.hands) for pool in position.pools if (hidden := pool & ~own)]


def _pool(hidden: CardSet, hands: tuple[CardSet, ...]) -> PoolView:
    held = [size(hidden & hand) for hand in hands]
    return PoolView(cards=codes(hidden), tavern=size(hidden) - sum(held), hands=held)


def legal_texts(position: Position) -> list[str]:
    """The texts of all legal actions of the player to act."""
    if position.phase is Phase.SUFFER:
        flip = [FLIP.kind.value] if may_flip(position) else []
        return discard_texts(position.hands[position.turn], position.attack) + flip
    return [str(action) for action in legal_actions(position)]


def _enemy(position: Position) -> EnemyView | None:
    if position.enemy is None:
        return None
    return EnemyView(
        card=CODES[position.enemy],
        attack=attack_of(position.enemy),
        health=health_of(position.enemy),
        damage=position.damage,
        shield=position.shield,
        strikes_for=position.attack,
        immunity_cancelled=position.immunity_cancelled,
    )


def _seat(position: Position, seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        hand_size=size(position.hands[seat]),
        yielded=bool(position.yielded >> seat & 1),
    )
