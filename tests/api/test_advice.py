"""Advice: asked by the seat to act, told to everyone that it was asked, and seen by that seat alone."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest
from applications import application, player_on
from arenas import await_true
from flask import Flask
from game_clocks import exceed_deadline
from limits import parse_many
from long_polls import long_poll
from manual_advisers import BEST, Adviser, ask, register_adviser
from players import BOTS_KEY, LOSING, OPEN, SEED, Game, Player, bearing, places, problem, without_now
from redis import Redis

import regicide
from regicide_api.core.work import in_flight
from regicide_api.domain.seat import MAX_ADVISERS
from regicide_api.endpoints.services import services_of
from regicide_api.services import questions


@pytest.fixture
def asked(player: Player, game: Game, adviser: Adviser) -> str:
    """The id of a question about the first turn of the game."""
    question: str = ask(player, game, adviser).json["id"]
    return question


def fetched(player: Player, game: Game, advice_id: str, token: str | None) -> tuple[int, Any]:
    """The status of a request for advice, and the status of the advice or the code of the problem."""
    answer = player.get(f"{game.path}/advice/{advice_id}", token)
    return answer.status_code, answer.json.get("code", answer.json["status"])


def told(player: Player, game: Game) -> list[tuple[str, int]]:
    """The types and seats of the events of a game."""
    return [(event["type"], event["seat"]) for event in player.events(game)]


def test_advice_is_asked_answered_and_fetched(player: Player, adviser: Adviser, game: Game) -> None:
    """The agent gets the view of the seat; the same question again has the answer."""
    asked = ask(player, game, adviser)
    assert (asked.status_code, asked.json["status"], asked.json["actions"]) == (202, "pending", [])
    assert asked.headers["Retry-After"] == "1"
    [question] = adviser.questions()
    assert without_now(question["view"]) == without_now(player.get_view(game, game.token))
    assert adviser.put(question["id"], {"actions": [BEST], "considered": 7}).status_code == 204
    ready = player.get(asked.headers["Location"], game.token)
    assert (ready.status_code, ready.json["status"], ready.json["considered"]) == (200, "ready", 7)
    assert ready.json["actions"] == [BEST]
    again = ask(player, game, adviser)
    assert (again.status_code, again.json, again.headers["Location"]) == (200, ready.json, asked.headers["Location"])


def test_everyone_sees_that_advice_was_asked_and_of_whom(player: Player, adviser: Adviser) -> None:
    """Once for each agent; a repeat has no event, and the version of an action does not become stale."""
    game, other = player.create(seed=SEED), register_adviser(player)
    for each in (adviser, adviser, other):
        ask(player, game, each)
    events = player.events(game)
    assert [(each["type"], each["seat"], each["agent"]) for each in events] == [
        ("advice", 0, adviser.name),
        ("advice", 0, other.name),
    ]
    assert player.act(game, "9S").status_code == 200


def test_only_the_seat_sees_the_answer(player: Player, game: Game, adviser: Adviser, asked: str) -> None:
    """Not another seat, nor a spectator, the owner of the game, another agent or the adviser."""
    adviser.answer(asked)
    assert fetched(player, game, asked, game.tokens[0]) == (200, "ready")
    assert fetched(player, game, asked, None) == (401, "token-required")
    assert fetched(player, game, asked, game.owner) == (401, "unknown-token")
    for token in (game.tokens[1], register_adviser(player).token, adviser.token):
        assert fetched(player, game, asked, token) == (403, "not-your-seat")


def test_advice_belongs_to_its_game(player: Player, game: Game, lost: Game, adviser: Adviser, asked: str) -> None:
    """At the path of another game it is unknown, as is another id, also of a review."""
    player.get(f"{lost.path}/review?agent={adviser.name}")
    [review] = [each["id"] for each in adviser.questions() if each["id"] != asked]
    assert fetched(player, lost, review, None) == (404, "unknown-advice")
    other = player.create(seed=SEED)
    assert fetched(player, other, asked, other.token) == (404, "unknown-advice")
    for unknown in ("x", f"{'0' * 20}-{adviser.name}"):
        assert fetched(player, game, unknown, game.token) == (404, "unknown-advice")


WITH_ADVICE: list[tuple[dict[str, Any], str]] = [
    ({}, "all"),
    ({"advice": "none"}, "none"),
    ({"listed": True}, "none"),
    ({"listed": True, "advice": "all"}, "all"),
    ({"seats": [{"name": "Ana"}, {"open": True}]}, "all"),
    ({"seats": [{"name": "Ana"}, {"agent": "greedy"}]}, "all"),
    ({"seats": [{"name": "Ana"}, {"agent": "AGENT"}]}, "none"),
    ({"seats": [{"name": "Ana"}, {"agent": "AGENT"}], "advice": "all"}, "all"),
    ({"turn_seconds": 60, "on_timeout": "bot:AGENT"}, "none"),
    ({"turn_seconds": 60, "on_timeout": "bot:greedy"}, "all"),
]


@pytest.mark.parametrize(("options", "allowed"), WITH_ADVICE)
def test_the_creator_says_whether_advice_may_be_asked(
    player: Player, adviser: Adviser, options: dict[str, Any], allowed: str
) -> None:
    """By default it may, except in a listed game, and with an agent that is not a house bot."""
    body = json.loads(json.dumps({"players": 2, **options}).replace("AGENT", adviser.name))
    alone = player.post("/v1/games", body)
    assert alone.json["game"]["advice"] == allowed
    [created] = player.post("/v1/games/batch", {"games": [body]}).json["games"]
    assert created["game"]["advice"] == allowed


@pytest.mark.parametrize(
    ("wish", "bot", "after"), [({}, "", "none"), ({"advice": "all"}, "", "all"), ({}, "greedy", "all")]
)
def test_an_agent_that_gets_a_seat_later_ends_advice_by_default(
    player: Player, adviser: Adviser, wish: dict[str, Any], bot: str, after: str
) -> None:
    """Or stands in. A house bot does not, and what the creator said stays, also after the seat is taken back."""
    game, running = player.seated(None, OPEN, **wish), player.create(**wish)
    stand_in, body = f"{running.path}/seats/1/stand-in", {"agent": bot or adviser.name}
    filled = player.put(f"{game.path}/seats/1", body, game.owner)
    handed = player.put(stand_in, body, running.tokens[1])
    back = player.delete(stand_in, running.tokens[1])
    advice = [game.view["advice"], *(answer.json["advice"] for answer in (filled, handed, back))]
    assert advice == ["all", after, after, after]


def test_no_advice_is_given_where_the_creator_does_not_allow_it(player: Player, adviser: Adviser) -> None:
    """There is no event, and no question."""
    game = player.create(seed=SEED, advice="none")
    refused = ask(player, game, adviser)
    assert problem(refused) == (403, "advice-not-allowed")
    assert (told(player, game), adviser.questions()) == ([], [])


def test_the_seat_to_act_asks_about_the_present(player: Player, adviser: Adviser, game: Game) -> None:
    """Not another seat, and not about an earlier turn or a later one."""
    assert ask(player, game, adviser, game.tokens[1]).json["code"] == "not-your-turn"
    assert problem(ask(player, game, adviser, version=2)) == (409, "version-conflict")
    player.act(game, "9S")
    late = ask(player, game, adviser, version=1)
    assert (late.status_code, late.json["code"], late.json["version"]) == (409, "version-conflict", 2)
    assert "advice was asked for version 1" in late.json["detail"]
    assert told(player, game) == [("action", 0)]


def test_an_agent_that_does_not_advise_is_not_asked(player: Player, adviser: Adviser) -> None:
    """One that never did, does not any more, has ended, or does not exist."""
    game, ended = player.create(seed=SEED), register_adviser(player)
    player.patch("/v1/agents/me", {"advises": False}, adviser.token)
    player.delete("/v1/agents/me", ended.token)
    for name in (player.register()[0], adviser.name, ended.name, "never-registered", "random", "greedy"):
        refused = ask(player, game, name)
        assert (refused.status_code, refused.json["code"], refused.json["agent"]) == (422, "no-adviser", name)
        assert refused.json["errors"][0]["pointer"] == "/agent"
    assert told(player, game) == []


def test_an_unknown_adviser_is_told_the_nearest_one(player: Player, adviser: Adviser, game: Game) -> None:
    """Of those that advise: a house bot, or another agent."""
    details = [ask(player, game, name).json["detail"] for name in ("plannr", adviser.name[:-1], "gredy")]
    assert [text.split("did you mean ")[1:] for text in details] == [
        ["'planner'? /v1/agents lists all"],
        [f"'{adviser.name}'? /v1/agents lists all"],
        [],
    ]


@pytest.mark.parametrize("name", ["planner", "planner-fast"])
def test_house_bots_that_search_advise(player: Player, name: str, game: Game, valkey_url: str) -> None:
    """The list of agents says so. Where none run, as the server has no house key, none advises."""
    assert ask(player, game, name).status_code == 202
    bots = player.get("/v1/agents?house=true").json["items"]
    for ability in ("advises", "reviews"):
        assert {bot["name"] for bot in bots if bot[ability]} == {"planner", "planner-fast"}
    assert ask(player_on(valkey_url), game, name).json["code"] == "no-adviser"


def test_a_seat_asks_a_few_agents_before_an_action(player: Player) -> None:
    """The events of a game are bounded; those that were asked can be asked again, and all after the action."""
    game, advisers = player.create(seed=SEED), [register_adviser(player) for _ in range(MAX_ADVISERS + 1)]
    answers = [ask(player, game, each) for each in advisers]
    assert [each.status_code for each in answers] == [*[202] * MAX_ADVISERS, 403]
    assert answers[-1].json["code"] == "advice-not-allowed"
    assert ask(player, game, advisers[0]).status_code == 202
    player.act(game, "9S")
    assert ask(player, game, advisers[-1]).status_code == 202


def test_the_game_moves_on_before_the_answer(player: Player, adviser: Adviser) -> None:
    """The advice has failed; one that was answered before stays."""
    game, other = player.create(seed=SEED), register_adviser(player)
    late, ready = (ask(player, game, each).json["id"] for each in (adviser, other))
    other.answer(ready)
    player.act(game, "9S")
    assert fetched(player, game, late, game.tokens[0]) == (200, "failed")
    assert fetched(player, game, ready, game.tokens[0]) == (200, "ready")
    assert adviser.questions() == []
    refused = adviser.put(late, {"actions": [BEST]})
    assert problem(refused) == (404, "unknown-question")
    assert fetched(player, game, late, game.tokens[0]) == (200, "failed")


def test_a_signal_is_no_end_of_the_turn(player: Player, adviser: Adviser) -> None:
    """The question is the same one at a later version, until the next action."""
    game = player.create(3, seed="jester-9")  # deals X1 to seat 0
    player.act(game, "X1")
    asked = ask(player, game, adviser)
    player.post(f"{game.path}/signals", {"signal": "eager"}, game.tokens[1])
    [question] = adviser.questions()
    assert question["view"]["seats"][1]["signal"] == "eager"
    game.view = player.get_view(game, game.token)
    assert ask(player, game, adviser).json["id"] == asked.json["id"] == question["id"]
    assert question["version"] == asked.json["version"] == 2


def test_a_stand_in_sees_advice_as_long_as_it_stands_in(player: Player, adviser: Adviser) -> None:
    """It sees what the seat sees."""
    game, (name, token) = player.create(seed=SEED, advice="all"), player.register()
    stand_in = f"{game.path}/seats/0/stand-in"
    player.put(stand_in, {"agent": name}, game.tokens[0])
    game.view = player.get_view(game)
    asked = ask(player, game, adviser, token).json["id"]
    adviser.answer(asked)
    assert fetched(player, game, asked, token) == fetched(player, game, asked, game.tokens[0]) == (200, "ready")
    player.delete(stand_in, game.tokens[0])
    assert fetched(player, game, asked, token) == (403, "not-your-seat")
    assert ask(player, game, adviser, token).json["code"] == "not-your-seat"


def test_an_agent_asks_for_the_seat_that_has_the_turn(player: Player, adviser: Adviser) -> None:
    """Or for the one that it names."""
    name, token = player.register()
    game = player.seated(name, name, seed=SEED, advice="all")
    assert ask(player, game, adviser, token, seat=1).json["code"] == "not-your-turn"
    assert ask(player, game, adviser, token).json["seat"] == ask(player, game, adviser, token, seat=0).json["seat"] == 0


def test_a_request_waits_for_the_answer(app: Flask, adviser: Adviser, game: Game) -> None:
    """By `Prefer` or by the query; the request of the agent waits for the question."""
    inbox = "/v1/agents/me/turns?questions=5&wait=20"
    etag = app.test_client().get("/v1/agents/me/turns?questions=5", headers=bearing(adviser.token)).headers["ETag"]
    with ThreadPoolExecutor(2) as threads:
        headers = bearing(adviser.token) | {"If-None-Match": etag}
        waiting = threads.submit(app.test_client().get, inbox, headers=headers)
        await_true(lambda: in_flight.count == -1)
        wish = {"version": 1, "agent": adviser.name}
        headers = bearing(game.token) | {"Prefer": "wait=20"}
        asking = threads.submit(app.test_client().post, f"{game.path}/advice", json=wish, headers=headers)
        [question] = waiting.result().json["questions"]
        adviser.answer(question["id"])
        answered = asking.result()
    assert (answered.status_code, answered.json["status"]) == (200, "ready")
    assert answered.headers["Preference-Applied"] == "wait=20"


def test_a_waiting_request_whose_token_is_replaced_sees_no_advice(
    app: Flask, player: Player, adviser: Adviser, game: Game, asked: str
) -> None:
    """The right is verified when there is an answer."""
    with long_poll(app, f"{game.path}/advice/{asked}", game.tokens[0]) as fetching:
        player.post(f"{game.path}/seats/0/token", None, game.tokens[0], **{"Idempotency-Key": "a-key-of-22-characters"})
        adviser.answer(asked)
    assert fetching.result().json["code"] == "unknown-token"


def test_a_question_that_was_lost_is_asked_again(
    player: Player, adviser: Adviser, store: Redis, game: Game, asked: str
) -> None:
    """The server stopped after the event: a repeat asks, without another event."""
    store.delete(f"question:{{{adviser.name}}}:{asked}", f"list:advice:{{{adviser.name}}}")
    assert (adviser.questions(), fetched(player, game, asked, game.token)) == ([], (404, "unknown-advice"))
    assert (ask(player, game, adviser).json["id"], len(adviser.questions())) == (asked, 1)
    assert told(player, game) == [("advice", 0)]


def test_no_question_is_asked_without_its_event(player: Player, adviser: Adviser, valkey_url: str) -> None:
    """The store fails between the two: the event is there, the question is not, and a repeat asks."""
    game, url = player.create(seed=SEED), urlsplit(valkey_url)
    with Redis.from_url(valkey_url) as redis:
        keys = ["game:*", "agent:*", "list:*", "kept:*", "constant:*"]
        acl = ["resetkeys", "allchannels", *(f"~{key}" for key in keys), "%R~question:*"]
        redis.execute_command("ACL", "SETUSER", "reader", "on", "nopass", "+@all", *acl)
        limited = url._replace(netloc=f"reader:any@{url.netloc}").geturl()
        failing = player_on(limited)
        failed = ask(failing, game, adviser)
        redis.execute_command("ACL", "DELUSER", "reader")
    assert problem(failed) == (503, "store-unavailable")
    assert (told(player, game), adviser.questions()) == ([("advice", 0)], [])
    assert ask(player, game, adviser).status_code == 202
    assert (told(player, game), len(adviser.questions())) == ([("advice", 0)], 1)


def test_questions_and_advice_expire(player: Player, adviser: Adviser, store: Redis, asked: str) -> None:
    """A question after two minutes, as a failed answer, so that it can be asked again; an answer after an hour."""
    name = f"question:{{{adviser.name}}}:{asked}"
    assert 110 < store.ttl(name) <= 120
    assert 110 < store.ttl(f"list:advice:{{{adviser.name}}}") <= 120
    adviser.answer(asked)
    assert 3590 < store.ttl(name) <= 3600
    failed = ask(player, player.create(seed=SEED), adviser).json["id"]
    assert adviser.put(failed, {"failed": True}).status_code == 204
    assert 110 < store.ttl(f"question:{{{adviser.name}}}:{failed}") <= 120


def test_a_busy_adviser_is_not_asked(player: Player, adviser: Adviser, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no event. The question that waits can be asked again."""
    monkeypatch.setattr(questions, "MAX_WAITING", 1)
    first, second = player.create(seed=SEED), player.create(seed=SEED)
    asked = ask(player, first, adviser).json["id"]
    refused = ask(player, second, adviser)
    assert problem(refused) == (503, "adviser-busy")
    assert (refused.json["agent"], refused.json["limit"]) == (adviser.name, 1)
    assert told(player, second) == []
    assert ask(player, first, adviser).status_code == 202
    adviser.answer(asked)
    assert ask(player, second, adviser).status_code == 202


