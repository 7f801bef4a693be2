"""The rules of the game as sections of paragraphs, with the engine's numbers, in the language of the client."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from regicide import parse_card
from regicide.cards import rank, value
from regicide.combos import PLAYS
from regicide.rulebook import (
    COMBO_LIMIT,
    COMBO_RANKS,
    ENEMIES_IN_CASTLE,
    FULL_HAND,
    JESTERS_IN_TAVERN,
    SOLO_JESTERS,
    attack_of,
    health_of,
)
from regicide_api.languages import text_of
from regicide_api.reference.rule_texts import RULE_TEXTS
from regicide_api.reference.texts import text

Values = Mapping[str, int | str]

SECTIONS: Final = tuple(dict.fromkeys(key.split(".")[1] for key in RULE_TEXTS))
"""The ids of the sections in order."""
_ENEMIES: Final = tuple(map(parse_card, ("JC", "QC", "KC")))


def _value_of(code: str) -> int:
    return value(1 << parse_card(code))


NUMBERS: Final[Values] = {
    "enemies": ENEMIES_IN_CASTLE,
    "companion": _value_of("AC"),
    "jester": _value_of("X1"),
    "jack": _value_of("JC"),
    "queen": _value_of("QC"),
    "king": _value_of("KC"),
    "combo_size": max(cards.bit_count() for cards in PLAYS),
    "combo_low": COMBO_RANKS[0],
    "combo_high": COMBO_RANKS[-1],
    "combo_limit": COMBO_LIMIT,
    "flips": SOLO_JESTERS,
    "solo_hand": FULL_HAND[1],
}
"""The numbers of the rulebook that the paragraphs contain."""


def sections(language: str) -> list[dict[str, Any]]:
    """All sections: id, title, and the paragraphs as plain text."""
    return [
        {"id": section, "title": _text(f"rules.{section}", language), "paragraphs": [*_paragraphs(section, language)]}
        for section in SECTIONS
    ]


def _paragraphs(section: str, language: str) -> Iterator[str]:
    for key in RULE_TEXTS:
        if key.startswith(f"rules.{section}."):
            rows = _ROWS[key](language) if key in _ROWS else [{}]
            yield from (_text(key, language).format(**NUMBERS, **row) for row in rows)


def _text(key: str, language: str) -> str:
    return text_of(key, RULE_TEXTS[key], language)


def _players(_: str) -> list[Values]:
    return [
        {"players": players, "jesters": JESTERS_IN_TAVERN[players], "hand": hand} for players, hand in FULL_HAND.items()
    ]


def _enemies(language: str) -> list[Values]:
    return [
        {
            "enemy": text(f"rank.{rank(enemy)}", language).capitalize(),
            "attack": attack_of(enemy),
            "health": health_of(enemy),
        }
        for enemy in _ENEMIES
    ]


_ROWS: Final[Mapping[str, Callable[[str], list[Values]]]] = {
    "rules.setup.players": _players,
    "rules.enemies.rank": _enemies,
}
"""The values of the paragraphs that are repeated, by key."""
