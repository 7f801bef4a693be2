"""Games that the JavaScript client follows: by streams that break off, by long polls, from several seats."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from javascript_client import program_of
from lost_writes import lost, wake
from players import LOSING, SEED
from proxies import BAD_GATEWAY, Proxy, cut_at, dropped, says
from servers import killable_server

import regicide
from regicide.effects import Draw

pytestmark = pytest.mark.costly

VERSIONS = [*range(2, 2 + len(LOSING))]
NEW = """
    const client = new m.Client(given.url);
    const { game, seats } = await client.createGame({ body: { players: 2, seed: given.seed } });
"""
PLAY = """
    const play = async (table, actions) => {
        for (const action of actions) {
            await table.turn();
            await table.act(action);
        }
    };
"""
LOST = NEW + PLAY + "await play(await client.game(game.id, { seats }), given.actions);"
"""A game of two that is over."""
GIVEN: dict[str, Any] = {"seed": SEED, "actions": LOSING}


def test_no_event_is_lost_or_repeated_when_streams_break(evaluate: Callable[..., Any], between: Proxy) -> None:
    """Within an event, and between events; each stream begins after the last event."""
    program = (
        LOST
        + """
        const versions = [];
        for await (const { version } of new m.Client(given.proxy).events(game.id)) versions.push(version);
        return versions;
    """
    )
    between.faults = [cut_at(900), cut_at(900)]
    url = f"http://{between.upstream.netloc}"
    assert evaluate(program, url=url, proxy=between.url, **GIVEN) == VERSIONS
    places = [int(request.headers["Last-Event-ID"]) for request in between.seen]
    assert (places[0], places == sorted(set(places)), len(places)) == (1, True, 3)


def test_a_finished_game_has_nothing_more_to_tell(evaluate: Callable[..., Any], server_url: str) -> None:
    """After its last event; with the wait for a rematch, once it is announced."""
    program = (
        LOST
        + """
        const versions = async (after, rematch) => {
            const found = [];
            for await (const event of client.events(game.id, { after, rematch })) found.push(event.type);
            return found;
        };
        const waiting = versions(6, true);
        await client.rematch({ game_id: game.id }, { token: seats[0].token });
        return [await versions(6, false), await waiting];
    """
    )
    assert evaluate(program, url=server_url, **GIVEN) == [["rematch"], ["rematch"]]


def test_a_game_is_followed_by_polls_where_streams_do_not_get_through(
    evaluate: Callable[..., Any], between: Proxy
) -> None:
    """As the proxy passes responses on when they are complete; each event comes once, and the view follows."""
    program = (
        NEW
        + """
        const table = await new m.Client(given.proxy).game(game.id, { seats });
        const [versions, connections] = [[], []];
        const polling = new Promise((resolve) => table.subscribe({
            event: ({ version }) => versions.push(version),
            connection: (state) => connections.push(state) && state === "polling" && resolve(),
        }));
        await polling;
        for (const [index, action] of given.actions.entries()) {
            const token = seats[table.view.turn].token;
            await client.act({ game_id: game.id, body: { version: index + 1, action } }, { token });
            for await (const { version } of table) if (version > index + 1) break;
        }
        while (table.connection !== "ended") await new Promise((resolve) => setTimeout(resolve, 20));
        return [connections, versions];
    """
    )
    url = f"http://{between.upstream.netloc}"
    assert evaluate(program, url=url, proxy=between.url, **GIVEN) == [["polling", "ended"], VERSIONS]


def test_a_network_that_refuses_streams_is_polled_at_once(evaluate: Callable[..., Any], between: Proxy) -> None:
    """Also through its error pages."""
    program = (
        LOST
        + """
        const [states, versions] = [[], []];
        const options = { onConnection: (state) => states.push(state) };
        for await (const { version } of new m.Client(given.proxy).events(game.id, options)) versions.push(version);
        return [states, versions];
    """
    )
    between.faults = [BAD_GATEWAY, dropped, says("200 OK", "text/html", "<html>")]
    states, versions = evaluate(program, url=f"http://{between.upstream.netloc}", proxy=between.url, **GIVEN)
    assert (states, versions) == (["connecting", "offline", "polling", "ended"], VERSIONS)


def test_what_cannot_be_followed_is_an_error(evaluate: Callable[..., Any], server_url: str) -> None:
    """Of the game, of its iterations, and of its events; the connection has ended."""
    program = (
        NEW
        + """
        const events = async (options) => { for await (const _ of client.events("nothing", options)); };
        const errors = [await failure(client.game("nothing")), await failure(events())];
        const table = await client.game("nothing", { view: game });
        const views = async () => { for await (const _ of table); };
        errors.push(await new Promise((resolve) => table.subscribe({ problem: resolve })), await failure(views()));
        return [...errors.map(({ name }) => name), table.connection];
    """
    )
    assert evaluate(program, url=server_url, **GIVEN) == [*["UnknownGame"] * 4, "ended"]


def test_a_closed_game_ends_its_requests_and_iterations(evaluate: Callable[..., Any], server_url: str) -> None:
    """Closed by a call, or by a signal; the program then ends. A signal also ends the wait for a turn alone."""
    program = (
        NEW
        + """
        const closed = new AbortController();
        const [one, other] = [await client.game(game.id), await client.game(game.id, { signal: closed.signal })];
        const ends = [one.turn(), other.turn()].map(failure);
        one.close();
        closed.abort();
        const errors = await Promise.all([...ends, failure(one.turn())]);
        for await (const _ of one) errors.push("a view");
        const table = await client.game(game.id);
        const late = await failure(table.turn(AbortSignal.timeout(50)));
        table.close();
        const refused = await failure(client.game(game.id, { signal: closed.signal }));
        const events = async () => { for await (const _ of client.events(game.id, { signal: closed.signal })); };
        return [...errors, refused, await failure(events()), late].map(({ name }) => name);
    """
    )
    assert evaluate(program, url=server_url, **GIVEN) == [*["AbortError"] * 5, "TimeoutError"]


def test_events_from_before_the_first_view_are_past(evaluate: Callable[..., Any], server_url: str) -> None:
    """A page lists them, and shows those that follow."""
    program = (
        NEW
        + """
        const act = (version, action, seat) =>
            client.act({ game_id: game.id, body: { version, action } }, { token: seats[seat].token });
        await act(1, given.actions[0], 0);
        const table = await client.game(game.id, { seats, after: 1 });
        const seen = [];
        const both = new Promise((resolve) => table.subscribe({
            event: ({ version }, isPast) => seen.push([version, isPast]) === 2 && resolve(),
        }));
        await table.act(given.actions[1]);
        await both;
        table.close();
        return seen;
    """
    )
    assert evaluate(program, url=server_url, **GIVEN) == [[2, True], [3, False]]


def test_a_call_is_made_from_the_seat_that_it_is_about(evaluate: Callable[..., Any], server_url: str) -> None:
    """If this device has it; else from that of the current view."""
    program = (
        NEW
        + """
        const table = await client.game(game.id, { seats });
        const other = await table.call("replaceSeatToken", { seat: 1 });
        const refused = await failure(table.call("replaceSeatToken", { seat: 2 }));
        table.close();
        return [table.view.you, other.seat, refused.name];
    """
    )
    assert evaluate(program, url=server_url, **GIVEN)[:2] == [0, 1]


def test_a_version_has_one_view(evaluate: Callable[..., Any], between: Proxy) -> None:
    """That of the seat to act, with its previews, by one request after an action."""
    program = (
        NEW
        + PLAY
        + """
        const table = await client.game(game.id, { seats, previews: true });
        const views = [];
        table.subscribe({ view: (view) => views.push(view) });
        await play(table, given.actions.slice(0, 4));
        const isWhole = ({ turn, you, previews }) => turn === you && previews !== null;
        table.close();
        return [views.map(({ version }) => version), views.every(isWhole)];
    """
    )
    assert evaluate(program, url=between.url, **GIVEN) == [[2, 3, 4, 5], True]
    gets = [request.path for request in between.seen if "previews" in request.path]
    assert len(gets) <= 1 + 1 + 4 + 2  # the first one, one for the stream, one for each action, two for other seats


LOSS = """
    const table = await client.game(game.id, { seats });
    const told = () => new Promise((resolve) => table.subscribe({ problem: (error) => resolve(error.name) }));
    const replace = ({ seat, token }) => client.replaceSeatToken({ game_id: game.id, seat }, { token });