def test_the_rate_of_questions_is_limited(valkey_url: str, game: Game) -> None:
    """For each address."""
    player = player_on(valkey_url, bots_key=BOTS_KEY, limits={"ask-advice": parse_many("2/day")})
    player.client.environ_base["REMOTE_ADDR"] = "198.51.100.77"
    answers = [ask(player, game, "planner") for _ in range(3)]
    assert [each.status_code for each in answers] == [202, 202, 429]
    assert '"ask-advice";q=2;w=86400' in answers[0].headers["RateLimit-Policy"]


def test_the_limit_cuts_what_the_agent_found(player: Player, adviser: Adviser, game: Game, asked: str) -> None:
    """Each request has its own."""
    rated = [BEST | {"action": action} for action in game.view["legal_actions"]]
    assert len(rated) > 5
    adviser.answer(asked, *rated)
    for query, count in (("", 5), ("?limit=1", 1), ("?limit=20", len(rated))):
        found = player.get(f"{game.path}/advice/{asked}{query}", game.token).json
        assert (found["actions"], found["considered"]) == (rated[:count], len(rated))
    assert len(ask(player, game, adviser, limit=2).json["actions"]) == 2


def test_each_turn_of_a_finished_game_can_be_studied(player: Player, adviser: Adviser) -> None:
    """By anyone, also without advice during the game: the agent gets what the seat to act saw then."""
    game, seen = player.create(3, seed=SEED, advice="none"), []
    while game.view["status"] == "active":
        seen.append(player.get_view(game, game.token))
        player.act(game, player.rng.choice(seen[-1]["legal_actions"]), seen[-1]["version"])
    for view in seen:
        wish = {"version": view["version"], "agent": adviser.name, "seat": view["turn"]}
        asked = player.post(f"{game.path}/advice", wish, [None, *game.tokens][view["version"] % 4])
        assert (asked.status_code, asked.json["seat"], asked.json["version"]) == (202, view["turn"], view["version"])
        [question] = adviser.questions()
        assert without_now(question["view"]) == without_now(view)
        adviser.answer(question["id"], BEST | {"action": view["legal_actions"][0]})
        assert fetched(player, game, question["id"], None) == (200, "ready")
    assert {kind for kind, _ in told(player, game)} == {"action"}


