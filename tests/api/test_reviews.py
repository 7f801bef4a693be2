"""Reviews of finished games: asked once, answered by an agent, checked against the record, and public."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from game_clocks import exceed_deadline
from long_polls import long_poll
from manual_advisers import Adviser, ask, register_adviser
from players import LOSING, OPEN, SEED, Game, Player, places, problem, requested_seat
from published import ValidatingClient
from redis import Redis
from werkzeug.test import TestResponse

import regicide
from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.domain.clock import now_ms
from regicide_api.domain.questions import MAX_MOVES, faults_of_actions
from regicide_api.storage.game_store import Store


def get(adviser: Adviser, game: Game, query: str = "") -> TestResponse:
    """The review of a game by an agent, for a client without a token."""
    return adviser.player.get(f"{game.path}/review?agent={adviser.name}{query}")


def rated(action: str) -> dict[str, Any]:
    """An action with its chances."""
    return {"action": action, "won": 0.25, "defeated": 4.5, "share": 1}


def moves_of(player: Player, game: Game) -> list[dict[str, Any]]:
    """A review that says of every action of a record that it was the best one."""
    chances = {"won_before": 0.25, "won_after": 0.25, "cost": 0, "defeated_before": 4.5, "defeated_after": 4.5}
    return [
        {name: event[name] for name in ("version", "seat", "action")}
        | chances
        | {"number": number, "best": [rated(event["action"])]}
        for number, event in enumerate(player.record(game)["events"], 1)
    ]


def asked(adviser: Adviser, game: Game) -> tuple[str, list[dict[str, Any]]]:
    """Ask for the review of a game. Returns the id of the question and moves that answer it."""
    assert get(adviser, game).status_code == 202
    [question] = adviser.questions()
    return question["id"], moves_of(adviser.player, game)


def test_a_review_is_asked_once_answered_and_public(player: Player, adviser: Adviser, lost: Game) -> None:
    """The agent gets no view: the record is public."""
    pending, again = get(adviser, lost), get(adviser, lost)
    assert (pending.status_code, pending.json["status"], pending.json["moves"]) == (202, "pending", None)
    assert (again.status_code, again.json, int(again.headers["Retry-After"]) > 0) == (202, pending.json, True)
    [question] = adviser.questions()
    about = [question[name] for name in ("kind", "game", "seat", "version", "view")]
    assert about == ["review", lost.id, None, None, None]
    moves = moves_of(player, lost)
    assert adviser.put(question["id"], {"moves": moves}).status_code == 204
    ready = get(adviser, lost)
    assert (ready.status_code, ready.json["status"], ready.json["agent"]) == (200, "ready", adviser.name)
    assert (ready.json["moves"], adviser.questions()) == (moves, [])


def test_a_review_is_of_one_agent(player: Player, adviser: Adviser, lost: Game) -> None:
    """Another agent is asked, too, and may fail."""
    for agent, answer in ((adviser, {"moves": moves_of(player, lost)}), (register_adviser(player), {"failed": True})):
        question, _ = asked(agent, lost)
        assert agent.put(question, answer).status_code == 204
    failed = get(agent, lost)
    assert (failed.status_code, failed.json["status"], failed.json["moves"]) == (200, "failed", None)
    assert get(adviser, lost).json["status"] == "ready"


def test_a_request_waits_for_the_review(app: Flask, adviser: Adviser, lost: Game) -> None:
    """It is answered as soon as the agent answers."""
    question, moves = asked(adviser, lost)
    with long_poll(app, f"{lost.path}/review?agent={adviser.name}") as waiting:
        adviser.put(question, {"moves": moves})
    answer = waiting.result()
    assert (answer.status_code, answer.json["status"]) == (200, "ready")
    assert answer.headers["Preference-Applied"] == "wait=60"


Change = Callable[[list[dict[str, Any]]], object]

TWICE = [rated("-9S-6H-2H-3H-4D-3D"), rated("-6H-9S-2H-3H-4D-3D")]
"""The same discard in two spellings."""

WRONG: list[tuple[Change, str, str]] = [
    (lambda moves: moves.pop(), "", "expected 5 moves, one for each action of the record"),
    (lambda moves: moves.append(moves[-1]), "", "expected 5 moves, one for each action of the record"),
    (lambda moves: moves[2].update(number=2), "/2/number", "expected 3, as in the record"),
    (lambda moves: moves[2].update(version=3), "/2/version", "expected 4, as in the record"),
    (lambda moves: moves[2].update(seat=0), "/2/seat", "expected 1, as in the record"),
    (lambda moves: moves[2].update(action="KS"), "/2/action", "expected '2C', as in the record"),
    (lambda moves: moves[2].update(action="no action"), "/2/action", "expected"),
    (lambda moves: moves[2].update(cost=0.5), "/2/cost", "expected 0.0: won_before - won_after, or 0"),
    (lambda moves: moves[2].update(cost=0.0015), "/2/cost", "expected 0.0: won_before - won_after, or 0"),
    (lambda moves: moves[0].update(won_after=0.0), "/0/cost", "expected 0.25: won_before - won_after, or 0"),
    (lambda moves: moves[3].update(cost=0.25, won_after=0.5), "/3/cost", "expected 0.0: won_before - won_after"),
    (lambda moves: moves[2]["best"].append(rated("KS")), "/2/best/1/action", "KS"),
    (lambda moves: moves[2]["best"].append(rated("-2C")), "/2/best/1/action", "play"),
    (lambda moves: moves[0].update(best=[rated("nonsense")]), "/0/best/0/action", "nonsense"),
    (lambda moves: moves[1].update(best=TWICE), "/1/best/1/action", "is there twice"),
]


@pytest.mark.parametrize(("change", "place", "detail"), WRONG)
def test_a_wrong_review_is_refused(adviser: Adviser, lost: Game, change: Change, place: str, detail: str) -> None:
    """With the place of its first fault and what is expected there; the question waits on."""
    question, moves = asked(adviser, lost)
    change(moves)
    refused = adviser.put(question, {"moves": moves})
    assert places(refused)[0] == f"/moves{place}"
    assert detail in refused.json["errors"][0]["detail"]
    assert [each["id"] for each in adviser.questions()] == [question]


def test_a_right_review_has_other_spellings(adviser: Adviser, lost: Game) -> None:
    """A rounded cost, and cards in any order, which are kept in canonical form."""
    question, moves = asked(adviser, lost)
    moves[1]["best"] = [rated("-9S-6H-2H-3H-4D-3D"), rated("-3D-4D-6H")]
    moves[2].update(cost=0.0009)
    assert adviser.put(question, {"moves": moves}).status_code == 204
    [best, _] = get(adviser, lost).json["moves"][1]["best"]
    assert best["action"] == str(regicide.Action.parse("-9S-6H-2H-3H-4D-3D"))


def test_an_answer_of_the_other_kind_is_refused(adviser: Adviser, lost: Game) -> None:
    """A review has moves."""
    question, _ = asked(adviser, lost)
    assert places(adviser.put(question, {"actions": [rated("AD")]}))[0] == "/moves"


@pytest.mark.parametrize("agent", ["nobody-here", "random"])
def test_only_a_reviewer_reviews(player: Player, lost: Game, agent: str) -> None:
    """The problem names the parameter, and where those are listed that review."""
    refused = player.get(f"{lost.path}/review?agent={agent}")
    assert (refused.status_code, refused.json["code"], refused.json["agent"]) == (422, "no-adviser", agent)
    assert refused.json["errors"][0]["parameter"] == "agent"
    assert "`reviews` in /v1/agents" in refused.json["detail"]


def test_an_unknown_reviewer_is_told_the_nearest_one(player: Player, lost: Game) -> None:
    """Of those that review."""
    refused = player.get(f"{lost.path}/review?agent=planner-fst")
    assert problem(refused) == (422, "no-adviser")
    assert "did you mean 'planner-fast'?" in refused.json["detail"]


def test_an_adviser_may_not_review(player: Player, lost: Game) -> None:
    """It is not asked, and the other way round: an agent that only reviews gives no advice."""
    adviser, reviewer = register_adviser(player, reviews=False), register_adviser(player)
    player.patch("/v1/agents/me", {"advises": False}, reviewer.token)
    assert get(adviser, lost).json["code"] == "no-adviser"
    assert adviser.questions() == []
    assert ask(player, player.create(seed=SEED), reviewer).json["code"] == "no-adviser"
    assert get(reviewer, lost).status_code == 202


def test_a_house_bot_reviews_unless_another_agent_is_named(player: Player, lost: Game) -> None:
    """The fastest one that gives advice."""
    answer = player.get(f"{lost.path}/review")
    assert (answer.status_code, answer.json["agent"]) == (202, "planner-fast")


FINISHED: dict[str, tuple[dict[str, Any], list[str], list[int]]] = {
    "begun with actions": ({"seed": SEED, "actions": ["AD"]}, ["AD"], [2]),
    "begun at a position": ({"position": str(regicide.Position.new(SEED, 2))}, [*LOSING], [2, 3, 4, 5, 6]),
    "begun with open seats": ({"seed": SEED, "seats": [requested_seat(OPEN)] * 2}, ["AD"], [4]),
    "lost by the clock": ({"seed": SEED, "turn_seconds": 3600}, ["AD"], [2]),
    "without actions": ({"seed": SEED}, [], []),
}
"""Games, the actions that are taken in them, and the versions after these actions."""


@pytest.mark.parametrize("kind", FINISHED)
def test_all_actions_of_a_record_are_reviewed(app: Flask, player: Player, adviser: Adviser, kind: str) -> None:
    """Not the other events; a game without actions needs no agent: its review is ready, and empty."""
    options, actions, versions = FINISHED[kind]
    game = player.create(**options)
    for seat in range(len(game.tokens), 2):
        taken = player.post(f"{game.path}/seats/{seat}", {"name": "Bo"}).json
        game.tokens.append(taken["seats"][0]["token"])
        game.view = player.get_view(game)
    for action in actions[len(options.get("actions", ())) :]:
        assert player.act(game, action).status_code == 200
    if kind == "lost by the clock":
        exceed_deadline(app, game.id)
    elif game.view["status"] == "active":
        for token in game.tokens:
            player.post(f"{game.path}/give-up", {"agree": True}, token)
    if versions:
        question, moves = asked(adviser, game)
        assert adviser.put(question, {"moves": moves}).status_code == 204
    ready, parsed = get(adviser, game), [str(regicide.Action.parse(action)) for action in actions]
    assert (ready.status_code, ready.json["status"], adviser.questions()) == (200, "ready", [])
    reviewed = [(move["number"], move["action"], move["version"]) for move in ready.json["moves"]]
    assert reviewed == [*zip(range(1, len(actions) + 1), parsed, versions, strict=True)]


def test_new_reviews_are_limited(valkey_url: str) -> None:
    """A refused request counts, a review that exists does not."""
    app = create_app(Store(valkey_url), Settings.from_env({"LIMIT_ASK_REVIEW": "3/day", "LIMIT_CREATE_GAME": "0"}))
    app.test_client_class = ValidatingClient
    player = Player(app.test_client())
    adviser = register_adviser(player)
    games = [player.create(seed=SEED) for _ in range(4)]
    for game in games[1:]:
        player.lose(game)
    statuses = [get(adviser, game).status_code for game in (games[0], games[1], games[1], games[2], games[3], games[2])]
    assert statuses == [409, 202, 202, 202, 429, 202]


def test_a_game_with_too_many_actions_has_no_review(
    adviser: Adviser, lost: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No agent is asked; a game with as many actions as allowed has a question."""
    monkeypatch.setattr("regicide_api.services.questions.MAX_MOVES", len(LOSING) - 1)
    before = now_ms()
    failed = get(adviser, lost)
    assert (failed.status_code, failed.json["status"], adviser.questions()) == (200, "failed", [])
    expires_at = datetime.fromisoformat(failed.json["expires_at"]).timestamp()
    assert 110 < expires_at - before / 1000 < 130
    monkeypatch.setattr("regicide_api.services.questions.MAX_MOVES", len(LOSING))
    assert (get(adviser, lost).status_code, len(adviser.questions())) == (202, 1)


def test_the_review_of_an_expired_game_is_unknown(adviser: Adviser, lost: Game, store: Redis) -> None:
    """There is no record to check it by."""
    question, moves = asked(adviser, lost)
    store.delete(*store.keys(f"*{lost.id}*"))
    assert problem(adviser.put(question, {"moves": moves})) == (404, "unknown-question")


def test_a_game_of_250_actions_has_a_review() -> None:
    """As documented; no action is among the best ones twice, however it is spelled."""
    assert MAX_MOVES == 250
    position = regicide.Position.new(SEED, 2)
    for one, other in (("9S+AD", "AD+9S"), ("AD+9S", "9S+AD")):
        assert [*faults_of_actions([one, "AD", other], position)] == [2]