"""


def test_a_token_that_ends_is_a_problem(evaluate: Callable[..., Any], server_url: str) -> None:
    """The game goes on with the other seats; without any, as a spectator, and the wait for a turn ends."""
    program = (
        NEW
        + LOSS
        + """
        const first = told();
        const owned = await replace(seats[0]);
        const found = [await first, table.seats.map(({ seat }) => seat)];
        const [last, wait] = [told(), failure(table.turn())];
        const again = await replace(seats[1]);
        found.push(await last, (await wait).name, table.seats);
        table.seats = [again];
        for (const action of given.actions.slice(0, 2)) {
            const { version } = await client.getGame({ game_id: game.id });
            await client.act({ game_id: game.id, body: { version, action } }, { token: owned.token });
        }
        found.push((await table.turn()).you);
        table.close();
        return found;
    """
    )
    expected = ["NotYourSeat", [1], "NotYourSeat", "NotYourSeat", [], 1]
    assert evaluate(program, url=server_url, **GIVEN) == expected


def test_a_game_that_opens_with_an_ended_token_says_so(evaluate: Callable[..., Any], server_url: str) -> None:
    """To the listener that comes next; the view is that of a spectator."""
    program = (
        NEW
        + """
        const table = await client.game(game.id, { seats: [{ seat: 0, token: seats[1].token }] });
        const problem = await new Promise((resolve) => table.subscribe({ problem: resolve }));
        table.close();
        return [problem.name, table.view.you];
    """
    )
    assert evaluate(program, url=server_url, **GIVEN) == ["NotYourSeat", None]


def test_an_own_call_that_ends_a_token_is_no_problem(evaluate: Callable[..., Any], server_url: str) -> None:
    """The new token takes the place of the one that it replaces, which the server refuses before it answers."""
    program = (
        NEW
        + """
        let refused = () => {};
        const options = { fetch: async (url, init) => {
            const answer = await fetch(url, init);
            if (answer.status === 403) setTimeout(refused, 50);
            if (String(url).endsWith("/token")) await new Promise((resolve) => {
                refused = resolve;
                void table.refresh();
            });
            return answer;
        } };
        const table = await new m.Client(given.url, options).game(game.id, { seats });
        const problems = [];
        table.subscribe({ problem: ({ name }) => problems.push(name) });
        await table.call("replaceSeatToken", { seat: 0 });
        await table.act(given.actions[0]);
        const { version } = table.view;
        table.close();
        return [problems, version, table.seats.length];
    """
    )
    assert evaluate(program, url=server_url, **GIVEN) == [[], 2, 2]


def test_a_silent_server_is_an_outage(evaluate: Callable[..., Any], server_url: str) -> None:
    """From the first request without a response on; then the stream is tried again."""
    program = (
        NEW
        + """
        let isSilent = false;
        const silent = ({ signal }) =>
            new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
        const options = { fetch: (url, init) => (isSilent ? silent(init) : fetch(url, init)), retry: given.retry };
        const table = await new m.Client(given.url, options).game(game.id, { seats });
        const states = [];
        const reached = (wanted) => new Promise((resolve) =>
            table.subscribe({ connection: (state) => state === wanted && resolve() }));
        await reached("live");
        table.subscribe({ connection: (state) => states.push(state) });
        isSilent = true;
        const [acted, offline] = [table.act(given.actions[0]), reached("offline")];
        await offline;
        const live = reached("live");
        isSilent = false;
        await Promise.all([acted, live]);
        table.close();
        return [states[0], states.at(-1), table.view.version];
    """
    )
    given = {**GIVEN, "retry": {"timeoutMs": 500, "firstDelayMs": 10}}
    assert evaluate(program, url=server_url, **given) == ["offline", "live", 2]


def both_draw() -> tuple[str, list[str]]:
    """A seed, and the actions of a game of two up to one after which both players draw cards."""
    for seed in map(str, count()):
        position, actions, rng = regicide.Position.new(seed, 2), list[str](), Random(seed)
        while not position.is_over:
            [step] = regicide.replay(position, [rng.choice(position.legal_actions)])
            position = step.position
            actions.append(str(step.action))
            drawn = [each for each in step.effects if isinstance(each, Draw) and each.cards]
            if len(drawn) == 2:
                return seed, actions
    raise AssertionError


def test_players_who_share_a_device_see_all_their_cards(evaluate: Callable[..., Any], server_url: str) -> None:
    """The view is that of the seat to act, and an event names the cards that any of the seats draws."""
    program = (
        NEW
        + """
        const table = await client.game(game.id, { seats: [seats[1]] });
        table.seats = seats.toReversed();
        const views = [];
        const drawn = new Promise((resolve) => table.subscribe({ event: (event) => {
            const draws = m.ofType(m.effectsOf(event), "draw");
            if (event.version > given.actions.length) resolve(draws.map(({ cards, count }) => cards.length === count));
        } }));
        for (const action of given.actions) {
            views.push(await table.turn());
            await table.act(action);
        }
        const known = await drawn;
        table.close();
        return [views.every(({ you, turn, hand }) => you === turn && hand), known];
    """
    )
    seed, actions = both_draw()
    assert evaluate(program, url=server_url, seed=seed, actions=actions) == [True, [True, True]]


def test_a_refused_action_leaves_the_current_view(evaluate: Callable[..., Any], server_url: str) -> None:
    """Another device has acted meanwhile; views have previews, if that is wanted.

    The version refuses the action, or the rules do if the table has heard of the other one before.
    """
    program = (
        NEW
        + """
        const table = await client.withToken(seats[0].token).game(game.id, { previews: true });
        await client.act({ game_id: game.id, body: { version: 1, action: "9S" } }, { token: seats[0].token });
        const error = await failure(table.act("AD"));
        const { version, phase } = table.view;
        const given_up = await table.call("giveUp", { body: { agree: true } });
        const shown = table.view.seats[0].gives_up;
        table.close();
        const isRefused = ["VersionConflict", "IllegalAction"].includes(error.name);
        return [isRefused, version, phase, given_up.version, shown, table.view.previews];
    """
    )
    assert evaluate(program, url=server_url, seed=SEED) == [True, 2, "suffer", 3, True, []]


def test_a_view_that_is_current_is_not_sent_again(evaluate: Callable[..., Any], between: Proxy) -> None:
    """A refresh asks with the tag of the view, and calls no listener without a newer one."""
    program = (
        NEW
        + """
        const table = await client.game(game.id, { previews: true });
        await table.refresh();
        let views = 0;
        table.subscribe({ view: () => views++ });
        await table.refresh();
        table.close();
        return views;
    """
    )
    assert evaluate(program, url=between.url, **GIVEN) == 0
    views = [request for request in between.seen if "previews" in request.path]
    assert ["If-None-Match" in request.headers for request in views] == [False] + [True] * (len(views) - 1)


ANSWERS = """
    const [told, streams, held] = [[], [], []];
    const view = (version) => ({ id: "g", version, status: "active", seats: [], turn: 0, you: 0 });
    const answer = (version) => Response.json(view(version), { headers: { "Content-Type": "application/json" } });
    const fetch = async (url, { headers, signal }) => {
        if (!url.includes("/events")) return new Promise((done) => held.push((version) => done(answer(version))));
        streams.push(headers["Last-Event-ID"]);
        return new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    };
    const sent = async (request) => {
        const before = held.length, done = request();
        while (held.length === before) await new Promise(setImmediate);
        return { done, answer: held.at(-1) };
    };
    const opening = await sent(() => new m.Client("http://server", { fetch }).game("g"));
    opening.answer(4);
    const table = await opening.done;
    const tell = (name) => ({ version }) => told.push(`${name} ${version}`);
    table.subscribe({ view: tell("view"), rewind: tell("rewind") });
    SCENE
    table.close();
    return [told, streams];