def test_a_past_turn_has_the_signals_of_then(player: Player, adviser: Adviser) -> None:
    """Those that were given until the version of the question, which names that of the last action."""
    game = player.create(3, seed="jester-9")  # deals X1 to seat 0
    player.act(game, "X1")
    for token in game.tokens[1:]:
        player.post(f"{game.path}/signals", {"signal": "eager"}, token)
    view = game.view = player.get_view(game, game.token)
    player.play_out(game)
    other = register_adviser(player)
    for each, version in ((adviser, 4), (other, 3)):
        wish = {"version": version, "agent": each.name, "seat": view["turn"]}
        assert player.post(f"{game.path}/advice", wish).json["version"] == 2
    [question] = adviser.questions()
    assert without_now(question["view"]) == without_now(view)
    [question] = other.questions()
    assert [seat["signal"] for seat in question["view"]["seats"]] == [None, "eager", None]


@pytest.mark.parametrize(
    ("members", "pointer"),
    [
        ({"version": 1}, "/seat"),
        ({"version": 1, "seat": 1}, "/seat"),
        ({"version": 1, "seat": 3}, "/seat"),
        ({"version": 6, "seat": 0}, "/version"),
        ({"version": 7, "seat": 0}, "/version"),
        ({"version": 2**31 - 1, "seat": 0}, "/version"),
    ],
)
def test_a_turn_that_a_finished_game_does_not_have_is_rejected(
    player: Player, adviser: Adviser, lost: Game, members: dict[str, Any], pointer: str
) -> None:
    """The error points to the member; the game was over at version 6."""
    assert places(player.post(f"{lost.path}/advice", {"agent": adviser.name, **members})) == [pointer]


