"""Values of enumerations that a later server adds, in the sentences of the web client."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from invented import INVENTED, enumerations, invented

from regicide_api.pages.web import IN_REPOSITORY

PROGRAM = """
import { readFileSync } from "node:fs";
const { references, games } = JSON.parse(readFileSync(0, "utf8"));
const json = (content) => ({ ok: true, status: 200, headers: new Headers(), json: async () => content });
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
Object.defineProperty(globalThis, "navigator", { value: { languages: [] } });
globalThis.document = { documentElement: {}, querySelector: () => null };
globalThis.location = new URL("http://localhost/");
const content = (url) =>
  url.startsWith("file:") ? JSON.parse(readFileSync(new URL(url))) : references[url.split("/").pop()];
globalThis.fetch = async (url) => json(content(String(url)));
const texts = await import("./modules/words/texts.js");
const reference = await import("./modules/words/reference.js");
const narration = await import("./modules/words/narration.js");
const legality = await import("./modules/game/legality.js");
await texts.loadTexts();
await reference.loadReference();
const told = games.map(({ view, events }) => [
  reference.phaseText(view.phase),
  legality.actionOfCards(view, view.hand) ?? "",
  ...events.flatMap((event) => narration.sentences(event, view.seats)),
  ...events.flatMap((event) => (event.effects ?? []).map(narration.briefText)),
]);
console.log(JSON.stringify(told));
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that imports the modules of the web client, in a folder of its own."""
    node = shutil.which("node")
    assert node, "Node.js is needed: tools/install-system-packages"
    for folder in ("modules", "texts"):
        shutil.copytree(IN_REPOSITORY / folder, tmp_path / folder)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "program.js").write_text(PROGRAM)
    return tmp_path / "program.js"


def told(program: Path, references: Any, games: list[Any]) -> list[list[str]]:
    """The texts of each game."""
    content = json.dumps({"references": references, "games": games})
    command = ["node", program]
    ended = subprocess.run(command, cwd=program.parent, input=content, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    texts: list[list[str]] = json.loads(ended.stdout)
    return texts


def test_every_game_with_an_unknown_value_is_told(program: Path) -> None:
    """An event of an unknown type has no sentence, and neither has an effect."""
    references = {"cards": invented("get_cards", "none"), "rules": invented("get_rules", "none")}
    names = enumerations()
    games = [{"view": invented("get_game", name), "events": invented("get_events", name)["items"]} for name in names]
    texts = dict(zip(names, told(program, references, games), strict=True))
    assert all(INVENTED not in text for text in texts["EffectType"] + texts["EventType"])
    assert texts["Phase"][0] == INVENTED
    assert texts["EventType"][2] == ""


@pytest.mark.parametrize("name", ["Suit", "Rank", "CardKind", "Power", "Phase", "EndReason"])
def test_a_reference_with_an_unknown_value_is_loaded(program: Path, name: str) -> None:
    """Without a text of its own for it."""
    references = {"cards": invented("get_cards", name), "rules": invented("get_rules", name)}
    game = {"view": invented("get_game", "none"), "events": invented("get_events", "none")["items"]}
    assert all(told(program, references, [game])[0][:1])


@pytest.mark.parametrize(("agent", "sentence"), [("greedy", "The creator gives the game up."), (None, "Ana agrees to")])
def test_the_creator_gives_a_game_of_agents_up(program: Path, agent: str | None, sentence: str) -> None:
    """The event has the seat to act, whose agent did not agree to that."""
    references = {"cards": invented("get_cards", "none"), "rules": invented("get_rules", "none")}
    view = invented("get_game", "none")
    view["seats"] = [{**view["seats"][0], "seat": 0, "name": agent or "Ana", "agent": agent}]
    event = {"version": 2, "seat": 0, "type": "give-up", "agree": True, "effects": []}
    assert told(program, references, [{"view": view, "events": [event]}])[0][2].startswith(sentence)
