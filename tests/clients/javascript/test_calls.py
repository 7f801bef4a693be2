"""Calls of the JavaScript client: retries, keys, problems, conditional requests."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from players import SEED
from proxies import BAD_GATEWAY, Fault, Proxy, cut_short, dropped, reset, says, silent
from published import document
from servers import reserved_port

pytestmark = pytest.mark.costly

CODES = document()["components"]["schemas"]["ProblemCode"]["enum"]
RETRY = {"timeoutMs": 3000, "firstDelayMs": 10}
CLIENT = "const client = new m.Client(given.url, { retry: given.retry });"
BUSY = says("503 Service Unavailable", "application/problem+json", '{"code": "overloaded"}', "Retry-After: 1")
IN_USE = says("409 Conflict", "application/problem+json", '{"code": "idempotency-key-in-use"}', "Retry-After: 1")
LIMITED = says("429 Too Many Requests", "application/problem+json", '{"code": "rate-limited"}', "Retry-After: 3600")


def passed(answered: Callable[[], bytes], client: socket.socket) -> None:
    """The response is forwarded."""
    client.sendall(answered())


@pytest.mark.parametrize("fault", [dropped, reset, cut_short, silent, BAD_GATEWAY, BUSY, IN_USE])
def test_a_request_whose_response_is_lost_is_repeated(
    fault: Fault, evaluate: Callable[..., Any], between: Proxy
) -> None:
    """A new game is created once, by requests with the same key, and an action is taken once."""
    program = """
        const { game, seats } = await client.createGame({ body: { players: 2, seed: given.seed } });
        const body = { version: 1, action: "9S" };
        const view = await client.withToken(seats[0].token).act({ game_id: game.id, body });
        return [view.version, view.played];
    """
    between.faults = [fault, passed, fault]
    assert evaluate(CLIENT + program, url=between.url, seed=SEED, retry=RETRY) == [2, [["9S"]]]
    first, again, *actions = between.seen
    assert first.headers["Idempotency-Key"] == again.headers["Idempotency-Key"]
    assert [request.path.rpartition("/")[2] for request in actions] == ["actions"] * 2


def test_calls_have_their_own_keys_or_the_given_one(evaluate: Callable[..., Any], between: Proxy) -> None:
    """A call with the key of another one has its response."""
    program = """
        const create = async (options) => (await client.createGame({ body: { players: 1 } }, options)).game.id;
        const key = m.newKey();
        const ids = [await create(), await create(), await create({ key }), await create({ key })];
        return new Set(ids).size;
    """
    assert evaluate(CLIENT + program, url=between.url) == 3
    assert len({request.headers["Idempotency-Key"] for request in between.seen}) == 3


FAILING = """
    const error = await failure(client.getGame({ game_id: "g" }, { signal: AbortSignal.timeout(given.patience) }));
    return [error.name, error.status, error.code, error.retryAfterS, error.message];
