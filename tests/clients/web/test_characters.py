"""The characters of bots: their names, lines and faces."""

from __future__ import annotations

import json
import re

import pytest
from browser import console_messages
from web_clients import WebClient, new_game
from web_modules import CLIENT, evaluated

from regicide_arena.bots.registry import BUILTIN_BOTS as BOTS

STRANGERS = ["carol-7", "my-bot", "deep-red"]
FACES = "Object.fromEntries(given.map((agent) => [agent, m.characterFace(agent)]))"


def test_every_included_bot_is_a_character() -> None:
    """With a name of its own, a line in each language and a face; other agents keep their id and wear a mask."""
    names = evaluated("words/names.ts", "given.map(m.agentName)", [*BOTS, *STRANGERS])
    assert len({*names} - {*BOTS}) == len(BOTS) + len(STRANGERS)
    assert names[len(BOTS) :] == STRANGERS
    for file in (CLIENT / "texts").glob("*.json"):
        lines = {key: text for key, text in json.loads(file.read_text()).items() if key.startswith("character.")}
        assert lines.keys() == {f"character.{bot}" for bot in BOTS}
        assert len({*lines.values()}) == len(BOTS)
    faces = evaluated("cards/characters.ts", FACES, [*BOTS, *STRANGERS])
    assert len({*faces.values()}) == len(faces)
    assert all(re.fullmatch(r"<svg .*</svg>", face) and "undefined" not in face for face in faces.values())
    assert not any("NaN" in face for face in faces.values())


@pytest.mark.browser
def test_a_face_is_at_the_seat_and_in_the_choice(ana: WebClient, advised_url: str) -> None:
    """Also in the closed menu, and for screen readers the name alone."""
    ana.server = advised_url
    ana.open()
    ana.find("#bot-1 option .face img")
    if ana.all("#bot-1 selectedcontent"):
        ana.find("#bot-1 selectedcontent .face img")
    ana.sit(new_game(advised_url, {"name": "Ana"}, {"agent": "greedy"}), 0)
    ana.find("[data-seat='1'] .face[aria-hidden] img")
    assert ana.text("[data-seat='1'] .seat-head") == "Falstaffbot"
    assert console_messages(ana.browser) == []
