"""The text of a position: one line that holds all of it, to be pasted into a test or a bug report.

    phase=suffer turn=1 castle=QS,QH,QD,KC,KS,KH,KD played=8D,5C+5S tavern=JC|2H,3D discard=2C,9H hands=AC,7H/4D/6C
    yielded=0 flips=0 heals=2 seed=friday

(on one line). Decks are written from the top, the seats' hands in order with `/` between them. `played` has the plays
against the current enemy, `yielded` the seats whose last turn was a yield, `heals` the number of hearts powers so far.
A `|` stands behind each card on top of the tavern that everyone knows. A game that is over has its reason:
`phase=over:last-king`. What is empty or 0 may be left out, and so may `flips`, which are two in a solo game then.
The damage and the shields follow from the plays.

A further field has the cards of the tavern and the hands by where they come from, as in `pools=JC/AC,7H,4D/6C,2H,3D`:
an enemy killed exactly, what is left of the first deal, what a hearts power healed, in the order of the tavern. It is
left out where nothing was healed: each card that everyone knows on top is a pool then, and all others are another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from regicide.cards import CLUBS, JESTERS, SPADES, Card, CardSet, card_set, parse_cards, parse_deck, suit, value
from regicide.deal import check_seed
from regicide.errors import MalformedCard, MalformedPosition, MalformedSeed
from regicide.outcome import Reason
from regicide.position import Position, dealt_pools
from regicide.rulebook import SOLO_FLIPS, Phase
from regicide.validity import checked

_REQUIRED: Final = ("phase", "turn", "castle", "hands", "seed")
_OPTIONAL: Final = ("played", "tavern", "pools", "discard", "yielded", "flips", "heals")
_FIELDS: Final = _REQUIRED + _OPTIONAL


def parse_position(text: str) -> Position:
    """The position of a text, whose fields may stand in any order.

    Raises MalformedPosition for a text of another form, and ImpossiblePosition for a position that no game can be in;
    the message says what is wrong.
    """
    return checked(read_position(text))


def read_position(text: str) -> Position:
    """The position of a text that `str` has written. Whether a game can be in it is not asked.

    Raises MalformedPosition for a text of another form.
    """
    try:
        return _position(_fields(text))
    except (MalformedCard, MalformedSeed) as error:
        raise MalformedPosition(str(error)) from None


def _fields(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for token in text.split():
        name, equals, content = token.partition("=")
        if not equals or name not in _FIELDS:
            raise MalformedPosition(f"{name!r} is no field of a position: {', '.join(_FIELDS)}")
        if name in fields:
            raise MalformedPosition(f"the field {name} is written twice")
        fields[name] = content
    if missing := [name for name in _REQUIRED if name not in fields]:
        raise MalformedPosition(f"the position has no {', '.join(missing)}")
    return fields


def _position(fields: dict[str, str]) -> Position:
    phase, reason = _phase(fields["phase"])
    castle = parse_deck(_split(fields["castle"]))
    played = tuple(parse_cards(play.split("+")) for play in _split(fields.get("played", "")))
    tavern, known = _tavern(fields.get("tavern", ""))
    hands = _sets(fields["hands"])
    damage, shield = suffered(castle[0], played) if castle else (0, 0)
    return Position(
        seed=check_seed(fields["seed"]),
        phase=phase,
        turn=_number("turn", fields["turn"]),
        castle=castle,
        damage=damage,
        shield=shield,
        played=played,
        tavern=tavern,
        known=known,
        pools=_sets(fields["pools"]) if fields.get("pools") else dealt_pools(tavern, known, hands),
        discard=parse_cards(_split(fields.get("discard", ""))),
        hands=hands,
        yielded=card_set(_number("yielded", seat) for seat in _split(fields.get("yielded", ""))),
        flips=_number("flips", fields.get("flips", str(SOLO_FLIPS if len(hands) == 1 else 0))),
        heals=_number("heals", fields.get("heals", "0")),
        reason=reason,
    )


def _split(text: str) -> list[str]:
    return text.split(",") if text else []


def _sets(text: str) -> tuple[CardSet, ...]:
    return tuple(parse_cards(_split(cards)) for cards in text.split("/"))


def _tavern(text: str) -> tuple[tuple[Card, ...], int]:
    """The tavern, and how many of its cards everyone knows."""
    known, bar, rest = text.rpartition("|")
    known_cards = parse_deck(known.split("|")) if bar else ()
    return known_cards + parse_deck(_split(rest)), len(known_cards)


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise MalformedPosition(f"{name}={text}: a number from 0 to 9999 is needed")
    return int(text)


def _phase(text: str) -> tuple[Phase, Reason | None]:
    name, colon, reason = text.partition(":")
    try:
        phase = Phase(name)
        ended = Reason(reason) if colon else None
    except ValueError:
        raise MalformedPosition(f"{text!r} is no phase: play, suffer, appoint, or over: and the reason") from None
    if (phase is Phase.OVER) is (ended is None):
        raise MalformedPosition(f"{text!r}: a game that is over has its reason, and no other has")
    return phase, ended


def suffered(enemy: Card, played: Sequence[CardSet]) -> tuple[int, int]:
    """The damage that an enemy took from the plays against it, and the shield that counts."""
    damage, immune = 0, suit(enemy)
    for cards in played:
        if cards & JESTERS:
            immune = 0
        damage += value(cards) * (2 if cards & CLUBS & ~immune else 1)
    shield = sum(value(cards) for cards in played if cards & SPADES & ~immune)
    return damage, shield
