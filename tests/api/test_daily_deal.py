"""The deal of a day: the same cards for all, told by nothing before the day is over; the house bots' games of it."""

from __future__ import annotations

import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from applications import player_on
from flask import Flask
from game_clocks import Calendar
from manual_advisers import register_adviser
from players import BOTS_KEY, OPEN, Game, Player, game_of, places, problem
from redis import Redis
from store_proxies import Loss, store_proxy

import regicide
from regicide import Position
from regicide_api.domain.clock import now_ms
from regicide_api.domain.daily_deal import Day, end_ms, today
from regicide_api.endpoints.services import services_of
from regicide_api.services.agents import house_token
from regicide_api.storage.game_store import Store

pytestmark = pytest.mark.usefixtures("calendar")

WISH = {"players": 1, "deal": "today"}


def create(player: Player, **options: Any) -> Game:
    """Create a game with today's deal."""
    return player.create(**WISH | options)


def give_up(player: Player, game: Game) -> dict[str, Any]:
    """Give a game up. Returns the last view."""
    for token in game.tokens:
        answer = player.post(f"{game.path}/give-up", {"agree": True}, token)
    view: dict[str, Any] = answer.json
    assert view["status"] == "lost"
    return view


def day_of(app: Flask) -> Day:
    """The day that it is."""
    return services_of(app).daily_deals.today()


def code_of(player: Player, path: str, **options: Any) -> tuple[int, str]:
    """The status and the code of the problem of a GET request."""
    answer = player.client.get(path, **options)
    return answer.status_code, (answer.get_json() or {}).get("code", "")


def test_all_games_of_a_day_have_the_same_cards(player: Player) -> None:
    """With different commitments, which tell nothing of that."""
    one, other = create(player).view, create(player).view
    same = ("hand", "enemy", "unseen", "deal", "tavern_size")
    assert [one[name] for name in same] == [other[name] for name in same]
    assert one["commitment"] != other["commitment"]
    assert one["deal"] == {"date": "2031-05-05", "players": 1, "ends_at": "2031-05-06T00:00:00.000Z"}
    assert (one["seed_origin"], one["advice"], one["seed"]) == ("day", "none", None)


def test_the_deal_depends_on_the_day_and_the_number_of_players(player: Player, calendar: Calendar) -> None:
    """Two players have hands of their own in the same game."""
    solo, duo = create(player).view["hand"], create(player, players=2).view["hand"]
    calendar.set("2031-05-06T00:00")
    assert create(player).view["hand"] != solo
    assert duo != solo


def test_the_deal_is_that_of_the_seed(app: Flask, player: Player) -> None:
    """Which is an HMAC with the key of the server: it has 128 bits."""
    seed = day_of(app).seed(2)
    assert re.fullmatch("[0-9a-f]{32}", seed)
    assert create(player, players=2).view["hand"] == regicide.observe(Position.new(seed, 2), 0)["hand"]
    assert len({Day(date, b"key").seed(players) for date in ("2031-05-05", "2031-05-06") for players in (1, 2)}) == 4
    assert Day("2031-05-05", b"key").seed(1) != Day("2031-05-05", b"other").seed(1)


@pytest.mark.parametrize(
    ("options", "member"),
    [
        ({"seed": "mine"}, "/seed"),
        ({"seed": "mine", "actions": []}, "/actions"),
        ({"position": str(Position.new("mine", 1))}, "/position"),
        ({"players": 2, "first_player": 1}, "/first_player"),
        ({"players": 3}, "/players"),
        ({"listed": True}, "/listed"),
        ({"advice": "all"}, "/advice"),
        ({"turn_seconds": 60, "on_timeout": "bot:greedy"}, "/on_timeout"),
        ({"deal": "tomorrow"}, "/deal"),
    ],
)
def test_a_game_of_the_day_chooses_nothing_of_its_deal(player: Player, options: dict[str, Any], member: str) -> None:
    """Such members are refused, each at its place; the public list would show the cards."""
    refused = player.post("/v1/games", WISH | options)
    assert refused.status_code == 422
    assert member in places(refused)


def test_defaults_may_be_given(player: Player) -> None:
    """Generated clients send them."""
    create(player, first_player=0, listed=False, advice="none", on_timeout="forfeit")