def test_a_record_of_a_game_with_advice_is_valid(player: Player, adviser: Adviser, game: Game) -> None:
    """Advice is not an incident: it decides nothing."""
    for action in LOSING:
        ask(player, game, adviser)
        game.view = player.get_view(game, game.token)
        assert player.act(game, action).status_code == 200
    record = player.record(game)
    regicide.verify_record(record)
    assert record["incidents"] == []
    assert [event["version"] for event in record["events"]] == [3, 5, 7, 9, 11]


@pytest.mark.parametrize("ending", ["answer", "action", "deadline", "end"])
def test_a_request_waits_no_longer_than_the_turn(app: Flask, player: Player, adviser: Adviser, ending: str) -> None:
    """It is answered when the agent answers, the game moves on, an agent stands in after the deadline, or it ends."""
    game, hub = player.create(seed=SEED, turn_seconds=3600, on_timeout="bot:greedy"), services_of(app).hub
    asked, before = ask(player, game, adviser).json["id"], hub.subscribers
    with long_poll(app, f"{game.path}/advice/{asked}", game.token) as waiting:
        if ending == "answer":
            adviser.put(asked, {"failed": True})
        elif ending == "action":
            player.act(game, "9S")
        elif ending == "deadline":
            exceed_deadline(app, game.id)
            player.get_view(game)
        else:
            for token in game.tokens:
                player.post(f"{game.path}/give-up", {"agree": True}, token)
    answer = waiting.result()
    assert (answer.status_code, answer.json["status"], hub.subscribers) == (200, "failed", before)
    assert adviser.questions() == []


