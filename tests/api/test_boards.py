"""The boards of today's deal: which results they take, how these are ranked, and who is on them for how long."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from game_clocks import Calendar
from players import BOTS_KEY, OPEN, Game, Player, game_of, places, problem
from redis import Redis
from werkzeug.test import TestResponse

import regicide
from regicide_api.domain import board
from regicide_api.services.agents import house_token
from regicide_arena.bots import greedy

pytestmark = pytest.mark.usefixtures("calendar")

MONDAY, TUESDAY = "2031-05-05", "2031-05-06"


@pytest.fixture
def group() -> str:
    """The key of a group, which nothing has used: each test has a board of its own."""
    return secrets.token_urlsafe(16)


def started(player: Player, owner: str | None = None, **options: Any) -> Game:
    """A game with today's deal, of a new owner or of this one."""
    game = game_of(player.post("/v1/games", {"players": 1, "deal": "today"} | options, owner).json)
    game.owner = owner or game.owner
    return game


def given_up(player: Player, owner: str | None = None, **options: Any) -> Game:
    """A game with today's deal that its players have given up at once."""
    game = started(player, owner, **options)
    for token in game.tokens:
        assert player.post(f"{game.path}/give-up", {"agree": True}, token).status_code == 200
    return game


def played(player: Player, owner: str | None = None) -> Game:
    """A solo game with today's deal that a bot has played."""
    game = started(player, owner)
    while game.view["status"] == "active":
        assert player.act(game, greedy.choose(game.view)).status_code == 200
    return game


def after_a_turn(player: Player) -> Game:
    """A solo game with today's deal that is given up after the play of one low card, which defeats no enemy."""
    game = started(player)
    card = min((each for each in game.view["hand"] if each[-1] != "C"), key=lambda each: "A2345678910".index(each[:-1]))
    assert player.act(game, card).status_code == 200
    player.post(f"{game.path}/give-up", {"agree": True}, game.tokens[0])
    return game


def enter(player: Player, group: str, game: Game, name: str = "Ana", token: str | None = None) -> TestResponse:
    """Enter the result of a game, with the token of its owner."""
    return player.put(f"/v1/boards/{group}/games/{game.id}", {"name": name}, token or game.owner)


def entered(player: Player, group: str, game: Game, name: str = "Ana") -> dict[str, Any]:
    """The entry of a result that is entered."""
    answer = enter(player, group, game, name)
    assert answer.status_code == 200, answer.text
    entry: dict[str, Any] = answer.json
    return entry


def shown(player: Player, group: str, query: str = "") -> dict[str, Any]:
    """A page of a board."""
    answer = player.get(f"/v1/boards/{group}{query}")
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json
    return page


def names(page: dict[str, Any]) -> list[tuple[int, str]]:
    """The ranks and names of a page."""
    return [(entry["rank"], entry["name"]) for entry in page["items"]]


def test_a_result_says_how_the_game_went(player: Player, group: str) -> None:
    """The enemies, each exactly or not, the plays and yields, the time, and not which game it is; as all see it."""
    game = played(player)
    entry = entered(player, group, game)
    events = player.events(game)
    defeats = [each["exact"] for event in events for each in event.get("effects", ()) if each["type"] == "defeat"]
    actions = [event["action"] for event in events if event["type"] == "action"]
    turns = sum(not action.startswith("-") and action != "flip" for action in actions)
    ended = player.get_view(game)["result"]
    [result] = entry["results"]
    assert (result["exact"], result["turns"]) == (defeats, turns)
    assert len(defeats) == ended["defeated"] > 0
    assert (result["outcome"], result["grade"]) == (ended["outcome"], ended["grade"])
    assert (result["date"], result["game"], entry["defeated"]) == (MONDAY, None, len(defeats))
    page = shown(player, group)
    assert (page["items"], page["total"], page["date"], page["next"]) == ([entry], 1, MONDAY, None)
    assert game.id not in player.get(f"/v1/boards/{group}").text


