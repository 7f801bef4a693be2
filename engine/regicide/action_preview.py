"""Previews: what follows from an action at S1, as far as the player who takes it may know.

A preview is a function of the view of the seat to act. All positions with one view agree in the effects of an action,
except for the cards that are drawn: one of them is stepped, and only the draws of the player to act are examined
further.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Any, Final, NamedTuple, TypedDict

from regicide.actions import Action, ActionKind
from regicide.cards import CardSet, card_name, card_names, members, size, suit, value
from regicide.determinization import sample_position
from regicide.effects import Damage, Defeat, Draw, Effect, Heal, Strike
from regicide.errors import ImpossibleView, NoPreview
from regicide.outcome import EndReason
from regicide.position import Position
from regicide.rulebook import Phase, health_of
from regicide.turn import step


class Coverage(StrEnum):
    """Whether a hand covers a strike (S4)."""

    YES = "yes"
    """With all cards that may be drawn."""
    NO = "no"
    """Not even with the best cards that may be drawn."""
    DEPENDS = "depends"
    """With some of the cards that may be drawn, not with others."""


class Preview(TypedDict):
    """What follows from an action at S1, ready for JSON.

    `damage` is dealt to the enemy (S3), doubled by clubs; `health_left` is what remains, 0 if the action `defeats` it.
    `healed` is the number of cards that hearts moves under the tavern, `drawn` the number of cards that each seat draws
    (S2, or the refill of a flip), `drawn_cards` those of the player's own draws that are certain: enemies killed
    exactly on top of the tavern (R8), and the cards of a pool that the player draws completely. `shield` is the total
    against the enemy after the action, and `strike` its attack then (S4, R4); both are 0 if it is defeated. `kept` is
    the value of the cards that stay in the hand, without draws. `covers` is a `Coverage`, and None without a strike.
    `stopped` contains the suits whose powers the immunity of the enemy stops. `outcome` is `won` or `lost` if the
    action certainly ends the game so (S3, R5, R6), else None.
    """

    action: str
    damage: int
    health_left: int
    defeats: bool
    exact: bool
    healed: int
    drawn: list[int]
    drawn_cards: list[str]
    shield: int
    strike: int
    kept: int
    covers: str | None
    stopped: list[str]
    outcome: str | None


def preview(view: Mapping[str, Any], action: Action) -> Preview:
    """The preview of a play, a yield or a flip at S1, from the view of the seat to act.

    Members that `View` does not have are ignored. Raises NoPreview for an action that is illegal, and for a view of
    another seat, of a spectator or of another phase; ImpossibleView for a view that no player can have.
    """
    if fault := _fault(view):
        raise NoPreview(f"no preview: {fault}")
    position = _any_position(view)
    if refusal := position.why_illegal(action):
        raise NoPreview(f"no preview of {action}: {refusal.detail}")
    return _preview(position, _sources(position), action)


def previews(view: Mapping[str, Any]) -> list[Preview]:
    """The previews of all legal actions, in their order; none unless the viewer has to play or yield (S1).

    Raises ImpossibleView for a view that no player can have.
    """
    if _fault(view):
        return []
    position = _any_position(view)
    sources = _sources(position)
    return [_preview(position, sources, action) for action in position.legal_actions]


def _fault(view: Mapping[str, Any]) -> str | None:
    """Why a view has no previews; None for that of a seat to act at S1."""
    try:
        phase, turn, viewer = view["phase"], view["turn"], view["you"]
    except (KeyError, TypeError) as error:
        raise ImpossibleView(f"not in the form of a view ({error})") from error
    if turn is None:
        return "the game is over or has not begun"
    if viewer != turn:
        seen_by = "a spectator" if viewer is None else f"seat {viewer}"
        return f"expected the view of seat {turn}, which has the turn, not of {seen_by}"
    return None if phase == Phase.PLAY else f"expected the phase play, not {phase}"


_ANY_SEED: Final = 0


def _any_position(view: Mapping[str, Any]) -> Position:
    """One of the positions with this view."""
    return sample_position(view, Random(_ANY_SEED))  # noqa: S311 - any position will do


class _Source(NamedTuple):
    """A set of cards from which cards are drawn; a player who draws `n` of them may get any `n`."""

    cards: CardSet
    values: tuple[int, ...]
    """Their values in ascending order."""


def _sources(position: Position) -> list[_Source]:
    """The hidden pools in the order of the tavern, then the discard pile, from which hearts heals before the draw."""
    own = position.hands[position.turn]
    sets = (*[hidden for pool in position.hidden_pools if (hidden := pool & ~own)], position.discard)
    return [_Source(cards, tuple(sorted(value(1 << card) for card in members(cards)))) for cards in sets]


def _preview(position: Position, sources: Sequence[_Source], action: Action) -> Preview:
    """The preview of a legal action at S1."""
    after, effects = step(position, action)
    seen = _Effects(effects)
    kept = 0 if action.kind is ActionKind.FLIP else value(position.hands[position.turn] & ~action.cards)
    draws = _Draws.of(seen.drawn.get(position.turn, 0), sources)
    covers = _coverage(kept, draws, seen.strike) if seen.strike else None
    return Preview(
        action=str(action),
        damage=seen.damage,
        health_left=0 if seen.defeat else health_of(position.castle[0]) - after.damage,
        defeats=seen.defeat is not None,
        exact=seen.defeat is not None and seen.defeat.exact,
        healed=seen.healed,
        drawn=[size(seen.drawn.get(seat, 0)) for seat in range(position.players)],
        drawn_cards=card_names(draws.known) if draws.known else [],
        shield=after.shield,
        strike=seen.strike,
        kept=kept,
        covers=covers.value if covers else None,
        stopped=_stopped(position, action.cards),
        outcome=_outcome(after, covers),
    )


class _Effects:
    """The effects of an action, by their type; each type but Draw occurs at most once."""

    __slots__ = ("damage", "defeat", "drawn", "healed", "strike")

    def __init__(self, effects: Sequence[Effect]) -> None:
        self.damage = self.healed = self.strike = 0
        self.defeat: Defeat | None = None
        self.drawn: dict[int, CardSet] = {}
        for effect in effects:
            match effect:
                case Damage():
                    self.damage = effect.amount
                case Defeat():
                    self.defeat = effect
                case Draw():
                    self.drawn[effect.seat] = effect.cards
                case Heal():
                    self.healed = effect.number
                case Strike():
                    self.strike = effect.amount


class _Draws(NamedTuple):
    """What the cards that a player draws may be: those that are certain, and the least and the highest value of all."""

    known: CardSet
    least: int
    most: int

    @classmethod
    def of(cls, drawn: CardSet, sources: Sequence[_Source]) -> _Draws:
        """The draws of which `drawn` is one possibility."""
        known = least = most = 0
        for source in sources if drawn else ():
            if number := size(drawn & source.cards):
                known |= source.cards if number == len(source.values) else 0
                least += sum(source.values[:number])
                most += sum(source.values[-number:])
        return cls(known, least, most)


def _coverage(kept: int, draws: _Draws, strike: int) -> Coverage:
    """Whether the cards kept and drawn cover a strike."""
    if kept + draws.least >= strike:
        return Coverage.YES
    return Coverage.DEPENDS if kept + draws.most >= strike else Coverage.NO


def _stopped(position: Position, cards: CardSet) -> list[str]:
    """The suit of the enemy, if cards of it are played and its immunity is not cancelled."""
    enemy = position.castle[0]
    is_immune = bool(cards & suit(enemy)) and not position.immunity_cancelled
    return [card_name(enemy)[-1]] if is_immune else []


def _outcome(after: Position, covers: Coverage | None) -> str | None:
    """The certain end of the game; a hand that depends on draws is none. A flip may save a solo player (R5)."""
    if after.reason is EndReason.LAST_KING:
        return "won"
    cannot_go_on = after.reason is EndReason.CANNOT_PLAY_OR_YIELD or (covers is Coverage.NO and not after.may_flip)
    return "lost" if cannot_go_on else None
