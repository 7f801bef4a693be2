"""The reference of cards and rules, and the languages of all texts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from builders import position
from players import Game, Player, bearing

import regicide
from regicide import ActionKind
from regicide.cards import CARD_NAMES, value
from regicide_api.languages import LANGUAGES
from regicide_api.problems import PROBLEMS
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


def tables(player: Player) -> dict[str, Any]:
    """The tables of the rules by the ids of their sections."""
    return {each["id"]: each["table"] for each in sections_in(player, "en") if each["table"]}


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


def test_the_setup_has_the_numbers_of_the_rulebook(player: Player, rules: dict[str, Any]) -> None:
    """A row for each number of players: jesters, and full hand; those of a player alone lie beside the game."""
    table = tables(player)["setup"]
    assert table["header"] == ["Players", "Jesters", "Full hand"]
    numbers = [[each["players"], each["jesters"], each["full_hand"]] for each in rules["players"]]
    assert table["rows"][0][1] == "0 (2 beside the game)"
    assert [[int(cell.split()[0]) for cell in row] for row in table["rows"]] == numbers


def test_the_enemies_have_the_numbers_of_the_rulebook(player: Player, rules: dict[str, Any]) -> None:
    """Their values in a hand, and a table with a row for each rank: attack and health."""
    section = next(each for each in sections_in(player, "en") if each["id"] == "enemies")
    rows = [[name, int(attack), int(health)] for name, attack, health in section["table"]["rows"]]
    numbers = [[each["attack"], each["health"]] for each in rules["enemies"]]
    assert rows == [[name, *each] for name, each in zip(["Jack", "Queen", "King"], numbers, strict=True)]
    [values] = section["paragraphs"]
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


EACH = pytest.mark.parametrize("language", LANGUAGES)
OTHERS = pytest.mark.parametrize("language", ["es", "ca", "it"])


def asking(language: str) -> dict[str, str]:
    """The header that requests a language."""
    return {"Accept-Language": language}


def codes(content: Any) -> Any:
    """The codes and numbers of a reference, without its texts."""
    if isinstance(content, dict):
        return {name: codes(inner) for name, inner in content.items() if name not in {"name", "text", "language"}}
    return [codes(inner) for inner in content] if isinstance(content, list) else content


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("", "en"),
        ("es", "es"),
        ("CA", "ca"),
        ("es-AR", "es"),
        ("ca-valencia", "ca"),
        ("it-Latn-CH", "it"),
        ("de, it;q=0.3", "it"),
        ("es;q=0.5, ca;q=0.8", "ca"),
        ("es-AR, en;q=0.5", "es"),
        ("es, ca", "es"),
        ("es;q=0, it;q=0.1", "it"),
        ("fr, *", "en"),
        ("*", "en"),
        ("es;q=nonsense, it", "it"),
        ("esperanto", "en"),
    ],
)
def test_the_language_is_the_best_that_both_support(player: Player, asked: str, answered: str) -> None:
    """By quality first, a region's language for its region, and English where there is none."""
    found = player.client.get("/v1/cards", headers=asking(asked))
    assert (found.headers["Content-Language"], found.json["language"]) == (answered, answered)


@OTHERS
@pytest.mark.parametrize("path", ["/v1/cards", "/v1/rules"])
def test_no_text_of_the_reference_is_left_in_english(player: Player, path: str, language: str) -> None:
    """Neither a text nor a name; codes, numbers and patterns are the same."""
    english, other = (player.client.get(path, headers=asking(each)).json for each in ("en", language))
    assert codes(other) == codes(english)
    assert len({*texts_of(english)}) > 3
    assert {*texts_of(english)} & {*texts_of(other)} == set()


def texts_of(content: Any) -> list[str]:
    """The names and texts in a reference."""
    if isinstance(content, list):
        return [text for inner in content for text in texts_of(inner)]
    if not isinstance(content, dict):
        return []
    own = [content[name] for name in ("name", "text") if name in content]
    return own + [text for inner in content.values() for text in texts_of(inner)]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["ace of clubs", "jack of diamonds", "queen of hearts", "jester 1"]),
        ("es", ["as de tréboles", "sota de diamantes", "reina de corazones", "comodín 1"]),
        ("ca", ["as de trèvols", "valet de diamants", "reina de cors", "comodí 1"]),
        ("it", ["asso di fiori", "fante di quadri", "regina di cuori", "jolly 1"]),
    ],
)
def test_cards_have_the_names_of_the_rulebook(player: Player, language: str, names: list[str]) -> None:
    """In each of its languages."""
    cards = {
        card["code"]: card["name"] for card in player.client.get("/v1/cards", headers=asking(language)).json["cards"]
    }
    assert [cards[code] for code in ("AC", "JD", "QH", "X1")] == names


