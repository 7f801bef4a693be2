"""The questions in the inbox of an agent, and its answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import orjson
import pytest
from flask import Flask
from manual_advisers import BEST, Adviser, ask, register_adviser
from players import BOTS_KEY, SEED, Game, Player, bearing, problem, without_now
from redis import Redis
from redis.exceptions import RedisError

from regicide_api.core.refusals import AdviserBusy
from regicide_api.domain.clock import now_ms
from regicide_api.domain.questions import ID_DIGITS, Question, QuestionKind, Subject, agent_of, question_id
from regicide_api.domain.views import view
from regicide_api.endpoints.services import services_of
from regicide_api.services.agents import house_token
from regicide_api.services.inbox import Asked, PageSize
from regicide_api.services.questions import KINDS, MAX_WAITING, Opened, Questions
from regicide_api.services.repository import GameRepository


@pytest.fixture
def question(player: Player, game: Game, adviser: Adviser) -> str:
    """The id of a question about the first turn of the game."""
    asked: str = ask(player, game, adviser).json["id"]
    return asked


def answer_of(player: Player, game: Game, question: str) -> tuple[str, list[dict[str, Any]]]:
    """The status and the actions of advice."""
    found = player.get(f"{game.path}/advice/{question}", game.token).json
    return found["status"], found["actions"]


def test_an_agent_gets_as_many_questions_as_it_asks_for(player: Player, adviser: Adviser) -> None:
    """The oldest first, with what is asked, and when it expires; none unless it asks for them."""
    asked = [ask(player, player.create(seed=SEED), adviser).json["id"] for _ in range(3)]
    inbox = player.get("/v1/agents/me/turns", adviser.token).json
    assert (inbox["questions"], inbox["items"]) == ([], [])
    assert [each["id"] for each in adviser.questions()] == asked
    found, _ = adviser.questions(2)
    expected = {"id": asked[0], "kind": "advice", "seat": 0, "version": 1, "limit": 20}
    assert {name: found[name] for name in expected} == expected
    assert found["asked_at"] < found["expires_at"]


def test_advice_comes_before_reviews(player: Player, game: Game, lost: Game, adviser: Adviser) -> None:
    """A player waits for it."""
    player.get(f"{lost.path}/review?agent={adviser.name}")
    ask(player, game, adviser)
    assert [each["kind"] for each in adviser.questions()] == ["advice", "review"]
    assert [each["kind"] for each in adviser.questions(1)] == ["advice"]
    player.act(game, "9S")
    assert [each["kind"] for each in adviser.questions()] == ["review"]


def test_the_adviser_gets_the_view_of_the_seat_and_nothing_else(app: Flask, player: Player, adviser: Adviser) -> None:
    """The same bytes, also if it holds another seat of the game, whose hand it would see."""
    game = player.seated(None, adviser.name, seed=SEED, advice="all")
    ask(player, game, adviser)
    [found] = adviser.questions()
    own = player.get_view(game, game.token)
    assert orjson.dumps(without_now(found["view"])) == orjson.dumps(without_now(own))
    assert not {*view(services_of(app).repository.get(game.id), 1)["hand"]} & {*found["view"]["hand"]}
    assert game.tokens[0] not in json.dumps(found)


def test_a_new_question_changes_the_inbox(player: Player, game: Game, adviser: Adviser) -> None:
    """Its ETag; that of an inbox without questions stays."""

    def etag(query: str) -> str:
        return player.get(f"/v1/agents/me/turns{query}", adviser.token).headers["ETag"]

    before = etag("?questions=5"), etag("")
    asked = ask(player, game, adviser).json["id"]
    after = etag("?questions=5"), etag("")
    assert (before[0] == after[0], before[1] == after[1]) == (False, True)
    adviser.answer(asked)
    assert etag("?questions=5") == before[0]


def test_the_first_answer_counts(player: Player, game: Game, adviser: Adviser, question: str) -> None:
    """Of two processes of an agent, both succeed."""
    adviser.answer(question)
    adviser.answer(question)
    adviser.answer(question, BEST | {"won": 0.25})
    assert adviser.put(question, {"failed": True}).status_code == 204
    assert answer_of(player, game, question) == ("ready", [BEST])


def test_an_agent_may_say_that_it_cannot_answer(player: Player, game: Game, adviser: Adviser, question: str) -> None:
    """A later answer changes nothing."""
    assert adviser.put(question, {"failed": True}).status_code == 204
    adviser.answer(question)
    assert (answer_of(player, game, question), adviser.questions()) == (("failed", []), [])
    assert ask(player, game, adviser).status_code == 200


def test_an_answer_is_kept_in_canonical_form(player: Player, game: Game, adviser: Adviser, question: str) -> None:
    """Cards in any order; `null` for what the agent cannot tell, and as many actions as it looked at."""
    cards = {"action": "3H+3D", "won": None, "defeated": None, "share": 0.0}
    assert adviser.put(question, {"actions": [BEST, cards], "considered": 30}).status_code == 204
    found = player.get(f"{game.path}/advice/{question}", game.token).json
    assert found["actions"] == [BEST, cards | {"action": "3D+3H"}]
    assert found["considered"] == 30


@pytest.mark.parametrize("action", ["KS", "8D", "-9S", ">1"])
def test_an_action_that_is_illegal_there_is_rejected(adviser: Adviser, question: str, action: str) -> None:
    """The question waits on."""
    refused = adviser.put(question, {"actions": [BEST, BEST | {"action": action}]})
    assert problem(refused) == (422, "illegal-action")
    assert [each["id"] for each in adviser.questions()] == [question]


@pytest.mark.parametrize(
    ("answer", "pointer"),
    [
        ({}, ""),
        ({"failed": False}, "/failed"),
        ({"failed": True, "actions": [BEST]}, ""),
        ({"actions": [BEST] * 2}, "/actions"),
        ({"actions": [BEST | {"action": "AD+9S"}, BEST | {"action": "9S+AD"}]}, "/actions"),
        ({"actions": [BEST | {"action": "9 of spades"}]}, "/actions/0/action"),
        ({"actions": [BEST, BEST | {"action": "AD"}], "considered": 1}, "/considered"),
        ({"failed": True, "considered": 1}, "/considered"),
        ({"moves": []}, "/actions"),
    ],
)
def test_a_malformed_answer_is_rejected(adviser: Adviser, question: str, answer: object, pointer: str) -> None:
    """The error points to the fault."""
    refused = adviser.put(question, answer)
    assert problem(refused) == (422, "invalid-request")
    assert pointer in {fault["pointer"] for fault in refused.json["errors"]}


def test_a_question_is_that_of_its_agent(player: Player, game: Game, question: str) -> None:
    """Another one does not know it, nor a text of another form."""
    other = register_adviser(player)
    texts = ("x", "0" * 20, f"{'0' * 20}-", f"{'0' * 20}-{'a' * 79}")
    for name in (question, question[: ID_DIGITS + 1] + other.name, *texts):
        assert other.put(name, {"failed": True}).json["code"] == "unknown-question"
    assert answer_of(player, game, question)[0] == "pending"


@pytest.mark.parametrize("body", ["{", '{"moves": [{}]}'])
def test_a_question_is_found_before_its_answer_is_read(adviser: Adviser, game: Game, body: str) -> None:
    """An answer has thousands of members: its sender and its question come first."""
    sent, path = {"data": body, "content_type": "application/json"}, f"/v1/agents/me/questions/{'0' * 20}-x"
    answers = [adviser.player.client.put(path, headers=bearing(token), **sent) for token in (game.token, adviser.token)]
    assert [answer.json["code"] for answer in answers] == ["unknown-token", "unknown-question"]


def test_an_agent_that_advises_no_more_may_answer(player: Player, game: Game, adviser: Adviser, question: str) -> None:
    """What it was asked before."""
    player.patch("/v1/agents/me", {"advises": False}, adviser.token)
    assert [each["id"] for each in adviser.questions()] == [question]
    adviser.answer(question)
    assert answer_of(player, game, question)[0] == "ready"


def test_a_house_bot_answers_as_others_do(player: Player, game: Game) -> None:
    """By the token that is derived from the house key."""
    bot = Adviser(player, "planner", house_token(BOTS_KEY, "planner"))
    asked = ask(player, game, bot).json["id"]
    bot.answer(asked)
    assert answer_of(player, game, asked) == ("ready", [BEST])


def test_turns_that_have_ended_leave_room_for_others(player: Player, adviser: Adviser) -> None:
    """Their questions are removed when the inbox is read."""
    over, open_ = player.create(seed=SEED), player.create(seed=SEED)
    ask(player, over, adviser)
    player.act(over, "9S")
    asked = ask(player, open_, adviser).json["id"]
    adviser.questions(1)
    assert [each["id"] for each in adviser.questions(1)] == [asked]


@pytest.mark.parametrize(("ability", "other"), [("advises", "reviews"), ("reviews", "advises")])
def test_an_agent_says_what_it_answers(player: Player, ability: str, other: str) -> None:
    """At its registration or later, apart from the other ability; everyone can read it."""
    name, token = player.register()

    def listed() -> bool:
        [item] = player.get(f"/v1/agents?prefix={name}").json["items"]
        own = player.get("/v1/agents/me", token).json
        assert (item[ability], item[other]) == (own[ability], False)
        able: bool = item[ability]
        return able

    seen = [listed()]
    for able in (True, False):
        player.patch("/v1/agents/me", {ability: able}, token)
        seen.append(listed())
    assert seen == [False, True, False]
    registered = player.post("/v1/agents", {"name": f"{name}-b", ability: True}).json
    own = player.get("/v1/agents/me", registered["token"]).json
    assert (own[ability], own[other]) == (True, False)


def test_the_id_of_a_question_says_what_is_asked() -> None:
    """Each part of it, and the agent."""
    subject = Subject(QuestionKind.ADVICE, "0f3c9a5be2d1874c6e20", 1, 12)
    others = [
        subject._replace(kind=QuestionKind.REVIEW),
        subject._replace(game="1f3c9a5be2d1874c6e20"),
        subject._replace(seat=11, version=2),
        subject._replace(seat=None),
        subject._replace(is_public=True),
    ]
    ids = {question_id("planner", each) for each in (subject, *others)} | {question_id("greedy", subject)}
    assert len(ids) == 7
    assert {agent_of(each) for each in ids} == {"planner", "greedy"}


def elsewhere(app: Flask, address: str) -> Player:
    """A player at another address."""
    player = Player(app.test_client())
    player.client.environ_base["REMOTE_ADDR"] = address
    return player


def test_askers_take_turns(app: Flask, player: Player, adviser: Adviser) -> None:
    """The one question of the second comes before the second and the third of the first."""
    games = [player.create(seed=SEED) for _ in range(4)]
    many = [ask(player, game, adviser).json["id"] for game in games[:3]]
    one = ask(elsewhere(app, "198.51.100.77"), games[3], adviser).json["id"]
    assert [each["id"] for each in adviser.questions()] == [many[0], one, *many[1:]]


def test_running_games_come_before_finished_ones(app: Flask, game: Game, lost: Game, adviser: Adviser) -> None:
    """However many turns of finished games are asked about before, by however many."""
    wish = {"version": 1, "agent": adviser.name, "seat": 0}
    past = elsewhere(app, "198.51.100.77").post(f"{lost.path}/advice", wish).json["id"]
    asked = ask(adviser.player, game, adviser).json["id"]
    assert [each["id"] for each in adviser.questions()] == [asked, past]


def test_a_question_for_a_review_lives_longer(player: Player, game: Game, lost: Game, adviser: Adviser) -> None:
    """An agent needs more time for those before it."""
    before = now_ms()
    player.get(f"{lost.path}/review?agent={adviser.name}")
    ask(player, game, adviser)
    names = [each["id"] for each in adviser.questions()]
    questions = services_of(player.client.application).questions
    lives = [found.expires_at - before for name in names if (found := questions.get(name))]
    assert [round(life / 10_000) for life in lives] == [12, KINDS[QuestionKind.REVIEW].shortest_wait_s / 10]


def test_a_question_is_gone_when_it_expires(app: Flask, question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the store still has it."""
    questions = services_of(app).questions
    found = questions.get(question)
    assert found
    for late_ms, expected in ((-1, found), (0, None)):
        now = found.expires_at + late_ms
        monkeypatch.setattr("regicide_api.services.questions.now_ms", lambda now=now: now)
        assert questions.get(question) == expected


