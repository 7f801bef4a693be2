"""The cost of previews: processor time of a view with them, relative to the view without.

Two kinds of games: at their deal, and at the hand with the most plays, 42 with a flip, of which 19 heal from a discard
pile of half the tavern. Each request is for a game that no request has looked at, so that nothing is rendered yet; then
the same requests follow again, which find their responses rendered. The two forms of the view alternate.

    .venv/bin/python benchmarks/previews.py [rounds]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from http.client import HTTPConnection
from statistics import median
from typing import Any, Final

from harness import Server, print_table, regicide_server, separate_cores, store

import regicide
from regicide.cards import card_set

GAMES: Final = 100
"""Games of each measurement: a batch."""
DEFAULT_ROUNDS: Final = 5
MOST_PLAYS: Final = ("AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S")
FORMS: Final = ("", "?include=previews")

Wish = dict[str, Any]


def hand_with_the_most_plays() -> regicide.Position:
    """A solo position with four companions and four cards of a rank: every pair and every combo can be played."""
    dealt = regicide.Position.new("most-plays", 1)
    hand = regicide.parse_cards(MOST_PLAYS)
    others = [card for card in (*dealt.tavern, *regicide.cards.members(dealt.hands[0])) if not hand >> card & 1]
    half = len(others) // 2
    return dealt._replace(
        hands=(hand,),
        tavern=tuple(others[half:]),
        discard=card_set(others[:half]),
        hidden_pools=(hand | card_set(others[half:]),),
    ).validated()


WISHES: Final[dict[str, list[Wish]]] = {
    "a deal of 1 to 4 players": [{"players": 1 + number % 4, "seed": f"deal/{number}"} for number in range(GAMES)],
    "the hand with the most plays": [{"players": 1, "position": str(hand_with_the_most_plays())}] * GAMES,
}


def created(connection: HTTPConnection, wishes: Sequence[Wish]) -> list[tuple[str, str]]:
    """New games: the path of each, and the token of its first seat, which has the turn."""
    body = json.dumps({"games": wishes})
    connection.request("POST", "/v1/games/batch", body, {"Content-Type": "application/json"})
    games = json.loads(connection.getresponse().read())["games"]
    return [(f"/v1/games/{each['game']['id']}", each["seats"][0]["token"]) for each in games]


def request_seconds(server: Server, connection: HTTPConnection, games: Sequence[tuple[str, str]], form: str) -> float:
    """The processor time of a request for the view of each game, in seconds per request."""
    before = server.processor_seconds
    for path, token in games:
        connection.request("GET", path + form, headers={"Authorization": f"Bearer {token}"})
        connection.getresponse().read()
    return (server.processor_seconds - before) / len(games)


def measured(server: Server, rounds: int, wishes: Sequence[Wish]) -> list[list[float]]:
    """For each round, the seconds per request of each form: rendered anew, then rendered before."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    found = []
    for _ in range(rounds + 1):
        games = [created(connection, wishes) for _ in FORMS]
        found.append([request_seconds(server, connection, *each) for each in [*zip(games, FORMS, strict=True)] * 2])
    return found[1:]


def main() -> None:
    """Print the medians of all rounds after a first one as warm-up."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else DEFAULT_ROUNDS
    separate_cores()
    rows: list[list[str | float]] = []
    with store() as url, regicide_server(url) as server:
        server.pin()
        for name, wishes in WISHES.items():
            found = measured(server, rounds, wishes)
            for first, kind in ((0, "rendered anew"), (2, "rendered before")):
                without, including = (median(each[first + form] for each in found) for form in (0, 1))
                ratio = median(each[first + 1] / each[first] for each in found)
                rows.append([f"{name}, {kind}", 1e6 * without, 1e6 * including, ratio])
    print_table(["microseconds of processor time", "view", "with previews", "ratio"], rows)


if __name__ == "__main__":
    main()