def test_the_best_result_comes_first(player: Player, group: str) -> None:
    """The list is paged; the entry of a wanted game is beside each page. A rank is one more than the better results."""
    last = after_a_turn(player)
    for number, game in enumerate([*(given_up(player) for _ in range(3)), last, played(player)]):
        entered(player, group, game, f"n{number}")
    pages = [answer.json for answer in player.pages(f"/v1/boards/{group}?limit=2&game={last.id}")]
    found = [entry for page in pages for entry in page["items"]]
    figures = [(entry["defeated"], entry["won"], -entry["turns"], -entry["seconds"]) for entry in found]
    assert [entry["rank"] for entry in found] == [1 + sum(each > own for each in figures) for own in figures]
    assert (found[0]["name"], found[4]["name"], len(found), len(pages)) == ("n4", "n3", 5, 3)
    assert {(page["entry"]["rank"], page["entry"]["name"], page["total"]) for page in pages} == {(5, "n3", 5)}
    assert shown(player, group, "?game=unknown")["entry"] is None


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"exact": [True] * 3}, {"exact": [True] * 2, "outcome": "won", "grade": "gold", "turns": 0}),
        ({"outcome": "won", "grade": "gold"}, {"outcome": "won", "grade": "silver", "turns": 0}),
        ({"outcome": "won", "grade": "bronze", "turns": 2000}, {"turns": 0}),
        ({"turns": 9, "seconds": 80_000}, {"turns": 10, "seconds": 1}),
        ({"seconds": 9}, {"seconds": 10}),
    ],
)
def test_the_first_figure_that_differs_decides(better: dict[str, Any], worse: dict[str, Any]) -> None:
    """Also of the sums of seven days; a sorted set has the sums exactly."""
    base = board.Result(game="g", outcome="lost", grade=None, exact=[True], turns=30, seconds=60)
    for days in (1, 7):
        high, low = (days * board.score(board.Result(**{**base, **each})) for each in (better, worse))  # type: ignore[typeddict-item]
        assert high > low
        assert (float(high), float(low)) == (high, low)
        assert int(float(high)) == high


def test_a_week_has_the_sums_of_its_days(player: Player, group: str, calendar: Calendar) -> None:
    """From Monday to Sunday, for each owner under the newest name; a result that is withdrawn is subtracted."""
    monday = played(player)
    other = given_up(player)
    entered(player, group, monday)
    entered(player, group, other, "Bo")
    calendar.set(f"{TUESDAY}T10:00")
    tuesday = played(player, monday.owner)
    entered(player, group, tuesday, "Anna")
    page = shown(player, group, f"?week=true&game={tuesday.id}")
    assert names(page) == [(1, "Anna"), (2, "Bo")]
    entry = page["entry"]
    assert [result["date"] for result in entry["results"]] == [MONDAY, TUESDAY]
    assert entry["defeated"] == sum(len(result["exact"]) for result in entry["results"])
    assert [result["game"] for result in entry["results"]] == [monday.id, None]
    assert names(shown(player, group)) == [(1, "Anna")]
    assert names(shown(player, group, f"?date={MONDAY}")) == [(1, "Ana"), (2, "Bo")]
    player.delete(f"/v1/boards/{group}/games/{monday.id}", monday.tokens[0])
    [first, _] = shown(player, group, "?week=true&date=2031-05-11")["items"]
    assert [result["date"] for result in first["results"]] == [TUESDAY]
    calendar.set("2031-05-12T10:00")
    assert shown(player, group, "?week=true")["items"] == []


def test_the_bots_stand_beside_people(player: Player, group: str, calendar: Calendar) -> None:
    """On the board of each group, with the ranks that they would have; all games can be replayed afterwards."""
    calendar.set("2034-05-01T08:00")
    bot = house_token(BOTS_KEY, "random")
    player.turns(bot)
    player.get("/v1/deals/today")
    assert shown(player, group)["bots"] == []
    own = played(player)
    entered(player, group, own)
    turns = player.get("/v1/agents/me/turns?limit=100", bot).json["items"]
    [view] = [view for view in turns if view["players"] == 1 and view["deal"]["date"] == "2034-05-01"]
    end = player.play_out(Game(f"/v1/games/{view['id']}", [bot], view))["result"]
    for query in ("", "?week=true"):
        page = shown(player, group, query)
        [rival] = page["bots"]
        assert (rival["agent"], rival["defeated"], rival["results"][0]["game"]) == ("random", end["defeated"], None)
        assert rival["rank"] == 1 + (page["items"][0]["defeated"] > end["defeated"])
        assert [entry["agent"] for entry in page["items"]] == [None]
    assert problem(player.get(f"{own.path}/record")) == (409, "deal-not-told")
    calendar.set("2034-05-02T00:00")
    page = shown(player, group, "?date=2034-05-01")
    for entry in (*page["items"], *page["bots"]):
        record = player.get(f"/v1/games/{entry['results'][0]['game']}/record").json
        regicide.verify_record(record)
        assert record["result"]["defeated"] == entry["defeated"]


