"""The text of a position: one line that contains all of it, for storage, tests and bug reports.

    phase=suffer turn=1 castle=QS,QH,QD,KC,KS,KH,KD played=8D,5C+5S tavern=JC|2H,3D discard=2C,9H hands=AC,7H/4D/6C
    yielded=0 flips=0 heals=2 seed=friday

(on one line). Decks are written from the top, hands in the order of the seats, separated by `/`. `played` contains the
plays against the current enemy, `yielded` the seats whose last turn was a yield, `flips` the solo jesters left, `heals`
the number of hearts powers so far. A `|` follows each card on top of the tavern that all players know. When the game
is over, the phase includes the reason: `phase=over:last-king`. Empty fields and zeros may be omitted; `flips` defaults
to 2 in a solo game. Damage and shields follow from the plays.

The field `pools` contains the cards of the tavern and the hands by origin, as in `pools=JC/AC,7H,4D/6C,2H,3D`: each
enemy killed exactly, the rest of the first deal, the cards of each hearts power, in the order of the tavern. It is
omitted if no card has been healed: then each card known on top of the tavern is a pool, and all other cards are one.
"""

from __future__ import annotations

from typing import Final

from regicide.cards import CARD_NAMES, Card, CardSet, card_names, card_set, members, parse_cards, parse_deck
from regicide.deck import validate_seed
from regicide.errors import MalformedCard, MalformedPosition, MalformedSeed
from regicide.outcome import EndReason
from regicide.rulebook import SOLO_JESTERS, Phase
from regicide.state import GameState, damage_and_shield, initial_pools

_REQUIRED: Final = ("phase", "turn", "castle", "hands", "seed")
_OPTIONAL: Final = ("played", "tavern", "pools", "discard", "yielded", "flips", "heals")
_FIELDS: Final = _REQUIRED + _OPTIONAL


def format_state(state: GameState) -> str:
    """The canonical text of a state; `parse_state` is the inverse."""
    fields = {
        "phase": state.phase if state.reason is None else f"{state.phase}:{state.reason}",
        "turn": state.turn,
        "castle": _format_deck(state.castle),
        "played": ",".join(["+".join(card_names(cards)) for cards in state.played]),
        "tavern": _format_tavern(state.tavern, state.known_on_top),
        **_pools_field(state),
        "discard": ",".join(card_names(state.discard)),
        "hands": _format_sets(state.hands),
        "yielded": ",".join(map(str, members(state.yielded_seats))),
        "flips": state.jesters_left,
        "heals": state.heart_shuffles,
        "seed": state.seed,
    }
    return " ".join([f"{name}={text}" for name, text in fields.items()])


def _format_deck(deck: tuple[Card, ...]) -> str:
    return ",".join([CARD_NAMES[card] for card in deck])


def _format_sets(sets: tuple[CardSet, ...]) -> str:
    return "/".join([",".join(card_names(cards)) for cards in sets])


def _format_tavern(tavern: tuple[Card, ...], known_on_top: int) -> str:
    known = [f"{CARD_NAMES[card]}|" for card in tavern[:known_on_top]]
    return "".join(known) + _format_deck(tavern[known_on_top:])


def _pools_field(state: GameState) -> dict[str, str]:
    if state.hidden_pools == initial_pools(state.tavern, state.known_on_top, state.hands):
        return {}
    return {"pools": _format_sets(state.hidden_pools)}


def parse_state(text: str) -> GameState:
    """The state with this text; the fields may be in any order. Its validity is not checked.

    Raises MalformedPosition for a text that does not have this form.
    """
    try:
        return _parse_fields(_split_fields(text))
    except (MalformedCard, MalformedSeed) as error:
        raise MalformedPosition(str(error)) from None


def _split_fields(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for token in text.split():
        name, equals, content = token.partition("=")
        if not equals or name not in _FIELDS:
            raise MalformedPosition(f"unknown field {name!r}: expected {', '.join(_FIELDS)}")
        if name in fields:
            raise MalformedPosition(f"the field {name} occurs twice")
        fields[name] = content
    if missing := [name for name in _REQUIRED if name not in fields]:
        raise MalformedPosition(f"missing fields: {', '.join(missing)}")
    return fields


def _parse_fields(fields: dict[str, str]) -> GameState:
    phase, reason = _parse_phase(fields["phase"])
    castle = parse_deck(_split(fields["castle"]))
    played = tuple(parse_cards(play.split("+")) for play in _split(fields.get("played", "")))
    tavern, known_on_top = _parse_tavern(fields.get("tavern", ""))
    hands = _parse_sets(fields["hands"])
    damage, shield = damage_and_shield(castle[0], played) if castle else (0, 0)
    pools = _parse_sets(fields["pools"]) if fields.get("pools") else initial_pools(tavern, known_on_top, hands)
    return GameState(
        seed=validate_seed(fields["seed"]),
        phase=phase,
        turn=_parse_number("turn", fields["turn"]),
        castle=castle,
        damage=damage,
        shield=shield,
        played=played,
        tavern=tavern,
        known_on_top=known_on_top,
        hidden_pools=pools,
        discard=parse_cards(_split(fields.get("discard", ""))),
        hands=hands,
        yielded_seats=card_set(_parse_number("yielded", seat) for seat in _split(fields.get("yielded", ""))),
        jesters_left=_parse_number("flips", fields.get("flips", str(SOLO_JESTERS if len(hands) == 1 else 0))),
        heart_shuffles=_parse_number("heals", fields.get("heals", "0")),
        reason=reason,
    )


def _split(text: str) -> list[str]:
    return text.split(",") if text else []


def _parse_sets(text: str) -> tuple[CardSet, ...]:
    return tuple(parse_cards(_split(cards)) for cards in text.split("/"))


def _parse_tavern(text: str) -> tuple[tuple[Card, ...], int]:
    """The tavern, and the number of cards on its top that all players know."""
    known, bar, rest = text.rpartition("|")
    known_cards = parse_deck(known.split("|")) if bar else ()
    return known_cards + parse_deck(_split(rest)), len(known_cards)


def _parse_number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise MalformedPosition(f"invalid {name}={text}: expected a number from 0 to 9999")
    return int(text)


def _parse_phase(text: str) -> tuple[Phase, EndReason | None]:
    name, colon, reason = text.partition(":")
    try:
        phase = Phase(name)
        ended = EndReason(reason) if colon else None
    except ValueError:
        raise MalformedPosition(
            f"invalid phase {text!r}: expected play, suffer, appoint, or over: and the reason"
        ) from None
    if (phase is Phase.OVER) is (ended is None):
        raise MalformedPosition(f"invalid phase {text!r}: expected a reason with over, and with no other phase")
    return phase, ended
