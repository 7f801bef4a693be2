"""A view read back: what is open in it as a position, and what is hidden as pools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from regicide.cards import ENEMIES, Card, CardSet, card_set, members, parse_card, parse_cards, ranked, size
from regicide.deal import cards_in_game
from regicide.errors import ImpossibleGame, ImpossibleView, MalformedCard
from regicide.notation import suffered
from regicide.outcome import Reason
from regicide.position import Position
from regicide.rulebook import Phase


class Pool(NamedTuple):
    """Cards that cannot be told apart: so many are in each seat's hand, and the others in the tavern."""

    cards: tuple[Card, ...]
    hands: tuple[int, ...]


class Sight(NamedTuple):
    """What a view says.

    `seen` is the position without what is hidden: its tavern is empty, its hands hold the viewer's cards alone, its
    castle has its top card alone; but its pools are whole. `below` is what lies under that card: jacks, queens, kings.
    `sufferer` is the seat that has to suffer damage, or could not, if its hand is hidden.
    """

    viewer: int | None
    sufferer: int | None
    seen: Position
    hidden: tuple[Pool, ...]
    below: tuple[tuple[Card, ...], ...]


def read(view: Mapping[str, Any]) -> Sight:
    """What a view says; members that no `regicide.View` has are passed over.

    Raises ImpossibleView for what is not in the form of a view. Whether its members agree is hardly asked.
    """
    try:
        cards_in_game(view["players"])
        return _sight(view, tuple(_pool(pool, view["players"]) for pool in view["unseen"]))
    except KeyError as error:
        raise ImpossibleView(f"the view has no {error}") from error
    except (TypeError, AttributeError, IndexError) as error:
        raise ImpossibleView(f"not in the form of a view ({error})") from error
    except (MalformedCard, ImpossibleGame, ValueError) as error:
        raise ImpossibleView(str(error)) from error


def _sight(view: Mapping[str, Any], hidden: tuple[Pool, ...]) -> Sight:
    viewer = None if view["you"] is None else _seat(view["you"], view)
    own = 0 if viewer is None else parse_cards(view["hand"])
    seen = _seen(view, _pools(hidden, own, parse_cards(view["tavern_top"])))
    seen = seen._replace(hands=tuple(own if seat == viewer else 0 for seat in range(view["players"])))
    suffers = seen.phase is Phase.SUFFER or seen.reason is Reason.CANNOT_COVER_DAMAGE
    return Sight(viewer, seen.turn if suffers and seen.turn != viewer else None, seen, hidden, _below(seen))


def _seen(view: Mapping[str, Any], pools: tuple[CardSet, ...]) -> Position:
    """What lies open, without the viewer's hand."""
    castle = (_enemy(view["enemy"]),) if view["enemy"] else ()
    played = tuple(map(parse_cards, view["played"]))
    damage, shield = suffered(castle[0], played) if castle else (0, 0)
    phase, reason = _phase(view)
    return Position(
        seed="",
        phase=phase,
        turn=_turn(view),
        castle=castle,
        damage=damage,
        shield=shield,
        played=played,
        tavern=(),
        known=len(view["tavern_top"]),
        pools=pools,
        discard=parse_cards(view["discard"]),
        hands=(),
        yielded=card_set(seat["seat"] for seat in view["seats"] if seat["yielded"]),
        flips=_number(view["flips_left"]),
        heals=0,
        reason=reason,
    )


def _phase(view: Mapping[str, Any]) -> tuple[Phase, Reason | None]:
    phase, result = view["phase"], view["result"]
    if phase not in list(Phase) or (result and result["reason"] not in list(Reason)):
        raise ImpossibleView(f"no game is in phase {phase!r} with the result {result!r}")
    if (phase == Phase.OVER) is not bool(result):
        raise ImpossibleView("a game that is over has a result, and no other has")
    return Phase(phase), Reason(result["reason"]) if result else None


def _enemy(enemy: Mapping[str, Any]) -> Card:
    card = parse_card(enemy["card"])
    if 1 << card & ENEMIES:
        return card
    raise ImpossibleView(f"{enemy['card']} is no enemy: enemies are jacks, queens and kings")


def _number(number: object) -> int:
    if isinstance(number, int) and number >= 0:
        return number
    raise ImpossibleView(f"{number!r} is no number of cards")


def _turn(view: Mapping[str, Any]) -> int:
    turn = view["result"]["seat"] if view["result"] else view["turn"]
    if turn is None:
        raise ImpossibleView("it is nobody's turn, though the game is not over: has it begun?")
    return _seat(turn, view)


def _seat(seat: object, view: Mapping[str, Any]) -> int:
    if isinstance(seat, int) and 0 <= seat < view["players"]:
        return seat
    raise ImpossibleView(f"there is no seat {seat!r}: the seats are 0 to {view['players'] - 1}")


def _pool(pool: Mapping[str, Any], players: int) -> Pool:
    cards, tavern, hands = parse_cards(pool["cards"]), _number(pool["tavern"]), tuple(map(_number, pool["hands"]))
    if len(hands) != players:
        raise ImpossibleView(f"unseen cards lie in {len(hands)} hands, and {players} play")
    if tavern + sum(hands) != size(cards):
        raise ImpossibleView(
            f"{size(cards)} unseen cards are one pool, and {tavern + sum(hands)} of them lie somewhere"
        )
    return Pool(tuple(members(cards)), hands)


def _pools(hidden: tuple[Pool, ...], own: CardSet, top: CardSet) -> tuple[CardSet, ...]:
    """The pools of a position that looks like this.

    No view says where the viewer's own cards come from: they join the pool that the next card is drawn from.
    """
    pools = [card_set(pool.cards) for pool in hidden]
    if not own:
        return tuple(pools)
    open_ends = [place for place, pool in enumerate(pools) if not pool & top]
    undrawn = [place for place in open_ends if sum(hidden[place].hands) < len(hidden[place].cards)]
    if not open_ends:
        return (*pools, own)
    pools[undrawn[0] if undrawn else open_ends[-1]] |= own
    return tuple(pools)


def _below(seen: Position) -> tuple[tuple[Card, ...], ...]:
    """The enemies that can be nowhere but in the castle, under the current one."""
    enemies = cards_in_game(seen.players) & ENEMIES & ~seen.discard & ~card_set(seen.castle)
    for cards in (*seen.played, *seen.pools):
        enemies &= ~cards
    return tuple(tuple(members(enemies & ranked(rank))) for rank in "JQK")