def late(player: Player, calendar: Calendar) -> Game:
    """A game that ended when its day was over."""
    calendar.set("2020-05-05T12:00")
    return given_up(player)


def long_ago(player: Player, calendar: Calendar) -> Game:
    """A game that ended on its day, more than a week ago."""
    game = given_up(player)
    calendar.set("2031-05-13T00:00")
    return game


REFUSED: dict[str, Callable[[Player, Calendar], Game]] = {
    "the game has no deal of a day": lambda player, _: player.create(1),
    "the game is not over": lambda player, _: started(player),
    "an agent had a seat": lambda player, _: given_up(
        player, players=2, seats=[{"name": "Ana"}, {"agent": player.register()[0]}]
    ),
    "the game ended after its day": late,
    "is closed": long_ago,
}


@pytest.mark.parametrize("reason", REFUSED)
def test_other_results_are_refused(player: Player, group: str, calendar: Calendar, reason: str) -> None:
    """The problem has the reason, and the board has nothing."""
    game = REFUSED[reason](player, calendar)
    refused = enter(player, group, game)
    assert refused.status_code == 409
    assert reason in refused.json["detail"]
    assert shown(player, group, f"?date={MONDAY}")["total"] == 0


def test_the_first_game_of_an_owner_counts(player: Player, group: str) -> None:
    """Also one that still runs; one that never started does not. Another number of players has its own first game."""
    first = started(player)
    second = given_up(player, first.owner)
    refused = enter(player, group, second)
    assert problem(refused) == (409, "result-not-counted")
    assert "the first one counts" in refused.json["detail"]
    batch = player.post("/v1/games/batch", {"games": [{"players": 1, "deal": "today"}] * 2}).json
    for number, created in enumerate(batch["games"]):
        game = game_of(created)
        player.post(f"{game.path}/give-up", {"agree": True}, game.tokens[0])
        assert enter(player, group, game, token=batch["owner"]["token"]).status_code == (409 if number else 200)
    waiting = started(player, first.owner, players=2, seats=[{"name": "Ana"}, {"open": True}])
    twos = given_up(player, first.owner, players=2)
    entered(player, group, twos)
    assert player.delete(waiting.path, first.owner).status_code == 200
    assert [entry["name"] for entry in shown(player, group, "?players=2")["items"]] == ["Ana"]


def test_a_partner_enters_the_result_and_takes_it_off(player: Player, group: str) -> None:
    """By the token of a seat; a stranger, and the holder of a seat in another game of the owner, do not."""
    game = started(player, players=2, seats=[{"name": "Ana"}, {"open": True}])
    partner = player.post(f"{game.path}/seats/1", {"name": "Bo"}).json["seats"][0]["token"]
    for token in (game.tokens[0], partner):
        player.post(f"{game.path}/give-up", {"agree": True}, token)
    assert problem(enter(player, group, game, token=given_up(player).owner)) == (401, "unknown-token")
    assert problem(player.put(f"/v1/boards/{group}/games/{game.id}", {"name": "x"})) == (401, "token-required")
    assert enter(player, group, game, "Ana and Bo", partner).status_code == 200
    path = f"/v1/boards/{group}/games/{game.id}"
    other = given_up(player, game.owner, players=2)
    assert player.delete(f"/v1/boards/{group}/games/{other.id}", other.tokens[1]).status_code == 204
    assert names(shown(player, group, "?players=2")) == [(1, "Ana and Bo")]
    assert problem(player.delete(path, other.tokens[1])) == (401, "unknown-token")
    for _ in range(2):
        assert player.delete(path, partner).status_code == 204
    for query in ("?players=2", f"?players=2&week=true&game={game.id}"):
        page = shown(player, group, query)
        assert (page["items"], page["total"], page["entry"]) == ([], 0, None)


