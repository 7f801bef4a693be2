"""The package of the JavaScript client: its size and types, and whole games with it in Node.js and in a browser."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser import chosen_browser, console_messages
from invented import later_server
from javascript_client import CLIENT, run, served
from nodes import node
from selenium.webdriver.support.wait import WebDriverWait

pytestmark = pytest.mark.costly

MAX_BYTES = 12 * 1024
TIMEOUT_S = 60
[EXAMPLE] = re.findall(r"```js\n(.*?)```", (CLIENT / "README.md").read_text(), re.DOTALL)
URL = "http://127.0.0.1:8000"
"""The URL of the server in the example."""


def test_the_package_is_small_and_needs_no_other(project: Path) -> None:
    """Of its bytes, those that a browser loads are counted, compressed."""
    package = project / "node_modules" / "regicide-client"
    assert len(gzip.compress((package / "dist" / "index.js").read_bytes(), 9)) <= MAX_BYTES
    assert "dependencies" not in json.loads((package / "package.json").read_text())
    assert [each.name for each in (project / "node_modules").iterdir() if each.is_dir()] == ["regicide-client"]


def test_the_example_plays_a_whole_game(project: Path, server_url: str) -> None:
    """Each event comes once; the program ends by itself."""
    (project / "play.js").write_text(EXAMPLE.replace(URL, server_url))
    ended = node("play.js", folder=project)
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    versions = [int(line.split()[0]) for line in lines if line[0].isdigit()]
    assert versions == [*range(2, len(versions) + 2)]
    [result] = [line for line in lines if not line[0].isdigit()]  # the last event may come after the last view
    assert result.split()[0] in {"won", "lost"}


def test_values_of_a_later_version_are_passed_on(evaluate: Callable[..., Any]) -> None:
    """Unknown events and effects reach the listeners, and a game with an unknown status is over."""
    program = """
        const client = new m.Client(given.url);
        const { game } = await client.createGame({ body: { players: 2 } });
        const table = await client.game(game.id, { after: 1 });
        const event = await new Promise((resolve) => table.subscribe({ event: (event) => resolve(event) }));
        table.close();
        const after = await client.act({ game_id: game.id, body: { version: 1, action: "9S" } });
        return [m.isOver(after), event.type, m.effectsOf(event).map(({ type }) => type)];
    """
    with later_server() as url:
        over, event, effects = evaluate(program, url=url)
    assert (over, event, set(effects)) == (True, "invented", {"invented"})


TYPED = """
import { Client, Problem, UnknownGame, effectsOf, ofType, verifyRecord } from "regicide-client";
import type { Check, GameView } from "regicide-client";

const client = new Client("http://127.0.0.1:8000", { retry: { deadlineMs: 1000 } });
export async function play(id: string, signal: AbortSignal): Promise<GameView> {
  const created = await client.createGame({ body: { players: 2, seats: [{ name: "a" }, { agent: "greedy" }] } });
  const game = await client.game(created.game.id, { seats: created.seats, previews: true, signal });
  game.subscribe({ event: (event) => ofType(effectsOf(event), "draw").map(({ cards }) => cards?.length) });
  await game.call("sendSignal", { body: { signal: "eager" } });
  (await game.call("getPresence")).seats satisfies unknown[];
  for await (const view of game) if (view.previews) view.previews.map(({ covers }) => covers);
  for await (const event of client.events(id)) if (event.type === "signal") event.signal satisfies string;
  const checks: Check[] = await verifyRecord(await client.getRecord({ game_id: id }));
  try {
    return await client.withToken("t").getGame({ game_id: id, include: ["previews"] }, { signal });
  } catch (error) {
    if (error instanceof UnknownGame) throw error.details.status;
    if (error instanceof Problem) throw error.code;
    throw checks;
  }
}

// @ts-expect-error: there is no such member of a request
client.createGame({ body: { player: 2 } });
// @ts-expect-error: the game is missing
client.getGame();
// @ts-expect-error: a view has no such member
client.getGame({ game_id: "g" }).then((view) => view.legalActions);
// @ts-expect-error: a game has no such status
client.getGame({ game_id: "g" }).then((view) => view.status === "lsot");
// @ts-expect-error: the problem of an unknown game has no such member
new UnknownGame({} as never).details.turn;
// @ts-expect-error: the body is missing
client.game("g").then((game) => game.call("sendSignal"));
// @ts-expect-error: there is no such operation of a game
client.game("g").then((game) => game.call("getCards", {}));
"""
STRICT = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noEmit", "--target", "es2022"]


@pytest.mark.parametrize("resolution", ["nodenext", "bundler"])
def test_programs_are_checked_by_the_types_of_the_document(project: Path, resolution: str) -> None:
    """As a strict project sees them, with the types of the package checked, too."""
    (project / "typed.ts").write_text(TYPED)
    module = "nodenext" if resolution == "nodenext" else "es2022"
    lib = ["--lib", "es2022,dom,dom.iterable"]
    compiler = CLIENT / "node_modules" / ".bin" / "tsc"
    run([compiler, *STRICT, *lib, "--module", module, "--moduleResolution", resolution, "typed.ts"], project)


PAGE = """<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<script type="module">
{program}
document.body.textContent = game.view.status;
</script>
"""


@pytest.mark.browser
def test_a_static_page_plays_a_whole_game(project: Path, server_url: str) -> None:
    """In a browser, from another origin than the server's, without a build step."""
    program = EXAMPLE.replace(URL, server_url).replace(
        '"regicide-client"', '"./node_modules/regicide-client/dist/index.js"'
    )
    (project / "play.html").write_text(PAGE.replace("{program}", program))
    with served(project) as url, chosen_browser() as browser:
        browser.get(f"{url}/play.html")
        read = lambda _: browser.execute_script("return document.body.textContent")  # noqa: E731
        assert WebDriverWait(browser, TIMEOUT_S).until(read) in {"won", "lost"}
        assert not [message for message in console_messages(browser) if "error" in message.lower()]
