"""Builders of positions for tests.

>>> position(hands="8D,9C / 2C", enemy="QH", played="5C+5S").damage
20

A test names the cards that matter to it; the builder puts all others where they do not matter. It rejects what
contradicts itself on the table, but not what no course of a game leads to.
"""

from __future__ import annotations

import re
from typing import Final

from conformance import table_of

from regicide import Action, CardSet, Position, apply, cards_in_game, parse_cards, step
from regicide.cards import SUITS, card_names, size
from regicide.effects import OMNISCIENT

_CARD: Final = re.compile(r"(?:10|[2-9AJQK])[CDHS]|X[12]")


def position(  # noqa: PLR0913 - a position has many parts; a test names those that matter to it
    hands: str = "8D,9C / 2C",
    enemy: str = "JC",
    *,
    played: str = "",
    tavern: str = "",
    discard: str = "",
    rest: str = "tavern",
    phase: str = "play",
    turn: int = 0,
    seed: str = "table",
    **others: object,
) -> Position:
    """A position with these cards in these places; hands are separated by `/`, decks are written from the top.

    Other enemies are in the castle if they come after `enemy`, and on the discard pile if they come before it; an empty
    `enemy` means that all are defeated. All other cards are under the cards of the tavern, or on the discard pile with
    `rest="discard"`. `others` are further fields of the position's text: `yielded`, `flips` and `heals`.
    """
    named = set(_CARD.findall(f"{hands} {enemy} {played} {tavern} {discard}"))
    free = [name for name in card_names(cards_in_game(hands.count("/") + 1)) if name not in named]
    standing = _castle(enemy)
    piles = {"discard": [discard], "tavern": [tavern]}
    piles["discard"] += [name for name in free if name[0] in "JQK" and name not in standing]
    piles[rest] += [name for name in free if name[0] not in "JQK"]
    fields = {
        "phase": phase,
        "turn": turn,
        "castle": _deck(name for name in standing if name == enemy or name in free),
        "played": played,
        "tavern": _deck(piles["tavern"]).replace("|,", "|"),
        "discard": _deck(piles["discard"]),
        "hands": hands.replace(" ", ""),
        "seed": seed,
    }
    return Position.parse(_line(fields | others), validate=False).validated(course=False)


def edited(original: Position, **fields: str | None) -> str:
    """The text of a position with some of its fields replaced; None omits a field."""
    written = dict(field.split("=", 1) for field in str(original).split())
    return _line({name: text for name, text in (written | fields).items() if text is not None})


def after(before: Position, *actions: str) -> Position:
    """The position after these actions."""
    for action in actions:
        before = apply(before, Action.parse(action))
    return before


def effects(before: Position, action: str) -> list[dict[str, object]]:
    """The effects of an action, with the cards of every draw."""
    return [effect.to_json(OMNISCIENT) for effect in step(before, Action.parse(action))[1]]


def legal(before: Position) -> list[str]:
    """The texts of the legal actions."""
    return [str(action) for action in before.legal_actions]


def facts(now: Position) -> dict[str, object]:
    """What rulings name: a table as in conformance games, with cards as texts, and what they add up to."""
    return table_of(now) | {
        "hands": " / ".join(map(written, now.hands)),
        "sizes": [size(hand) for hand in now.hands],
        "discard": written(now.discard),
        "pile": size(now.discard),
        "played": [written(play) for play in now.played],
        "top": written(now.tavern[:1]),
        "deck": len(now.tavern),
        "known": now.known_on_top,
        "legal": legal(now),
        "reason": now.reason,
        "seat": now.outcome and now.outcome.seat,
    }


def cards(text: str) -> CardSet:
    """The set of these cards: `AC,8D`."""
    return parse_cards(text.split(",") if text else [])


def written(pile: CardSet | tuple[int, ...]) -> str:
    """The cards of a set in canonical order, or of a deck from the top: `AC,8D`."""
    return _deck(card_names(pile) if isinstance(pile, int) else [card_names(1 << card)[0] for card in pile])


def _castle(enemy: str) -> list[str]:
    """This enemy and all enemies that a castle may contain below it."""
    ranks = "JQK"["JQK".index(enemy[0]) :] if enemy else ""
    return [enemy, *(rank + suit for rank in ranks for suit in SUITS if rank + suit != enemy)]


def _deck(pieces) -> str:
    return ",".join(filter(None, pieces))


def _line(fields: dict[str, object]) -> str:
    return " ".join(f"{name}={text}" for name, text in fields.items())
