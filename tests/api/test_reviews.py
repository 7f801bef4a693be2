"""Reviews of finished games: asked once, answered by an agent, checked against the record, and public."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from long_polls import long_poll
from manual_advisers import ask, register_adviser
from players import SEED, Game, Player, problem
from published import ValidatingClient
from redis import Redis
from turn_clocks import exceed_deadline
from werkzeug.test import TestResponse

import regicide
from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.domain.clock import now_ms
from regicide_api.domain.questions import MAX_MOVES, faults_of_actions
from regicide_api.storage.game_store import Store


@dataclass
class Reviewer:
    """An agent that reviews games, and a player who asks it."""

    player: Player
    name: str
    token: str

    def get(self, game: Game, query: str = "") -> TestResponse:
        """The review of a game by this agent, without a token."""
        return self.player.get(f"{game.path}/review?agent={self.name}{query}")

    def questions(self) -> list[dict[str, Any]]:
        """The questions in the inbox."""
        inbox = self.player.get("/v1/agents/me/turns?questions=20", self.token)
        found: list[dict[str, Any]] = inbox.json["questions"]
        return found

    def answer(self, question: dict[str, Any], **answer: Any) -> TestResponse:
        """Answer a question."""
        path = f"/v1/agents/me/questions/{question['id']}"
        return self.player.put(path, answer, self.token)

    def moves(self, game: Game) -> list[dict[str, Any]]:
        """A review that says of every action of a record that it was the best one."""
        record = self.player.record(game)
        chances = {"won_before": 0.25, "won_after": 0.25, "cost": 0, "defeated_before": 4.5, "defeated_after": 4.5}
        return [
            {name: event[name] for name in ("version", "seat", "action")}
            | chances
            | {"number": number, "best": [rated(event["action"])]}
            for number, event in enumerate(record["events"], 1)
        ]

    def review(self, game: Game) -> dict[str, Any]:
        """Ask for the review of a game, answer it, and fetch it."""
        assert self.get(game).status_code == 202
        [question] = self.questions()
        answered = self.answer(question, moves=self.moves(game))
        assert answered.status_code == 204, answered.text
        fetched = self.get(game)
        assert fetched.status_code == 200, fetched.text
        content: dict[str, Any] = fetched.json
        return content


def rated(action: str) -> dict[str, Any]:
    """An action with its chances."""
    return {"action": action, "won": 0.25, "defeated": 4.5, "share": 1}


def reviewer_of(player: Player) -> Reviewer:
    """A new agent that reviews games."""
    name, token = player.register()
    player.patch("/v1/agents/me", {"reviews": True}, token)
    return Reviewer(player, name, token)


@pytest.fixture
def reviewer(player: Player) -> Reviewer:
    """An agent that reviews games."""
    return reviewer_of(player)


def test_a_review_is_asked_once_answered_and_public(reviewer: Reviewer, lost: Game) -> None:
    """The agent gets no view: the record is public."""
    asked, again = reviewer.get(lost), reviewer.get(lost)
    assert (asked.status_code, asked.json["status"], asked.json["moves"]) == (202, "pending", None)
    assert (again.status_code, again.json, int(again.headers["Retry-After"]) > 0) == (202, asked.json, True)
    [question] = reviewer.questions()
    about = [question[name] for name in ("kind", "game", "seat", "version", "view")]
    assert about == ["review", lost.id, None, None, None]
    moves = reviewer.moves(lost)
    assert reviewer.answer(question, moves=moves).status_code == 204
    ready = reviewer.get(lost)
    assert (ready.status_code, ready.json["status"], ready.json["agent"]) == (200, "ready", reviewer.name)
    assert ready.json["moves"] == moves
    assert reviewer.questions() == []


def test_a_review_is_of_one_agent(player: Player, reviewer: Reviewer, lost: Game) -> None:
    """Another agent is asked, too, and may fail."""
    other = reviewer_of(player)
    reviewer.review(lost)
    assert other.get(lost).status_code == 202
    [question] = other.questions()
    assert other.answer(question, failed=True).status_code == 204
    failed = other.get(lost)
    assert (failed.status_code, failed.json["status"], failed.json["moves"]) == (200, "failed", None)
    assert reviewer.get(lost).json["status"] == "ready"


def test_a_request_waits_for_the_review(app: Flask, reviewer: Reviewer, lost: Game) -> None:
    """It is answered as soon as the agent answers."""
    reviewer.get(lost)
    with long_poll(app, f"{lost.path}/review?agent={reviewer.name}") as waiting:
        reviewer.answer(reviewer.questions()[0], moves=reviewer.moves(lost))
    answer = waiting.result()
    assert (answer.status_code, answer.json["status"]) == (200, "ready")
    assert answer.headers["Preference-Applied"] == "wait=60"


def test_actions_are_kept_in_canonical_form(reviewer: Reviewer, lost: Game) -> None:
    """As all texts of actions in responses."""
    reviewer.get(lost)
    moves = reviewer.moves(lost)
    moves[1]["best"] = [rated("-9S-6H-2H-3H-4D-3D")]
    reviewer.answer(reviewer.questions()[0], moves=moves)
    [best] = reviewer.get(lost).json["moves"][1]["best"]
    assert best["action"] == str(regicide.Action.parse("-9S-6H-2H-3H-4D-3D"))


TWICE = [rated("-9S-6H-2H-3H-4D-3D"), rated("-6H-9S-2H-3H-4D-3D")]
"""The same discard in two spellings."""

Change = Callable[[list[dict[str, Any]]], object]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda moves: moves.pop(), "/moves"),
        (lambda moves: moves[2].update(number=2), "/moves/2/number"),
        (lambda moves: moves[2].update(version=1), "/moves/2/version"),
        (lambda moves: moves[2].update(seat=0), "/moves/2/seat"),
        (lambda moves: moves[2].update(action="KS"), "/moves/2/action"),
        (lambda moves: moves[2].update(action="no action"), "/moves/2/action"),
        (lambda moves: moves[2].update(cost=0.5), "/moves/2/cost"),
        (lambda moves: moves[2].update(cost=0.0015), "/moves/2/cost"),
        (lambda moves: moves[2]["best"].append(rated("KS")), "/moves/2/best/1/action"),
        (lambda moves: moves[1].update(best=TWICE), "/moves/1/best/1/action"),
    ],
)
def test_a_wrong_review_is_refused(reviewer: Reviewer, lost: Game, change: Change, pointer: str) -> None:
    """With the place of its first fault; the question waits on."""
    reviewer.get(lost)
    [question] = reviewer.questions()
    moves = reviewer.moves(lost)
    change(moves)
    refused = reviewer.answer(question, moves=moves)
    assert problem(refused) == (422, "invalid-request")
    assert refused.json["errors"][0]["pointer"] == pointer
    assert reviewer.questions() == [question]


def test_an_answer_of_the_other_kind_is_refused(reviewer: Reviewer, lost: Game) -> None:
    """A review has moves."""
    reviewer.get(lost)
    [question] = reviewer.questions()
    refused = reviewer.answer(question, actions=[rated("AD")])
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/moves")


@pytest.mark.parametrize("agent", ["nobody-here", "random"])
def test_only_a_reviewer_reviews(player: Player, lost: Game, agent: str) -> None:
    """The problem names the parameter, and where those are listed that review."""
    refused = player.get(f"{lost.path}/review?agent={agent}")
    assert (refused.status_code, refused.json["code"], refused.json["agent"]) == (422, "no-adviser", agent)
    assert refused.json["errors"][0]["parameter"] == "agent"
    assert "`reviews` in /v1/agents" in refused.json["detail"]


def test_an_adviser_may_not_review(player: Player, lost: Game) -> None:
    """It is not asked, and the other way round: an agent that only reviews gives no advice."""
    adviser, reviewer = register_adviser(player, reviews=False), reviewer_of(player)
    assert player.get(f"{lost.path}/review?agent={adviser.name}").json["code"] == "no-adviser"
    assert adviser.questions() == []
    assert ask(player, player.create(seed=SEED), reviewer.name).json["code"] == "no-adviser"
    assert reviewer.get(lost).status_code == 202


def test_a_house_bot_reviews_unless_another_agent_is_named(player: Player, lost: Game) -> None:
    """The fastest one that gives advice."""
    asked = player.get(f"{lost.path}/review")
    assert (asked.status_code, asked.json["agent"]) == (202, "planner-fast")


def test_given_actions_are_reviewed(player: Player, reviewer: Reviewer) -> None:
    """They are actions of the record."""
    game = player.create(1, seed=SEED, actions=["AD"])
    player.post(f"{game.path}/give-up", {"agree": True}, game.tokens[0])
    [move] = reviewer.review(game)["moves"]
    assert (move["number"], move["version"], move["action"]) == (1, 2, "AD")


def test_a_game_that_began_at_a_position_is_reviewed(player: Player, reviewer: Reviewer) -> None:
    """From that position on."""
    game = player.create(2, position=str(regicide.Position.new(SEED, 2)))
    player.lose(game)
    assert [move["number"] for move in reviewer.review(game)["moves"]] == [1, 2, 3, 4, 5]


def test_a_game_that_is_lost_by_the_clock_is_reviewed(app: Flask, player: Player, reviewer: Reviewer) -> None:
    """Its actions; the timeout is none."""
    game = player.create(2, seed=SEED, turn_seconds=3600)
    player.act(game, "AD")
    exceed_deadline(app, game.id)
    assert player.get_view(game)["result"]["reason"] == "timeout"
    assert [move["action"] for move in reviewer.review(game)["moves"]] == ["AD"]


def test_a_game_without_actions_needs_no_agent(player: Player, reviewer: Reviewer) -> None:
    """Its review is ready, and empty."""
    game = player.create(1, seed=SEED)
    player.post(f"{game.path}/give-up", {"agree": True}, game.tokens[0])
    ready = reviewer.get(game)
    assert (ready.status_code, ready.json["status"], ready.json["moves"]) == (200, "ready", [])
    assert reviewer.questions() == []


def test_new_reviews_are_limited(valkey_url: str) -> None:
    """A refused request counts, a review that exists does not."""
    app = create_app(Store(valkey_url), Settings.from_env({"LIMIT_ASK_REVIEW": "3/day", "LIMIT_CREATE_GAME": "0"}))
    app.test_client_class = ValidatingClient
    player = Player(app.test_client())
    reviewer = reviewer_of(player)
    games = [player.create(seed=SEED) for _ in range(4)]
    for game in games[1:]:
        player.lose(game)
    statuses = [reviewer.get(game).status_code for game in (games[0], games[1], games[1], games[2], games[3], games[2])]
    assert statuses == [409, 202, 202, 202, 429, 202]


def test_a_cost_may_be_rounded(reviewer: Reviewer, lost: Game) -> None:
    """As the chances may."""
    reviewer.get(lost)
    moves = reviewer.moves(lost)
    moves[2].update(cost=0.0009)
    assert reviewer.answer(reviewer.questions()[0], moves=moves).status_code == 204


def test_a_game_with_too_many_actions_has_no_review(
    reviewer: Reviewer, lost: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No agent is asked; a game with as many actions as allowed has a question."""
    actions = len(reviewer.moves(lost))
    monkeypatch.setattr("regicide_api.services.questions.MAX_MOVES", actions - 1)
    before = now_ms()
    failed = reviewer.get(lost)
    assert (failed.status_code, failed.json["status"], reviewer.questions()) == (200, "failed", [])
    expires_at = datetime.fromisoformat(failed.json["expires_at"]).timestamp()
    assert 110 < expires_at - before / 1000 < 130
    monkeypatch.setattr("regicide_api.services.questions.MAX_MOVES", actions)
    assert (reviewer.get(lost).status_code, len(reviewer.questions())) == (202, 1)


def test_the_review_of_an_expired_game_is_unknown(reviewer: Reviewer, lost: Game, store: Redis) -> None:
    """There is no record to check it by."""
    reviewer.get(lost)
    [question], moves = reviewer.questions(), reviewer.moves(lost)
    store.delete(*store.keys(f"*{lost.id}*"))
    refused = reviewer.answer(question, moves=moves)
    assert problem(refused) == (404, "unknown-question")


def test_a_game_of_250_actions_has_a_review() -> None:
    """As documented; no action is among the best ones twice, however it is spelled."""
    assert MAX_MOVES == 250
    position = regicide.Position.new(SEED, 2)
    for one, other in (("9S+AD", "AD+9S"), ("AD+9S", "9S+AD")):
        assert [*faults_of_actions([one, "AD", other], position)] == [2]
