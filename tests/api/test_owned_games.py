"""The owner of games: its token, the list of the games, and their records."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from players import LOSING, SEED, Game, Player, bearing, game_of, problem
from published import faults
from redis import Redis
from werkzeug.test import TestResponse

import regicide
from regicide_api.config import Settings
from regicide_api.core.tokens import hash_token
from regicide_api.endpoints.services import services_of
from regicide_api.services import indexes, owned_games

LOST = {"players": 2, "seed": SEED, "actions": [*LOSING[:-1]]}
"""A game that the next action loses."""


def created(player: Player, *wishes: dict[str, Any], owner: str | None = None) -> tuple[str, list[Game]]:
    """Create games in one request. Returns the token of their owner, and the games."""
    answer = player.post("/v1/games/batch", {"games": wishes}, owner)
    assert answer.status_code == 201, answer.text
    return answer.json["owner"]["token"], [game_of(each) for each in answer.json["games"]]


def ids(games: list[Game]) -> list[str]:
    """The ids of games, the newest first."""
    ordered = sorted(games, key=lambda game: (game.view["created_at"], game.id), reverse=True)
    return [game.id for game in ordered]


def listed(player: Player, owner: str, query: str = "") -> list[str]:
    """The ids of an owner's games on all pages."""
    return [item["id"] for item in player.items(f"/v1/games?{query}", owner)]


# Lists


def test_an_owner_finds_all_of_its_games(player: Player) -> None:
    """The newest first, whether they are listed or not; no game of another owner."""
    owner, games = created(player, *[{"players": 1}] * 3)
    created(player, {"players": 1})
    _, more = created(player, {"players": 2, "listed": True}, owner=owner)
    assert listed(player, owner) == ids([*games, *more])


def test_the_owner_finds_the_rematch_by_its_label(player: Player) -> None:
    """Beside the first game, and that of the rematch in turn; the owner gets their records, too."""
    content = player.post("/v1/games", {"players": 1, "label": "cup"}).json
    owner, token = content["owner"]["token"], content["seats"][0]["token"]
    found = [content["game"]["id"]]
    for _ in range(2):
        path = f"/v1/games/{found[-1]}"
        player.post(f"{path}/give-up", {"agree": True}, token)
        answer = player.post(f"{path}/rematch", {}, token).json
        found, token = [*found, answer["game"]["id"]], answer["seats"][0]["token"]
    assert [*map(sorted, (listed(player, owner), listed(player, owner, "label=cup")))] == [sorted(found)] * 2
    assert {record["id"] for record in player.items("/v1/records?label=cup", owner)} == {*found[:2]}


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 100])
def test_pages_have_each_game_once(player: Player, limit: int) -> None:
    """And the last one has no next."""
    owner, games = created(player, *[{"players": 1}] * 4)
    assert listed(player, owner, f"limit={limit}") == ids(games)


def test_a_game_is_found_by_its_label(player: Player) -> None:
    """Of which only the owner knows."""
    labels = ["cup/round-1", "cup/round-2", None, "cup/round-1"]
    wishes = [{"players": 1, "listed": True, **({"label": label} if label else {})} for label in labels]
    owner, games = created(player, *wishes)
    assert listed(player, owner, "label=cup/round-1") == ids([games[0], games[3]])
    assert listed(player, owner, "label=cup") == []
    own = player.get("/v1/games?limit=4", owner).json["items"]
    assert {item["id"]: item["label"] for item in own} == {
        game.id: label for game, label in zip(games, labels, strict=True)
    }
    assert not [item for item in player.get("/v1/games").json["items"] if item["label"]]
    assert "cup" not in json.dumps(games[0].view)