def test_a_request_waits_no_longer_than_the_question(valkey_url: str) -> None:
    """It is unknown when it has expired."""
    app = application(valkey_url, question_ttl_s=1)
    player = Player(app.test_client())
    game, adviser = player.create(seed=SEED), register_adviser(player)
    asked = ask(player, game, adviser).json["id"]
    with long_poll(app, f"{game.path}/advice/{asked}", game.token) as waiting:
        pass
    assert waiting.result().json["code"] == "unknown-advice"


def test_without_a_token_advice_tells_nothing(player: Player, adviser: Adviser, game: Game, asked: str) -> None:
    """Not whether it was answered: a running game needs the token, in a finished one private advice is unknown.

    The seat keeps it; the same turn asked about after the end is another question.
    """
    other = f"{'0' * 20}-{adviser.name}"
    adviser.answer(asked)
    assert [fetched(player, game, each, None) for each in (asked, other)] == [(401, "token-required")] * 2
    for token in game.tokens:
        player.post(f"{game.path}/give-up", {"agree": True}, token)
    assert [fetched(player, game, each, None) for each in (asked, other)] == [(404, "unknown-advice")] * 2
    kept = [fetched(player, game, asked, token) for token in game.tokens]
    assert kept == [(200, "ready"), (403, "not-your-seat")]
    public = player.post(f"{game.path}/advice", {"version": 1, "agent": adviser.name, "seat": 0})
    assert (public.status_code, public.json["id"] == asked) == (202, False)
