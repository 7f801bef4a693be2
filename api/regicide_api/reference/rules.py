"""The cards and rules of the reference: the engine's facts with texts in the language of the client.

The definitions are the schemas of the responses. Later versions may add codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final, TypedDict

from marshmallow.validate import Range

from regicide import FLIP, YIELD, Action, ActionKind, EndReason, IllegalReason, Phase, parse_card
from regicide.cards import CARD_NAMES, COMPANIONS, ENEMIES, JESTERS, SUITS, Card, card_set, rank, value
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
from regicide_api.reference.texts import RULE_TEXTS, text
from regicide_api.schemas import enums
from regicide_api.schemas.enums import CARD_KIND, EFFECT_TYPE, JESTER_POWER, POWERS
from regicide_api.schemas.responses import ActionText
from regicide_api.schemas.responses import Card as CardCode
from regicide_api.schemas.values import ACTION_PATTERN, CARD_PATTERN, MAX_BODY_BYTES, SEED_PATTERN


class CardInfo(TypedDict):
    """A card."""

    code: Annotated[CardCode, "Its code."]
    rank: Annotated[str | None, enums.RANK, "Its rank; null for a jester."]
    suit: Annotated[str | None, enums.SUIT, "Its suit; null for a jester."]
    name: Annotated[str, "Its name in words."]
    kind: Annotated[str, enums.CARD_KIND, "Its kind."]
    value: Annotated[int, Range(0), "Its value as an attack and as a discard."]
    attack: Annotated[int | None, Range(0), "Its attack as an enemy; null for all but J, Q and K."]
    health: Annotated[int | None, Range(0), "Its health as an enemy; null for all but J, Q and K."]
    power: Annotated[str, enums.POWER, "Its power when played."]


class SuitInfo(TypedDict):
    """A suit."""

    suit: Annotated[str, enums.SUIT, "Its letter."]
    name: Annotated[str, "Its name in words."]
    power: Annotated[str, enums.POWER, "Its power."]


class PowerInfo(TypedDict):
    """A power of a suit or of the jesters."""

    power: Annotated[str, enums.POWER, "Its code."]
    text: Annotated[str, "Description of the power."]


class KindInfo(TypedDict):
    """A kind of card."""

    kind: Annotated[str, enums.CARD_KIND, "Its code."]
    text: Annotated[str, "Description of the kind."]


class CardReference(TypedDict):
    """All cards, suits, powers and kinds."""

    language: Annotated[str, "The language of the names and texts (BCP 47)."]
    cards: Annotated[list[CardInfo], "All cards in canonical order."]
    suits: Annotated[list[SuitInfo], "The suits in canonical order."]
    powers: Annotated[list[PowerInfo], "The powers."]
    kinds: Annotated[list[KindInfo], "The kinds of cards."]


class PlayersInfo(TypedDict):
    """The numbers that depend on the number of players."""

    players: Annotated[int, Range(0), "The number of players."]
    full_hand: Annotated[int, Range(0), "The maximum hand size, which is the size at the start."]
    jesters: Annotated[int, Range(0), "The number of jesters in the tavern deck."]
    flips: Annotated[int, Range(0), "The number of jesters that can be flipped."]


class EnemyInfo(TypedDict):
    """A rank of enemies."""

    rank: Annotated[str, enums.RANK, "The rank."]
    name: Annotated[str, "Its name in words."]
    count: Annotated[int, Range(0), "Their number in the castle."]
    attack: Annotated[int, Range(0), "Their attack."]
    health: Annotated[int, Range(0), "Their health."]
    value: Annotated[int, Range(0), "Their value in a hand."]


class PhaseInfo(TypedDict):
    """A phase."""

    phase: Annotated[str, enums.PHASE, "Its code, as in a view."]
    text: Annotated[str, "Description of what the player to act has to do."]


class ActionInfo(TypedDict):
    """A kind of action."""

    kind: Annotated[str, enums.ACTION_KIND, "Its code."]
    pattern: Annotated[str, "The regular expression of its texts (ECMA-262)."]
    example: Annotated[ActionText, "An example."]
    text: Annotated[str, "Description of the action and its text."]


class RefusalInfo(TypedDict):
    """A reason why an action is illegal."""

    reason: Annotated[str, enums.REFUSAL_REASON, "Its code, as in the problem `illegal-action`."]
    text: Annotated[str, "Description."]


class OutcomeInfo(TypedDict):
    """A reason why a game ended."""

    reason: Annotated[str, enums.END_REASON, "Its code, as in a result."]
    outcome: Annotated[str, enums.OUTCOME, "Won or lost."]
    text: Annotated[str, "Description."]


class GradeInfo(TypedDict):
    """A grade of a solo win."""

    grade: Annotated[str, enums.GRADE, "Its code, as in a result."]
    flips: Annotated[int, Range(0), "The number of flipped jesters."]
    text: Annotated[str, "Description."]


class EffectInfo(TypedDict):
    """A type of effect."""

    type: Annotated[str, enums.EFFECT_TYPE, "Its code, as in an event."]
    text: Annotated[str, "Description of the effect."]


class Limits(TypedDict):
    """Limits and patterns of every game."""

    enemies: Annotated[int, Range(0), "The number of enemies."]
    combo_ranks: Annotated[list[Annotated[str, enums.RANK, "A rank."]], "The ranks that form combos."]
    combo_total: Annotated[int, Range(0), "The maximum total value of a combo."]
    combo_cards: Annotated[int, Range(0), "The maximum number of cards in a combo."]
    name_length: Annotated[int, Range(0), "The maximum length of a name."]
    body_bytes: Annotated[int, Range(0), "The maximum size of a request body in bytes."]
    card_pattern: Annotated[str, "The regular expression of a card's code (ECMA-262)."]
    action_pattern: Annotated[str, "The regular expression of an action's text."]
    seed_pattern: Annotated[str, "The regular expression of a seed."]


class RuleTable(TypedDict):
    """A table in the rules."""

    header: Annotated[list[Annotated[str, "The title of a column."]], "The titles of its columns."]
    rows: Annotated[list[list[Annotated[str, "A cell, as plain text."]]], "Its rows in order, with a cell per column."]


class RuleSection(TypedDict):
    """A section of the rules."""

    id: Annotated[str, "Its id: a lowercase word, the same in all languages."]
    title: Annotated[str, "Its title."]
    paragraphs: Annotated[list[Annotated[str, "A paragraph, as plain text."]], "Its paragraphs in order."]
    table: Annotated[RuleTable | None, "The table after its paragraphs. Null if it has none."]


class Rules(TypedDict):
    """The numbers of the rulebook, and every code with a description."""

    language: Annotated[str, "The language of the names and texts (BCP 47)."]
    players: Annotated[list[PlayersInfo], "The numbers that depend on the number of players."]
    enemies: Annotated[list[EnemyInfo], "The ranks of enemies in the order of the castle."]
    phases: Annotated[list[PhaseInfo], "The phases."]
    actions: Annotated[list[ActionInfo], "The kinds of actions."]
    refusals: Annotated[list[RefusalInfo], "The reasons why an action may be illegal."]
    outcomes: Annotated[list[OutcomeInfo], "The reasons why a game may end."]
    grades: Annotated[list[GradeInfo], "The grades of solo wins."]
    effects: Annotated[list[EffectInfo], "The types of effects."]
    limits: Limits
    sections: Annotated[
        list[RuleSection] | None,
        "With `include=sections`: the rules of the game for players, in paragraphs. Null without the parameter.",
    ]


_ENEMY_KINDS: Final = {"J": "jack", "Q": "queen", "K": "king"}


def cards(language: str) -> CardReference:
    """The cards in canonical order, the suits, the powers and the kinds."""
    return {
        "language": language,
        "cards": [_card(card, language) for card in range(len(CARD_NAMES))],
        "suits": [{"suit": suit, "name": text(f"suit.{suit}", language), "power": POWERS[suit]} for suit in SUITS],
        "powers": [
            {"power": power, "text": text(f"power.{power}", language)} for power in (*POWERS.values(), JESTER_POWER)
        ],
        "kinds": [{"kind": kind, "text": text(f"kind.{kind}", language)} for kind in CARD_KIND.values],
    }


def kind_of(card: Card) -> str:
    """The kind of a card."""
    if 1 << card & JESTERS:
        return "jester"
    if 1 << card & COMPANIONS:
        return "companion"
    return _ENEMY_KINDS.get(rank(card), "number")


def name_of(card: Card, language: str) -> str:
    """The name of a card in words."""
    if 1 << card & JESTERS:
        return text("jester", language).format(number=CARD_NAMES[card][1:])
    named = text(f"rank.{rank(card)}", language), text(f"suit.{CARD_NAMES[card][-1]}", language)
    return text("card", language).format(rank=named[0], suit=named[1])


def _card(card: Card, language: str) -> CardInfo:
    suited, enemy = not 1 << card & JESTERS, bool(1 << card & ENEMIES)
    suit = CARD_NAMES[card][-1] if suited else None
    return {
        "code": CARD_NAMES[card],
        "rank": rank(card) if suited else None,
        "suit": suit,
        "name": name_of(card, language),
        "kind": kind_of(card),
        "value": value(1 << card),
        "attack": attack_of(card) if enemy else None,
        "health": health_of(card) if enemy else None,
        "power": POWERS[suit] if suit else JESTER_POWER,
    }


Values = Mapping[str, int | str]

SECTIONS: Final = tuple(dict.fromkeys(key.split(".")[1] for key in RULE_TEXTS))
"""The ids of the sections in order."""
_ENEMIES: Final = tuple(map(parse_card, ("JC", "QC", "KC")))


def _value_of(code: str) -> int:
    return value(1 << parse_card(code))


MAX_COMBO_CARDS: Final = max(cards.bit_count() for cards in PLAYS)
NUMBERS: Final[Values] = {
    "enemies": ENEMIES_IN_CASTLE,
    "companion": _value_of("AC"),
    "jester": _value_of("X1"),
    "jack": _value_of("JC"),
    "queen": _value_of("QC"),
    "king": _value_of("KC"),
    "combo_size": MAX_COMBO_CARDS,
    "combo_low": COMBO_RANKS[0],
    "combo_high": COMBO_RANKS[-1],
    "combo_limit": COMBO_LIMIT,
    "flips": SOLO_JESTERS,
    "solo_hand": FULL_HAND[1],
}
"""The numbers of the rulebook that the texts contain."""


def sections(language: str) -> list[RuleSection]:
    """All sections: id, title, the paragraphs as plain text, and the table if there is one."""
    tables = {"setup": _players_table(language), "enemies": _enemies_table(language)}
    return [
        {
            "id": section,
            "title": text(f"rules.{section}", language),
            "paragraphs": [*_paragraphs(section, language)],
            "table": tables.get(section),
        }
        for section in SECTIONS
    ]


def _paragraphs(section: str, language: str) -> Iterator[str]:
    for key in RULE_TEXTS:
        if key.startswith(f"rules.{section}."):
            yield text(key, language).format(**NUMBERS)


def _players_table(language: str) -> RuleTable:
    beside = {1: text("jesters.beside", language).format(flips=SOLO_JESTERS)}
    rows = ((players, beside.get(players, JESTERS_IN_TAVERN[players]), hand) for players, hand in FULL_HAND.items())
    return _table(("players", "jesters", "full_hand"), rows, language)


def _enemies_table(language: str) -> RuleTable:
    names = (text(f"rank.{rank(enemy)}", language).capitalize() for enemy in _ENEMIES)
    rows = ((name, attack_of(enemy), health_of(enemy)) for name, enemy in zip(names, _ENEMIES, strict=True))
    return _table(("enemy", "attack", "health"), rows, language)


def _table(columns: Iterable[str], rows: Iterable[tuple[int | str, ...]], language: str) -> RuleTable:
    header = [text(f"column.{column}", language) for column in columns]
    return {"header": header, "rows": [[*map(str, row)] for row in rows]}


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


def rules(language: str, *, with_sections: bool = False) -> Rules:
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


def limits() -> Limits:
    """The limits of every game, and of requests."""
    return {
        "enemies": ENEMIES_IN_CASTLE,
        "combo_ranks": list(COMBO_RANKS),
        "combo_total": COMBO_LIMIT,
        "combo_cards": MAX_COMBO_CARDS,
        "name_length": player_name.MAX_LENGTH,
        "body_bytes": MAX_BODY_BYTES,
        "card_pattern": CARD_PATTERN,
        "action_pattern": ACTION_PATTERN,
        "seed_pattern": SEED_PATTERN,
    }


def _players(players: int) -> PlayersInfo:
    return {
        "players": players,
        "full_hand": FULL_HAND[players],
        "jesters": JESTERS_IN_TAVERN[players],
        "flips": SOLO_JESTERS if players == 1 else 0,
    }


def _enemy(code: str, language: str) -> EnemyInfo:
    enemy = parse_card(code)
    return {
        "rank": rank(enemy),
        "name": text(f"rank.{rank(enemy)}", language),
        "count": len(SUITS),
        "attack": attack_of(enemy),
        "health": health_of(enemy),
        "value": value(1 << enemy),
    }


def _action(kind: ActionKind, language: str) -> ActionInfo:
    return {
        "kind": kind.value,
        "pattern": PATTERNS[kind],
        "example": str(EXAMPLES[kind]),
        "text": text(f"action.{kind}", language).format(**NUMBERS),
    }


def _outcome(reason: EndReason, language: str) -> OutcomeInfo:
    outcome = "won" if reason is EndReason.LAST_KING else "lost"
    return {"reason": reason.value, "outcome": outcome, "text": text(f"outcome.{reason}", language)}


def _grade(flips_left: int, grade: str, language: str) -> GradeInfo:
    return {"grade": grade, "flips": SOLO_JESTERS - flips_left, "text": text(f"grade.{grade}", language)}