def test_a_game_is_found_by_its_status_and_agent(player: Player) -> None:
    """Both, and the label, have to match."""
    agent, _ = player.register()
    wishes: list[dict[str, Any]] = [
        {"players": 2, "seats": [{"agent": agent}, {"open": True}]},
        {"players": 2, "seats": [{"name": "Ana"}, {"agent": agent}], "label": "a"},
        {"players": 1, "turn_seconds": 9, "on_timeout": f"bot:{agent}"},
        {"players": 1, "label": "a"},
        LOST,
    ]
    owner, games = created(player, *wishes)
    player.act(games[4], LOSING[-1])
    assert listed(player, owner, f"agent={agent}") == ids(games[:3])
    assert listed(player, owner, "status=waiting") == ids(games[:1])
    assert listed(player, owner, "status=over") == ids(games[4:])
    assert listed(player, owner, "status=over,waiting") == ids([games[0], games[4]])
    assert listed(player, owner, f"status=active&agent={agent}&label=a") == ids(games[1:2])


def test_a_page_reads_a_bounded_number_of_games(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be empty, and has a next one all the same."""
    monkeypatch.setattr(indexes, "FURTHER_READS", (1, 1))
    owner, games = created(player, {"players": 1, "label": "first"}, *[{"players": 1}] * 6)
    page = player.get("/v1/games?label=none&limit=1", owner).json
    assert (page["items"], page["next"] is None) == ([], False)
    assert listed(player, owner, "limit=3") == ids(games)
    assert listed(player, owner, "label=first") == ids(games[:1])


def test_an_expired_game_leaves_the_list(player: Player, store: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the index, when it cannot be just being created."""
    monkeypatch.setattr(indexes, "COMMIT_TIMEOUT_MS", -1000)
    owner, games = created(player, *[{"players": 1}] * 3)
    store.delete(f"game:{{{games[1].view['id']}}}")
    assert listed(player, owner) == ids([games[0], games[2]])
    assert store.zcard(f"list:owner:{hash_token(owner)}") == 2


def repeat_creation(player: Player, store: Redis, path: str, body: dict[str, Any], owner: str | None = None) -> Any:
    """Send a creation twice, of which the first response is lost. Returns the second response."""
    key, before = {"Idempotency-Key": uuid4().hex} | bearing(owner), {*store.scan_iter("kept:*")}
    first = player.client.post(path, json=body, headers=key)
    store.delete(*{*store.scan_iter("kept:*")} - before)
    answer = player.client.post(path, json=body, headers=key)
    assert "Idempotent-Replayed" not in answer.headers
    assert answer.json["owner"] == first.json["owner"]
    return answer


def test_a_repeated_creation_lists_each_game_once(player: Player, store: Redis) -> None:
    """For its owner, in the records, and in the public list; the index has one entry for each game afterwards."""
    wish = {**LOST, "label": "cup", "listed": True}
    answer = repeat_creation(player, store, "/v1/games/batch", {"games": [wish] * 2})
    owner, games = answer.json["owner"]["token"], answer.json["games"]
    found = [each["game"]["id"] for each in games]
    public = [item["id"] for item in player.get("/v1/games?limit=100").json["items"]]
    assert sorted(each for each in public if each in found) == sorted(found)
    for each in games:
        path, tokens = f"/v1/games/{each['game']['id']}", [seat["token"] for seat in each["seats"]]
        assert player.act(Game(path, tokens, each["game"]), LOSING[-1]).status_code == 200
    assert sorted(listed(player, owner, "label=cup")) == sorted(found)
    records = player.items("/v1/records?label=cup", owner)
    assert sorted(record["id"] for record in records) == sorted(found)
    assert store.zcard(f"list:owner:{hash_token(owner)}") == len(found)


@pytest.mark.parametrize("query", ["label=x", "agent=greedy"])
def test_only_an_owner_selects_by_label_and_agent(player: Player, query: str) -> None:
    """The public list would read every game."""
    answer = player.get(f"/v1/games?{query}")
    assert problem(answer) == (422, "invalid-request")
    assert "requires the token of the owner" in answer.json["detail"]


def test_a_token_of_no_owner_is_rejected(player: Player) -> None:
    """If it has the form of an owner's; others get the public list, as without a token."""
    forged = f"{player.create().view['id']}~{'x' * 32}"
    for path in ("/v1/games", "/v1/records"):
        assert player.get(path, forged).json["code"] == "unknown-token"
    game = player.create(listed=True)
    assert player.get("/v1/games", game.tokens[0]).json["items"]


def test_summaries_have_names_agents_and_the_clock(player: Player) -> None:
    """Of the public list, too."""
    agent, _ = player.register()
    seats: list[dict[str, Any]] = [{"name": "Ana"}, {"agent": agent}, {"open": True}]
    game = player.create(3, seats=seats, listed=True, turn_seconds=60, on_timeout=f"bot:{agent}")
    [item] = [each for each in player.get("/v1/games").json["items"] if each["id"] == game.id]
    assert (item["turn_seconds"], item["on_timeout"]) == (60, f"bot:{agent}")
    assert item["seats"] == [
        {"seat": 0, "name": "Ana", "agent": None, "held": True},
        {"seat": 1, "name": agent, "agent": agent, "held": True},
        {"seat": 2, "name": None, "agent": None, "held": False},
    ]


# Records


@pytest.fixture
def cup(player: Player) -> tuple[str, list[Game]]:
    """The owner of five games with a label, of which the last is not over, and of one without."""
    owner, games = created(player, *[{**LOST, "label": "cup"}] * 5, LOST)
    for game in (*games[:4], games[5]):
        player.act(game, LOSING[-1])
    return owner, games


def lines(player: Player, owner: str, query: str = "") -> list[dict[str, Any]]:
    """The records of an owner as lines, each of which fits the document."""
    answer = player.get(f"/v1/records?{query}", owner, Accept="application/jsonl")
    assert (answer.status_code, answer.mimetype) == (200, "application/jsonl"), answer.text
    found = [json.loads(line) for line in answer.data.splitlines()]
    assert answer.data.endswith(b"\n") or not found
    for line in found:
        assert not faults({"$ref": "#/components/schemas/RecordLine"}, line)
    return found


def test_the_records_of_a_label_are_lines(player: Player, cup: tuple[str, list[Game]]) -> None:
    """Of the games that are over, the oldest first; each is that of its game, and holds. Without a label all are."""
    owner, games = cup
    every = lines(player, owner)
    assert [line["id"] for line in every] == ids([*games[:4], games[5]])[::-1]
    found = lines(player, owner, "label=cup")
    assert [line["id"] for line in found] == ids(games[:4])[::-1]
    for line in found:
        assert line["record"] == player.get(f"/v1/games/{line['id']}/record").json
        assert regicide.verify_record(line["record"])
        assert (line["label"], line["problem"]) == ("cup", None)


def test_a_cursor_continues_after_its_line(player: Player, cup: tuple[str, list[Game]]) -> None:
    """So an answer that was interrupted is resumed."""
    owner, _ = cup
    whole = lines(player, owner, "label=cup")
    for number, line in enumerate(whole, 1):
        rest = f"label=cup&cursor={line['cursor']}"
        assert lines(player, owner, rest) == player.items(f"/v1/records?{rest}", owner) == whole[number:]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 100])