"""


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (LIMITED, ["RateLimited", 429, "rate-limited", 3600]),
        (says("403 Forbidden", "text/html", "<html>"), ["UnexpectedResponse", 403, None, 0]),
        (says("200 OK", "text/html", "<html>"), ["UnexpectedResponse", 200, None, 0]),
        (says("200 OK", "application/json", "{"), ["UnexpectedResponse", 200, None, 0]),
        (says("409 Conflict", "application/problem+json", '{"code": "new"}'), ["New", 409, "new", 0]),
        (says("409 Conflict", "application/problem+json", "{"), ["UnexpectedResponse", 409, None, 0]),
    ],
)
def test_what_a_repetition_does_not_help_is_an_error_at_once(
    fault: Fault, expected: list[Any], evaluate: Callable[..., Any], between: Proxy
) -> None:
    """Also where the server says that it would take too long; a problem with an unknown code has this code."""
    between.faults = [fault]
    assert evaluate(CLIENT + FAILING, url=between.url, patience=60_000)[:4] == expected
    assert len(between.seen) == 1


@pytest.mark.parametrize("status", [None, 503])
def test_a_call_ends_at_its_deadline(status: int | None, evaluate: Callable[..., Any], between: Proxy) -> None:
    """Without a server, and with one that is overloaded."""
    between.faults = [says("503 Busy", "application/problem+json", '{"code": "overloaded"}')] * 1000
    url = between.url if status else f"http://127.0.0.1:{reserved_port()}"
    retry = {"deadlineMs": 2000, "firstDelayMs": 10}
    name = "Overloaded" if status else "ConnectionFailed"
    assert evaluate(CLIENT + FAILING, url=url, retry=retry, patience=60_000)[:2] == [name, status]
    assert len(between.seen) > 1 or not status


def test_no_redirect_is_followed(evaluate: Callable[..., Any], between: Proxy) -> None:
    """Which could send the tokens to another server."""
    between.faults = [says("307 Temporary Redirect", "text/html", "", "Location: /elsewhere")]
    assert evaluate(CLIENT + FAILING, url=between.url, patience=60_000)[0] == "UnknownGame"
    assert [request.path for request in between.seen] == ["/v1/games/g"] * 2


def test_a_signal_ends_a_call(evaluate: Callable[..., Any], between: Proxy) -> None:
    """While it waits for a response, and between attempts."""
    between.faults = [silent, LIMITED]
    retry = {"deadlineMs": 10_000_000}
    ended = [evaluate(CLIENT + FAILING, url=between.url, retry=retry, patience=200)[0] for _ in range(2)]
    assert ended == ["TimeoutError"] * 2


def test_each_problem_has_a_class(evaluate: Callable[..., Any]) -> None:
    """Its name is that of the code, and its objects are problems and errors of the client."""
    program = """
        const names = given.codes.map((code) => `-${code}`.replace(/-./g, (text) => text[1].toUpperCase()));
        const problems = names.map((name, index) => new m[name]({ code: given.codes[index], detail: "why" }));
        const fits = (problem, index) => problem instanceof m.Problem && problem.name === names[index];
        return [problems.every(fits), problems[0].message, new Set(names.map((name) => m[name])).size];
    """
    assert evaluate(program, codes=CODES) == [True, "why", len(CODES)]


def test_a_problem_has_the_members_of_the_document(evaluate: Callable[..., Any], server_url: str) -> None:
    """Told apart by its class, in the language of the client."""
    program = """
        const client = new m.Client(given.url + "/", { language: () => "es" });
        const { game, seats } = await client.createGame({ body: { players: 2, seed: given.seed } });
        const [seat, other] = seats.map(({ token }) => client.withToken(token));
        const act = (client, version, action) => failure(client.act({ game_id: game.id, body: { version, action } }));
        const errors = [
            await act(seat, 1, "KS"), await act(other, 1, "KS"), await act(seat, 9, "9S"), await act(client, 1, "9S"),
            await failure(client.getGame({ game_id: "nothing" })),
            await failure(client.getGame({ game_id: game.id, seat: 1 }, { token: seats[0].token })),
            await failure(client.createGame({ body: { players: 9 } })),
        ];
        const kinds = [m.IllegalAction, m.NotYourTurn, m.VersionConflict, m.TokenRequired, m.UnknownGame, m.NotYourSeat,
                       m.InvalidRequest];
        const { reason, legal_actions, title } = errors[0].details;
        return [kinds.map((kind, index) => errors[index] instanceof kind), reason, legal_actions.length > 0, title,
                errors[1].details.turn, errors[2].details.version, errors[6].details.errors[0].pointer];
    """
    classes, *members = evaluate(program, url=server_url, seed=SEED)
    assert classes == [True] * 7
    assert members == ["not-in-hand", True, "Las reglas no permiten esta acción", 0, 1, "/players"]


def test_a_copy_that_is_current_is_not_sent_again(evaluate: Callable[..., Any], server_url: str) -> None:
    """The answer has the status 304 and no content; a long poll has it after its time."""
    program = """
        const { game } = await client.createGame({ body: { players: 1 } });
        const first = await client.send("getGame", { game_id: game.id });
        const etag = first.headers.get("ETag");
        const again = await client.send("getGame", { game_id: game.id, wait: 1 }, { etag });
        return [first.status, first.content.id === game.id, again.status, again.content ?? null];
    """
    began = time.monotonic()
    assert evaluate(CLIENT + program, url=server_url) == [200, True, 304, None]
    assert time.monotonic() - began > 1


def test_lists_and_texts_are_read(evaluate: Callable[..., Any], server_url: str) -> None:
    """Parameters that are lists or absent, operations without content, and JSON Lines."""
    program = """
        const { games } = await client.createGames({ body: { games: [{ players: 1, label: "a/b" }] } });
        const owner = client.withToken(games[0].owner?.token ?? null);
        const listed = await client.listGames({ status: ["waiting", "active"], label: undefined, limit: 1 });
        const agent = await client.registerAgent({ body: { name: `js-${m.newKey().slice(0, 12)}` } });
        return [listed.items.length <= 1, (await client.withToken(agent.token).endAgent()) === undefined];
    """
    assert evaluate(CLIENT + program, url=server_url) == [True, True]


def test_requests_are_sent_by_the_given_function(evaluate: Callable[..., Any]) -> None:
    """With a token that a header can have; the clock of the server is that of its last answer, or of its header.

    The header has whole seconds: it does not change a clock that it agrees with.
    """
    program = """
        const seen = [], years = [];
        const answers = [
            [{ now: "2100-06-01T00:00:01.900Z" }],
            [{}, { Date: "Tue, 01 Jun 2100 00:00:01 GMT" }],
            [{}, { Date: "Sun, 01 Jun 2200 00:00:00 GMT" }],
        ];
        const fetch = async (url, { method, headers }) => {
            seen.push([method, url, headers.Authorization]);
            const [content, answered] = answers.shift();
            return Response.json(content, { headers: answered });
        };
        const client = new m.Client("http://server/api/", { fetch, token: "a b\\n" });
        for (const _ of [1, 2, 3]) {
            await client.getGame({ game_id: "a/b", include: ["previews"] });
            const now = new Date(client.now());
            years.push([now.getFullYear(), now.getMilliseconds() >= 900 || now.getSeconds() > 1]);
        }
        return [seen[0], years.map(([year]) => year), years[1][1]];
    """
    address = "http://server/api/v1/games/a%2Fb?include=previews"
    assert evaluate(program) == [["GET", address, "Bearer a?b?"], [2100, 2100, 2200], True]
