"""Responses are in the language that a client requests; codes are never translated."""

from __future__ import annotations

import re
from typing import Any

import pytest
from players import Game, Player, bearing

from regicide_api.languages import LANGUAGES
from regicide_api.problems import PROBLEMS
from regicide_api.reference.texts import TEXTS, text

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


@EACH
@pytest.mark.parametrize("path", ["/v1/cards", "/v1/rules"])
def test_the_codes_of_the_reference_are_the_same_in_all_languages(player: Player, path: str, language: str) -> None:
    """Numbers and patterns, too."""
    english, other = player.get(path), player.client.get(path, headers=asking(language))
    assert codes(other.json) == codes(english.json)


@OTHERS
@pytest.mark.parametrize("path", ["/v1/cards", "/v1/rules"])
def test_no_text_of_the_reference_is_left_in_english(player: Player, path: str, language: str) -> None:
    """Neither a text nor a name."""
    english, other = (set(texts_of(player.client.get(path, headers=asking(each)).json)) for each in ("en", language))
    assert len(english) > 3
    assert english & other == set()


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


@OTHERS
def test_each_text_is_translated_with_what_is_filled_in(language: str) -> None:
    """The same numbers and names."""
    filled_in = {key: sorted(re.findall(r"\{\w+\}", text(key, language))) for key in TEXTS}
    assert filled_in == {key: sorted(re.findall(r"\{\w+\}", english)) for key, english in TEXTS.items()}


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
        "/seats/1": 'serve {"name": …}, {"open": true} o {"agent": …}',
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
        ("/nothing", "La URL pedida no está en el servidor. Si la has escrito a mano"),
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