def test_the_pages_of_records_have_what_the_lines_have(player: Player, cup: tuple[str, list[Game]], limit: int) -> None:
    """Up to the limit; each links to the next one."""
    owner, _ = cup
    pages = [*player.pages(f"/v1/records?label=cup&limit={limit}", owner)]
    assert [record for page in pages for record in page.json["items"]] == lines(player, owner, "label=cup")
    assert max(len(page.json["items"]) for page in pages) == min(limit, 4)
    assert pages[-1].json["next"] is None


def test_a_page_of_records_reads_a_bounded_number_of_games(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be empty, and has a next one all the same; lines go on until there are no more games."""
    monkeypatch.setattr(indexes, "FURTHER_READS", (1, 1))
    monkeypatch.setattr(owned_games, "READ_SIZE", 1)
    owner, _ = created(player, *[{"players": 1}] * 6)
    _, [last] = created(player, {**LOST, "label": "late"}, owner=owner)
    player.act(last, LOSING[-1])
    page = player.get("/v1/records?limit=1", owner).json
    assert (page["items"], page["next"] is None) == ([], False)
    assert [record["id"] for record in player.items("/v1/records?limit=1", owner)] == [last.id]
    assert [line["id"] for line in lines(player, owner)] == [last.id]


def test_a_cancelled_game_has_no_line(player: Player) -> None:
    """Nor has one that is not over."""
    owner, [game] = created(player, {"players": 1, "seats": [{"open": True}]})
    assert player.delete(game.path, owner).status_code == 200
    assert lines(player, owner) == []


def test_records_are_read_as_they_are_sent(player: Player, cup: tuple[str, list[Game]], store: Redis) -> None:
    """One at a time, so that the answer takes no more memory for more games. One that expires meanwhile has no line."""
    owner, games = cup
    wanted = bearing(owner) | {"Accept": "application/jsonl"}
    answer = player.client.get("/v1/records?label=cup", headers=wanted, buffered=False)
    stream = filter(None, answer.response)  # an empty piece lets the head be sent
    first = json.loads(next(stream))
    oldest_first = ids(games[:4])[::-1]
    store.delete(*(f"game:{{{game_id}}}" for game_id in oldest_first[1:3]))
    assert [first["id"], *(json.loads(line)["id"] for line in stream)] == [oldest_first[0], oldest_first[3]]
    answer.close()


def test_a_game_that_cannot_be_read_has_a_line(player: Player, cup: tuple[str, list[Game]], store: Redis) -> None:
    """With its problem: it cannot be replayed, or the store cannot read it. The others follow."""
    owner, games = cup
    store.set(events_key(games[1]), b"broken")
    make_unreadable(store, games[2])
    found = lines(player, owner, "label=cup")
    problems = {line["id"]: line["problem"]["code"] for line in found if line["problem"]}
    assert problems == {games[1].id: "internal-error", games[2].id: "store-unavailable"}
    assert len(found) == 4


def test_an_answer_ends_after_three_games_that_the_store_cannot_read(player: Player, store: Redis) -> None:
    """With a line that says so, and continues where the answer ended."""
    owner, games = created(player, *[LOST] * 5)
    for game in games:
        player.act(game, LOSING[-1])
        make_unreadable(store, game)
    *unread, last = lines(player, owner)
    assert [line["id"] for line in unread] == ids(games)[:-4:-1]
    assert (last["id"], last["cursor"], last["problem"]["code"]) == (None, unread[-1]["cursor"], "store-unavailable")
    assert problem(player.get("/v1/records", owner)) == (503, "store-unavailable")


def make_unreadable(store: Redis, game: Game) -> None:
    """Give the events of a game a type for which the store rejects the reading."""
    store.delete(events_key(game))
    store.hset(events_key(game), "a", "b")


def events_key(game: Game) -> str:
    """The key of the events of a game."""
    return f"game:{{{game.id}}}:events"


def create(player: Player, token: str | None = None, path: str = "/v1/games", **headers: str) -> TestResponse:
    """Create a game, or several ones."""
    body = {"games": [{"players": 1}] * 2} if path.endswith("batch") else {"players": 1}
    return player.post(path, body, token, **headers)


def owner_of(app: Flask, created: dict[str, Any]) -> str | None:
    """The hash of the owner's token in the store."""
    return services_of(app).repository.get(created["game"]["id"]).owner


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/batch"])
def test_a_creation_returns_the_token_of_the_owner(app: Flask, player: Player, path: str) -> None:
    """Once for all games of a batch, and with each; it creates further ones. The store has its hash."""
    first = create(player, path=path).json
    token = first["owner"]["token"]
    for content in (first, create(player, token, path).json):
        games = content.get("games", [content])
        assert [each["owner"] for each in (content, *games)] == [{"token": token}] * (1 + len(games))
        assert {owner_of(app, each) for each in games} == {hash_token(token)}


def test_the_owner_is_looked_up_before_the_rules_check_actions(player: Player) -> None:
    """The rules need more time for them than for anything else."""
    wish = {"players": 1, "seed": SEED, "actions": ["bad"]}
    for path, body in (("/v1/games", wish), ("/v1/games/batch", {"games": [wish]})):
        assert player.post(path, body, "x" * 32).json["code"] == "unknown-token"


@pytest.mark.parametrize("kind", ["nobody's", "a seat's", "an agent's"])
def test_another_token_is_rejected(player: Player, kind: str) -> None:
    """And nothing is created."""
    token = {"nobody's": "x" * 32, "a seat's": player.create().token, "an agent's": player.register()[1]}[kind]
    answer = create(player, token)
    assert problem(answer) == (401, "unknown-token")
    assert "owns no game" in answer.json["detail"]


# The index of an owner's games


def indexed(store: Redis, app: Flask, created: dict[str, Any]) -> set[str]:
    """The ids of the games in the index of an owner."""
    members = store.zrange(f"list:owner:{owner_of(app, created)}", 0, -1)
    return {member.decode().partition("-")[2] for member in members}


def test_a_single_game_takes_no_room_in_an_index(app: Flask, player: Player, store: Redis) -> None:
    """The token names it, and the owner finds it by that."""
    created = create(player).json
    assert created["owner"]["token"].startswith(created["game"]["id"])
    assert indexed(store, app, created) == set()
    assert listed(player, created["owner"]["token"]) == [created["game"]["id"]]


def test_the_index_has_all_games_of_an_owner_with_several(app: Flask, player: Player, store: Redis) -> None:
    """The first one, too; those of a batch from the start."""
    batch = create(player, path="/v1/games/batch").json["games"]
    assert indexed(store, app, batch[0]) == {each["game"]["id"] for each in batch}
    first = create(player).json
    others = [create(player, first["owner"]["token"]).json for _ in range(2)]
    assert indexed(store, app, first) == {each["game"]["id"] for each in (first, *others)}


def test_an_owner_whose_first_game_has_expired_is_known(player: Player, store: Redis) -> None:
    """As long as the index has another one; the owner of a single game that has expired is not."""
    first = create(player).json
    token = first["owner"]["token"]
    create(player, token)
    single = create(player).json
    store.delete(*(f"game:{{{created['game']['id']}}}" for created in (first, single)))
    assert create(player, token).status_code == 201
    assert create(player, single["owner"]["token"]).status_code == 401


def end_owner(player: Player, created: dict[str, Any]) -> None:
    """End the first token of the owner in a game, by another device."""
    path, owner = f"/v1/games/{created['game']['id']}", created["owner"]["token"]
    shared = {"games": [{"id": created["game"]["id"], "tokens": [owner]}]}
    code = player.post("/v1/devices/pairings", shared).json["code"]
    [paired] = player.post("/v1/devices", {"code": code, "name": "Phone"}).json["games"]
    assert player.delete(f"{path}/devices/first", paired["owner"]["token"]).status_code == 204


def test_an_owner_that_was_ended_stays_so(player: Player, store: Redis) -> None:
    """Also when the first game has expired, and the index has another one."""
    first = create(player).json
    token = first["owner"]["token"]
    create(player, token)
    end_owner(player, first)
    for _ in range(2):
        answers = [create(player, token), player.get("/v1/games", token), player.get("/v1/records", token)]
        assert [problem(answer) for answer in answers] == [(401, "unknown-token")] * 3
        store.delete(f"game:{{{first['game']['id']}}}")


def test_a_game_in_which_the_owner_was_ended_is_neither_listed_nor_told(player: Player) -> None:
    """Its seed is that of the other devices; the other games of the owner are listed."""
    first = create(player).json
    token = first["owner"]["token"]
    second, third = create(player, token).json, create(player, token).json
    for created in (first, second, third):
        seat = created["seats"][0]["token"]
        player.post(f"/v1/games/{created['game']['id']}/give-up", {"agree": True}, seat)
    end_owner(player, second)
    kept = {first["game"]["id"], third["game"]["id"]}
    assert {record["id"] for record in player.items("/v1/records", token)} == kept
    assert {*listed(player, token)} == kept


def test_the_index_lives_longer_than_its_games(app: Flask, player: Player, store: Redis) -> None:
    """All lifetimes of a game together."""
    created = create(player, create(player).json["owner"]["token"]).json
    assert store.ttl(f"list:owner:{owner_of(app, created)}") > Settings().game_ttl_s + Settings().record_ttl_s
