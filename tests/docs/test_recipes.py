"""The recipes for front ends run in Node.js and in a browser, against real servers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from browser import chromium
from nodes import EXAMPLES, computed, node
from proxies import BAD_GATEWAY, Fault, cut_at, dropped, proxy, reset

from regicide_client import CreateGameRequest, Session

pytestmark = pytest.mark.costly

FOLLOW = """
import { atSeat } from "./api.mjs";
import { follow } from "./follow.mjs";
const [server, id] = process.argv.slice(2);
const versions = [];
for await (const event of follow(atSeat(server, id), 1)) versions.push(event.version);
console.log(JSON.stringify(versions));
"""

UNKNOWN_GAME = """
import { atSeat } from "./api.mjs";
const [server] = process.argv.slice(2);
const problem = await atSeat(server, "00000000000000000000").getGame().catch((error) => error.problem);
console.log(JSON.stringify(problem));
"""

CANCELLED = """
import { atSeat, create, send } from "./api.mjs";
import { follow } from "./follow.mjs";
import { views } from "./wait.mjs";
const [server] = process.argv.slice(2);
const wish = { players: 2, seats: [{ name: "Ana" }, { open: true }] };
const { game, owner, seats } = await create(server, wish, crypto.randomUUID());
const headers = { Authorization: `Bearer ${owner.token}` };
await send(`${server}/v1/games/${game.id}`, { method: "DELETE", headers });
const [seat, seen] = [atSeat(server, game.id, seats[0].token), []];
for await (const event of follow(seat, 1)) seen.push(event.type);
for await (const view of views(seat)) seen.push(view.status);
console.log(JSON.stringify(seen));
"""

FORESEEN = """
import { atSeat, create } from "./api.mjs";
import { foresee } from "./previews.mjs";
const [server] = process.argv.slice(2);
const { game, seats } = await create(server, { players: 2, seed: "long-live-the-king" }, crypto.randomUUID());
const [north, south] = seats.map(({ token }) => atSeat(server, game.id, token));
console.log(JSON.stringify([(await foresee(north)).texts, (await foresee(south)).texts]));
"""


@pytest.fixture(scope="module")
def played(server_url: str) -> dict[str, Any]:
    """A game of two players by both recipes: its id, the versions that the stream delivered, the result."""
    ended = node("two-players.mjs", REGICIDE_URL=server_url, SEED="open1/0")
    assert ended.returncode == 0, ended.stderr
    game: dict[str, Any] = json.loads(ended.stdout)
    return game


def test_a_game_is_played_to_its_end(played: dict[str, Any]) -> None:
    """By an event stream in one seat, by long polling in the other."""
    assert played["result"]["outcome"] in {"won", "lost"}


def test_the_stream_delivers_every_event_once(played: dict[str, Any]) -> None:
    """The versions are consecutive, from the first action to the last."""
    assert played["versions"] == list(range(2, 2 + len(played["versions"])))


@pytest.mark.parametrize("faults", [[cut_at(900)], [dropped, BAD_GATEWAY], [reset]], ids=["cut", "none", "reset"])
def test_an_interrupted_stream_resumes(played: dict[str, Any], server_url: str, faults: list[Fault]) -> None:
    """Without gaps and without repeats."""
    with proxy(server_url) as between:
        between.faults += faults
        assert computed(FOLLOW, between.url, played["id"]) == played["versions"]
        assert not between.faults


def test_an_unknown_game_is_a_problem(server_url: str) -> None:
    """The recipe throws it with its code, without a retry."""
    assert computed(UNKNOWN_GAME, server_url)["code"] == "unknown-game"


def test_a_cancelled_game_is_no_longer_followed(server_url: str) -> None:
    """Both recipes end, though there is no result."""
    assert computed(CANCELLED, server_url) == ["cancelled", "cancelled"]


def test_previews_are_put_into_words(server_url: str) -> None:
    """For each action of the seat to act; the other seat has none."""
    north, south = computed(FORESEEN, server_url)
    assert north["AD+9S"] == "10 damage, leaves 10; immune to D"
    assert north["6H"] == "6 damage, leaves 14; strikes for 10: you survive"
    assert south == {}


IN_A_BROWSER = """
const given = Array.from(arguments);
return (async () => {
  const [{ atSeat }, { follow }] = [await import("/api.mjs"), await import("/follow.mjs")];
  const { views } = await import("/wait.mjs");
  const seat = atSeat(...given);
  const seen = { events: [], views: [] };
  for await (const event of follow(seat, 1)) seen.events.push(event.version);
  for await (const view of views(seat)) seen.views.push(view.version);
  return seen;
})();
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Keep the output of the tests clean."""


@pytest.fixture
def examples_url() -> Iterator[str]:
    """The URL of the recipes: another origin than the API's."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(EXAMPLES))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def ended(server_url: str) -> tuple[str, str, int]:
    """A finished game for one player: its id, the token of its seat, its last version."""
    with Session(server_url) as session:
        created = session.games.create(CreateGameRequest(players=1, seed="open1/0"))
        seat, game = session.with_token(created.seats[0].token), created.game
        while game.turn is not None:
            game = seat.games.act(game, game.legal_actions[0])
    return game.id, created.seats[0].token, game.version


@pytest.mark.browser
def test_the_recipes_run_on_a_page_of_another_origin(server_url: str, examples_url: str) -> None:
    """The CORS preflight requests allow all headers that they send."""
    game, token, last = ended(server_url)
    with chromium() as browser:
        browser.get(examples_url)
        seen = browser.execute_script(IN_A_BROWSER, server_url, game, token)
    assert seen == {"events": list(range(2, last + 1)), "views": [last]}
