"""The cards and the rules for front ends: they equal the engine's, and caches may store them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from builders import position
from players import Player

import regicide
from regicide import ActionKind
from regicide.cards import CARD_NAMES, value
from regicide_api.reference.rules import PATTERNS
from regicide_api.schemas.events import EFFECT
from regicide_api.schemas.values import ACTION_PATTERN

PATHS = pytest.mark.parametrize("path", ["/v1/cards", "/v1/rules", "/v1/rules?include=sections"])
SECTIONS = [
    *("aim", "setup", "enemies", "turn", "suits", "companions", "combos", "immunity"),
    *("defeat", "suffer", "jester", "yield", "talk", "end", "solo"),
]


@pytest.fixture
def cards(player: Player) -> dict[str, dict[str, Any]]:
    """All cards by their codes."""
    return {card["code"]: card for card in player.get("/v1/cards").json["cards"]}


@pytest.fixture
def rules(player: Player) -> dict[str, Any]:
    """The rules."""
    content: dict[str, Any] = player.get("/v1/rules").json
    return content


@pytest.fixture
def sections(player: Player) -> dict[str, list[str]]:
    """The paragraphs of the rules by the ids of their sections."""
    return {each["id"]: each["paragraphs"] for each in sections_in(player, "en")}


def sections_in(player: Player, language: str) -> list[dict[str, Any]]:
    """The sections of the rules in a language."""
    headers = {"Accept-Language": language}
    read: list[dict[str, Any]] = player.get("/v1/rules?include=sections", **headers).json["sections"]
    return read


def test_all_cards_are_there_in_canonical_order(cards: dict[str, dict[str, Any]]) -> None:
    """With their values."""
    assert list(cards) == list(CARD_NAMES)
    assert [card["value"] for card in cards.values()] == [value(1 << card) for card in range(54)]


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("AC", ("ace of clubs", "companion", 1, None, None, "double-damage")),
        ("10D", ("ten of diamonds", "number", 10, None, None, "draw")),
        ("JH", ("jack of hearts", "jack", 10, 10, 20, "heal")),
        ("QS", ("queen of spades", "queen", 15, 15, 30, "shield")),
        ("KC", ("king of clubs", "king", 20, 20, 40, "double-damage")),
        ("X2", ("jester 2", "jester", 0, None, None, "cancel-immunity")),
    ],
)
def test_a_card_has_its_facts(cards: dict[str, dict[str, Any]], code: str, facts: tuple[object, ...]) -> None:
    """Its name, kind, value, attack, health and power."""
    members = ("name", "kind", "value", "attack", "health", "power")
    assert tuple(cards[code][member] for member in members) == facts


@pytest.mark.parametrize("code", ["3D", "3H", "3S", "X1"])
def test_a_power_is_what_the_card_does(cards: dict[str, dict[str, Any]], code: str) -> None:
    """The effect in the engine has the same name."""
    _, effects = regicide.step(position(f"{code} / 5C / 6C"), regicide.Action.parse(code))
    assert cards[code]["power"] in [effect.to_json(regicide.OMNISCIENT)["type"] for effect in effects]


def test_clubs_double_the_damage(cards: dict[str, dict[str, Any]]) -> None:
    """As their power says."""
    assert cards["3C"]["power"] == "double-damage"
    assert regicide.apply(position("3C,4C / 5C", enemy="JD"), regicide.Action.parse("3C")).damage == 6


def test_jesters_have_neither_rank_nor_suit(cards: dict[str, dict[str, Any]]) -> None:
    """All others have both."""
    without = [code for code, card in cards.items() if card["rank"] is None and card["suit"] is None]
    assert without == ["X1", "X2"]


def test_the_effects_are_those_of_events(rules: dict[str, Any]) -> None:
    """Under the same names, each with a sentence."""
    assert [effect["type"] for effect in rules["effects"]] == [*EFFECT.values]


def test_the_rules_hold_every_code(rules: dict[str, Any]) -> None:
    """Of views, problems and results."""
    assert [phase["phase"] for phase in rules["phases"]] == [*regicide.Phase]
    assert [refusal["reason"] for refusal in rules["refusals"]] == [*regicide.IllegalReason]
    assert [outcome["reason"] for outcome in rules["outcomes"]] == [*regicide.EndReason]
    assert [grade["grade"] for grade in rules["grades"]] == ["gold", "silver", "bronze"]


def test_each_text_is_a_sentence(rules: dict[str, Any], player: Player) -> None:
    """Without unfilled placeholders."""
    cards = player.get("/v1/cards").json
    infos = [info for part in [*rules.values(), *cards.values()] if isinstance(part, list) for info in part]
    texts = [info["text"] for info in infos if "text" in info]
    assert len(texts) > 40
    assert [text for text in texts if not re.fullmatch(r"[A-Z][^{}]+\.", text)] == []


def test_what_depends_on_the_number_of_players(rules: dict[str, Any]) -> None:
    """Hands, jesters and flips, as the rulebook has them."""
    assert [[*players.values()] for players in rules["players"]] == [
        [1, 8, 0, 2],
        [2, 7, 0, 0],
        [3, 6, 1, 0],
        [4, 5, 2, 0],
    ]


def test_the_enemies(rules: dict[str, Any]) -> None:
    """Four of each rank: attack, health, value in a hand."""
    facts = [[enemy[member] for member in ("rank", "count", "attack", "health", "value")] for enemy in rules["enemies"]]
    assert facts == [["J", 4, 10, 20, 10], ["Q", 4, 15, 30, 15], ["K", 4, 20, 40, 20]]


def test_each_action_fits_the_pattern_of_its_kind_alone(rules: dict[str, Any]) -> None:
    """So do the examples; the common pattern matches all of them."""
    for action in rules["actions"]:
        fitting = [kind for kind, pattern in PATTERNS.items() if re.search(pattern, action["example"])]
        assert fitting == [regicide.Action.parse(action["example"]).kind] == [ActionKind(action["kind"])]
        assert re.search(ACTION_PATTERN, action["example"])


def test_the_limits(rules: dict[str, Any]) -> None:
    """Limits of the rulebook, and of the API."""
    limits = rules["limits"]
    assert (limits["combo_total"], limits["combo_cards"], limits["combo_ranks"]) == (10, 4, ["2", "3", "4", "5"])
    assert (limits["name_length"], limits["body_bytes"], limits["enemies"]) == (40, 65536, 12)


@PATHS
def test_caches_may_store_it(player: Player, path: str) -> None:
    """For an hour, for each language."""
    headers = player.get(path).headers
    assert (headers["Cache-Control"], headers["Vary"]) == ("public, max-age=3600", "Accept-Language")
    assert headers["Content-Language"] == player.get(path).json["language"] == "en"


@PATHS
@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_a_current_etag_gets_304(player: Player, path: str, form: str) -> None:
    """By weak comparison, with the same strong ETag and no body."""
    etag = player.get(path).headers["ETag"]
    again = player.get(path, **{"If-None-Match": form.format(etag)})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", etag)
    assert etag.startswith('"')


@PATHS
def test_its_headers_can_be_had_alone(player: Player, path: str) -> None:
    """HEAD has the ETag and the length of the body that GET gives."""
    whole, head = player.get(path), player.client.head(path)
    assert (head.headers["ETag"], head.headers["Content-Length"]) == (whole.headers["ETag"], str(len(whole.data)))


def test_the_rules_for_players_come_on_request_alone(player: Player, rules: dict[str, Any]) -> None:
    """Section by section, with everything else the same."""
    read = player.get("/v1/rules?include=sections").json
    assert [section["id"] for section in read["sections"]] == SECTIONS
    assert rules == read | {"sections": None}


def test_the_paragraphs_of_the_rules_are_sentences(sections: dict[str, list[str]]) -> None:
    """Without unfilled placeholders, one or more in each section."""
    paragraphs = [paragraph for each in sections.values() for paragraph in each]
    assert [text for text in paragraphs if not re.fullmatch(r"[A-Z0-9][^{}]+\.", text)] == []
    assert all(sections.values())


def test_the_setup_has_the_numbers_of_the_rulebook(sections: dict[str, list[str]], rules: dict[str, Any]) -> None:
    """A paragraph for each number of players: jesters and full hand."""
    numbers = [[each["players"], each["jesters"], each["full_hand"]] for each in rules["players"]]
    assert [[*map(int, re.findall(r"\d+", text))] for text in sections["setup"] if re.search(r"\d", text)] == numbers


def test_the_enemies_have_the_numbers_of_the_rulebook(sections: dict[str, list[str]], rules: dict[str, Any]) -> None:
    """A paragraph for each rank: attack and health; then their values in a hand."""
    ranks, values = sections["enemies"][:3], sections["enemies"][3]
    numbers = [[each["attack"], each["health"]] for each in rules["enemies"]]
    assert [[*map(int, re.findall(r"\d+", text))] for text in ranks] == numbers
    assert [*map(int, re.findall(r"\d+", values))] == [each["value"] for each in rules["enemies"]]


def test_the_solo_section_has_a_paragraph_for_each_grade(sections: dict[str, list[str]], rules: dict[str, Any]) -> None:
    """Named in the order of the flips."""
    grades = [each["grade"] for each in rules["grades"]]
    assert [text.removesuffix(".").rpartition(" ")[2] for text in sections["solo"][2:]] == grades


@pytest.mark.parametrize("language", ["es", "ca", "it"])
def test_every_paragraph_is_translated(player: Player, language: str) -> None:
    """With the same numbers as in English, in the same sections."""
    english, translated = sections_in(player, "en"), sections_in(player, language)
    for here, there in zip(english, translated, strict=True):
        assert here["id"] == there["id"]
        assert here["title"] != there["title"]
        for one, other in zip(here["paragraphs"], there["paragraphs"], strict=True):
            assert one != other
            assert sorted(re.findall(r"\d+", one)) == sorted(re.findall(r"\d+", other))
