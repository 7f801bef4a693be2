"""Previews: what follows from an action at S1, as far as the player who takes it may know.

A preview is a function of the view of the seat to act. All positions with one view agree in the effects of an action,
except for the cards that are drawn: one of them is stepped, and only the draws of the player to act are examined
further.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Annotated, Any, Final, NamedTuple, NewType, TypedDict

from regicide.actions import Action, ActionKind
from regicide.cards import CardSet, card_name, card_names, members, size, suit, value
from regicide.determinization import sample_position
from regicide.effects import Damage, Defeat, Draw, Effect, Heal, Strike
from regicide.errors import ImpossibleView, NoPreview
from regicide.observation import ActionText, CardTexts
from regicide.outcome import EndReason, OutcomeText
from regicide.position import Position
from regicide.rulebook import Phase, health_of
from regicide.turn import step


class Coverage(StrEnum):
    """Whether a hand covers a strike, with all, none or some of the cards that it may draw.

    The strike is at S4.
    """

    YES = "yes"
    """With all cards that may be drawn."""
    NO = "no"
    """Not even with the best cards that may be drawn."""
    DEPENDS = "depends"
    """With some of the cards that may be drawn, not with others."""


class Preview(TypedDict):
    """What follows from a play, a yield or a flip, as far as your view tells. Hidden cards do not influence it."""

    action: Annotated[ActionText, "The action."]
    damage: Annotated[int, range(43), "The damage to the enemy, doubled by clubs."]
    health_left: Annotated[int, range(41), "What is left of the enemy's health; 0: it is defeated."]
    defeats: Annotated[bool, "Whether it defeats the enemy."]
    exact: Annotated[bool, "Whether it kills the enemy exactly, which puts it on top of the tavern."]
    healed: Annotated[
        int, range(22), "The number of cards that go from the discard pile under the tavern, before any are drawn."
    ]
    drawn: Annotated[
        list[Annotated[int, range(9), "The number of cards that this seat draws."]],
        range(5),
        "The number of cards that each seat draws, by seat.",
    ]
    drawn_cards: Annotated[CardTexts, "Those of your draws that are certain, in canonical order."]
    shield: Annotated[int, range(201), "The sum of the shields against the enemy after it; 0 if it is defeated."]
    strike: Annotated[
        int, range(21), "The attack of the enemy on you after it, reduced by the shields; 0 without an attack."
    ]
    kept: Annotated[int, range(141), "The value of the cards that stay in your hand, without draws."]
    covers: Annotated[
        str | None,
        Coverage,
        "Whether the cards that stay and those that you draw cover the strike: with all cards that you may draw, with "
        "none, or depending on them; null without a strike.",
    ]
    stopped: Annotated[
        list[Annotated[str, NewType("Suit", str), "A suit."]],
        range(5),
        "The suits of the cards whose powers the enemy's immunity stops.",
    ]
    outcome: Annotated[
        OutcomeText | None,
        "The end of the game, if the action certainly ends it: all enemies are defeated, or you or the next player "
        "cannot go on; else null.",
    ]


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
    """Why a view has no previews; None for the view of a seat to act at S1."""
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
    """What the cards that a player draws may be: the certain ones, and the least and the highest value of all."""

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