def questions_of(app: Flask, opened: Callable[[GameRepository, Sequence[Question]], Sequence[Opened]]) -> Questions:
    """The questions in the store of an application, which are opened otherwise."""
    kinds = {kind: each._replace(open=opened) for kind, each in KINDS.items()}
    return Questions(services_of(app).repository, 60, 60, kinds)


def waiting(app: Flask, adviser: Adviser) -> list[Asked]:
    """The questions of a page of the inbox."""
    return services_of(app).repository.inbox(adviser.name).page(None, PageSize(1, questions=9)).questions


def test_a_question_that_is_asked_again_while_it_is_removed_waits_on(
    app: Flask, adviser: Adviser, question: str, valkey_url: str
) -> None:
    """It has expired when the inbox is read, and is asked again before it leaves its place."""
    own = services_of(app).questions
    found = own.get(question)
    assert found

    def asked_meanwhile(_: GameRepository, questions: Sequence[Question]) -> list[Opened]:
        """None for each; meanwhile they expire, and are asked again."""
        with Redis.from_url(valkey_url) as store:
            store.delete(f"question:{{{adviser.name}}}:{question}")
        own.ask(found.agent, found.subject, "x")
        return [None for _ in questions]

    questions = questions_of(app, asked_meanwhile)
    assert questions.open(adviser.name, waiting(app, adviser)) == []
    assert [each["id"] for each in adviser.questions()] == [question]


