"""The information set of a view: the visible part of the position, and the pools of hidden cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from regicide.cards import ENEMIES, Card, CardSet, card_set, cards_of_ranks, members, parse_card, parse_cards, size
from regicide.deck import cards_in_game
from regicide.errors import ImpossibleGame, ImpossibleView, MalformedCard
from regicide.outcome import EndReason
from regicide.rulebook import Phase
from regicide.state import GameState, damage_and_shield


class Pool(NamedTuple):
    """Hidden cards that the viewer cannot distinguish."""

    cards: tuple[Card, ...]
    hands: tuple[int, ...]
    """The number of these cards in each seat's hand; the others are in the tavern."""


class InformationSet(NamedTuple):
    """All positions that look the same to a viewer."""

    viewer: int | None
    sufferer: int | None
    """The seat with a hidden hand that has to suffer damage, or could not cover it."""
    visible: GameState
    """The state without hidden cards: its tavern is empty, its hands contain the viewer's cards alone, its castle the
    current enemy alone; but its pools are complete."""
    pools: tuple[Pool, ...]
    """The hidden cards of the tavern and the hands."""
    castle_ranks: tuple[tuple[Card, ...], ...]
    """The cards of the castle under the current enemy: jacks, queens, kings."""

    @staticmethod
    def from_view(view: Mapping[str, Any]) -> InformationSet:
        """The information set of a view; members that `View` does not have are ignored.

        Raises ImpossibleView for a value that does not have the form of a view. `sample_position` also checks that the
        members agree.
        """
        try:
            return _parse_view(view)
        except KeyError as error:
            raise ImpossibleView(f"the view has no {error}") from error
        except (TypeError, AttributeError, IndexError) as error:
            raise ImpossibleView(f"not in the form of a view ({error})") from error
        except (MalformedCard, ImpossibleGame, ValueError) as error:
            raise ImpossibleView(str(error)) from error


def _parse_view(view: Mapping[str, Any]) -> InformationSet:
    cards_in_game(view["players"])
    pools = tuple(_parse_pool(pool, view["players"]) for pool in view["unseen"])
    viewer = None if view["you"] is None else _parse_seat(view["you"], view)
    own = 0 if viewer is None else parse_cards(view["hand"])
    visible = _visible_state(view, _complete_pools(pools, own, parse_cards(view["tavern_top"])))
    visible = visible._replace(hands=tuple(own if seat == viewer else 0 for seat in range(view["players"])))
    return InformationSet(viewer, _sufferer(visible, viewer), visible, pools, _castle_ranks(visible))


def _sufferer(visible: GameState, viewer: int | None) -> int | None:
    suffers = visible.phase is Phase.SUFFER or visible.reason is EndReason.CANNOT_COVER_DAMAGE
    return visible.turn if suffers and visible.turn != viewer else None


def _visible_state(view: Mapping[str, Any], pools: tuple[CardSet, ...]) -> GameState:
    """The visible part of the position, without the viewer's hand."""
    castle = (_parse_enemy(view["enemy"]),) if view["enemy"] else ()
    played = tuple(map(parse_cards, view["played"]))
    damage, shield = damage_and_shield(castle[0], played) if castle else (0, 0)
    phase, reason = _parse_phase(view)
    return GameState(
        seed="",
        phase=phase,
        turn=_parse_turn(view),
        castle=castle,
        damage=damage,
        shield=shield,
        played=played,
        tavern=(),
        known_on_top=len(view["tavern_top"]),
        hidden_pools=pools,
        discard=parse_cards(view["discard"]),
        hands=(),
        yielded_seats=card_set(seat["seat"] for seat in view["seats"] if seat["yielded"]),
        jesters_left=_parse_number(view["flips_left"]),
        heart_shuffles=0,
        reason=reason,
    )


def _parse_phase(view: Mapping[str, Any]) -> tuple[Phase, EndReason | None]:
    phase, result = view["phase"], view["result"]
    if phase not in list(Phase) or (result and result["reason"] not in list(EndReason)):
        raise ImpossibleView(f"invalid phase {phase!r} or result {result!r}")
    if (phase == Phase.OVER) is not bool(result):
        raise ImpossibleView("a view has a result if and only if its game is over")
    return Phase(phase), EndReason(result["reason"]) if result else None


def _parse_enemy(enemy: Mapping[str, Any]) -> Card:
    card = parse_card(enemy["card"])
    if 1 << card & ENEMIES:
        return card
    raise ImpossibleView(f"invalid enemy {enemy['card']}: expected a jack, queen or king")


def _parse_number(number: object) -> int:
    if isinstance(number, int) and number >= 0:
        return int(number)  # of a bool, too
    raise ImpossibleView(f"invalid number of cards {number!r}: expected 0 or more")


def _parse_turn(view: Mapping[str, Any]) -> int:
    turn = view["result"]["seat"] if view["result"] else view["turn"]
    if turn is None:
        raise ImpossibleView("turn is null, but the game is not over: has it begun?")
    return _parse_seat(turn, view)


def _parse_seat(seat: object, view: Mapping[str, Any]) -> int:
    if isinstance(seat, int) and 0 <= seat < view["players"]:
        return int(seat)
    raise ImpossibleView(f"unknown seat {seat!r}: the seats are 0 to {view['players'] - 1}")


def _parse_pool(pool: Mapping[str, Any], players: int) -> Pool:
    cards, tavern = parse_cards(pool["cards"]), _parse_number(pool["tavern"])
    hands = tuple(map(_parse_number, pool["hands"]))
    if len(hands) != players:
        raise ImpossibleView(f"a pool lists {len(hands)} hands: expected {players}")
    if tavern + sum(hands) != size(cards):
        raise ImpossibleView(f"a pool of {size(cards)} cards counts {tavern + sum(hands)} in the tavern and the hands")
    return Pool(tuple(members(cards)), hands)


def _complete_pools(pools: tuple[Pool, ...], own: CardSet, top: CardSet) -> tuple[CardSet, ...]:
    """The pools of a position with such a view, including the viewer's cards.

    A view does not contain the pools of the viewer's own cards: they join the pool from which the next card is drawn.
    """
    completed = [card_set(pool.cards) for pool in pools]
    if not own:
        return tuple(completed)
    not_on_top = [place for place, cards in enumerate(completed) if not cards & top]
    undrawn = [place for place in not_on_top if sum(pools[place].hands) < len(pools[place].cards)]
    if not not_on_top:
        return (*completed, own)
    completed[undrawn[0] if undrawn else not_on_top[-1]] |= own
    return tuple(completed)


def _castle_ranks(visible: GameState) -> tuple[tuple[Card, ...], ...]:
    """The enemies that can only be in the castle under the current one, by rank."""
    enemies = cards_in_game(visible.players) & ENEMIES & ~visible.discard & ~card_set(visible.castle)
    for cards in (*visible.played, *visible.hidden_pools):
        enemies &= ~cards
    return tuple(tuple(members(enemies & cards_of_ranks(rank))) for rank in "JQK")