"""
"""A game at version 4, whose requests a scene answers with versions."""

SCENES = {
    "a late answer": (
        """const late = await sent(() => table.refresh()), action = await sent(() => table.act("x"));
        action.answer(5);
        await action.done;
        late.answer(4);
        await late.done;""",
        [["view 5"], ["4"]],
    ),
    "lost events": (
        """const fresh = await sent(() => table.refresh());
        fresh.answer(2);
        await fresh.done;""",
        [["rewind 2"], ["4", "2"]],
    ),
    "a late answer after lost events": (
        """const late = await sent(() => table.refresh()), action = await sent(() => table.act("x"));
        action.answer(3);
        await action.done;
        late.answer(4);
        await late.done;""",
        [["rewind 3"], ["4", "3"]],
    ),
}


@pytest.mark.parametrize("name", SCENES)
def test_an_earlier_version_is_that_of_the_server_in_a_later_request(evaluate: Callable[..., Any], name: str) -> None:
    """The stream then goes on after it; an answer to an earlier request is out of date."""
    scene, told = SCENES[name]
    assert evaluate(ANSWERS.replace("SCENE", scene)) == told


def test_events_go_on_from_the_version_of_a_server_that_has_lost_some(evaluate: Callable[..., Any]) -> None:
    """It refuses the version that it has lost."""
    program = """
        const places = [];
        const headers = { "Content-Type": "application/problem+json" };
        const fetch = async (url, sent) => {
            places.push(sent.headers["Last-Event-ID"] ?? new URL(url).searchParams.get("after"));
            if (places.at(-1) === "5") return new Response(null, { status: 204 });
            return new Response(JSON.stringify({ code: "version-conflict", version: 5 }), { status: 409, headers });
        };
        for await (const _ of new m.Client("http://server", { fetch }).events("g", { after: 9 }));
        return places;
    """
    assert evaluate(program) == ["9", "9", "5"]


FOLLOWED = """
    let count = 0;
    const fetch = async () => ++count < given.ends ? answer() : new Response(null, { status: 204 });
    for await (const _ of new m.Client("http://server", { fetch }).events("g"));