def test_a_batch_has_games_of_the_day_and_others(player: Player) -> None:
    """Each as by itself."""
    answer = player.post("/v1/games/batch", {"games": [WISH, {"players": 1}, WISH]})
    one, own, other = (created["game"] for created in answer.json["games"])
    assert one["hand"] == other["hand"]
    assert (own["deal"], own["seed_origin"]) == (None, "server")


def test_no_agent_plays_on_for_a_player(player: Player, calendar: Calendar) -> None:
    """Neither on the day nor after it: the result is the player's. The game goes on without an event."""
    game, (agent, _) = create(player), player.register()
    for time in ("2031-05-05T12:00", "2031-05-06T00:00"):
        calendar.set(time)
        refused = player.put(f"{game.path}/seats/0/stand-in", {"agent": agent}, game.tokens[0])
        assert problem(refused) == (409, "stand-in-not-allowed")
    assert (player.get_view(game)["version"], player.get_view(game)["seats"][0]["stand_in"]) == (1, None)


def test_the_end_of_a_game_tells_the_hands_and_not_the_seed(player: Player, calendar: Calendar) -> None:
    """Until its day is over; then views tell it, also those that are cached, with another ETag."""
    game = create(player)
    view = give_up(player, game)
    assert (view["seed"], view["nonce"], view["hands"]) == (None, None, [game.view["hand"]])
    before = player.get(game.path)
    calendar.set("2031-05-06T00:00")
    after = player.get(game.path, **{"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.json["seed_origin"]) == (200, "day")
    assert regicide.commitment(after.json["seed"], after.json["nonce"]) == after.json["commitment"]
    assert player.get(game.path, **{"If-None-Match": after.headers["ETag"]}).status_code == 304


def test_the_record_is_told_when_the_day_is_over(player: Player, calendar: Calendar) -> None:
    """The problem says when; the record is then that of any game."""
    game = create(player)
    assert code_of(player, f"{game.path}/record") == (409, "game-not-over")
    give_up(player, game)
    calendar.set("2031-05-05T23:59:59")
    refused = player.get(f"{game.path}/record").json
    assert (refused["code"], refused["told_at"]) == ("deal-not-told", "2031-05-06T00:00:00.000Z")
    calendar.set("2031-05-06T00:00")
    record = player.record(game)
    regicide.verify_record(record)
    assert record["deal"] == game.view["deal"]


def test_the_records_of_an_owner_leave_it_out(player: Player, calendar: Calendar) -> None:
    """Its record is a problem, and the other games have their records."""
    game = create(player)
    own = game_of(player.post("/v1/games", {"players": 1}, game.owner).json)
    for each in (game, own):
        give_up(player, each)
    for time, is_left_out in (("2031-05-05T12:00", True), ("2031-05-06T00:00", False)):
        calendar.set(time)
        problems = [record["problem"] for record in player.items("/v1/records", game.owner)]
        assert [bool(each) and each["code"] == "deal-not-told" for each in problems] == [is_left_out, False]


def test_reviews_and_advice_wait_for_the_end_of_the_day(player: Player, calendar: Calendar) -> None:
    """An agent of the attacker would get the views of all seats."""
    game, adviser = create(player), register_adviser(player).name
    wish = {"version": 1, "agent": adviser, "seat": 0}
    asked = player.post(f"{game.path}/advice", wish, game.tokens[0])
    assert asked.json["code"] == "advice-not-allowed"
    give_up(player, game)
    assert player.post(f"{game.path}/advice", wish).json["code"] == "deal-not-told"
    assert code_of(player, f"{game.path}/review?agent={adviser}") == (409, "deal-not-told")
    calendar.set("2031-05-06T00:00")
    assert player.post(f"{game.path}/advice", wish).status_code == 202
    assert player.get(f"{game.path}/review?agent={adviser}").status_code == 200


def test_a_game_of_yesterday_goes_on(player: Player, calendar: Calendar) -> None:
    """It keeps its deal; at its end it is told at once."""
    game = create(player)
    calendar.set("2031-05-06T00:00")
    view = player.get_view(game, game.token)
    assert (view["seed"], view["deal"]["date"]) == (None, "2031-05-05")
    player.play_out(game)
    assert player.get_view(game)["seed"]
    assert player.get(f"{game.path}/record").status_code == 200


@pytest.mark.parametrize(
    ("now", "date", "end"),
    [
        ("2028-02-28T23:59:59", "2028-02-28", "2028-02-29T00:00:00"),
        ("2028-02-29T00:00:00", "2028-02-29", "2028-03-01T00:00:00"),
        ("2029-02-28T12:00:00", "2029-02-28", "2029-03-01T00:00:00"),
        ("2028-12-31T23:59:59", "2028-12-31", "2029-01-01T00:00:00"),
    ],
)
def test_a_day_ends_when_the_next_one_begins(calendar: Calendar, now: str, date: str, end: str) -> None:
    """Also a leap day, and the last day of a year."""
    calendar.set(now)
    assert today() == date
    assert end_ms(date) == 1000 * datetime.fromisoformat(end).replace(tzinfo=UTC).timestamp()


def test_a_repeated_creation_gets_the_first_game(player: Player, calendar: Calendar) -> None:
    """Also after midnight, when the first response was lost."""
    key = {"Idempotency-Key": secrets.token_hex(16)}
    first = player.client.post("/v1/games", json=WISH, headers=key).json["game"]
    calendar.set("2031-05-06T00:00")
    again = player.client.post("/v1/games", json=WISH, headers=key).json["game"]
    assert (again["id"], again["deal"]) == (first["id"], first["deal"])


def test_the_rematch_is_an_ordinary_game(player: Player) -> None:
    """With a deal of its own, and advice."""
    game = create(player)
    give_up(player, game)
    rematch = player.post(f"{game.path}/rematch", {}, game.tokens[0]).json["game"]
    assert (rematch["deal"], rematch["seed_origin"], rematch["advice"]) == (None, "server", "all")


def test_all_processes_have_one_key(valkey_url: str, store: Redis) -> None:
    """It is read each time: after a loss of the store all agree on the next one."""
    one, other, name = Store(valkey_url), Store(valkey_url), secrets.token_hex(8)
    assert one.expiring_keys.first(name, b"1") == other.expiring_keys.first(name, b"2") == b"1"
    store.delete(f"constant:{name}")
    assert other.expiring_keys.first(name, b"2") == one.expiring_keys.first(name, b"1") == b"2"


# The hands at the end of any game


def test_all_hands_lie_open_at_the_end_of_a_game(player: Player) -> None:
    """For a spectator, too; a running game shows none, nor one that was cancelled, in which no player had them."""
    game = player.create(2)
    assert game.view["hands"] is None
    hands = [player.get_view(game, token)["hand"] for token in game.tokens]
    assert give_up(player, game)["hands"] == hands
    assert player.get_view(game)["hands"] == hands
    waiting = player.seated(None, OPEN)
    assert player.get_view(waiting)["hands"] is None
    cancelled = player.delete(waiting.path, waiting.owner).json
    assert (cancelled["status"], cancelled["hands"]) == ("cancelled", None)


# The house bots' games


def run(player: Player, *bots: str) -> None:
    """Let house bots ask for their turns."""
    for bot in bots:
        player.turns(house_token(BOTS_KEY, bot))


def results(player: Player) -> dict[int, dict[str, dict[str, Any]]]:
    """The results of the bots by number of players and bot."""
    answer = player.get("/v1/deals/today")
    assert answer.status_code == 200
    return {deal["players"]: {bot.pop("agent"): bot for bot in deal["bots"]} for deal in answer.json["deals"]}


def games_of(player: Player, bot: str, date: str) -> list[dict[str, Any]]:
    """The games of a day in the inbox of a house bot."""
    answer = player.get("/v1/agents/me/turns?limit=100", house_token(BOTS_KEY, bot))
    return [view for view in answer.json["items"] if (view["deal"] or {}).get("date") == date]


PLAYING = {"status": "active", "outcome": None, "grade": None, "defeated": None}


def test_the_first_look_of_a_day_lets_running_bots_play(player: Player, calendar: Calendar) -> None:
    """One game for each number of players; until its end nothing is told."""
    calendar.set("2032-01-01T08:00")
    run(player, "greedy")
    assert results(player)[1]["greedy"] == results(player)[2]["greedy"] == PLAYING
    games = games_of(player, "greedy", "2032-01-01")
    assert sorted(view["players"] for view in games) == [1, 2]
    assert {view["advice"] for view in games} == {"none"}
    assert games[0]["id"] not in player.get("/v1/deals/today").text


def test_the_bots_have_the_cards_of_the_day(player: Player, calendar: Calendar) -> None:
    """And count as any result, once their game is over."""
    calendar.set("2032-01-02T08:00")
    run(player, "random")
    results(player)
    [view] = [view for view in games_of(player, "random", "2032-01-02") if view["players"] == 1]
    assert view["hand"] == create(player).view["hand"]
    last = player.play_out(Game(f"/v1/games/{view['id']}", [house_token(BOTS_KEY, "random")], view))
    expected = {"status": last["status"]} | {name: last["result"][name] for name in ("outcome", "grade", "defeated")}
    assert results(player)[1]["random"] == expected


def test_bots_that_do_not_run_are_left_out(valkey_url: str, calendar: Calendar) -> None:
    """So are all of a server without house bots; the answer is as useful as it can be."""
    calendar.set("2032-01-04T08:00")
    assert results(player_on(valkey_url)) == {1: {}, 2: {}}


@pytest.mark.parametrize(("seconds", "is_running"), [(110, True), (130, False)])
def test_a_bot_runs_for_two_minutes_after_a_request(
    player: Player, calendar: Calendar, monkeypatch: pytest.MonkeyPatch, seconds: int, *, is_running: bool
) -> None:
    """A bot that has stopped would not play its games."""
    monkeypatch.setattr("regicide_api.services.daily_deals.now_ms", lambda: now_ms() + 1_000 * seconds)
    calendar.set("2033-01-01T08:00" if is_running else "2033-01-02T08:00")
    run(player, "greedy")
    assert ("greedy" in results(player)[1]) == is_running


def test_a_full_store_creates_no_games_and_answers(valkey_url: str, player: Player, calendar: Calendar) -> None:
    """The next look, with room, creates them."""
    calendar.set("2032-01-05T08:00")
    run(player, "greedy")
    assert results(player_on(valkey_url, bots_key=BOTS_KEY, store_memory_mb=1)) == {1: {}, 2: {}}
    assert results(player)[1]["greedy"] == PLAYING


@pytest.mark.parametrize("number", [2, 3])
def test_a_store_that_fails_creates_no_games_and_answers(valkey_url: str, calendar: Calendar, number: int) -> None:
    """After the games were read: at the list of the running bots, and at the creation."""
    with store_proxy(valkey_url) as proxy:
        player = player_on(proxy.url, bots_key=BOTS_KEY)
        run(player, "greedy")
        results(player)
        calendar.set(f"2032-02-{number:02}T07:00")
        proxy.fail(number, Loss.COMMANDS, stays_down=True)
        assert results(player) == {1: {}, 2: {}}
        proxy.heal()
        assert results(player)[1]["greedy"] == PLAYING


def test_the_bots_games_live_until_the_end_of_their_day(valkey_url: str, store: Redis, calendar: Calendar) -> None:
    """Whatever the lifetimes of games are: no look of the same day begins them again. Those of clients do not."""
    calendar.set("2032-01-07T08:00")
    lives = {"unstarted_game_ttl_s": 60, "game_ttl_s": 60, "record_ttl_s": 60}
    player = player_on(valkey_url, bots_key=BOTS_KEY, **lives)
    run(player, "random")
    results(player)
    [view] = [view for view in games_of(player, "random", "2032-01-07") if view["players"] == 1]
    key, sixteen_hours_s = f"game:{{{view['id']}}}", 16 * 60 * 60
    assert store.ttl(key) > sixteen_hours_s - 60
    player.play_out(Game(f"/v1/games/{view['id']}", [house_token(BOTS_KEY, "random")], view))
    assert sixteen_hours_s - 60 < store.ttl(key) <= sixteen_hours_s
    assert store.ttl(f"game:{{{create(player).id}}}") <= 60


def test_the_bots_games_take_no_place_of_an_address(valkey_url: str, calendar: Calendar) -> None:
    """The limit of house seats is that of the games that clients create."""
    calendar.set("2032-01-06T08:00")
    player = player_on(valkey_url, bots_key=BOTS_KEY, house_seats=1)
    run(player, "greedy")
    assert results(player)[2]["greedy"] == PLAYING
    player.client.environ_base["REMOTE_ADDR"] = "203.0.113.77"
    assert player.post("/v1/games", {"players": 1, "seats": [{"agent": "greedy"}]}).status_code == 201


def test_simultaneous_looks_create_each_game_once(app: Flask, calendar: Calendar) -> None:
    """The id is the request."""
    calendar.set("2032-01-03T08:00")
    player = Player(app.test_client())
    run(player, "greedy", "random")
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: results(Player(app.test_client())), range(8)))
    assert all(each == found[0] for each in found)
    for bot in ("greedy", "random"):
        assert len(games_of(player, bot, "2032-01-03")) == 2
