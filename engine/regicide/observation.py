"""Views: the part of a position that a seat or a spectator may know (R7, R8), and nothing else.

What the notes of a type say about a member (the range of a number, or of the length of a list, the kind of a text, the
meaning) becomes its description in the server's API, too.
"""

from __future__ import annotations

from typing import Annotated, NewType, TypeAlias, TypedDict

from regicide.cards import CARD_NAMES, CardSet, card_name, card_names, size
from regicide.outcome import GameResult
from regicide.position import Position
from regicide.rulebook import Phase, attack_of, health_of

CardText: TypeAlias = Annotated[str, NewType("CardCode", str), "A card."]
CardTexts: TypeAlias = Annotated[list[CardText], range(55)]
ActionText: TypeAlias = Annotated[str, NewType("ActionText", str), "An action."]
SeatNumber: TypeAlias = Annotated[int, range(4), "A seat."]


class EnemyView(TypedDict):
    """The current enemy."""

    card: Annotated[CardText, "The card of the enemy."]
    attack: Annotated[int, range(10, 21), "Its attack without shields."]
    health: Annotated[int, range(20, 41), "The damage that defeats it."]
    damage: Annotated[int, range(40), "The damage that it has taken."]
    shield: Annotated[int, range(201), "The sum of the shields against it."]
    strikes_for: Annotated[int, range(21), "Its attack, reduced by the shields."]
    immunity_cancelled: Annotated[bool, "Whether a jester has cancelled its immunity to its suit."]


class SeatView(TypedDict):
    """The public facts of a seat."""

    seat: Annotated[SeatNumber, "The number of the seat."]
    hand_size: Annotated[int, range(9), "The number of cards in its hand."]
    yielded: Annotated[bool, "Whether its last turn was a yield."]


class UnseenPool(TypedDict):
    """A group of hidden cards that a perfect memory cannot tell apart: the rest of the first deal, or of the cards that
    one hearts power has put under the tavern, or an enemy that was killed exactly.
    """

    cards: Annotated[CardTexts, "The cards."]
    tavern: Annotated[int, range(55), "The number of these cards in the tavern."]
    hands: Annotated[
        list[Annotated[int, range(9), "The number of these cards in the hand of that seat."]],
        "The number of these cards in each hand, by seat; 0 for a hand that you see.",
    ]


class View(TypedDict):
    """A position as a seat or a spectator sees it, ready for JSON."""

    phase: Annotated[str, Phase, "The phase: what the player to act has to do."]
    players: Annotated[int, range(1, 5), "The number of players."]
    you: Annotated[SeatNumber | None, "Your seat; null for a spectator."]
    turn: Annotated[SeatNumber | None, "The seat to act; null when the game is over or has not started."]
    enemy: EnemyView | None
    castle_size: Annotated[int, range(13), "The number of cards in the castle deck; its top card is the current enemy."]
    tavern_size: Annotated[int, range(55), "The number of cards in the tavern deck."]
    tavern_top: Annotated[CardTexts, "The publicly known cards on top of the tavern, top first."]
    discard: Annotated[CardTexts, "The discard pile, which is public."]
    played: Annotated[
        list[Annotated[CardTexts, "The cards of one play."]], "The plays against the current enemy in order."
    ]
    seats: Annotated[list[SeatView], range(5), "All seats in order."]
    hand: Annotated[CardTexts | None, "Your hand; null for a spectator, and before the game starts."]
    unseen: Annotated[
        list[UnseenPool],
        "The hidden cards of the tavern and of the other hands, in groups that can be told apart, in the order of the "
        "tavern, top first. A perfect memory knows no more.",
    ]
    flips_left: Annotated[int, range(3), "The number of solo jesters that can still be flipped."]
    defeated: Annotated[int, range(13), "The number of defeated enemies."]
    legal_actions: Annotated[
        list[ActionText], "All legal actions if it is your turn, including all discards that cover the damage."
    ]
    result: GameResult | None


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


def _unseen(position: Position, viewer: int | None) -> list[UnseenPool]:
    own = 0 if viewer is None else position.hands[viewer]
    return [_pool_view(hidden, position.hands) for pool in position.hidden_pools if (hidden := pool & ~own)]


def _pool_view(hidden: CardSet, hands: tuple[CardSet, ...]) -> UnseenPool:
    held = [size(hidden & hand) for hand in hands]
    return UnseenPool(cards=card_names(hidden), tavern=size(hidden) - sum(held), hands=held)


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