def test_a_name_is_that_of_a_player(player: Player, group: str) -> None:
    """It is checked and normalized as such, and changed by another entry."""
    game = given_up(player)
    for name in ("", " Ana", "A\u200bna", "x" * 41):
        assert places(enter(player, group, game, name)) == ["/name"]
    assert entered(player, group, game, "Cafe\u0301")["name"] == "Caf\u00e9"
    entered(player, group, game, "Bo")
    assert names(shown(player, group)) == [(1, "Bo")]


@pytest.mark.parametrize("query", ["date=2031-02-29", "date=1999-01-01", "date=x", "players=3", "cursor=0", "week=yes"])
def test_a_board_has_no_other_parameters(player: Player, query: str) -> None:
    """A day has to exist."""
    assert shown(player, "public", "?date=2028-02-29")["date"] == "2028-02-29"
    assert places(player.get(f"/v1/boards/public?{query}")) == [query.partition("=")[0]]


def test_groups_and_the_public_board_are_apart(player: Player, group: str, store: Redis, calendar: Calendar) -> None:
    """The store has neither the key of a group nor a token; a board expires a month after its last result."""
    calendar.set("2035-01-01T08:00")
    game = given_up(player)
    entered(player, "public", game, "Ana")
    entered(player, group, game, "Annie")
    assert names(shown(player, "public")) == [(1, "Ana")]
    assert names(shown(player, group)) == [(1, "Annie")]
    assert names(shown(player, secrets.token_urlsafe(16))) == []
    keys = [key.decode() for key in store.scan_iter(match="*", count=1000)]
    assert not [key for key in keys if group in key or game.owner in key]
    of_boards = [key for key in keys if key.startswith("board:{1:") and ":2035-01-01:" in key]
    assert {key.rpartition(":")[2] for key in of_boards} == {"entries", "scores", "week"}
    assert {0 < store.ttl(key) <= board.BOARD_TTL_S for key in of_boards} == {True}


def test_a_full_board_keeps_the_best_results(
    player: Player, group: str, monkeypatch: pytest.MonkeyPatch, store: Redis
) -> None:
    """A worse one is refused, and a better one takes the place of the worst, also in the week."""
    monkeypatch.setattr("regicide_api.services.boards.MAX_ENTRIES", 2)
    games = [given_up(player), given_up(player)]
    for game in games:
        entered(player, group, game, "a")
    refused = enter(player, group, after_a_turn(player), "c")
    assert problem(refused) == (409, "result-not-counted")
    assert "2 better results" in refused.json["detail"]
    entered(player, group, played(player), "d")
    for query in ("", "?week=true"):
        assert names(shown(player, group, query)) == [(1, "d"), (2, "a")]
    left = [shown(player, group, f"?game={game.id}")["entry"] for game in games]
    assert sorted(entry is None for entry in left) == [False, True]
    [key] = store.scan_iter(match=f"board:{{1:{board.board_key(group)}}}:{MONDAY}:entries", count=1000)
    assert store.hlen(key) == 2


def test_an_owner_is_on_a_bounded_number_of_boards(player: Player) -> None:
    """The same board again counts once, and a partner has boards of its own: it takes none from the owner."""
    game = started(player, players=2, seats=[{"name": "Ana"}, {"open": True}])
    partner = player.post(f"{game.path}/seats/1", {"name": "Bo"}).json["seats"][0]["token"]
    for token in (game.tokens[0], partner):
        player.post(f"{game.path}/give-up", {"agree": True}, token)
    groups = [secrets.token_urlsafe(16) for _ in range(board.MAX_BOARDS)]
    for token in (partner, game.owner):
        for each in (*groups, groups[0]):
            assert enter(player, each, game, token=token).status_code == 200
        refused = enter(player, secrets.token_urlsafe(16), game, token=token)
        assert problem(refused) == (409, "result-not-counted")
        assert f"into {board.MAX_BOARDS} boards" in refused.json["detail"]