def test_an_illegal_action_is_explained_in_catalan(player: Player, game: Game) -> None:
    """Title and detail are translated; the code and the reason are not."""
    headers = bearing(game.token) | asking("ca")
    refused = player.client.post(f"{game.path}/actions", json={"version": 1, "action": "KS"}, headers=headers)
    problem = refused.json
    assert (problem["title"], problem["detail"]) == (
        "Les regles no permeten aquesta acció",
        "no són a la mà del jugador a qui toca: KS",
    )
    assert (problem["code"], problem["reason"], refused.headers["Content-Language"]) == (
        "illegal-action",
        "not-in-hand",
        "ca",
    )


def test_sentences_within_sentences_are_translated(player: Player) -> None:
    """The sentence on the card inside the sentence on the action."""
    game = player.create()
    headers = bearing(game.token) | asking("es")
    body = {"version": 1, "action": "8X"}
    detail = player.client.post(f"{game.path}/actions", json=body, headers=headers).json["detail"]
    assert detail.startswith(
        "acción no válida '8X' (carta no válida '8X': se esperaba AC, 2C … KS, X1 o X2): se esperaba una jugada"
    )


def test_every_fault_of_a_body_is_described_in_italian(player: Player) -> None:
    """Messages of marshmallow, and of the API."""
    request_body = {
        "players": "2",
        "seats": [{"name": " a"}, {}, 3, {"x": 0}],
        "seed": "a b",
        "listed": 1,
        "first_player": 9,
    }
    problem = player.client.post("/v1/games", json=request_body, headers=asking("it")).json
    assert {fault["pointer"]: fault["detail"] for fault in problem["errors"]} == {
        "/players": "Non è un numero intero.",
        "/seats/0/name": "un nome non inizia né finisce con spazi",
        "/seats/1": 'serve {"name": …}, oppure {"open": true}, {"agent": …} o entrambi',
        "/seats/2": "Il tipo di dato non è valido.",
        "/seed": "un seme ha da 1 a 128 caratteri ASCII stampabili senza spazi (da 0x21 a 0x7E)",
        "/listed": "era atteso true o false",
        "/first_player": "Deve essere almeno 0 e al massimo 3.",
        "/seats/3/x": "Campo sconosciuto.",
    }


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/v1/games?limit=1000", "limit: Tiene que ser como mínimo 1 y como máximo 100."),
        ("/v1/games?limit=1&limit=2", "limit: dado más de una vez"),
        ("/v1/games?status=x", "status: Tiene que ser uno de estos valores: active, over, waiting."),
        ("/v1/games?cursor=!", "cursor: se esperaba el `next` de la página anterior"),
        ("/v1/games?x=1", "x: parámetro desconocido; los de esta operación son status, "),
        ("/v1/games/none", "no hay ninguna partida 'none'; puede que haya caducado"),
        ("/nothing", "/openapi.json enumera las rutas de todas las operaciones"),
    ],
)
def test_faults_of_paths_and_queries_are_described_in_spanish(player: Player, path: str, detail: str) -> None:
    """In its parameters, or in what it names."""
    problem = player.client.get(path, headers=asking("es")).json
    assert problem["detail"].startswith(detail)


@EACH
def test_others_get_other_texts(player: Player, language: str) -> None:
    """`Vary` says so for caches, for problems too."""
    for path in ("/v1/games/none", "/v1/rules", "/problems"):
        headers = player.client.get(path, headers=asking(language)).headers
        assert (headers["Content-Language"], "Accept-Language" in headers["Vary"]) == (language, True)


def test_the_validator_of_a_view_is_made_of_the_language_too(player: Player) -> None:
    """A request in another language does not get 304."""
    game = player.create()
    known = {"If-None-Match": player.get(game.path).headers["ETag"]}
    answers = [player.client.get(game.path, headers=known | asking(each)) for each in ("en", "es")]
    assert [answer.status_code for answer in answers] == [304, 200]
    assert answers[1].headers["ETag"].startswith('W/"1-spectator-es-')


@OTHERS
def test_no_problem_is_left_in_english(player: Player, language: str) -> None:
    """Neither title, nor meaning, nor advice; the page says its language."""
    for problem in PROBLEMS:
        page = player.client.get(f"/problems/{problem.code}", headers=asking(language))
        assert (page.headers["Content-Language"], f'<html lang="{language}">' in page.text) == (language, True)
        assert [text for text in (problem.title, problem.meaning, problem.advice) if text in page.text] == []
        assert "What" not in page.text.partition("<pre>")[0]


def test_the_reader_of_a_page_can_choose_another_language(player: Player) -> None:
    """The link overrides Accept-Language, and is kept on the next page."""
    page = player.client.get("/problems?language=it", headers=asking("es"))
    assert page.headers["Content-Language"] == "it"
    assert 'href="/problems/game-over?language=it"' in page.text
