"""Open seats, lists of games, the rematch."""

from __future__ import annotations

from typing import Any

import pytest
from players import SEED, Game, Player, problem

OPEN = {"open": True}


@pytest.fixture
def waiting(player: Player) -> Game:
    """A game of three whose creator holds seat 0; the others are open."""
    return player.create(3, seats=[{"name": "Ana"}, OPEN, OPEN])


def take(player: Player, game: Game, seat: int, name: str = "Bo") -> Any:
    """Take a seat; the response."""
    return player.post(f"{game.path}/seats/{seat}", {"name": name})


def test_a_game_with_open_seats_waits(player: Player, waiting: Game) -> None:
    """The creator holds only the other seats; actions are rejected, and the problem names the open seats."""
    assert (waiting.view["status"], waiting.view["turn"], len(waiting.tokens)) == ("waiting", None, 1)
    assert [seat["held"] for seat in waiting.view["seats"]] == [True, False, False]
    assert player.act(waiting, "yield", token=waiting.tokens[0]).json["open_seats"] == [1, 2]


def test_before_the_start_all_cards_of_the_deal_are_unseen(player: Player, waiting: Game) -> None:
    """Of every hand only the size is visible, the own hand included."""
    for token, seat in ((waiting.tokens[0], 0), (None, None)):
        view = player.get_view(waiting, token)
        assert (view["you"], view["hand"], view["legal_actions"]) == (seat, None, [])
        [pool] = view["unseen"]
        assert (len(pool["cards"]), pool["tavern"], pool["hands"]) == (41, 23, [6, 6, 6])


def test_a_seat_is_taken_by_name(player: Player, waiting: Game) -> None:
    """The response has its token and the view from it; the version has increased."""
    taken = take(player, waiting, 1)
    assert (taken.status_code, taken.headers["Location"]) == (201, waiting.path)
    assert [seat["seat"] for seat in taken.json["seats"]] == [1]
    assert (taken.json["game"]["you"], taken.json["game"]["version"]) == (1, 2)
    assert taken.json["game"]["seats"][1]["name"] == "Bo"


def test_the_game_starts_when_every_seat_is_held(player: Player, waiting: Game) -> None:
    """In any order."""
    assert take(player, waiting, 2).json["game"]["status"] == "waiting"
    assert take(player, waiting, 1).json["game"]["status"] == "active"
    assert player.get_view(waiting, waiting.tokens[0])["legal_actions"]


def test_a_seat_is_taken_once(player: Player, waiting: Game) -> None:
    """The problem names those that are still open."""
    take(player, waiting, 1)
    answer = take(player, waiting, 1, "Cy")
    assert (answer.status_code, answer.json["code"], answer.json["open_seats"]) == (409, "seat-taken", [2])


@pytest.mark.parametrize(
    ("seat", "code"), [("3", "unknown-seat"), ("99", "unknown-seat"), ("-1", "not-found"), ("x", "not-found")]
)
def test_other_seats_do_not_exist(player: Player, waiting: Game, seat: str, code: str) -> None:
    """404."""
    answer = player.post(f"{waiting.path}/seats/{seat}", {"name": "Bo"})
    assert problem(answer) == (404, code)


def ids(player: Player, query: str = "") -> list[str]:
    """The ids of the games in a list."""
    return [game["id"] for game in player.get(f"/v1/games?limit=100{query}").json["items"]]


def test_a_listed_game_is_in_the_list(player: Player) -> None:
    """As it stands: its status, players, open seats, enemies defeated, times."""
    game = player.create(2, seats=[{"name": "Ana"}, OPEN], listed=True)
    found = player.get("/v1/games").json["items"][0]
    assert found["id"] == game.id
    assert (found["status"], found["players"], found["open_seats"], found["defeated"]) == ("waiting", 2, [1], 0)


def test_other_games_are_in_no_list(player: Player) -> None:
    """Unless their creator lists them."""
    assert player.create(2).view["id"] not in ids(player)


def test_the_list_can_be_cut_to_a_status(player: Player) -> None:
    """A game moves from one to the next."""
    game = player.create(2, seats=[{"name": "Ana"}, OPEN], listed=True, seed=SEED)

    def found() -> list[str]:
        return [status for status in ("waiting", "active", "over") if game.id in ids(player, f"&status={status}")]

    assert found() == ["waiting"]
    game.tokens.append(take(player, game, 1).json["seats"][0]["token"])
    game.view = player.get_view(game)
    assert found() == ["active"]
    player.lose(game)
    assert found() == ["over"]


def test_several_statuses_are_listed_together(player: Player) -> None:
    """The newest first."""
    first = player.create(1, listed=True).view["id"]
    second = player.create(2, seats=[OPEN, OPEN], listed=True).view["id"]
    assert ids(player, "&status=active,waiting")[:2] == [second, first]


def test_a_list_is_read_page_by_page(player: Player) -> None:
    """Each page links to the next one, in its body and by Link (RFC 8288); no game is missing or repeated."""
    created = [player.create(1, listed=True).view["id"] for _ in range(7)]
    page, found = player.get("/v1/games?limit=2"), []
    while len(found) < 6:
        found += [game["id"] for game in page.json["items"]]
        assert page.headers["Link"].endswith('; rel="next"')
        page = player.get(page.headers["Link"][1:].partition(">")[0])
    assert found == created[:0:-1]


def test_the_last_page_has_no_next(player: Player) -> None:
    """Neither in its body nor as a link."""
    player.create(1, listed=True)
    page = player.get("/v1/games?limit=100")
    while page.json["next"]:
        page = player.client.get("/v1/games", query_string={"limit": 100, "cursor": page.json["next"]})
    assert "Link" not in page.headers