def test_other_games_of_an_owner_do_not_tell_its_entry(player: Player, group: str) -> None:
    """Neither a game without a deal, nor a second one with it, tells under which name its owner is on a board."""
    counted = given_up(player)
    entered(player, group, counted)
    second = started(player, counted.owner)
    ordinary = game_of(player.post("/v1/games", {"players": 1}, counted.owner).json)
    assert shown(player, group, f"?game={counted.id}")["entry"]["name"] == "Ana"
    assert shown(player, group, f"?week=true&game={counted.id}")["entry"]["name"] == "Ana"
    assert shown(player, group, f"?game={second.id}")["entry"] is None
    for query in ("?", "?week=true&"):
        assert shown(player, group, f"{query}game={ordinary.id}")["entry"] is None


def test_an_entry_that_is_taken_off_at_once_has_been_entered(app: Flask, player: Player, group: str) -> None:
    """Entries and their withdrawals at the same time all succeed."""
    game = given_up(player)

    def send(number: int) -> int:
        client = Player(app.test_client())
        if number % 2:
            return client.delete(f"/v1/boards/{group}/games/{game.id}", game.owner).status_code
        return enter(client, group, game).status_code

    with ThreadPoolExecutor(8) as threads:
        assert [*threads.map(send, range(64))] == [200, 204] * 32


def test_simultaneous_entries_are_all_there_once(app: Flask, player: Player, group: str) -> None:
    """Of one game one entry; of several owners all of them, and the sums of the week are those of the day."""
    games = [given_up(player) for _ in range(6)]

    def send(games: Sequence[Game]) -> list[int]:
        with ThreadPoolExecutor(len(games)) as threads:
            answers = threads.map(lambda game: enter(Player(app.test_client()), group, game), games)
            return [answer.status_code for answer in answers]

    assert send([games[0]] * 6) == [200] * 6
    assert shown(player, group)["total"] == 1
    assert send(games) == [200] * 6
    assert shown(player, group)["total"] == shown(player, group, "?week=true")["total"] == 6


def test_simultaneous_games_of_an_owner_have_one_first(app: Flask, player: Player, group: str, store: Redis) -> None:
    """Also if the store has lost which one it was: the first entry decides then."""
    one = given_up(player)
    games = [one, *(given_up(player, one.owner) for _ in range(3))]
    [key] = store.scan_iter(match=f"kept:first-game:{MONDAY}:1:{board.hash_token(one.owner)}", count=1000)
    assert store.ttl(key) > 0
    store.delete(key)
    with ThreadPoolExecutor(4) as threads:
        answers = [*threads.map(lambda game: enter(Player(app.test_client()), group, game), games)]
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert shown(player, group)["total"] == 1


def test_a_seat_that_is_open_is_no_first_game(player: Player, group: str) -> None:
    """A waiting game may be left for another one; it then counts no more, also after it has started."""
    waiting = started(player, players=2, seats=[{"name": "Ana"}, {"open": True}])
    second = given_up(player, waiting.owner, players=2)
    entered(player, group, second)
    partner = player.post(f"{waiting.path}/seats/1", {"name": "Bo"}).json["seats"][0]["token"]
    for token in (waiting.tokens[0], partner):
        player.post(f"{waiting.path}/give-up", {"agree": True}, token)
    assert problem(enter(player, group, waiting)) == (409, "result-not-counted")
    assert OPEN not in player.get(f"/v1/boards/{group}?players=2").text


@pytest.mark.parametrize("is_taken_first", [True, False])
def test_a_game_counts_from_its_start(player: Player, group: str, is_taken_first: bool) -> None:
    """Of a waiting game and two others that of which the seats are taken first; no later one replaces it."""
    waiting = started(player, seats=[{"open": True}])

    def take() -> Game:
        taken = player.post(f"{waiting.path}/seats/0", {"name": "Ana"}).json["seats"][0]["token"]
        assert player.post(f"{waiting.path}/give-up", {"agree": True}, taken).status_code == 200
        return waiting

    others: list[Callable[[], Game]] = [lambda: given_up(player, waiting.owner)] * 2
    games = [begin() for begin in ([take, *others] if is_taken_first else [*others, take])]
    answers = [enter(player, group, game).status_code for game in reversed(games)]
    assert answers == [409, 409, 200]
