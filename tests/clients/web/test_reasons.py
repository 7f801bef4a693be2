"""The reasons of an action in words, from its preview."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from invented import example
from nodes import computed

from regicide_api.pages.web import IN_REPOSITORY

PROGRAM = """
import { readFileSync } from "node:fs";
const [folder, file] = process.argv.slice(1);
const { references, cases } = JSON.parse(readFileSync(file));
const json = (content) => ({ ok: true, status: 200, headers: new Headers(), json: async () => content });
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
Object.defineProperty(globalThis, "navigator", { value: { languages: [] } });
globalThis.document = { documentElement: {}, querySelector: () => null };
globalThis.location = new URL("http://localhost/");
const content = (url) =>
  url.startsWith("file:") ? JSON.parse(readFileSync(new URL(url))) : references[url.split("/").pop()];
globalThis.fetch = async (url) => json(content(String(url)));
await (await import(`${folder}/words/texts.js`)).loadTexts();
await (await import(`${folder}/words/reference.js`)).loadReference();
const { consequences, reasonsOf } = await import(`${folder}/words/reasons.js`);
const told = ({ view, preview }) => ({
  reasons: reasonsOf(view, preview.action),
  short: view.previews.length ? consequences(preview, view) : [],
});
console.log(JSON.stringify(cases.map(told)));
"""

JACK = {"card": "JH", "health": 20, "damage": 8, "attack": 10, "shield": 0, "immunity_cancelled": False}
"""The jack of hearts with 12 health left."""

CASES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "exact": (
        {"action": "6C", "damage": 12, "defeats": True, "exact": True, "health_left": 0},
        ["12 damage: kills exactly"],
    ),
    "too much": ({"damage": 15, "defeats": True, "health_left": 0}, ["15 damage: kills, 3 more than needed"]),
    "last king": (
        {"damage": 12, "defeats": True, "exact": True, "health_left": 0, "outcome": "won", "healed": 3},
        ["this wins the game", "12 damage: kills exactly"],
    ),
    "covered": (
        {"damage": 5, "health_left": 7, "strike": 10, "kept": 12, "covers": "yes"},
        ["5 damage, 7 left", "strike 10: you keep 12, covered"],
    ),
    "covered by draws": (
        {"action": "9D", "damage": 9, "health_left": 3, "drawn": [0, 4], "strike": 10, "kept": 7, "covers": "yes"},
        ["9 damage, 3 left", "draws 4 cards", "strike 10: you keep 7 and draw enough"],
    ),
    "uncertain": (
        {"damage": 5, "health_left": 7, "drawn": [3, 2], "strike": 10, "kept": 7, "covers": "depends"},
        [
            "5 damage, 7 left",
            "draws 5 cards for the table (2 for you)",
            "strike 10: you keep 7, needs good draws",
        ],
    ),
    "lost": (
        {"damage": 5, "health_left": 7, "strike": 10, "kept": 4, "covers": "no", "outcome": "lost"},
        ["this loses", "5 damage, 7 left", "strike 10: you keep only 4"],
    ),
    "saved by a flip": (
        {"damage": 5, "health_left": 7, "strike": 10, "kept": 4, "covers": "no"},
        ["5 damage, 7 left", "strike 10: you keep only 4, a flip is needed"],
    ),
    "shield": (
        {"damage": 4, "health_left": 8, "shield": 4, "strike": 6, "kept": 9, "covers": "yes"},
        ["4 damage, 8 left", "shield 4", "strike 6: you keep 9, covered"],
    ),
    "blocked": (
        {"damage": 10, "health_left": 2, "shield": 10},
        ["10 damage, 2 left", "shield 10", "the shield blocks the strike"],
    ),
    "immune": (
        {"damage": 7, "health_left": 5, "stopped": ["H"], "strike": 10, "kept": 20, "covers": "yes"},
        ["7 damage, 5 left", "immunity stops hearts", "strike 10: you keep 20, covered"],
    ),
    "healed": (
        {"damage": 3, "health_left": 9, "healed": 1, "strike": 10, "kept": 20, "covers": "yes"},
        ["3 damage, 9 left", "heals 1 card", "strike 10: you keep 20, covered"],
    ),
    "known draw": (
        {"damage": 12, "defeats": True, "exact": True, "drawn": [0, 1], "drawn_cards": ["JC"]},
        ["12 damage: kills exactly", "draws 1 card", "you draw jack of clubs"],
    ),
    "blocked exactly": (
        {"damage": 5, "health_left": 7, "strike": 6, "kept": 6, "covers": "yes"},
        ["5 damage, 7 left", "strike 6: you keep 6, covered"],
    ),
    "shield as before": (
        {"damage": 5, "health_left": 7, "shield": 4, "enemy": {"shield": 4}, "strike": 6, "kept": 9, "covers": "yes"},
        ["5 damage, 7 left", "strike 6: you keep 9, covered"],
    ),
    "jester behind shields": (
        {"action": "X1", "shield": 10, "enemy": {"shield": 10}},
        ["cancels the immunity", "you choose who goes next"],
    ),
    "flip behind shields": ({"action": "flip", "drawn": [0, 8], "shield": 10, "enemy": {"shield": 10}}, ["a new hand"]),
    "second jester": ({"action": "X2", "enemy": {"immunity_cancelled": True}}, ["you choose who goes next"]),
    "jester": ({"action": "X1"}, ["cancels the immunity", "you choose who goes next"]),
    "flip": ({"action": "flip", "drawn": [0, 8]}, ["a new hand"]),
    "yield": ({"action": "yield", "strike": 10, "kept": 14, "covers": "yes"}, ["strike 10: you keep 14, covered"]),
    "discard": ({"action": "-9S-2C"}, ["you keep 1 card worth 5"]),
}
"""What a preview has besides `NOTHING`, and its enemy besides `JACK`; and the reasons. Seat 1 acts."""

NOTHING = {
    "action": "5S",
    "damage": 0,
    "health_left": 12,
    "defeats": False,
    "exact": False,
    "healed": 0,
    "drawn": [0, 0],
    "drawn_cards": [],
    "shield": 0,
    "strike": 0,
    "kept": 0,
    "covers": None,
    "stopped": [],
    "outcome": None,
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, list[dict[str, str]]]]:
    """The reasons of all cases, by one run of the module."""
    given = []
    for more, _ in CASES.values():
        preview = NOTHING | more
        enemy = JACK | preview.pop("enemy", {})
        previews = [] if preview["action"].startswith("-") else [preview]
        view = {"you": 1, "enemy": enemy, "hand": ["5S", "9S", "2C"], "previews": previews}
        given.append({"view": view, "preview": preview})
    file = tmp_path_factory.mktemp("reasons") / "cases.json"
    file.write_text(
        json.dumps({"references": {"cards": example("get_cards"), "rules": example("get_rules")}, "cases": given})
    )
    return dict(zip(CASES, computed(PROGRAM, str(Path(IN_REPOSITORY) / "modules"), str(file)), strict=True))


@pytest.mark.parametrize("case", CASES)
def test_a_preview_gives_the_reasons_of_an_action(case: str, told: dict[str, Any]) -> None:
    """What it does, what it draws and heals, and whether the hand covers the strike."""
    assert [reason["text"] for reason in told[case]["reasons"]] == CASES[case][1]


def test_the_consequences_of_a_selection_are_the_damage_and_the_strike(told: dict[str, Any]) -> None:
    """Without draws and shields."""
    assert [reason["text"] for reason in told["uncertain"]["short"]] == [
        "5 damage, 7 left",
        "strike 10: you keep 7, needs good draws",
    ]


@pytest.mark.parametrize(
    ("case", "tones"),
    [("exact", ["good"]), ("lost", ["bad", "", "bad"]), ("uncertain", ["", "", "doubtful"]), ("discard", [""])],
)
def test_a_reason_has_the_tone_of_what_it_says(case: str, tones: list[str], told: dict[str, Any]) -> None:
    """A loss is bad, a covered strike good, a strike that depends on draws doubtful."""
    assert [reason["tone"] for reason in told[case]["reasons"]] == tones
