"""Positions for tests, written down as they lie on the table.

>>> position(hands="8D,9C / 2C", enemy="QH", played="5C+5S").damage
20

A test names the cards that matter to it; the builder puts all others where they do no harm. What it builds goes through
`regicide.parse_position`, so a position that no game can be in is refused.
"""

from __future__ import annotations

import re
from typing import Final

from regicide import CardSet, Position, act, act_out, legal_actions, parse_action, parse_cards, parse_position
from regicide.cards import SUITS, codes
from regicide.deal import cards_in_game
from regicide.effects import told_in_full

_CODE: Final = re.compile(r"(?:10|[2-9AJQK])[CDHS]|X[12]")


def position(  # noqa: PLR0913 - a position has that many parts, and a test names the few that matter to it
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
    """A position with these cards in these places; hands are parted by `/`, decks are written from the top.

    Enemies named nowhere are in the castle if they come after `enemy`, and defeated on the discard pile if they come
    before it; no `enemy` means that all are defeated. All other cards named nowhere are the `rest`: they lie under the
    cards of the tavern, or with `rest="discard"` on the discard pile. `others` are further fields of the position's
    text: `yielded`, `flips` and `heals`.
    """
    named = set(_CODE.findall(f"{hands} {enemy} {played} {tavern} {discard}"))
    free = [code for code in codes(cards_in_game(hands.count("/") + 1)) if code not in named]
    standing = _castle(enemy)
    piles = {"discard": [discard], "tavern": [tavern]}
    piles["discard"] += [code for code in free if code[0] in "JQK" and code not in standing]
    piles[rest] += [code for code in free if code[0] not in "JQK"]
    fields = {
        "phase": phase,
        "turn": turn,
        "castle": _deck(code for code in standing if code == enemy or code in free),
        "played": played,
        "tavern": _deck(piles["tavern"]).replace("|,", "|"),
        "discard": _deck(piles["discard"]),
        "hands": hands.replace(" ", ""),
        "seed": seed,
    }
    return parse_position(_line(fields | others))


def edited(original: Position, **fields: str | None) -> str:
    """The text of a position with some of its fields written otherwise; None leaves a field out."""
    written = dict(field.split("=", 1) for field in str(original).split())
    return _line({name: text for name, text in (written | fields).items() if text is not None})


def after(before: Position, *actions: str) -> Position:
    """The position after these actions."""
    for action in actions:
        before = act(before, parse_action(action))
    return before


def effects(before: Position, action: str) -> list[dict[str, object]]:
    """All that an action causes, told in full."""
    return [told_in_full(effect) for effect in act_out(before, parse_action(action))[1]]


def legal(before: Position) -> list[str]:
    """The texts of the legal actions."""
    return [str(action) for action in legal_actions(before)]


def cards(text: str) -> CardSet:
    """The set of these cards: `AC,8D`."""
    return parse_cards(text.split(",") if text else [])


def written(pile: CardSet | tuple[int, ...]) -> str:
    """The cards of a set in canonical order, or of a deck from the top: `AC,8D`."""
    return _deck(codes(pile) if isinstance(pile, int) else [codes(1 << card)[0] for card in pile])


def _castle(enemy: str) -> list[str]:
    """This enemy and all that a castle may hold below it."""
    ranks = "JQK"["JQK".index(enemy[0]) :] if enemy else ""
    return [enemy, *(rank + suit for rank in ranks for suit in SUITS if rank + suit != enemy)]


def _deck(pieces) -> str:
    return ",".join(filter(None, pieces))


def _line(fields: dict[str, object]) -> str:
    return " ".join(f"{name}={text}" for name, text in fields.items())