def test_a_question_about_an_unreachable_game_waits_on(app: Flask, adviser: Adviser) -> None:
    """An answer fails, as the agent may repeat it; the inbox leaves it out."""
    questions = questions_of(app, lambda _, asked: [RedisError("unreachable") for _ in asked])
    asked = questions.ask(adviser.name, Subject(QuestionKind.ADVICE, "0f3c9a5be2d1874c6e20", 0, 1), "x")
    with pytest.raises(RedisError, match="unreachable"):
        questions.answer(asked, {"actions": [BEST]})
    assert questions.open(adviser.name, waiting(app, adviser)) == []
    assert questions.get(asked.id) == asked
    assert services_of(app).store.sorted_sets.exists(f"advice:{{{adviser.name}}}")


def test_the_queue_is_full_also_for_those_that_ask_at_once(
    app: Flask, adviser: Adviser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script of the store decides, after `require_room`."""
    monkeypatch.setattr("regicide_api.services.questions.MAX_WAITING", 1)
    questions = services_of(app).questions
    subjects = [Subject(QuestionKind.ADVICE, "0f3c9a5be2d1874c6e20", 0, version) for version in (1, 2)]
    for subject in subjects:
        questions.require_room(adviser.name, subject)
    questions.ask(adviser.name, subjects[0], "x")
    with pytest.raises(AdviserBusy):
        questions.ask(adviser.name, subjects[1], "x")


def test_every_kind_of_question_is_handled(app: Flask) -> None:
    """The table has an entry for each."""
    assert services_of(app).questions.kinds.keys() == {*QuestionKind}
    assert MAX_WAITING == 200
