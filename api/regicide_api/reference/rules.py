"""The rules of the reference: the engine's numbers and codes with texts in the language of the client."""

from __future__ import annotations

from typing import Any, Final

from regicide import FLIP, YIELD, Action, ActionKind, EndReason, IllegalReason, Phase, parse_card
from regicide.cards import SUITS, card_set, rank, value
from regicide.combos import PLAYS
from regicide.rulebook import (
    COMBO_LIMIT,
    COMBO_RANKS,
    ENEMIES_IN_CASTLE,
    FULL_HAND,
    JESTERS_IN_TAVERN,
    SOLO_GRADES,
    SOLO_JESTERS,
    attack_of,
    health_of,
)
from regicide_api.domain import player_name
from regicide_api.reference.sections import sections
from regicide_api.reference.texts import text
from regicide_api.schemas.enums import EFFECT_TYPE
from regicide_api.schemas.fields import ACTION_PATTERN, CARD_PATTERN, MAX_BODY_BYTES, SEED_PATTERN

_CARD: Final = CARD_PATTERN.strip("^$")
PATTERNS: Final = {
    ActionKind.PLAY: rf"^{_CARD}(?:\+{_CARD})*$",
    ActionKind.YIELD: f"^{YIELD}$",
    ActionKind.DISCARD: f"^(?:-{_CARD})+$",
    ActionKind.APPOINT: "^>(?:0|[1-9][0-9]?)$",
    ActionKind.FLIP: f"^{FLIP}$",
}
EXAMPLES: Final = {
    ActionKind.PLAY: Action.play(card_set((parse_card("AC"), parse_card("8D")))),
    ActionKind.YIELD: YIELD,
    ActionKind.DISCARD: Action.discard(card_set((parse_card("5C"), parse_card("7H")))),
    ActionKind.APPOINT: Action.appoint(2),
    ActionKind.FLIP: FLIP,
}
_COMBO_SIZE: Final = max(cards.bit_count() for cards in PLAYS)


def rules(language: str, *, with_sections: bool = False) -> dict[str, Any]:
    """The numbers, and every code with its text; the rules as sections of paragraphs on request."""
    return {
        "language": language,
        "players": [_players(players) for players in FULL_HAND],
        "enemies": [_enemy(code, language) for code in ("JC", "QC", "KC")],
        "phases": [{"phase": phase.value, "text": text(f"phase.{phase}", language)} for phase in Phase],
        "actions": [_action(kind, language) for kind in ActionKind],
        "refusals": [{"reason": reason.value, "text": text(f"refusal.{reason}", language)} for reason in IllegalReason],
        "outcomes": [_outcome(reason, language) for reason in EndReason],
        "grades": [_grade(flips_left, grade, language) for flips_left, grade in SOLO_GRADES.items()],
        "effects": [{"type": kind, "text": text(f"effect.{kind}", language)} for kind in EFFECT_TYPE.values],
        "limits": limits(),
        "sections": sections(language) if with_sections else None,
    }


def limits() -> dict[str, Any]:
    """The limits of every game, and of requests."""
    return {
        "enemies": ENEMIES_IN_CASTLE,
        "combo_ranks": list(COMBO_RANKS),
        "combo_total": COMBO_LIMIT,
        "combo_cards": _COMBO_SIZE,
        "name_length": player_name.MAX_LENGTH,
        "body_bytes": MAX_BODY_BYTES,
        "card_pattern": CARD_PATTERN,
        "action_pattern": ACTION_PATTERN,
        "seed_pattern": SEED_PATTERN,
    }


def _players(players: int) -> dict[str, int]:
    return {
        "players": players,
        "full_hand": FULL_HAND[players],
        "jesters": JESTERS_IN_TAVERN[players],
        "flips": SOLO_JESTERS if players == 1 else 0,
    }


def _enemy(code: str, language: str) -> dict[str, Any]:
    enemy = parse_card(code)
    return {
        "rank": rank(enemy),
        "name": text(f"rank.{rank(enemy)}", language),
        "count": len(SUITS),
        "attack": attack_of(enemy),
        "health": health_of(enemy),
        "value": value(1 << enemy),
    }


def _action(kind: ActionKind, language: str) -> dict[str, Any]:
    numbers = {"combo_least": COMBO_RANKS[0], "combo_most": COMBO_RANKS[-1], "combo_limit": COMBO_LIMIT}
    return {
        "kind": kind.value,
        "pattern": PATTERNS[kind],
        "example": str(EXAMPLES[kind]),
        "text": text(f"action.{kind}", language).format(combo_size=_COMBO_SIZE, **numbers),
    }


def _outcome(reason: EndReason, language: str) -> dict[str, str]:
    outcome = "won" if reason is EndReason.LAST_KING else "lost"
    return {"reason": reason.value, "outcome": outcome, "text": text(f"outcome.{reason}", language)}


def _grade(flips_left: int, grade: str, language: str) -> dict[str, Any]:
    return {"grade": grade, "flips": SOLO_JESTERS - flips_left, "text": text(f"grade.{grade}", language)}