"""
"""The events of a game whose server answers with `answer()`, up to a request."""


def test_a_server_that_refuses_each_version_gets_few_requests(evaluate: Callable[..., Any]) -> None:
    """The pauses grow."""
    program = """
        const headers = { "Content-Type": "application/problem+json" };
        const answer = () => new Response('{"code": "version-conflict", "version": 1}', { status: 409, headers });
        const began = performance.now();
    """
    assert evaluate(f"{program} {FOLLOWED} return performance.now() - began", ends=7) > 1500


def test_a_pause_has_an_end(evaluate: Callable[..., Any]) -> None:
    """Also if the server says one for which timers have no number; they would end at once."""
    program = """
        const [set, delays] = [setTimeout, []];
        globalThis.setTimeout = (act, delay) => (delays.push(delay), set(act, 0));
        const headers = { "Content-Type": "application/problem+json", "Retry-After": "99999999" };
        const answer = () => new Response('{"code": "overloaded"}', { status: 503, headers });
    """
    assert evaluate(f"{program} {FOLLOWED} return Math.max(...delays)", ends=3) == 3_600_000


def test_a_stream_without_an_end_of_a_line_is_left(evaluate: Callable[..., Any]) -> None:
    """It would fill the memory."""
    program = """
        const pull = (controller) => controller.enqueue(new Uint8Array(65536).fill(120));
        const headers = { "Content-Type": "text/event-stream" };
        const answer = () => new Response(new ReadableStream({ pull }), { headers });
    """
    assert evaluate(f"{program} {FOLLOWED} return count", ends=2) == 2


@contextmanager
def running(project: Path, body: str, **given: object) -> Iterator[subprocess.Popen[str]]:
    """A program of the project, whose output can be read while it runs; it must succeed."""
    command = ["node", "--input-type=module", "--eval", program_of(body, **given)]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=project, text=True, **streams) as process:
        yield process
    assert process.returncode == 0


@pytest.mark.faults
def test_a_stream_resumes_after_all_workers_are_killed(project: Path, valkey_url: str) -> None:
    """On the workers that replace them; actions are sent again."""
    program = (
        NEW
        + PLAY
        + """
        const table = await client.game(game.id, { seats });
        const versions = [];
        table.subscribe({ event: ({ version }) => versions.push(version) });
        await play(table, given.actions.slice(0, 2));
        console.log("killed now");
        await new Promise((resolve) => process.stdin.once("data", resolve));
        await play(table, given.actions.slice(2));
        while (table.connection !== "ended") await new Promise((resolve) => setTimeout(resolve, 20));
        return versions;
    """
    )
    with (
        killable_server(REDIS_URL=valkey_url) as mortal,
        running(project, program, url=mortal.url, **GIVEN) as process,
    ):
        assert process.stdout
        assert process.stdout.readline() == "killed now\n"
        mortal.kill_workers()
        assert json.loads(process.communicate("\n")[0]) == VERSIONS


def test_a_game_goes_on_from_what_the_server_has(project: Path, valkey_url: str, server_url: str) -> None:
    """After its store has lost the last actions: the listener is told, and the seat to act then acts."""
    program = (
        NEW
        + PLAY
        + """
        const table = await client.game(game.id, { seats });
        const rewound = new Promise((resolve) => table.subscribe({ rewind: resolve }));
        console.log(game.id);
        await new Promise((resolve) => process.stdin.once("data", resolve));
        await play(table, given.actions.slice(0, 2));
        console.log("taken");
        const versions = [table.view.version, (await rewound).version];
        await play(table, ["9S"]);
        table.close();
        process.stdin.destroy();
        return [...versions, table.view.version, table.view.played];
    """
    )
    with running(project, program, url=server_url, **GIVEN) as process:
        assert process.stdin
        assert process.stdout
        with lost(valkey_url, game := process.stdout.readline().strip()):
            process.stdin.write("\n")
            process.stdin.flush()
            assert process.stdout.readline() == "taken\n"
        with ThreadPoolExecutor(1) as thread:
            last = thread.submit(process.stdout.readline)
            while not wait([last], 0.1).done:  # a stream that opens at the moment of the loss misses its news
                wake(valkey_url, game)
        assert json.loads(last.result()) == [3, 1, 2, [["9S"]]]
